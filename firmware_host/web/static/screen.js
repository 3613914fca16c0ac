// @ts-check
// A screen beside the table, or in the page of another site, which nobody touches: the game on the
// table as large as there is room, and between games a slow show of what can be played.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { fill, find, make, put } from "./dom.js";
import { dieOf } from "./throws.js";
import { lastOf, listed, merged, positionOf } from "./told.js";

const SLIDE = 12_000, LOOK = 60_000, RETRY = 5_000; // milliseconds
const TURNS = 3;
const SIZES = [4.5, 3.5, 2.75, 2.2, 1.8]; // rem: the first one in which a sentence is no longer than a few lines
const MOST = .26; // of the height of the window, for the sentence
const STATE = new Set(["table", "game", "names", "pieces", "beside", "motions", "turns"]);

const address = new URLSearchParams(location.search), watched = address.get("table");
const isBare = address.get("screen") === "board", isEmbedded = location.pathname.endsWith("/embed");
document.documentElement.className = isBare ? "bare" : isEmbedded ? "embed" : "dark";

/** @type {any} */
let told = {};
/** @type {any} */
let words = {};
/** @type {any} */
let shown = { cards: [], words: {}, place: null };
let slide = -1;

const board = new Board(find("board"), () => {});
const connection = new Connection(watched ? `watch?table=${encodeURIComponent(watched)}` : "live", {
  connected: () => { connection.send({ panel: false }); showConnection(); look(); },
  lost: showConnection,
  connecting: () => { told = {}; },
  outdated: renew,
  refused: () => setTimeout(renew, RETRY),
  message(data) {
    if (typeof data === "string") receive(JSON.parse(data));
  },
});

function receive(found) {
  if (found.words) hear(found.words);
  if (found.ground) board.lay(found.ground);
  const news = Object.entries(found).filter(([name]) => STATE.has(name));
  if (!news.length) return;
  told = merged(told, Object.fromEntries(news));
  show();
}

function hear({ words: those, language }) {
  words = those;
  document.documentElement.lang = language;
  find("board").setAttribute("aria-label", words.board);
}

// Load the page again, as soon as the server gives one: a browser shows its own page if it does not.
async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(renew, RETRY);
}

// Ask what can be played, and where phones find the table: that may change.
async function look() {
  const answer = await fetch(`showcase?language=${document.documentElement.lang}`).catch(() => null);
  if (!answer?.ok) return;
  shown = await answer.json();
  // the server has drawn the code
  find("qr").innerHTML = shown.place.qr;
  put("invitation", shown.place.invitation);
  put("address", shown.place.address);
  show();
}

function show() {
  const { table } = told;
  if (!table) return;
  // a result, or what was left on the table, goes when nobody is there any more
  const game = table.isBetweenGames ? null : told.game, isNight = table.awaited === "opening";
  showConnection();
  document.body.classList.toggle("night", isNight);
  find("game").hidden = !game;
  find("show").hidden = Boolean(game) || isBare;
  find(game ? "told" : "invited").append(find("place"));
  find("place").hidden = !shown.place || isEmbedded || isNight;
  document.title = game ? `${game.title} · tableside` : "tableside";
  if (game) showGame(game, table);
  else present();
}

function showGame(game, table) {
  const seats = listed(game.seats), found = positionOf(told, told.names ?? {});
  board.show({ ...found, number: game.actions, settled: game.settled }, words.empty);
  board.trace(lastOf(found.motions));
  put("title", game.title);
  say(sentenceOf(game, table, seats));
  put("detail", [table.notice, table.problem ? words[`problem ${table.problem}`] : more(table)].filter(Boolean).join(" "));
  fill("dice", [game.throw, game.board], () => thrown(game.throw));
  find("dice").setAttribute("aria-label", game.throw ? `${words.thrown}: ${game.throw.value}` : "");
  fill("seats", [seats, shown.words, table.seatNotes, table.seatPersons], () => seats.map((seat, i) => card(seat, table.seatPersons?.[i] ?? seat.player, table.seatNotes?.[i])));
  const turns = listed(told.turns).slice(-TURNS).reverse();
  fill("turns", turns, () => turns.map(line));
}

// What happens, as short as it can be said.
function sentenceOf(game, table, seats) {
  const seat = seats.find((each) => each.isTurn), short = shown.words[table.awaited];
  if (game.isOver) return game.result || table.happening;
  return seat && short ? short.replace("{seat}", table.seatNames?.[seats.indexOf(seat)] ?? seat.name) : table.happening;
}

// What there is to say besides: the hand step itself, and nothing twice.
function more(table) {
  const isTold = table.happening === find("sentence").textContent || (table.awaited in shown.words && table.awaited !== "hand step");
  return isTold ? "" : table.happening;
}

function say(text) {
  const element = find("sentence");
  if (element.textContent === text) return;
  put("sentence", text);
  for (const size of SIZES) {
    element.style.fontSize = `${size}rem`;
    if (element.clientHeight <= MOST * innerHeight) break;
  }
}

function card(seat, player, note) {
  const made = make("li", ""), who = make("span", "");
  // the server has drawn the sign
  made.innerHTML = seat.sign;
  made.firstElementChild?.setAttribute("aria-hidden", "true");
  who.append(make("b", seat.name), " ", make("span", player));
  made.append(who);
  if (note) made.append(make("small", note, { class: "note" }));
  if (seat.points) made.append(make("small", seat.points));
  for (const place of ["hand", "home", "lost"]) if (seat[place]) made.append(make("small", `${shown.words[place] ?? ""} ${seat[place]}`));
  if (seat.isTurn) made.setAttribute("aria-current", "true");
  return made;
}

// The dice as they lie, and what they are worth, to be read from far away.
function thrown(found) {
  const dice = found?.dice ?? [];
  return dice.length ? [...dice.map((face) => dieOf(face, board.prefix)), make("b", found.value)] : [];
}

function line({ seat, words: said }) {
  const made = make("li", "");
  if (seat) made.append(make("b", `${seat} `));
  made.append(said);
  return made;
}

// One game after the other, slowly: what it is, and how to begin.
function present() {
  put("how", told.table.happening);
  if (slide < 0) turn();
}

// While there is no link there is no other picture either: what is shown stays.
async function turn() {
  if (!shown.cards.length) return;
  const next = (slide + 1) % shown.cards.length, game = shown.cards[next], picture = new Image();
  picture.src = `picture?game=${encodeURIComponent(game.name)}&language=${document.documentElement.lang}`;
  if (!await picture.decode().then(() => true, () => false)) return;
  slide = next;
  /** @type {HTMLImageElement} */ (find("picture")).src = picture.src;
  put("name", game.title);
  put("about", game.about);
  put("facts", [`${words.players}: ${game.players}`, `${words.dice}: ${game.dice}`, game.minutes].filter(Boolean).join(" · "));
  // the same element appears anew
  find("show").getAnimations({ subtree: true }).forEach((each) => { each.cancel(); each.play(); });
}

function showConnection() {
  if (!words.lost) return; // the page says already that it opens
  const isOpen = connection?.isAlive, isAway = told.table?.isConnected === false;
  put("connection", isOpen ? isAway ? words.away : "" : words.lost);
}

setInterval(turn, SLIDE);
setInterval(look, LOOK);
