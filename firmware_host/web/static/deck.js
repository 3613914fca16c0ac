// @ts-check
// The buttons: what is to be decided now, and what can always be asked. One of them is the main one.

import { button, fill, find, put } from "./dom.js";
import { isAsked, isMyTurn, isOver, isPractice, isSeated, page } from "./page.js";

// What ends a game is asked about first: a machine agrees to a draw at once.
const QUESTIONS = { draw: "reallyDraw", resign: "reallyResign" };

export class Deck {
  // `send` asks the table, `choosing` knows what is picked, and `back` leads from a moment to now.
  constructor(send, choosing, back) {
    this.send = send;
    this.choosing = choosing;
    this.back = back;
  }

  show() {
    const { choosing } = this, { ready, elsewhere, picked } = choosing;
    const shown = [elsewhere.map((each) => wordsOf(each.choice)), picked, page.moment, ready?.text, isMyTurn(), isAsked(), isOver(), isSeated(), page.table.next];
    fill("choices", shown, () => this.choices(elsewhere, ready));
    this.showActs();
    this.crown();
  }

  choices(elsewhere, ready) {
    const { words } = page;
    if (isAsked()) return [button(words.agree, () => this.send({ agree: true })), button(words.decline, () => this.send({ agree: false }))];
    if (page.moment !== null) return [button(words.now, this.back)];
    if (isOver()) return this.afterwards();
    const made = elsewhere.map(({ choice }) => named(wordsOf(choice), () => this.choosing.pick(choice), "choice", choice.slice(0, 2).join(":")));
    if (ready && isMyTurn()) made.unshift(named(`${words.play} ${ready.words}`, () => this.choosing.play(ready), "play", ready.text));
    if (this.choosing.picked.length) made.push(named(words.back, () => this.choosing.unpick(), "leads", "back"));
    return made;
  }

  // What can be done when the game is over.
  afterwards() {
    const { words, table } = page, made = [];
    if ((isPractice() || isSeated()) && table.next) made.push(button(table.next, () => this.send({ next: true })));
    if (isPractice() || isSeated()) made.push(button(words.again, () => this.send({ again: false })), button(words.swap, () => this.send({ again: true })));
    return [...made, button(words.share, () => import("./share.js").then(({ share }) => share(words)))];
  }

  showActs() {
    const rests = isSeated() && ["answer", "key"].includes(page.table.awaited), isOn = page.game && !isOver();
    const acts = !isOn ? [] : [...(page.game?.hasMoves && !page.game.isExercise ? ["hint"] : []), ...(page.game?.actions && (isPractice() || isSeated()) ? ["undo"] : [])];
    fill("actions", [acts, rests], () => acts.map((act) => this.act(act, rests && act === "undo")));
    const stakes = isOn && isSeated() ? ["draw", "resign"] : [];
    fill("stakes", [stakes, rests], () => stakes.map((act) => this.act(act, rests && act === "draw")));
  }

  // A button that asks for `act`; it `rests` while people at the table are in a menu.
  act(act, rests) {
    const made = button(page.words[act], () => this.ask(act));
    made.disabled = rests;
    if (act === "undo") made.dataset.leads = "back";
    return made;
  }

  ask(act) {
    const question = page.words[QUESTIONS[act]];
    if (question && !confirm(question)) return;
    if (act === "hint") put("answer", page.words.thinking);
    this.send({ [act]: true });
  }

  // Let the first button that leads on, and can be pressed, be the main one: dice only while they are due.
  crown() {
    const isDue = page.table?.awaited === "throw";
    const all = [...find("deck").querySelectorAll("body:not(.at-home) #answers button, #choices button, #tray:not([hidden]) button, #actions button")];
    const seeks = (isMyTurn() && page.game?.isExercise) || isOver(); // the move or the next game, not the help beside it
    const main = all.find((each) => (isDue || !each.closest("#tray")) && !(seeks && each.closest("#answers")) && !each.disabled && each.dataset.leads !== "back" && (isMyTurn() || !each.dataset.choice));
    for (const each of all) each.classList.toggle("main", each === main);
  }
}

function named(text, act, kind, value) {
  const made = button(text, act);
  made.dataset[kind] = value;
  return made;
}

function wordsOf([kind, value, , name]) {
  const { words } = page;
  if (kind === "die") return `${words.die} ${value}`;
  if (kind === "drop") return `${words.drop}: ${name}`;
  if (kind === "word") return name[0].toUpperCase() + name.slice(1);
  return words[kind === "pass" ? "pass" : `place ${value}`] ?? name;
}
