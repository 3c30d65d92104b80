package dialects

// The documents that several dialects share. Their keys are all a harness
// gets: Codex runs the call when it meets one that it does not know.

type specific struct {
	Output any `json:"hookSpecificOutput"`
}

type toolDecision struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason"`
}

type flatDecision struct {
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason"`
}

type permissionDecision struct {
	Event    string   `json:"hookEventName"`
	Decision behavior `json:"decision"`
}

type behavior struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

type plain struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason,omitempty"`
}

type ending struct {
	Continue bool   `json:"continue"`
	Reason   string `json:"stopReason"`
}

type context struct {
	Event string `json:"hookEventName"`
	Text  string `json:"additionalContext"`
}

// nested is Claude's answer before a tool: allow, ask or deny.
func nested(word string) document {
	return func(native, reason string) any { return specific{toolDecision{native, word, reason}} }
}

// flat is Copilot's answer before a tool, in either of its styles.
func flat(word string) document {
	return func(_, reason string) any { return flatDecision{word, reason} }
}

// decided is a decision at the top level.
func decided(word string) document {
	return func(_, reason string) any { return plain{word, reason} }
}

func permit(native, _ string) any {
	return specific{permissionDecision{native, behavior{Behavior: "allow"}}}
}

func forbid(native, reason string) any {
	return specific{permissionDecision{native, behavior{"deny", reason}}}
}

// end stops the turn.
func end(_, reason string) any { return ending{Reason: reason} }

// tell lets the model know, and changes nothing.
func tell(native, reason string) any { return specific{context{native, reason}} }

func anybody(native, reason string) any {
	return struct {
		plain
		specific
	}{plain{"block", reason}, specific{toolDecision{native, "deny", reason}}}
}
