// The page of one table: it shows each state that arrives, and sends what the visitor does.

import { Board } from "./board.js";
import { advanced, chosen, options, pointOf } from "./chooser.js";
import { Connection } from "./connection.js";
import { button, fill, find, make, put } from "./dom.js";
import { drawPanel } from "./panel.js";
import { parts } from "./parts.js";
import * as sound from "./sound.js";
import { lastOf, listed, merged, movesOf, positionOf } from "./told.js";
import { Turns } from "./turns.js";

// what the server has told, put together, and what the page makes of it
let told = {}, words = {}, state = null, you = { role: "observer", seat: null };
// what the visitor has picked, the moment that is looked at (null: now), and the points of a hint
let picked = [], moment = null, hinted = [];
// the module of a practice table, and what it shows; the same for the staff
let explored = null, practice = null, own = null, staff = null, tools = null;

const board = new Board(find("board"), touch);
const turns = new Turns(look);
const brought = parts(null, (at) => turns.look(at));

const connection = new Connection("live", {
  connected: showConnection,
  lost: showConnection,
  message(data) {
    if (typeof data !== "string") return drawPanel(find("panel"), data);
    const found = JSON.parse(data), news = Object.entries(found).filter(([name]) => STATE.has(name));
    if (news.length) told = merged(told, Object.fromEntries(news));
    for (const [name, value] of Object.entries(found)) if (!STATE.has(name)) receive(name, value);
    if (news.length) receivers.state(stateOf(told));
  },
  // what the page was told before a new connection is told again
  connecting() {
    told = {};
  },
});

const receivers = {
  words(found) {
    words = found.words;
    document.documentElement.lang = found.language;
    fill("language", found, () => found.languages.map(([code, name]) => new Option(name, code, false, code === found.language)));
    for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label]);
    for (const element of document.querySelectorAll("[data-key]")) if (element.id !== "language") delete element.dataset.key;
  },
  you(found) {
    find("join").hidden = found.role === "practice" || !words.join;
    find("leave").hidden = !found.isPaired;
    you = found;
    document.body.classList.toggle("seat", you.seat !== null);
    document.body.classList.toggle("practice", isPractice());
    if (isPractice() && !practice) import("./practice.js").then(({ Practice }) => {
      practice = new Practice((message) => connection.send(message));
      showPractice();
    });
    if (you.role === "staff" && !staff) import("./staff.js").then(({ Staff }) => {
      staff = new Staff((message) => connection.send(message));
      showTools();
    });
    showConnection();
  },
  ground(ground) {
    board.lay(ground);
  },
  state(found) {
    const before = state, wasMyTurn = isMyTurn();
    state = found;
    if (before?.game?.actions !== state.game?.actions) {
      [picked, hinted] = [[], []];
      put("answer", "");
    }
    if (moment !== null && !(moment < state.game?.actions)) moment = null;
    goOn();
    if (before && isMyTurn() && before.awaited !== state.awaited) sound.beep();
    show();
    if (isMyTurn() && !wasMyTurn) board.reveal(state.game.moves.map(({ choices }) => pointOf(choices[0])));
  },
  practice(found) {
    own = found;
    showPractice();
  },
  staff(found) {
    tools = found;
    showTools();
  },
  answer(found) {
    if ("report" in found) staff.answer(found);
    if ("ticket" in found) return connection.settle(found);
    if ("why" in found) put("answer", found.why);
    if ("hint" in found) showHint(found);
    if ("at" in found && found.at !== null && found.at === moment) showPosition({ ...positionOf(found, told.names), at: found.at });
  },
};

// What a patch is of.
const STATE = new Set(["table", "game", "names", "pieces", "beside", "motions", "turns", "moves"]);

function stateOf({ table, game = null, names = {}, ...found }) {
  if (!game) return { ...table, game };
  const now = positionOf(found, names), moves = movesOf(found.moves, now.pieces, names);
  return { ...table, game: { ...game, seats: listed(game.seats), turns: listed(found.turns), moves, ...now } };
}

function receive(name, value) {
  if (name in receivers) receivers[name](value);
  else brought[name]?.given(value);
}

function showPractice() {
  if (practice && own) practice.show(own, words, state);
  if (state) show();
}

function showTools() {
  if (staff && tools) staff.show(tools);
  if (state) show();
}

