// @ts-check
// A position that people make: its pieces are dragged, touched, or moved with the arrow keys.

import { find } from "./dom.js";
import { page } from "./page.js";
import { join } from "./parts.js";

const SLIP = 8; // pixels that a pointer may move while it touches
const MAY_ASK = ["practice", "staff", "seat"];
const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // how much more a step to the side counts than one ahead
const LINK = "#position=";

class Positions {
  // `key` names a kept game, null means the one on the table.
  constructor(key) {
    this.key = key;
    this.picked = "";
    /** @type {any} what a pointer holds */
    this.held = null;
    this.wasDragged = false;
    const place = find("arranging");
    find("playOn").addEventListener("click", () => this.playOn());
    place.addEventListener("pointerdown", (event) => this.begin(event));
    place.addEventListener("pointermove", (event) => this.carry(event));
    place.addEventListener("pointerup", (event) => this.end(event));
    place.addEventListener("pointercancel", () => this.drop());
    place.addEventListener("keydown", (event) => this.key_(event));
    place.addEventListener("click", (event) => this.click(event));
    place.addEventListener("change", ({ target }) => this.change(target));
    if (key) this.on();
    else find("now").after(place); // where else the board is
  }

  on() {
    const may = Boolean(this.key) || MAY_ASK.includes(page.you?.role);
    find("playOn").hidden = !this.key && !(may && page.game);
    find("positions").hidden = find("playOn").hidden;
    find("arranging").hidden = !(may && find("arranging").innerHTML);
    document.body.classList.toggle("arranges", !find("arranging").hidden);
    if (may && !this.key) this.follow();
  }

  // Somebody has come from a game that was kept, to play on from one of its moments.
  follow() {
    if (!location.hash.startsWith(LINK)) return;
    const asked = JSON.parse(decodeURIComponent(location.hash.slice(LINK.length)));
    history.replaceState(null, "", location.pathname + location.search);
    this.ask(asked);
  }

  async playOn() {
    const at = Number(find("moment").value);
    if (!this.key) return this.ask({ moment: at });
    const answer = await fetch(`from-here?${new URLSearchParams({ key: this.key, at: String(at) })}`);
    const asked = answer.ok ? await answer.json() : null;
    if (asked?.text) location.assign(`./${LINK}${encodeURIComponent(JSON.stringify(asked))}`);
  }

  given(html) {
    const place = find("arranging"), at = document.activeElement?.getAttribute?.("data-at");
    place.innerHTML = html; // the server has escaped the words in it
    this.drop();
    const first = this.points()[0];
    first?.setAttribute("tabindex", "0");
    if (at) this.focus(this.named(at) ?? first);
    this.pick("");
    this.on();
  }

  points() {
    return [...find("arranging").querySelectorAll("rect[data-at]")];
  }

  named(at) {
    return [...find("arranging").querySelectorAll("[data-at]")].find((each) => each.dataset.at === at);
  }

  ask(detail) {
    find("positions").dispatchEvent(new CustomEvent("ask", { detail, bubbles: true }));
  }

  arrange(act, value = "") {
    this.ask({ arrange: act, value });
  }

  // A control was changed, or a button that does something was pressed.
  change(control) {
    const act = control.dataset?.act;
    if (act === "throw") {
      const throws = [...find("arranging").querySelectorAll("[data-act=throw]")].map(({ value }) => value), end = throws.indexOf("");
      this.arrange(act, (end < 0 ? throws : throws.slice(0, end)).join("\n"));
    } else if (act) this.arrange(act, control.value);
  }

  click(event) {
    const control = event.target.closest("button[data-act]"), at = event.target.closest("[data-at]")?.dataset.at;
    if (control) {
      const { act, value } = control.dataset, others = find("arranging").querySelector("[name=others]").value;
      this.arrange(act, act === "play" ? value ?? others : "");
    } else if (at && !this.wasDragged) this.touch(at);
  }

  // The first touch picks what is there, the second says where it goes; both on one piece turn it.
  touch(at) {
    if (!this.picked) return this.pick(at);
    this.put(this.picked, at);
  }

  put(origin, target) {
    this.pick("");
    this.arrange("put", `${origin}\n${target}`);
  }

  pick(at) {
    this.picked = at === "beside" ? "" : at;
    for (const each of find("arranging").querySelectorAll("[data-at]")) each.classList.toggle("picked", Boolean(this.picked) && each.dataset.at === this.picked);
  }

  key_(event) {
    const { target, key } = event, ahead = AHEAD[key];
    if (key === "Escape") this.pick("");
    if (target.tagName !== "rect") return;
    if (key === "Enter" || key === " ") this.touch(target.dataset.at);
    else if (ahead) this.focus(this.next(target, ahead));
    else return;
    event.preventDefault();
  }

  // The nearest point that lies ahead.
  next(from, [across, down]) {
    const middle = (rect) => [Number(rect.getAttribute("x")) + Number(rect.getAttribute("width")) / 2, Number(rect.getAttribute("y")) + Number(rect.getAttribute("height")) / 2];
    const [x, y] = middle(from);
    const far = (rect) => {
      const [dx, dy] = [middle(rect)[0] - x, middle(rect)[1] - y], on = dx * across + dy * down;
      return on > 0 ? on + ASIDE * Math.abs(dx * down + dy * across) : Infinity;
    };
    return this.points().reduce((best, each) => far(each) < far(best) ? each : best, from);
  }

  focus(point) {
    for (const each of this.points()) each.setAttribute("tabindex", each === point ? "0" : "-1");
    point?.focus();
  }

  begin({ target, isPrimary, button, clientX, clientY }) {
    const spot = target.closest?.("[data-at]");
    this.wasDragged = false;
    if (isPrimary && !button && spot && spot.dataset.at !== "beside") this.held = { spot, from: [clientX, clientY], piece: spot.previousElementSibling };
  }

  carry({ clientX, clientY, pointerId }) {
    if (!this.held) return;
    const { from, piece, spot } = this.held, across = clientX - from[0], down = clientY - from[1];
    if (!this.wasDragged && Math.hypot(across, down) < SLIP) return;
    if (!this.wasDragged) find("arranging").setPointerCapture(pointerId);
    this.wasDragged = true;
    const body = spot.tagName === "rect" ? piece : spot, scale = spot.tagName === "rect" ? spot.getScreenCTM().a : 1;
    body.classList.add("carried");
    body.style.translate = `${across / scale}px ${down / scale}px`;
  }

  end({ clientX, clientY }) {
    const { held, wasDragged } = this;
    this.drop();
    if (!held || !wasDragged) return;
    const there = document.elementsFromPoint(clientX, clientY).map((each) => /** @type {any} */ (each).closest("[data-at]")).find((each) => each && each !== held.spot);
    const isOnBoard = Boolean(document.elementsFromPoint(clientX, clientY).find((each) => each.closest(".made")));
    if (there) this.put(held.spot.dataset.at, there.tagName === "rect" ? there.dataset.at : "beside");
    else if (!isOnBoard) this.put(held.spot.dataset.at, "beside");
  }

  drop() {
    for (const each of find("arranging").querySelectorAll(".carried")) {
      each.classList.remove("carried");
      each.style.translate = "";
    }
    this.held = null;
  }
}

join("positions", (key) => new Positions(key));

