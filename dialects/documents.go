package dialects

// The documents that several dialects share. Their keys are all a harness
// gets: Codex runs the call when it meets one that it does not know.

// specific adds what Claude's family wants to hear of one event.
func (o object) specific(about object) object {
	return o.raw("hookSpecificOutput", string(about.end()))
}

// nested is Claude's answer before a tool: allow, ask or deny.
func nested(word, native, reason string) object {
	return object(nil).specific(decision(word, native, reason))
}

func decision(word, native, reason string) object {
	return object(nil).text("hookEventName", native).text("permissionDecision", word).text("permissionDecisionReason", reason)
}

// flat is Copilot's answer before a tool, in either of its styles.
func flat(word, _, reason string) object {
	return object(nil).text("permissionDecision", word).text("permissionDecisionReason", reason)
}

// decided is a decision at the top level.
func decided(word, _, reason string) object {
	return briefly(word, "", "").text("reason", reason)
}

// briefly is the same without a reason.
func briefly(word, _, _ string) object { return object(nil).text("decision", word) }

// behave is a decision on a request for permission: allow, or deny for a
// reason.
func behave(word, _, reason string) object {
	o := object(nil).text("behavior", word)
	if word == "allow" {
		return o
	}
	return o.text("message", reason)
}

// requested is the same as Claude's family hears it.
func requested(word, native, reason string) object {
	return object(nil).specific(object(nil).text("hookEventName", native).raw("decision", string(behave(word, native, reason).end())))
}

// end stops the turn.
func end(_, _, reason string) object {
	return object(nil).raw("continue", "false").text("stopReason", reason)
}

// tell lets the model know, and changes nothing.
func tell(_, native, reason string) object {
	return object(nil).specific(object(nil).text("hookEventName", native).text("additionalContext", reason))
}

// anybody is heard in several families.
func anybody(word, native, reason string) object {
	return decided("block", native, reason).specific(decision(word, native, reason))
}

// unsaid is a word that only the exit status says.
func unsaid(_, _, _ string) object { return nil }
