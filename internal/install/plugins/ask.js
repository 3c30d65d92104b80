// Made by the gate, which writes this file anew when it is installed.
import { spawn } from "node:child_process";

const gate = __GATE__;
const harness = __HARNESS__;
const wait = 10_000; // ms; the gate itself answers within 4 s

// ask sends the gate one event and gives its answer: {decision: "none" | "ask" | "deny", reason}. It never
// fails: a gate that is not there, crashes, hangs or talks nonsense is a denial.
function ask(event) {
  return new Promise((resolve) => {
    let child, timer, answer = "";
    const settle = (said) => {
      clearTimeout(timer);
      child?.kill("SIGKILL");
      for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
      resolve(said);
    };
    const fail = (why) => settle({ decision: "deny", reason: `the gate did not answer (${why}), so this does not run. Tell the user to run: gate doctor` });
    try {
      const payload = JSON.stringify({ gate: harness, ...event });
      child = spawn(gate, ["hook", "--stdin", "--dialect", harness], { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
      timer = setTimeout(() => fail(`no answer within ${wait / 1000} s`), wait);
      child.on("error", (error) => fail(error.message));
      child.stdin.on("error", () => {}); // a gate that did not read to its end has its reasons: the answer says
      child.stdout.on("error", (error) => fail(error.message));
      child.stdout.setEncoding("utf8").on("data", (text) => (answer += text));
      child.stderr.resume();
      child.on("close", (code, signal) => {
        const said = read(answer);
        if (said?.decision === "deny") settle({ decision: "deny", reason: String(said.reason ?? "denied by policy") });
        else if (code !== 0) fail(signal ?? `exit ${code}`);
        else if (said?.decision === "none") settle({ decision: "none", reason: "" });
        else if (said?.decision === "ask") settle({ decision: "ask", reason: String(said.reason ?? "policy wants a person to decide") });
        else fail(`it said ${JSON.stringify(answer.slice(0, 80))}`);
      });
      child.stdin.end(payload);
    } catch (error) {
      fail(error?.message ?? error);
    }
  });
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
