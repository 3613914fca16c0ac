// @ts-check
// The page of one table: it shows each state that arrives, and sends what the visitor does.

import { Board } from "./board.js";
import { call, showSound } from "./calling.js";
import { Choosing } from "./choosing.js";
import { Connection } from "./connection.js";
import { Deck } from "./deck.js";
import { all, fill, find, make, put, style } from "./dom.js";
import { Drag } from "./drag.js";
import { isMyTurn, isOver, isPractice, ownSeat, page, take } from "./page.js";
import { offerLetters } from "./letters.js";
import { drawPanel } from "./panel.js";
import { parts } from "./parts.js";
import { placeSeats, quartersOf, showSeats } from "./seats.js";
import { showConnection, showHelp, showSentence } from "./sentence.js";
import { Sheet } from "./sheet.js";
import { standBy } from "./standing_by.js";
import { drawThrow } from "./throws.js";
import { lastOf, positionOf } from "./told.js";
import { Turns } from "./turns.js";
import { Zoom } from "./zoom.js";

// the modules of practice tables and of the staff, and what the staff see; the board that is laid
/** @type {any} */
let practice = null;
/** @type {any} */
let staff = null;
/** @type {any} */
let tools = null;
/** @type {any} */
let ground = null;
// the module of the games that can be played, once there is none on the table
/** @type {any} */
let cards = null;
// the ways that would have been better at the moment that is looked at
let advised = [];
// whether the picture of the display is in sight, without which it is not sent; and whether the
// server is of another version than this page
let seesPanel = false;
let isOutdated = false;

const board = new Board(find("board"), touch);
const turns = new Turns(look);
const sheet = new Sheet();
const brought = parts(null, (at, ways = []) => {
  turns.look(at);
  advised = ways;
});
const choosing = new Choosing(board, ask, (text) => put("answer", text), showChoices);
const zoom = new Zoom(board, (name) => choosing.isOrigin(name));
new Drag(board, choosing, () => zoom.isFar);
const deck = new Deck(request, choosing, () => turns.look(turns.total));

const connection = new Connection("live", {
  connected() {
    send({ panel: seesPanel });
    showLink();
  },
  lost: showLink,
  message(data) {
    if (typeof data !== "string") return drawPanel(find("panel"), data);
    const found = JSON.parse(data), hasNews = take(found);
    for (const [name, value] of Object.entries(found)) receive(name, value);
    if (hasNews) follow();
  },
  // what the page was told before a new connection is told again
  connecting() {
    page.told = {};
  },
  outdated() {
    isOutdated = true;
  },
});

// what a part of a feature asks of the table
find("drawer").addEventListener("ask", ({ detail }) => request(detail));

const receivers = {
  words(found) {
    page.words = found.words;
    document.documentElement.lang = found.language;
    fill("language", found, () => found.languages.map(([code, name]) => new Option(name, code, false, code === found.language)));
    for (const element of all("[data-word]")) element.textContent = page.words[element.dataset.word];
    for (const element of all("[data-label]")) element.setAttribute("aria-label", page.words[element.dataset.label]);
    for (const element of all("[data-key]")) if (element.id !== "language") delete element.dataset.key;
    sheet.name();
    turns.call(page.words);
  },
  you(found) {
    page.you = found;
    find("join").hidden = found.role === "practice" || !page.words.join;
    find("leave").hidden = !found.isPaired;
    document.body.classList.toggle("practice", isPractice());
    if (isPractice() && !practice) Promise.all([import("./practice.js"), style("practice.css"), import("./cards.js").then(({ styled }) => styled)]).then(([{ Practice }]) => {
      practice ??= new Practice(send); // it may be told twice meanwhile
      showPractice();
    });
    if (found.role === "staff" && !staff) Promise.all([import("./staff.js"), style("staff.css")]).then(([{ Staff }]) => {
      staff ??= new Staff(send);
      showTools();
    });
    showLink();
  },
  ground(found) {
    ground = found;
    board.lay(ground);
    offerLetters();
    zoom.out();
  },
  practice(found) {
    page.own = { ...page.own, ...found };
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
    if ("at" in found && found.at !== null && found.at === page.moment) showPosition({ ...positionOf(found, page.told.names), throw: found.throw, number: found.at, at: found.at });
  },
};

function receive(name, value) {
  if (name in receivers) receivers[name](value);
  else brought[name]?.given(value);
}

// What is sent with `tell` is told what becomes of it.
function ask(message, tell) {
  connection.ask(message, tell);
}

function send(message) {
  connection.send(message);
}

// Ask the table for something: what does not arrive, or is refused, is said, unless the game has gone on.
function request(message) {
  const after = page.game?.actions;
  if ("hint" in message) return send(message); // the server answers that itself
  ask(message, ({ outcome, why }) => {
    if (page.game?.actions === after && outcome !== "fulfilled") put("answer", why ?? page.words[outcome] ?? "");
  });
}