// whether there is a move to choose, and not only a pass to confirm
const picks = () => state.game?.moves.some((move) => !move.isPass);
const isPractice = () => you.role === "practice";
// people at the table may have taken the seat over, or begun a game in which it is not played from here
const isSeated = () => you.seat !== null && Boolean(state?.game?.seats[you.seat]?.isOnPhone);
const isMyTurn = () => isPractice() ? state?.awaited === "choice" : isSeated() && state.actor === you.seat && state.awaited === "phone";
const isAsked = () => isSeated() && state.actor === you.seat && state.awaited === "draw";

const roleNow = () => you.seat !== null && state?.game && !isSeated() ? "observer" : you.role;

function showConnection() {
  if (!words.lost) return; // the page says already that it opens
  const isLost = connection?.socket.readyState !== WebSocket.OPEN, isAway = state?.isConnected === false;
  find("connection").className = isLost || isAway ? "lost" : "";
  put("connection", (isLost ? words.lost : isAway ? words.away : words[roleNow()]) ?? "");
}

function show() {
  showConnection();
  const game = state.game;
  put("title", game?.title ?? "tableside");
  document.title = game ? `${game.title} · tableside` : "tableside";
  put("prompt", promptOf());
  put("notice", state.notice);
  put("problem", state.problem ? words[`problem ${state.problem}`] : "");
  find("panel").setAttribute("aria-label", state.words || words.panel);
  showMarked();
  for (const name of ["play", "company", "past"]) find(name).hidden = !game;
  find("rules").hidden = !game;
  for (const part of Object.values(brought)) part.on(game, words);
  if (!game) return;
  find("rules").href = `rules?game=${encodeURIComponent(game.name)}`;
  fill("seats", game.seats, () => game.seats.map(seatLine));
  put("pending", game.pending.length ? `${words.thrown}: ${game.pending.join("  ")}` : "");
  turns.show(game.turns, game.actions, moment);
  if (moment === null) showPosition({ ...game, ...byHand(), at: null });
  showChoices();
  showActions();
}

// What the visitor's own hands have moved, if they move the pieces.
const byHand = () => own?.board && { ...positionOf(own.board, told.names), motions: state.game.motions };

// Say what the keys act on, to whoever has keys: the title of a list only when it changes.
function showMarked() {
  const [line = "", list = ""] = find("keys").hidden ? [] : [...state.marked].reverse();
  put("list", list);
  put("line", line);
}

function promptOf() {
  if (isAsked()) return words["draw asked"];
  if (isMyTurn() && (!own || picks())) return words["your turn"];
  if (!own?.prompt) return state.happening;
  return state.awaited === "next game" ? `${state.happening} ${own.prompt}` : own.prompt;
}

function showPosition(position) {
  find("board").classList.toggle("past", position.at !== null);
  board.show(position, words.empty);
  board.trace(lastOf(position.motions, you.seat));
  fill("beside", position.beside, () => position.beside.map((line) => make("li", line)));
}

function seatLine(seat) {
  const line = make("li", "");
  // the server has drawn the sign
  line.innerHTML = seat.sign;
  line.firstElementChild.setAttribute("aria-hidden", true);
  line.append(make("span", `${seat.name}: ${seat.player}${seat.isTurn ? ` (${words.turn})` : ""}`));
  if (seat.isTurn) line.setAttribute("aria-current", "true");
  return line;
}

function showChoices() {
  const next = moment === null ? options(state.game.moves, picked) : [];
  const behind = next.flatMap((each) => each.moves), ready = chosen(state.game.moves, picked);
  const open = next.map((each) => pointOf(each.choice)).filter(Boolean);
  const reached = ready && moment === null ? [ready] : picked.length ? behind : [];
  board.mark({
    can: picked.length || !isMyTurn() ? [] : open,
    hint: hinted,
    target: picked.length ? (ready ? [ready.target] : open) : [],
    captured: reached.flatMap((move) => move.captures),
    picked: picked.map(pointOf).filter(Boolean),
  }, words);
  const isOffered = ({ choice }) => !board.points.has(pointOf(choice)) && (choice[0] !== "pass" || isMyTurn());
  const elsewhere = next.filter(isOffered);
  fill("choices", [elsewhere.map(wordsOf), picked, moment, ready?.text, isMyTurn(), isAsked()], () => choiceButtons(elsewhere, ready));
}

function choiceButtons(elsewhere, ready) {
  if (isAsked()) return [[words.agree, true], [words.decline, false]].map(([text, agree]) => button(text, () => connection.send({ agree })));
  if (moment !== null) return [button(words.now, () => turns.look(turns.total))];
  const buttons = elsewhere.map(choiceButton);
  if (ready && isMyTurn()) buttons.unshift(playButton(ready));
  if (picked.length) buttons.push(button(words.back, unpick));
  return buttons;
}

