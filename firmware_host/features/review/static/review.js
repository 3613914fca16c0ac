// @ts-check
// The review of a game: asked for when somebody wants it, waited for, and shown.

import { find, put } from "./dom.js";
import { join } from "./parts.js";

const SECOND = 1000;

class Review {
  // `key` names a kept game, null means the one on the table; `look` shows it after so many actions.
  constructor(key, look) {
    this.key = key;
    this.look = look;
    /** @type {any} what is waited for */
    this.waiting = null;
    /** @type {any} of what the review is that is shown: a board and a number of actions */
    this.of = null;
    if (key) find("review").hidden = false;
    find("workOut").addEventListener("click", () => this.begin());
    find("stop").addEventListener("click", () => this.stop());
    find("reviewed").addEventListener("click", ({ target }) => {
      const { at, better } = target.closest("[data-at]")?.dataset ?? {};
      if (at) this.look(Number(at), better ? JSON.parse(better) : []);
    });
  }

  // Show the part for `game`, the one on the table; what was found of other moves goes.
  on(game, words) {
    // a draw or a resignation ends a game with as many actions as it had while it went on
    const isOther = this.of && (game?.board !== this.of.board || game.actions < this.of.actions || game.isOver !== this.of.isOver);
    if (isOther) this.lay("", null);
    this.game = game;
    find("review").hidden = !game?.review;
    if (game?.review) put("workOut", words[game.review]);
    this.offer();
  }

  // Show what the table itself has worked out.
  given(html) {
    if (html) this.waiting = null;
    if (html && !this.isGiven) find("review").dispatchEvent(new Event("wanted", { bubbles: true }));
    if (html || this.isGiven) this.lay(html, this.game);
    this.isGiven = Boolean(html);
    this.offer();
  }

  begin() {
    this.waiting = { game: this.game };
    put("reviewSays", "");
    find("progress").value = 0; // without a value Chromium would draw it anew all the time
    put("left", "");
    this.offer();
    find("stop").focus();
    this.ask(this.waiting);
  }

  // The server gives up what no page asks for any more, and goes on when one does.
  stop() {
    this.waiting = null;
    this.offer();
    find("workOut").focus();
  }

  offer() {
    find("working").hidden = !this.waiting;
    find("workOut").hidden = Boolean(this.waiting) || Boolean(this.of && this.of.actions === this.game?.actions);
  }

  lay(html, game) {
    find("reviewed").innerHTML = html; // the server has escaped the words in it
    this.of = html ? { ...game } : null;
  }

  async ask(waiting) {
    /** @type {Record<string, string>} */
    const what = this.key ? { key: this.key } : waiting.records ? { records: waiting.records } : {};
    const query = new URLSearchParams({ language: document.documentElement.lang, ...what });
    const answer = await fetch(`review?${query}`).catch(() => null);
    const told = answer?.ok ? await answer.json() : { isOver: answer?.status === 404 };
    if (waiting !== this.waiting) return;
    waiting.records = told.records;
    put("reviewSays", told.says ?? "");
    put("left", told.says ? "" : told.left ?? "");
    if (told.of) [find("progress").max, find("progress").value] = [told.of, told.done];
    if (told.isOver) this.end(told.reviewed ?? "");
    else setTimeout(() => waiting === this.waiting && this.ask(waiting), SECOND);
  }

  end(html) {
    const game = this.waiting.game, isFocused = document.activeElement === find("stop");
    this.waiting = null;
    if (html) this.lay(html, game);
    this.offer();
    if (isFocused) find(html ? "review" : "workOut").focus();
  }
}

join("review", (key, look) => new Review(key, look));