// Show what the table has told.
function follow() {
  const { game, before } = page, stage = `${game?.actions} ${isOver()}`, hasGoneOn = before.stage !== stage, hadTurn = before.isMyTurn;
  page.before = { stage, isMyTurn: isMyTurn() };
  if (hasGoneOn) {
    choosing.forget();
    zoom.out();
    put("answer", "");
  }
  // who chooses a move is not disturbed
  if (isOutdated && (hasGoneOn || !hadTurn)) location.reload();
  if (page.moment !== null && !(page.moment < (game?.actions ?? 0))) page.moment = null;
  if (game && ground) turn();
  choosing.goOn();
  show();
}

// The visitor's own side lies below.
function turn() {
  const own = ownSeat(), quarters = quartersOf(own === null ? null : page.game?.seats[own]);
  board.turn(quarters);
  placeSeats(ground, quarters);
}

function showPractice() {
  if (practice && page.own) practice.show(page.own, page.words, page.table, board.prefix);
  if (page.table) show();
}

function showTools() {
  if (staff && tools) staff.show(tools);
  if (page.table) show();
}

function showLink() {
  showConnection(Boolean(connection?.isAlive));
}

function show() {
  const { game, words } = page;
  showLink();
  put("title", game?.title ?? "tableside");
  showSentence();
  showSeats();
  showPanel();
  call();
  for (const name of ["play", "past"]) find(name).hidden = !game;
  find("play").parentElement.classList.toggle("idle", !game);
  find("play").parentElement.classList.toggle("opening", isPractice() && !practice);
  find("rules").hidden = !game;
  for (const part of Object.values(brought)) part.on(game, words);
  if (page.table && !isPractice()) present();
  if (game) showGame(game);
  else drawThrow(find("pending"), null, board.prefix, words.thrown);
  showChoices();
}

// Between games: what can be played at the table.
async function present() {
  const { lang } = document.documentElement;
  find("show").hidden = Boolean(page.game);
  if (page.game || find("show").lang === lang) return;
  find("show").lang = lang;
  cards ??= import("./cards.js");
  const { cardsIn, listOf, rulesOf, styled } = await cards, [found] = await Promise.all([cardsIn(lang), styled]);
  if (!found) find("show").lang = "";
  else find("show").replaceChildren(listOf(found, page.words, (card) => [rulesOf(card, page.words)]));
}

/** @param {import("./types.js").GameFacts} game */
function showGame(game) {
  find("rules").href = `rules?game=${encodeURIComponent(game.name)}`;
  turns.show(game.turns, game.actions, page.moment);
  if (page.moment === null) showPosition({ ...page.position, ...byHand(), throw: game.throw, number: game.actions, settled: game.settled, at: null });
}

// What the visitor's own hands have moved, if they move the pieces.
const byHand = () => page.own?.board && { ...positionOf(page.own.board, page.told.names), motions: page.position.motions };

// Say what the keys act on, to whoever has keys: the title of a list only when it changes.
function showPanel() {
  const [line = "", list = ""] = find("keys").hidden ? [] : [...page.table.marked].reverse();
  put("list", list);
  put("line", line);
  find("panel").setAttribute("aria-label", page.table.words || page.words.panel);
}

function showPosition(position) {
  find("board").classList.toggle("past", position.at !== null);
  board.show(position, page.words.empty);
  board.trace(lastOf(position.motions, ownSeat()));
  if (position.at !== null) board.point(advised);
  drawThrow(find("pending"), position.throw, board.prefix, page.words.thrown);
  fill("beside", position.beside, () => position.beside.map((line) => make("li", line)));
}

function showChoices() {
  if (page.game) {
    board.mark(choosing.marks, page.words);
    board.element.classList.toggle("open", choosing.isOpen);
    board.point(page.moment === null ? choosing.hint?.ways ?? [] : advised);
    if (choosing.picked.length) zoom.cover([choosing.origin, ...choosing.targets].filter(Boolean));
  }
  showHelp(choosing);
  deck.show();
}

function touch(name) {
  if (page.moment === null && practice?.touch(name)) return;
  choosing.touch(name);
}

function showHint(found) {
  if (found.after !== page.game?.actions) return;
  choosing.advise(found);
  put("answer", found.hint);
  zoom.out();
  showChoices();
}

function look(at) {
  page.moment = at;
  advised = [];
  zoom.out();
  if (at === null) show();
  else send({ at });
  showChoices();
}

async function leave() {
  await fetch("leave", { method: "POST" });
  location.reload();
}

find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  send({ language: target.value });
});
find("leave").addEventListener("click", leave);
// a drawer that somebody has opened closes when they go back to the board, and never by itself
find("now").addEventListener("click", () => sheet.open(false));
find("play").addEventListener("click", () => isMyTurn() && sheet.open(false), true);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  if (choosing.picked.length) choosing.unpick();
  else zoom.out();
});
if (matchMedia("(max-width: 30rem), (orientation: landscape) and (max-width: 45rem)").matches) find("about").append(find("language").parentElement);
new IntersectionObserver((found) => {
  seesPanel = found.some((each) => each.isIntersecting);
  send({ panel: seesPanel });
}).observe(find("panel"));
showSound();
standBy();