function playButton(move) {
  const made = button(`${words.play} ${move.words}`, () => play(move));
  made.dataset.play = move.text;
  return made;
}

function choiceButton(each) {
  const made = button(wordsOf(each), () => pick(each.choice));
  made.dataset.choice = each.choice.slice(0, 2).join(":");
  return made;
}

function wordsOf({ choice: [kind, value, , name] }) {
  if (kind === "die") return `${words.die} ${value}`;
  if (kind === "drop") return `${words.drop}: ${name}`;
  return words[kind === "pass" ? "pass" : `place ${value}`] ?? name;
}

function unpick() {
  picked = [];
  put("answer", "");
  showChoices();
}

function touch(name) {
  if (moment === null && practice?.touch(name)) return;
  if (moment === null && state?.game) choose(name);
}

// Pick what `name` stands for, or ask why that is not possible.
function choose(name) {
  put("answer", "");
  if (!state.game.moves.length && state.game.hasMoves) return explore(name);
  const moves = state.game.moves, next = options(moves, picked), ready = chosen(moves, picked);
  if (ready && [ready.target, pointOf(picked[0])].includes(name)) return isMyTurn() && play(ready);
  const hit = next.find((each) => pointOf(each.choice) === name);
  if (hit) return pick(hit.choice);
  const again = options(moves, []).find((each) => pointOf(each.choice) === name);
  const origin = picked.map(pointOf).filter(Boolean).at(-1);
  picked = [];
  if (again) return pick(again.choice);
  if (origin || isPiece(name)) connection.send({ why: [origin ?? name, name] });
  showChoices();
}

// Who does not choose now is told what can be chosen as soon as they touch the board.
function explore(name) {
  explored = { name, actions: state.game.actions };
  connection.send({ moves: true });
}

function goOn() {
  if (!explored || !state.game?.moves.length) return;
  const { name, actions } = explored;
  explored = null;
  if (actions === state.game.actions) touch(name);
}

const isPiece = (name) => name in state.game.labels;

function pick(choice) {
  picked = advanced(state.game.moves, [...picked, choice]);
  const move = chosen(state.game.moves, picked);
  if (move && isMyTurn() && picked.length > 1) play(move);
  else if (move) put("answer", move.words);
  showChoices();
}

function play(move) {
  const after = state.game.actions;
  connection.ask({ choose: move.text, after }, ({ outcome, why }) => {
    if (state.game?.actions === after && outcome !== "fulfilled") put("answer", why ?? words[outcome] ?? "");
  });
  put("answer", `${words.sent} ${move.words}`);
}

function showActions() {
  const acts = isPractice() ? ["undo"] : !isSeated() ? [] : ["undo", "draw", "resign"], canHint = state.game.hasMoves;
  const isAway = isSeated() && ["answer", "key"].includes(state.awaited);
  fill("actions", [acts, state.game.isOver, canHint, isAway], () => state.game.isOver ? [] : [
    ...(canHint ? [button(words.hint, askForHint)] : []),
    ...acts.map((act) => actButton(act, isAway && act !== "resign")),
  ]);
}

// A button that asks the table for `act`; it `rests` while people at the table are in a menu.
function actButton(act, rests) {
  const made = button(words[act], () => confirmed(act) && connection.send({ [act]: true }));
  made.disabled = rests;
  return made;
}

async function leave() {
  await fetch("leave", { method: "POST" });
  location.reload();
}

// what ends a game is asked about first: a machine agrees to a draw at once
function confirmed(act) {
  const question = { draw: words.reallyDraw, resign: words.reallyResign }[act];
  return !question || confirm(question);
}

function askForHint() {
  put("answer", words.thinking);
  connection.send({ hint: true });
}

function showHint(found) {
  if (found.after !== state.game?.actions) return;
  hinted = found.points;
  put("answer", found.hint);
  showChoices();
  board.reveal(hinted);
}

function look(at) {
  moment = at;
  if (at === null) show();
  else connection.send({ at });
  showChoices();
}

find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  connection.send({ language: target.value });
});
find("leave").addEventListener("click", leave);
find("sound").addEventListener("change", ({ target }) => sound.allow(target.checked));
document.addEventListener("keydown", ({ key }) => key === "Escape" && picked.length && unpick());
document.body.classList.toggle("screen", new URLSearchParams(location.search).has("screen"));
