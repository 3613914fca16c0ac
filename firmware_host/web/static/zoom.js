// @ts-check
// The board from near: where its squares are small, the first touch enlarges what lies around it, and the
// next one chooses. A finger then moves the part that is seen.

import { find } from "./dom.js";

const LEAST = 40, WANTED = 46; // pixels of a square that a finger meets, and of one seen from near
const SLIP = 8; // pixels that a finger may move while it touches
const TIME = 180; // milliseconds

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export class Zoom {
  // `board` is what is enlarged; `carries` says whether a finger on a point carries its piece away.
  constructor(board, carries) {
    this.board = board;
    this.carries = carries;
    this.element = board.element;
    /** @type {any} the part that is seen, null: all of it */
    this.window = null;
    /** @type {[number, number] | null} */
    this.held = null;
    this.run = {};
    this.isFinger = false;
    this.isMoved = false;
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) this.element.addEventListener(name, () => this.held = null);
    this.element.addEventListener("click", (event) => this.click(event), true);
    find("whole").addEventListener("click", () => this.out());
  }

  get svg() {
    return this.element.querySelector("svg");
  }

  get isNear() {
    return this.window !== null;
  }

  // Pixels of the smallest square while the whole board is seen.
  get square() {
    const { middles, width } = this.board;
    return Math.min(...Object.values(middles).map(([, , size]) => size)) * this.element.clientWidth / width;
  }

  // Whether a finger would not meet the square that it means.
  get isFar() {
    return this.isFinger && !this.isNear && this.square < LEAST;
  }

  begin(event) {
    this.isFinger = event.pointerType !== "mouse";
    this.isMoved = false;
    this.held = this.isNear && !this.carries(event.target.dataset.point) ? [event.clientX, event.clientY] : null;
  }

  move({ clientX, clientY }) {
    if (!this.held) return;
    const [x, y] = this.held, across = clientX - x, down = clientY - y;
    if (!this.isMoved && Math.hypot(across, down) < SLIP) return;
    this.isMoved = true;
    const scale = this.window.size / this.element.clientWidth;
    this.held = [clientX, clientY];
    this.show({ ...this.window, x: this.window.x - across * scale, y: this.window.y - down * scale });
  }

  click(event) {
    const isPanned = this.isMoved, { isFar } = this;
    if (!isPanned && !isFar) return;
    event.stopPropagation();
    this.isMoved = false;
    if (!isPanned) this.near(event);
  }

  near({ target, clientX, clientY }) {
    // the point that was touched may lie elsewhere by now: its board grows when a drawer closes
    const box = this.box(target.dataset.point);
    const at = box ? new DOMPoint(box.x + box.width / 2, box.y + box.height / 2) : new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const size = this.board.width * this.square / WANTED;
    this.go({ x: at.x - size / 2, y: at.y - size / 2, size });
  }

  // Let all points with these names be seen, if they fit into what is seen from near.
  cover(names) {
    const boxes = this.isNear ? names.map((name) => this.box(name)).filter(Boolean) : [];
    if (!boxes.length) return;
    const { x, y, size } = this.window;
    const left = Math.min(...boxes.map((box) => box.x)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.y)), foot = Math.max(...boxes.map((box) => box.bottom));
    const into = (from, low, high) => high - low > size ? from : Math.min(Math.max(from, high - size), low);
    this.go({ x: into(x, left, right), y: into(y, top, foot), size });
  }

  // Where a point is on the drawing as it is turned now.
  box(name) {
    const rect = this.board.points.get(name)?.getBoundingClientRect();
    if (!rect) return null;
    const back = this.svg.getScreenCTM().inverse();
    const from = new DOMPoint(rect.left, rect.top).matrixTransform(back), to = new DOMPoint(rect.right, rect.bottom).matrixTransform(back);
    return new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y);
  }

  out() {
    if (this.isNear) this.go(null);
  }

  go(window) {
    const whole = { x: 0, y: 0, size: this.board.width }, from = this.window ?? whole, to = window ? this.within(window) : whole;
    this.window = window && to;
    this.element.classList.toggle("near", this.isNear);
    find("whole").hidden = !this.isNear;
    const began = performance.now(), run = this.run = {};
    const step = (now) => {
      if (run !== this.run) return;
      const part = isStill.matches ? 1 : Math.min(1, Math.max(0, (now - began) / TIME)), mix = (name) => from[name] + (to[name] - from[name]) * part;
      this.draw({ x: mix("x"), y: mix("y"), size: mix("size") });
      if (part < 1) requestAnimationFrame(step);
    };
    step(began);
  }

  show(window) {
    this.run = {};
    this.window = this.within(window);
    this.draw(this.window);
  }

  within({ x, y, size }) {
    const most = this.board.width - size, fit = (value) => Math.min(Math.max(0, value), most);
    return { x: fit(x), y: fit(y), size };
  }

  draw({ x, y, size }) {
    this.svg.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
  }
}
