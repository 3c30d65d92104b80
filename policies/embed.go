// Package policies holds the Rego of the gate: the router, the rules with
// their data, the schema of the input document and the capabilities that a
// policy may use. Package path and folder path are the same, so the folder
// gate/rules/path/name is data.gate.rules.path.name, and a data.json in it is
// the data below that path.
package policies

import "embed"

// FS holds all of this folder but the tests of the rules. The patterns leave
// out names that end in "st", as "_test" does; a test holds them complete.
//
//go:embed .manifest capabilities.json schemas/input.json gate/verdict.rego gate/log/log.rego gate/approval/approval.rego
//go:embed gate/lib/*/data.json gate/lib/*/*[^t].rego gate/lib/*/*[^s]t.rego
//go:embed gate/rules/*/*/data.json gate/rules/*/*/*[^t].rego gate/rules/*/*/*[^s]t.rego
var FS embed.FS

// Capabilities is the capabilities file, in the form that opa check
// --capabilities reads: no network, clock, environment or randomness. It is
// made from the builtins that a plan can call; a test holds it fresh.
//
//go:embed capabilities.json
var Capabilities []byte
