
// OpenClaw blocks a call for {block: true}, and asks for requireApproval; an approval that nobody gives denies.
export default {
  id: "gate",
  name: "gate",
  description: "Asks the policy gate before each tool call",
  register(api) {
    const tell = (event, ctx, more) => ask({ event, session_id: ctx?.sessionId ?? ctx?.sessionKey, ...more });
    const about = (event) => ({
      tool_use_id: event.toolCallId, tool_name: event.toolName, tool_input: event.params, tool_kind: event.toolKind,
      cwd: event.params?.workdir, error: event.error,
    });
    const before = async (event, ctx) => {
      const { decision, reason } = await tell("before_tool_call", ctx, about(event));
      if (decision === "none") return undefined;
      if (decision === "ask") return { requireApproval: { title: `gate: ${event.toolName}`, description: reason, severity: "warning", timeoutBehavior: "deny" } };
      return { block: true, blockReason: reason };
    };
    api.on("before_tool_call", before, { priority: 1000, timeoutMs: wait + 5000 });
    api.on("after_tool_call", async (event, ctx) => {
      await tell("after_tool_call", ctx, about(event));
    });
    for (const name of ["session_start", "session_end"]) {
      api.on(name, async (event, ctx) => {
        await tell(name, { sessionId: event?.sessionId ?? ctx?.sessionId });
      });
    }
  },
};
