// @ts-check
// A practice table: the games to choose from, buttons in place of its keys, its dice, the visitor's
// own hands, and faults to try.

import { listOf, rulesOf } from "./cards.js";
import { button, fill, find, make } from "./dom.js";
import { pad } from "./keys.js";
import { dieOf } from "./throws.js";

export class Practice {
  constructor(send) {
    this.send = send;
    /** @type {string | null} who plays the other seats, as it was chosen last */
    this.others = null;
    /** @type {any} what the table has told this page alone */
    this.own = null;
    /** @type {any} */
    this.words = {};
    /** @type {any} */
    this.state = null;
    this.prefix = "";
    find("title").after(make("p", "", { id: "whose" }));
    find("prompt").after(make("p", "", { id: "fromTeacher", role: "status" }));
    find("choices").before(make("div", "", { id: "answers", role: "group" }));
    find("now").after(make("section", "", { id: "home", hidden: "" }));
  }

  // Dice are drawn by symbols whose names begin with `prefix`.
  show(own, words, state, prefix) {
    Object.assign(this, { own, words: { ...words, ...own.words }, state, prefix });
    for (const name of ["keys", "practice"]) find(name).hidden = false;
    const hasDice = own.throws.length > 0;
    find("tray").hidden = !hasDice;
    if (hasDice) fill("tray", [own.dice, own.isRolling, own.throws, words.dice, this.areDrawn], () => this.tray());
    find("byHand").hidden = !own.byHand;
    fill("byHand", [own.held, own.differs, own.board?.loose, words.hands], () => this.handwork());
    fill("keys", own.keys, () => pad(own.keys, this.send));
    fill("settled", [own.byHand, own.cables, own.unplugged, own.stuck, words.practice], () => this.settings());
    this.home();
    this.lesson();
    if (this.isPlaying && own.atHome === false && !find("play").hidden) this.begun();
  }

