// @ts-check
// The board: a drawing from the server, with a cell of a grid on every point, pieces, and marks.

import { drawArrows, drawLast } from "./marks.js";
import { isStill, takenBack, Travels } from "./motion.js";
import { differ, Pieces, shape } from "./pieces.js";

let boards = 0;

export class Board {
  // `touched` is called with the name of a point.
  constructor(element, touched) {
    this.element = element;
    this.touched = touched;
    this.points = new Map();
    this.plan = shape("g", {});
    this.width = 0;
    this.quarters = 0;
    this.lies = "";
    this.middles = {};
    this.labels = {};
    /** @type {Record<string, Iterable<string>>} what is marked */
    this.marks = {};
    /** @type {Record<string, string>} how the marks are called */
    this.called = {};
    this.trails = shape("g", {});
    this.above = shape("g", {});
    this.travels = new Travels();
    this.isNew = true;
    /** @type {{motions: import("./told.js").Motion[], number: number, settled: number}} */
    this.before = { motions: [], number: 0, settled: 0 };
    this.pieces = new Pieces(this.trails, { points: {}, places: {}, crowds: [] }, "");
    this.prefix = `board${++boards}-`;
    element.addEventListener("click", ({ target }) => target.dataset.point && this.touched(target.dataset.point));
    element.addEventListener("keydown", (event) => this.key(event));
  }

  // Draw the empty board of `ground`, with its rows of points for keyboard and screen reader.
  lay(ground) {
    // a square, in whose middle the board lies: so it can be turned
    const edge = Math.max(ground.width, ground.height);
    this.width = edge;
    this.lies = `translate(${(edge - ground.width) / 2} ${(edge - ground.height) / 2})`;
    const svg = shape("svg", { viewBox: `0 0 ${edge} ${edge}`, role: "presentation" });
    // the server has drawn this
    const layers = ["trails", "pieces", "above"].map((name) => `<g class="${name}" aria-hidden="true"></g>`).join("");
    const empty = this.owned(`<defs>${ground.symbols}</defs><g class="ground" aria-hidden="true">${ground.shapes}</g>`);
    svg.innerHTML = `<g class="plan">${empty}${layers}</g>`;
    this.plan = svg.querySelector(".plan") ?? svg;
    this.turn(this.quarters);
    this.middles = ground.points;
    this.points = new Map();
    this.marks = {};
    for (const row of rowsOf(ground.points)) {
      const line = shape("g", { role: "row" });
      for (const name of row) line.append(this.pointOf(name, ground.points[name]));
      this.plan.append(line);
    }
    this.element.replaceChildren(svg);
    this.trails = svg.querySelector(".trails") ?? svg;
    this.above = svg.querySelector(".above") ?? svg;
    this.isNew = true;
    this.before = { motions: [], number: 0, settled: 0 };
    this.pieces = new Pieces(svg.querySelector(".pieces") ?? svg, ground, this.prefix);
    this.points.values().next().value?.setAttribute("tabindex", 0);
  }

