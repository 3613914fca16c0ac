// @ts-check
// The worker in which machines think, where there is no server. The worker of the table starts it, and
// gives it the program; then it answers one question after the other.

import { loadProgram } from "./program.js";

const ANSWER = [
  "from firmware_host.thinking.worker import answered",
  "lambda question, is_dropped: answered(question.to_bytes(), is_dropped)",
].join("\n");
const scope = /** @type {any} */ (globalThis); // what only a worker has

// Nothing reaches a worker while it computes, but it can look whether an address is still there: that of
// a question goes when nobody waits for its answer.
function isDropped(address) {
  const look = new XMLHttpRequest();
  look.open("GET", address, false);
  try {
    look.send();
  } catch {
    return true;
  }
  return look.status !== 200;
}

/** @type {Promise<any>} */
let thinking;

async function think({ number, question, address }) {
  const answered = await thinking;
  let answer = null;
  try {
    const found = answered(question, () => isDropped(address));
    answer = found.toJs();
    found.destroy?.();
  } catch (error) {
    console.error(error);
  }
  scope.postMessage({ number, answer });
}

scope.onmessage = ({ data }) => {
  if (data.program) thinking = loadProgram(data.program).then((python) => python.runPython(ANSWER));
  else think(data).catch(() => scope.postMessage({ hasFailed: true }));
};