  // After Play the board is in sight, and the arrow keys move on it.
  begun() {
    this.isPlaying = false;
    find("play").scrollIntoView({ block: "start" });
    const points = find("board");
    (points.querySelector(".can") ?? points.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  // What the table is called, what the teacher has to say, and the buttons that answer the table.
  lesson() {
    const { own, words } = this, titles = own.cards.flatMap(({ title, doors }) => [title, ...doors.map(([, door]) => door)]);
    find("whose").textContent = own.table;
    find("fromTeacher").textContent = [own.isPaused ? words.paused : "", own.message].filter(Boolean).join(" ");
    document.body.classList.toggle("paused", own.isPaused);
    const answers = own.atHome ? own.answers.filter(([text]) => !titles.includes(text)) : own.answers;
    find("answers").setAttribute("aria-label", words.answers);
    fill("answers", [answers, own.isPaused], () => answers.map(([text, message]) => this.answer(text, message)));
  }

  // Whether the board that is laid has drawn the dice.
  get areDrawn() {
    return Boolean(document.getElementById(`${this.prefix}die-${this.own.dice?.[0]}`));
  }

  answer(text, message) {
    const made = button(text, () => this.send(message));
    made.disabled = this.own.isPaused;
    return made;
  }

  home() {
    const { own, words } = this, isShown = own.atHome && !this.reads();
    find("home").hidden = !isShown;
    find("home").setAttribute("aria-label", words.new);
    fill("home", [own.cards, own.levels, words.people], () => [this.company(), this.cards()]);
    if (document.body.classList.toggle("at-home", isShown) !== this.wasHome) scrollTo(0, 0);
    this.wasHome = isShown;
  }

  // Whether the display lists something else than the games.
  reads() {
    return this.own.atHome && !this.own.answers.some(([text]) => this.own.cards.some(({ title }) => title === text));
  }

  company() {
    const { words } = this, label = make("label", `${words.others} `), choice = make("select", "");
    choice.append(...this.own.levels.map(([level, title]) => new Option(title, level)), new Option(words.people, ""));
    if (this.others !== null) choice.value = this.others;
    choice.addEventListener("change", () => this.others = choice.value);
    this.others = choice.value;
    label.append(choice);
    return label;
  }

  cards() {
    const { words } = this, list = listOf(this.own.cards, words, (card) => this.acts(card));
    list.id = "cards";
    return list;
  }

  acts(card) {
    const { words } = this, play = button(words.play, () => this.play(card.name));
    play.className = "main";
    play.dataset.game = card.name;
    play.setAttribute("aria-label", `${words.play}: ${card.title}`);
    const setUp = button(words.setUp, () => this.send({ setUp: card.name }));
    setUp.setAttribute("aria-label", `${words.setUp}: ${card.title}`);
    return [play, setUp, ...card.doors.map((door) => this.door(door, card)), rulesOf(card, words)];
  }

  door([message, title], card) {
    const made = button(title, () => this.send({ [message]: card.name }));
    made.setAttribute("aria-label", `${title}: ${card.title}`);
    return made;
  }

  play(game) {
    this.isPlaying = true;
    this.send(this.others ? { start: game, alone: true, level: this.others } : { start: game, alone: false });
  }

  // Take a click on the board if the visitor's hands are at work; return whether they are.
  touch(name) {
    if (!this.own?.byHand || (this.state?.awaited === "choice" && !this.own.held && !this.own.differs)) return false;
    this.send({ touch: name });
    return true;
  }

  tray() {
    const { own, words } = this;
    const dice = make("span", own.isRolling ? words.rolling : "", { id: "dice" });
    if (!own.isRolling) dice.append(...(own.dice ?? []).map((face) => dieOf(face, this.prefix)));
    const choice = make("select", "", { "aria-label": words["throw dice"] });
    choice.append(new Option(words["by chance"], ""), ...own.throws.map((text) => new Option(text, text)));
    const act = button(words["throw dice"], () => this.send({ throw: choice.value || null }));
    return [dice, act, choice];
  }

  handwork() {
    const { own, words } = this;
    const parts = [make("p", own.held ? `${words.holding} ${own.held}` : words.byHandHelp)];
    if (own.held) parts.push(button(words.beside, () => this.send({ touch: 0 })));
    else for (const { seat, words: text } of own.board?.loose ?? []) {
      parts.push(button(`${words.takeFrom} ${text}`, () => this.send({ touch: seat })));
    }
    if (own.differs) parts.push(button(words.arrange, () => this.send({ arrange: true })));
    return parts;
  }

  settings() {
    return [this.table(), this.hands(), this.faults()];
  }

  table() {
    const { words } = this, part = section(words.new);
    part.append(button(words.menu, () => this.send({ press: "menu" })), button(words.leaveGame, () => this.send({ home: true })));
    return part;
  }

  hands() {
    const part = section(this.words.hands);
    const [box, label] = checkbox(this.words.byHand, this.own.byHand);
    box.addEventListener("change", () => this.send({ byHand: box.checked }));
    part.append(label);
    return part;
  }

  faults() {
    const { own, words } = this, part = section(words.faults);
    for (const [name, title] of own.cables) {
      const [box, label] = checkbox(`${title}: ${words.pulled}`, own.unplugged.includes(name));
      box.addEventListener("change", () => this.send({ fault: "unplug", target: name, on: box.checked }));
      part.append(label);
    }
    part.append(this.stickyKey(), button(words.knock, () => this.send({ fault: "knock", target: "", on: true })));
    return part;
  }

  stickyKey() {
    const { own, words } = this, titles = Object.fromEntries(own.keys);
    const label = make("label", `${words.jam}: `), choice = make("select", "");
    choice.append(new Option(words.none, ""), ...own.sticking.map((key) => new Option(titles[key], key, false, own.stuck.includes(key))));
    choice.addEventListener("change", () => {
      for (const key of own.stuck) this.send({ fault: "stick", target: key, on: false });
      if (choice.value) this.send({ fault: "stick", target: choice.value, on: true });
    });
    label.append(choice);
    return label;
  }
}

function section(title) {
  const part = make("section", "");
  part.append(make("h2", title));
  return part;
}

function checkbox(text, isOn) {
  const label = make("label", ""), box = make("input", "", { type: "checkbox" });
  box.checked = isOn;
  label.append(box, ` ${text}`);
  return [box, label];
}
