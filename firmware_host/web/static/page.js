// @ts-check
// What a page knows: who looks at it, what the table has told it last, and which moment is looked at (null: now).

import { listed, merged, movesOf, positionOf } from "./told.js";

export const page = /** @type {import("./types.js").PageFacts} */ ({
  words: {}, you: { role: "observer", seat: null }, own: null, moment: null,
  // what the server has told, put together, and what it means
  told: {}, table: /** @type {any} */ (null), game: null, position: null, moves: [],
  // what was shown before
  before: { stage: "", isMyTurn: false },
});

// What a patch is of.
const STATE = new Set(["table", "game", "names", "pieces", "beside", "motions", "turns", "moves"]);

// Take what a message says of the table, which then is no longer in it; return whether it says something.
export function take(message) {
  const names = Object.keys(message).filter((name) => STATE.has(name));
  if (!names.length) return false;
  page.told = merged(page.told, Object.fromEntries(names.map((name) => [name, message[name]])));
  for (const name of names) delete message[name];
  read(page.told);
  return true;
}

/** @param {any} told */
function read({ table, game = null, names = {}, ...told }) {
  page.table = table;
  page.game = game && { ...game, seats: listed(game.seats), turns: listed(told.turns) };
  page.position = game && positionOf(told, names);
  page.moves = game ? movesOf(told.moves, page.position.pieces, names) : [];
}

export const isPractice = () => page.you.role === "practice";

// The seat of the visitor, null if there is none: at a practice table the only one that a person plays.
export function ownSeat() {
  if (!isPractice()) return page.you.seat;
  const [own = null, ...others] = (page.game?.seats ?? []).flatMap(({ isPerson }, seat) => isPerson ? [seat] : []);
  return others.length ? null : own;
}

// People at the table may have taken the seat over, or begun a game in which it is not played from here.
export const isSeated = () => page.you.seat !== null && Boolean(page.game?.seats[page.you.seat]?.isOnPhone);

export const isMyTurn = () => isPractice() ? page.table?.awaited === "choice"
  : isSeated() && page.table.actor === page.you.seat && page.table.awaited === "phone";

export const isAsked = () => isSeated() && page.table.actor === page.you.seat && page.table.awaited === "draw";

export const isOver = () => Boolean(page.game?.isOver);

// Whether there is a move to choose, and not only a pass to confirm.
export const canChoose = () => page.moves.some((move) => !move.isPass);

export const roleNow = () => page.you.seat !== null && page.game && !isSeated() ? "observer" : page.you.role;
