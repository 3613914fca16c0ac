// The page of one table: it shows each state that arrives, and sends what the visitor does.

import { Board } from "./board.js";
import { advanced, chosen, options, pointOf } from "./chooser.js";
import { Connection } from "./connection.js";
import { drawPanel } from "./panel.js";
import * as sound from "./sound.js";

const find = (name) => document.getElementById(name);
const make = (tag, text, attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

let words = {}, state = null, you = { role: "observer", seat: null };
let picked = [], moment = null;
const board = new Board(find("board"), touch);

const connection = new Connection("live", {
  connected() { status(); },
  lost() { status(); },
  message(data) {
    if (typeof data !== "string") return drawPanel(find("panel"), data);
    for (const [name, value] of Object.entries(JSON.parse(data))) receivers[name]?.(value);
  },
});

const receivers = {
  words(found) {
    words = found.words;
    document.documentElement.lang = found.language;
    find("language").replaceChildren(...found.languages.map(([code, name]) => new Option(name, code, false, code === found.language)));
    for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label]);
    status();
  },
  you(found) { you = found; },
  board(ground) { board.lay(ground); },
  state(found) {
    const before = state;
    state = found;
    if (before?.game?.actions !== state.game?.actions) [picked, moment] = [[], null];
    if (before && before.awaited !== state.awaited && isMyTurn()) sound.beep();
    show();
  },
  answer(found) {
    if ("why" in found) find("answer").textContent = found.why;
    if ("hint" in found) find("answer").textContent = found.hint;
    if ("at" in found && found.at === moment) showPosition(found);
  },
};

function status() {
  const isLost = connection?.socket.readyState !== WebSocket.OPEN;
  const element = find("connection");
  element.className = isLost || state?.isConnected === false ? "lost" : "";
  element.textContent = isLost ? words.lost ?? "…" : state?.isConnected === false ? words.away : words[you.role] ?? "";
}

function show() {
  status();
  const game = state.game;
  find("title").textContent = game?.title ?? "tableside";
  document.title = game ? `${game.title} · tableside` : "tableside";
  find("prompt").textContent = game?.result || (isMyTurn() && words["your turn"]) || (state.awaited === "phone" && words.phone) || state.prompt || words[state.awaited] || "";
  find("notice").textContent = state.notice;
  find("problem").textContent = state.problem ? words[`problem ${state.problem}`] : "";
  find("panel").setAttribute("aria-label", state.words);
  for (const name of ["play", "thrown", "actions"]) find(name).hidden = !game;
  if (!game) return;
  find("rules").href = `rules?game=${game.name}&language=${document.documentElement.lang}`;
  find("seats").replaceChildren(...game.seats.map(seatLine));
  find("pending").textContent = game.pending.join("  ");
  find("thrown").hidden = !game.pending.length;
  showHistory(game);
  if (moment === null) showPosition({ ...game, at: null });
  showChoices();
  showActions();
}

function showPosition(position) {
  find("board").classList.toggle("past", position.at !== null);
  board.show(position.pieces, position.labels, words.empty);
  board.trace(position.at === null ? state.game.last?.points ?? [] : []);
  find("beside").replaceChildren(...position.beside.map((each) => make("li", each.words)));
}

function seatLine(seat) {
  const line = make("li", "");
  line.innerHTML = seat.sign;
  line.append(make("span", `${seat.name}: ${seat.player}`));
  if (seat.isTurn) line.setAttribute("aria-current", "true");
  return line;
}

function showHistory(game) {
  const slider = find("moment");
  slider.max = game.actions;
  if (moment === null) slider.value = game.actions;
  find("momentText").textContent = `${slider.value} / ${game.actions}`;
  find("history").replaceChildren(...game.history.map((text) => make("li", text)));
  if (moment === null) find("history").scrollTop = find("history").scrollHeight;
}

const isMyTurn = () => state.game && you.seat !== null && state.actor === you.seat && state.awaited === "phone";

function showChoices() {
  const moves = state.game.moves, next = moment === null ? options(moves, picked) : [];
  const certain = next.flatMap((each) => each.moves);
  const captures = picked.length ? certain.flatMap((move) => move.captures) : [];
  board.mark({
    can: picked.length ? [] : next.map((each) => pointOf(each.choice)).filter(Boolean),
    picked: picked.map(pointOf).filter(Boolean),
    target: picked.length ? next.map((each) => pointOf(each.choice)).filter(Boolean) : [],
    captured: captures,
  });
  const elsewhere = next.filter((each) => isMyTurn() || !pointOf(each.choice) || !board.points.has(pointOf(each.choice)));
  const buttons = elsewhere.map((each) => button(each.words ?? wordsOf(each), () => pick(each.choice)));
  if (picked.length) buttons.push(button(words.back, () => { picked = []; showChoices(); }));
  find("choices").replaceChildren(...buttons);
}

function wordsOf({ choice: [kind, value] }) {
  return { die: `${words.die} ${value}`, drop: `${words.drop}: ${value}`, pass: words.pass }[kind] ?? (words[`place ${value}`] ?? value);
}

function button(text, act) {
  const element = make("button", text, { type: "button" });
  element.addEventListener("click", act);
  return element;
}

function touch(name) {
  find("answer").textContent = "";
  if (moment !== null || !state?.game) return;
  const next = options(state.game.moves, picked), hit = next.find((each) => pointOf(each.choice) === name);
  if (hit) return pick(hit.choice);
  const origin = picked.map(pointOf).filter(Boolean).at(-1);
  const again = options(state.game.moves, []).find((each) => pointOf(each.choice) === name);
  if (again) { picked = []; return pick(again.choice); }
  connection.send({ why: [origin ?? name, name] });
}

function pick(choice) {
  picked = advanced(state.game.moves, [...picked, choice]);
  const move = chosen(state.game.moves, picked);
  if (move && isMyTurn()) connection.send({ choose: move.text, after: state.game.actions });
  else if (move && you.role === "observer") find("answer").textContent = move.words;
  showChoices();
}

function showActions() {
  const buttons = [button(words.hint, () => connection.send({ hint: true }))];
  if (you.seat !== null) {
    for (const act of ["undo", "draw", "resign"]) buttons.push(button(words[act], () => confirmed(act) && connection.send({ [act]: true })));
  }
  find("actions").replaceChildren(...buttons);
}

const confirmed = (act) => act !== "resign" || confirm(words.reallyResign);

find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  connection.send({ language: target.value });
});
find("moment").addEventListener("input", ({ target }) => {
  const number = Number(target.value);
  moment = number === state.game.actions ? null : number;
  find("momentText").textContent = `${number} / ${state.game.actions}`;
  if (moment === null) show();
  else connection.send({ at: number });
  showChoices();
});
find("sound").addEventListener("change", ({ target }) => sound.allow(target.checked));
