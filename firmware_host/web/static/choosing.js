// @ts-check
// Choosing a move: what is touched on the board becomes choices, and the last of them plays the move.

import { advanced, chosen, options, pointOf } from "./chooser.js";
import { isMyTurn, page } from "./page.js";

export class Choosing {
  // `ask` asks the table and tells what becomes of it, `say` shows an answer, and `changed` is called
  // when something was picked.
  constructor(board, ask, say, changed) {
    this.board = board;
    this.ask = ask;
    this.say = say;
    this.changed = changed;
    /** @type {any[]} */
    this.picked = [];
    /** @type {any} what the table advises */
    this.hint = null;
    /** @type {{name: string, actions: number} | null} */
    this.explored = null;
  }

  // How many actions the game has had.
  get actions() {
    return page.game?.actions ?? 0;
  }

  get ready() {
    return chosen(page.moves, this.picked);
  }

  // What may be chosen next: nothing while another moment is looked at.
  get next() {
    return page.moment === null ? options(page.moves, this.picked) : [];
  }

  // The choices that are on no point of the board.
  get elsewhere() {
    return this.next.filter(({ choice }) => !this.board.points.has(pointOf(choice)) && (choice[0] !== "pass" || isMyTurn()));
  }

  get origin() {
    return this.picked.map(pointOf).filter(Boolean).at(-1);
  }

  // The points where what is picked can go.
  get targets() {
    if (!this.picked.length) return [];
    return this.ready ? [this.ready.target] : this.next.map((each) => pointOf(each.choice)).filter(Boolean);
  }

  // Whether a piece can be moved now.
  get isOpen() {
    return page.moment === null && isMyTurn() && page.moves.length > 0;
  }

  // Whether the choice of a move can begin at the point called `name`, or has begun there.
  isOrigin(name) {
    return this.isOpen && Boolean(name) && (this.origin === name || options(page.moves, []).some(({ choice }) => pointOf(choice) === name));
  }

  forget() {
    [this.picked, this.hint] = [[], null];
  }

  // Take what the table advises: it does not stand beside what was picked and is another piece.
  advise(hint) {
    this.hint = hint;
    if (!(hint.ways ?? []).some(([from]) => from === this.origin)) this.picked = [];
  }

  unpick() {
    this.picked = [];
    this.say("");
    this.changed();
  }

  // Begin the choice anew with the point called `name`.
  restart(name) {
    this.picked = [];
    this.touch(name);
  }

  // Take a touch of the point called `name`.
  touch(name) {
    if (page.moment !== null || !page.game) return;
    this.say("");
    if (!page.moves.length && page.game.hasMoves) return this.explore(name);
    const { ready, origin } = this;
    if (ready && [ready.target, pointOf(this.picked[0])].includes(name)) return isMyTurn() && this.play(ready);
    const hit = this.next.find((each) => pointOf(each.choice) === name);
    if (hit) return this.pick(hit.choice);
    this.picked = [];
    const again = this.next.find((each) => pointOf(each.choice) === name);
    if (again) return this.pick(again.choice);
    if (origin || name in page.position.labels) this.ask({ why: [origin ?? name, name] });
    this.changed();
  }

  // Who does not choose now is told what can be chosen as soon as they touch the board.
  explore(name) {
    this.explored = { name, actions: this.actions };
    this.ask({ moves: true });
  }

  goOn() {
    const { explored } = this;
    if (!explored || !page.moves.length) return;
    this.explored = null;
    if (explored.actions === this.actions) this.touch(explored.name);
  }

  pick(choice) {
    this.picked = advanced(page.moves, [...this.picked, choice]);
    const { ready } = this;
    if (ready && isMyTurn() && (this.picked.length > 1 || choice[0] === "word")) this.play(ready); // words say it all
    else if (ready) this.say(ready.words);
    this.changed();
  }

  play(move) {
    const after = this.actions;
    this.ask({ choose: move.text, after }, ({ outcome, why }) => {
      if (page.game?.actions === after && outcome !== "fulfilled") this.say(why ?? page.words[outcome] ?? "");
    });
    this.say(`${page.words.sent} ${move.words}`);
  }

  // The points to mark by their look.
  get marks() {
    const { next, picked, ready } = this;
    if (!picked.length) return { can: isMyTurn() ? next.map((each) => pointOf(each.choice)).filter(Boolean) : [] };
    const reached = ready && page.moment === null ? [ready] : next.flatMap((each) => each.moves);
    return { target: this.targets, captured: reached.flatMap((move) => move.captures), picked: picked.map(pointOf).filter(Boolean) };
  }
}
