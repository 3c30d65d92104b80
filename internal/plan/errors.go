package plan

import (
	"errors"
	"fmt"
)

// Error is an error of evaluation, with OPA's codes and texts.
type Error struct {
	Code    string // one of the Err constants
	Message string
	File    string // where in the sources; "" when the plan does not say
	Row     int
	Col     int
}

// The codes of errors, as OPA's topdown package has them.
const (
	ErrInternal  = "eval_internal_error"
	ErrConflict  = "eval_conflict_error"
	ErrType      = "eval_type_error"
	ErrBuiltin   = "eval_builtin_error"
	ErrWithMerge = "eval_with_merge_error"
	ErrCancel    = "eval_cancel_error" // a budget is used up
)

func (e *Error) Error() string {
	if e.File == "" {
		return e.Code + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s: %s", e.File, e.Row, e.Code, e.Message)
}

// halt is a builtin's error that ends the evaluation instead of making the
// call undefined.
type halt struct{ err *Error }

func (h halt) Error() string { return h.err.Error() }

// operandError is a builtin's word on an argument of the wrong type.
type operandError string

func (e operandError) Error() string { return string(e) }

var errBudget = errors.New("the policy is too costly")
