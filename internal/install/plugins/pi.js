
// pi blocks a call for {block: true}, and has no question of its own: an ask is put to the person here.
export default function (pi) {
  const tell = (event, ctx, more) => ask({ event, session_id: session(ctx), cwd: ctx?.cwd, ...more });
  pi.on("tool_call", async (event, ctx) => {
    const { decision, reason } = await tell("tool_call", ctx, { tool_use_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input });
    if (decision === "none" || (decision === "ask" && (await confirmed(ctx, event.toolName, reason)))) return undefined;
    return { block: true, reason };
  });
  pi.on("tool_result", async (event, ctx) => {
    const error = event.isError ? "the tool failed" : undefined;
    await tell("tool_result", ctx, { tool_use_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input, error });
  });
  pi.on("input", async (event, ctx) => {
    const { decision, reason } = await tell("input", ctx, { prompt: event.text });
    if (decision === "none") return { action: "continue" };
    if (ctx?.hasUI) ctx.ui.notify(reason, "error");
    return { action: "handled" };
  });
  for (const event of ["session_start", "session_shutdown"]) {
    pi.on(event, async (_event, ctx) => {
      await tell(event, ctx);
    });
  }
}

async function confirmed(ctx, tool, reason) {
  return ctx?.hasUI === true && (await ctx.ui.confirm(`gate: may ${tool} run?`, reason)) === true;
}

function session(ctx) {
  return ctx?.sessionManager?.getSessionId?.();
}
