package author

import (
	"encoding/json"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"

	"gate/internal/plan"
)

// fromAST is a value of OPA's as one of a plan.
func fromAST(v ast.Value) plan.Value {
	switch v := v.(type) {
	case ast.Boolean:
		return plan.Bool(v)
	case ast.Number:
		return plan.Number(string(v))
	case ast.String:
		return plan.String(v)
	case *ast.Array:
		out := plan.NewArray()
		v.Foreach(func(t *ast.Term) { out.Append(fromAST(t.Value)) })
		return out
	case ast.Set:
		out := plan.NewSet()
		v.Foreach(func(t *ast.Term) { out.Add(fromAST(t.Value)) })
		return out
	case ast.Object:
		out := plan.NewObject()
		v.Foreach(func(k, t *ast.Term) { out.Set(fromAST(k.Value), fromAST(t.Value)) })
		return out
	}
	return plan.Null{}
}

// toAST is a value of a plan as one of OPA's, by way of its source text.
func toAST(v plan.Value) (ast.Value, error) {
	switch v := v.(type) {
	case plan.Null:
		return ast.NullValue, nil
	case plan.Bool:
		return ast.Boolean(v), nil
	case plan.Int:
		return ast.Number(json.Number(fmt.Sprint(int64(v)))), nil
	case plan.Num:
		return ast.Number(v), nil
	case plan.String:
		return ast.String(v), nil
	}
	return collectionToAST(v)
}

func collectionToAST(v plan.Value) (out ast.Value, err error) {
	var items []*ast.Term
	object := ast.NewObject()
	plan.Each(v, func(k, below plan.Value) bool {
		var key, value ast.Value
		if value, err = toAST(below); err == nil {
			key, err = toAST(k)
		}
		items = append(items, ast.NewTerm(value))
		if _, ok := v.(*plan.Object); ok && err == nil {
			object.Insert(ast.NewTerm(key), ast.NewTerm(value))
		}
		return err == nil
	})
	switch v.(type) {
	case *plan.Array:
		return ast.NewArray(items...), err
	case *plan.Set:
		return ast.NewSet(items...), err
	}
	return object, err
}
