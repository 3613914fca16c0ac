// The game so far: its turns as a list, and a slider to look back.

import { fill, find, make, put } from "./dom.js";

export class Turns {
  // `looked` is called with the number of actions to look at, null for now.
  constructor(looked) {
    this.looked = looked;
    this.total = 0;
    this.turns = [];
    find("moment").addEventListener("input", ({ target }) => this.look(Number(target.value)));
    find("turns").addEventListener("click", ({ target }) => target.dataset.at && this.look(Number(target.dataset.at)));
  }

  // Show `turns`, which have `total` actions; `at` is the moment that is looked at, null for now.
  show(turns, total, at) {
    [this.turns, this.total] = [turns, total];
    find("moment").max = total;
    find("moment").value = at ?? total;
    fill("turns", turns, () => turns.map(turnLine));
    this.describe(at ?? total);
    if (at === null) find("turns").scrollTop = find("turns").scrollHeight;
  }

  look(number) {
    find("moment").value = number;
    this.describe(number);
    this.looked(number === this.total ? null : number);
  }

  describe(number) {
    const turn = number ? this.turns.find((each) => each.at >= number) : null;
    const words = turn ? `: ${turn.seat} ${turn.words}` : "";
    const text = `${number} / ${this.total}${words}`;
    put("momentText", text);
    find("moment").setAttribute("aria-valuetext", text);
    for (const line of find("turns").children) line.classList.toggle("seen", turn && Number(line.dataset.at) === turn.at);
  }
}

function turnLine(turn) {
  const line = make("li", "", { "data-at": turn.at });
  if (turn.seat) line.append(make("b", `${turn.seat}: `, { "data-at": turn.at }));
  line.append(turn.words);
  return line;
}
