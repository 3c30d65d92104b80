package dialects

// The dialects of the gate's own plugins: a harness that starts no hooks loads
// a file into itself, which starts the gate and sends it
//
//	{"gate": DIALECT, "event", "session_id", "tool_use_id", "cwd", "tool_name", "tool_input", "prompt", "error"}
//
// as far as the event has them (internal/install/plugins). An answer is due on
// every event: the plugin takes silence, like anything that it does not
// understand, for a gate that failed, and blocks.
const pluginNone = `{"decision":"none"}`

// signed says whether the plugin of that dialect sent the payload.
func (p payload) signed(name string) claim {
	if p.str("gate") == name {
		return sure
	}
	return none
}
