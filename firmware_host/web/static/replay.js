// @ts-check
// A game that was played, to look at move by move.

import { Board } from "./board.js";
import { fill, find, make } from "./dom.js";
import { offerLetters } from "./letters.js";
import { parts } from "./parts.js";
import { Sheet } from "./sheet.js";
import { drawThrow } from "./throws.js";
import { lastOf, positionOf } from "./told.js";
import { Turns } from "./turns.js";

const { empty, game: key } = find("board").dataset;
const board = new Board(find("board"), () => {});
const turns = new Turns((at) => show(at ?? turns.total));
// the moment that is looked at, and the ways that would have been better there
let wanted = 0, advised = [];

async function ask(path, values = {}) {
  const address = new URL(path, location.href);
  address.search = new URLSearchParams({ key, language: document.documentElement.lang, ...values }).toString();
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function show(at) {
  [wanted, advised] = [at, []];
  const position = await ask("position", { at });
  if (at !== wanted) return;
  const found = { ...positionOf(position, game.names), number: at };
  board.show(found, empty);
  board.trace(lastOf(found.motions));
  board.point(advised);
  drawThrow(find("thrown"), position.throw, board.prefix, game.words.thrown);
  fill("beside", position.beside, () => position.beside.map((line) => make("li", line)));
}

const game = await ask("course");
board.lay(game.ground);
offerLetters();
turns.call(game.words);
turns.show(game.turns, game.actions, 0);
parts(key, (at, ways = []) => {
  turns.look(at);
  advised = ways;
});
new Sheet().name();
await show(0);
