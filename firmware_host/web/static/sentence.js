// @ts-check
// The one sentence that says what happens, and whether the table can be reached.

import { find, put } from "./dom.js";
import { canChoose, isAsked, isMyTurn, isOver, page, roleNow } from "./page.js";

export function showSentence() {
  const { words, table } = page, mine = isMyTurn() && canChoose();
  put("prompt", sentence());
  put("notice", table.notice);
  put("problem", table.problem ? words[`problem ${table.problem}`] : "");
  find("now").classList.toggle("mine", mine || isAsked());
}

// Say how a move is chosen, whose piece is `picked` or not, as far as fingers choose it on the board.
export function showHelp({ picked, targets }) {
  const isChoosing = isMyTurn() && canChoose() && page.moment === null && (!picked.length || targets.length);
  put("help", isChoosing ? page.words[picked.length ? "where" : "choose"] : "");
}

function sentence() {
  const { words, table, own } = page;
  if (isAsked()) return words["draw asked"];
  if (isMyTurn() && (!own || canChoose())) return own?.prompt || words["your turn"]; // an exercise says what is wanted
  if (!own?.prompt) return table.happening;
  return isOver() && table.awaited === "next game" ? `${table.happening} ${own.prompt}` : own.prompt;
}

export function showConnection(isOpen) {
  const { words, table } = page;
  if (!words.lost) return; // the page says already that it opens
  const isAway = table?.isConnected === false;
  find("connection").className = isOpen && !isAway ? "" : "lost";
  put("connection", (isOpen ? isAway ? words.away : words[roleNow()] : words.lost) ?? "");
}