  // Names of shapes are those of this board alone: another one on the page may have the same.
  owned(shapes) {
    return shapes.replaceAll(/( id="| href="#|url\(#)/g, `$1${this.prefix}`);
  }

  pointOf(name, [x, y, size, reach = 0]) {
    const edge = size - 3, more = size * Math.max(0, Math.abs(reach) - 1);
    const point = shape("rect", { x: x - edge / 2, y: y - edge / 2 - (reach > 0 ? more : 0), width: edge, height: edge + more, rx: 5,
      class: "point", role: "gridcell", tabindex: -1, "data-point": name });
    this.points.set(name, point);
    return point;
  }

  // Turn the plan by so many quarters, clockwise; letters and pieces stay upright.
  turn(quarters) {
    const transform = `rotate(${90 * quarters} ${this.width / 2} ${this.width / 2}) ${this.lies}`;
    this.quarters = quarters;
    if (this.plan.getAttribute("transform") === transform) return;
    this.plan.setAttribute("transform", transform);
    this.plan.style.setProperty("--upright", `${-90 * quarters}deg`);
  }

  // The piece that stands on the point called `name`, as it is drawn.
  standing(name) {
    return this.plan.querySelector(`.pieces > [data-place="${name}"]`);
  }

  // Show a position: its pieces, which travel by the motions that are new, or taken back, and in words what
  // stands where; `empty` is said of the other points. It comes after `number` actions, of which hands have
  // carried out those that are `settled`. If it is `still`, nothing travels.
  /** @param {{pieces: any[], labels: any, motions?: import("./told.js").Motion[], number?: number, settled?: number}} position */
  show({ pieces, labels, motions = [], number = motions.at(-1)?.at ?? 0, settled = number }, empty, still = isStill()) {
    const changes = this.pieces.show(pieces);
    if (this.isNew || still) for (const { element, spot } of changes) spot || element.remove();
    else this.travels.begin(changes, this.between(motions, number), (place) => this.pieces.middle(place), (motion) => this.pieces.twin(motion));
    if (still) this.travels.finish();
    this.isNew = false;
    this.before = { motions, number, settled };
    for (const name of this.points.keys()) this.labels[name] = `${name}: ${labels[name] ?? empty}`;
    this.mark(this.marks, this.called);
  }

  // Return what happens from the position before to one after `number` actions, to which `motions` led.
  between(motions, number) {
    const { before } = this;
    if (number < before.number) return takenBack(before.motions.filter(({ at }) => at > number));
    return motions.filter(({ at }) => at > before.settled);
  }

  // Mark points: `marks` has their names by look (can, picked, target, captured, hint), `words` says the looks.
  // Only points that look or sound different are touched: a page is told much that changes nothing here.
  mark(marks, words = {}) {
    [this.marks, this.called] = [marks, words];
    const looks = new Map();
    for (const [look, names] of Object.entries(marks)) for (const name of new Set(names)) looks.set(name, [...looks.get(name) ?? [], look]);
    for (const [name, point] of this.points) {
      const own = looks.get(name) ?? [], label = [this.labels[name], ...own.map((look) => words[look]).filter(Boolean)].join(", ");
      differ(point, "class", ["point", ...own].join(" "));
      differ(point, "aria-label", label);
      differ(point, "aria-selected", own.includes("picked") ? "true" : null);
    }
  }

  // Draw the last moves: the newest first, which is drawn stronger.
  trace(last) {
    drawLast(this.trails, last, (place) => this.pieces.middle(place), this.size, this.travels.rest);
  }

  // The edge of a square.
  get size() {
    return this.middles[Object.keys(this.middles)[0]][2];
  }

  // Draw an arrow along each of `ways`: what a hint advises.
  point(ways) {
    drawArrows(this.above, ways, (place) => this.pieces.middle(place), this.size);
  }

  key(event) {
    const name = event.target.dataset.point;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") this.touched(name);
    else if (!(event.key in STEPS)) return;
    else this.focus(this.beside(name, turned(STEPS[event.key], this.quarters)));
    event.preventDefault();
  }

  focus(name) {
    if (!name) return;
    for (const point of this.points.values()) point.setAttribute("tabindex", -1);
    const point = this.points.get(name);
    point.setAttribute("tabindex", 0);
    point.focus();
  }

  // The nearest point in the direction of a step.
  beside(name, [dx, dy]) {
    const [x, y] = this.middles[name];
    let best = "", least = Infinity;
    for (const [other, [ox, oy]] of Object.entries(this.middles)) {
      const along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const far = along + 3 * aside;
      if (along > 0 && far < least) [best, least] = [other, far];
    }
    return best;
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// A step on the screen, as it is on a plan that is turned by so many quarters.
function turned([dx, dy], quarters) {
  return quarters ? turned([dy, -dx], quarters - 1) : [dx, dy];
}

function rowsOf(points) {
  const rows = new Map();
  for (const [name, [x, y]] of Object.entries(points)) {
    if (!rows.has(y)) rows.set(y, []);
    rows.get(y).push([x, name]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([a], [b]) => a - b).map(([, name]) => name));
}
