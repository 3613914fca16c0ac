// @ts-check
// The game so far: its turns as a list, and what looks back: a slider, buttons, arrow keys.

import { button, fill, find, make, put } from "./dom.js";
import { shape } from "./pieces.js";

const PACE = 1200; // milliseconds from one action to the next
// the lines of each sign: few fonts have them
const SIGNS = { first: "M6 5v14M18 5l-8 7 8 7", back: "M15 5l-8 7 8 7", on: "M9 5l8 7-8 7", last: "M18 5v14M6 5l8 7-8 7",
  run: "M8 5l11 7-11 7z", halt: "M9 5v14M15 5v14" };
const KEYS = { ArrowLeft: "back", ArrowRight: "on" };
const TYPING = "input, select, textarea, [role=grid], [role=gridcell], dialog[open]";

export class Turns {
  // `looked` is called with the number of actions to look at, null for now.
  constructor(looked) {
    this.looked = looked;
    this.total = 0;
    this.at = 0;
    this.turns = [];
    this.words = null;
    this.timer = 0;
    find("moment").addEventListener("input", ({ target }) => this.look(Number(target.value)));
    find("turns").addEventListener("click", ({ target }) => target.closest("[data-at]") && this.look(Number(target.closest("[data-at]").dataset.at)));
    document.addEventListener("keydown", (event) => this.key(event));
    // what is shown again after it was hidden begins with the newest turn, too
    new ResizeObserver(() => this.at === this.total && this.follow()).observe(find("turns"));
    const steps = make("div", "", { id: "steps", role: "group" });
    find("momentText").before(steps);
  }

  // Call the buttons by `words`.
  call(words) {
    this.words = words;
    find("steps").setAttribute("aria-label", words.moment);
    this.offer();
  }

  // Show `turns`, which have `total` actions; `at` is the moment that is looked at, null for now.
  show(turns, total, at) {
    this.total = total;
    find("moment").max = total;
    find("moment").value = at ?? total;
    const isNew = this.list(turns);
    this.describe(at ?? total);
    if (isNew && at === null) this.follow();
  }

  // Let the newest turn be in sight.
  follow() {
    const list = find("turns");
    list.scrollTop = list.scrollHeight;
  }

  // List `turns`, and return whether there is anything new; lines of those that have not changed stay.
  list(turns) {
    const list = find("turns"), isNew = turns.length !== this.turns.length || turns.some((turn, i) => turn !== this.turns[i]);
    turns.forEach((turn, i) => {
      if (turn === this.turns[i]) return;
      if (i < list.children.length) list.children[i].replaceWith(turnLine(turn));
      else list.append(turnLine(turn));
    });
    while (list.children.length > turns.length) list.lastChild.remove();
    this.turns = turns;
    return isNew;
  }

  look(number) {
    this.halt();
    this.turnTo(number);
  }

  turnTo(number) {
    find("moment").value = number;
    this.describe(number);
    this.looked(number === this.total ? null : number);
  }

  // Do what a button or a key stands for.
  step(name) {
    const { at, total } = this;
    if (name === "run" && total) return this.timer ? this.halt() : this.run();
    const to = { first: 0, back: at - 1, on: at + 1, last: total }[name];
    if (to >= 0 && to <= total && to !== at) this.look(to);
  }

  // Play by itself to the end; from the beginning, if that is reached.
  run() {
    this.turnTo(this.at < this.total ? this.at + 1 : 0);
    this.timer = setInterval(() => this.at < this.total ? this.turnTo(this.at + 1) : this.halt(), PACE);
    this.offer();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
    this.offer();
  }

  key(event) {
    const name = KEYS[event.key], { target } = event;
    if (!name || !this.total || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest?.(TYPING)) return;
    this.step(name);
    event.preventDefault();
  }

  offer() {
    const run = this.timer ? "halt" : "run", { words } = this;
    if (!words) return;
    fill("steps", [run, words], () => ["first", "back", run, "on", "last"].map((name) => {
      const made = button("", () => this.step(name === "halt" ? "run" : name)), sign = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": true });
      sign.append(shape("path", { d: SIGNS[name] }));
      made.append(sign);
      made.setAttribute("aria-label", words[`step ${name}`]);
      made.title = words[`step ${name}`];
      made.dataset.step = name;
      return made;
    }));
    this.rest();
  }

  // Buttons that would do nothing rest.
  rest() {
    const { at, total } = this, ends = { first: 0, back: 0, on: total, last: total };
    for (const each of find("steps").children) each.setAttribute("aria-disabled", !total || at === ends[each.dataset.step]);
  }

  describe(number) {
    this.at = number;
    const turn = number ? this.turns.find((each) => each.at >= number) : null;
    const words = turn ? `: ${turn.seat} ${turn.words}` : "";
    const text = `${number} / ${this.total}${words}`;
    put("momentText", text);
    find("moment").setAttribute("aria-valuetext", text);
    for (const line of find("turns").children) line.classList.toggle("seen", turn && Number(line.dataset.at) === turn.at);
    this.rest();
  }
}

function turnLine(turn) {
  const line = make("li", "", { "data-at": turn.at });
  if (turn.seat) line.append(make("b", `${turn.seat}: `, { "data-at": turn.at }));
  line.append(turn.words);
  return line;
}
