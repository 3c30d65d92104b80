package author

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// agent says whether a policy looks at input.session.agent, or may do so since
// it takes the input or its session as a whole. Finding the agent costs the
// hook a few files of the system, which it reads for such a policy alone. What
// the decision log leaves out is asked of another document.
func (s Sources) agent() (found bool, err error) {
	for name, text := range s.Modules {
		module, err := parse(name, text)
		if err != nil {
			return false, err
		}
		if ofLog(module.Package) {
			continue
		}
		ast.WalkRefs(module, func(ref ast.Ref) bool {
			found = found || reaches(ref, "session", "agent")
			return false
		})
	}
	return found, nil
}

// reaches says whether a reference to the input leads to the place of these
// names, through it, or to something that it is a part of.
func reaches(ref ast.Ref, place ...string) bool {
	if !ref.HasPrefix(ast.InputRootRef) {
		return false
	}
	for i, term := range ref[1:] {
		if i == len(place) {
			return true
		}
		if name, ok := term.Value.(ast.String); ok && string(name) != place[i] {
			return false
		}
	}
	return true
}
