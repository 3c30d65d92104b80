
// What is thrown before a tool stops the call, and the model is told why.
export const Gate = async ({ directory }) => {
  const tell = (event, session_id, more) => ask({ event, session_id, cwd: directory, ...more });
  const stop = async (answer) => {
    const { decision, reason } = await answer;
    if (decision !== "none") throw new Error(reason);
  };
  return {
    "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
      stop(tell("tool.execute.before", sessionID, { tool_use_id: callID, tool_name: tool, tool_input: args })),
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      const code = output?.metadata?.exit;
      const error = code ? `exit ${code}` : undefined;
      await tell("tool.execute.after", sessionID, { tool_use_id: callID, tool_name: tool, tool_input: args, error });
    },
    "chat.message": ({ sessionID }, { parts }) => {
      const prompt = (parts ?? []).map((part) => part.text ?? "").join("\n");
      return stop(tell("chat.message", sessionID, { prompt }));
    },
    event: async ({ event }) => {
      if (event.type === "session.created" || event.type === "session.idle") {
        await tell(event.type, event.properties?.sessionID ?? event.properties?.info?.id);
      }
    },
  };
};
