// Package plan holds compiled policies: the binary form of a plan, its reader,
// and the evaluator. A plan is what OPA's planner makes of Rego modules (its
// intermediate representation, package v1/ir), rewritten so that nothing is
// decoded before it is run: code is run in place, strings are slices of the
// file, and base data is decoded one level at a time when a rule looks at it.
//
// Builder writes a plan, Open reads one, Program.Eval runs it. What a plan
// gives is what OPA's own evaluator gives for the same modules: values,
// numbers, order of sets, codes and texts of errors. Package bundle/author
// holds it to that with OPA's own test cases.
//
// The package links neither OPA nor anything that costs a short-lived process
// time before main.
package plan
