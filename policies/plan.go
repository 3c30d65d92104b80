package policies

import _ "embed"

//go:generate go run gate/bundle/author/generate

// Plan is the embedded policy compiled, as package internal/plan opens it. A
// test holds it fresh: after a change to a rule, or to the builtins of package
// internal/plan, run go generate ./policies.
//
//go:embed policy.plan
var Plan string
