// @ts-check
// The teacher's page: all tables at once, what is to be done at them, and the results.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { all as every, button, fill, find, make, put } from "./dom.js";
import { table as figuresTable } from "./figures.js";
import { lastOf, positionOf } from "./told.js";
import { ClassList } from "./class_list.js";

let words = {}, tables = [], results = [], found = {}, isPaused = false;
// the empty boards by their keys, and what stands on that of each table
const grounds = {}, boards = {};

const connection = new Connection("class", {
  connected() {
    pupils.tell();
    showConnection();
  },
  lost: showConnection,
  message(data) {
    for (const [name, value] of Object.entries(JSON.parse(data))) receivers[name]?.(value);
  },
});

const pupils = new ClassList((message) => connection.send(message), () => {
  receivers.tables(tables);
  receivers.results(results);
});

const receivers = {
  greeting(greeting) {
    found = greeting;
    words = pupils.words = greeting.words;
    document.documentElement.lang = greeting.language;
    document.title = `${words.classroom} · tableside`;
    fill("language", greeting.language, () => greeting.languages.map(([code, name]) => new Option(name, code, false, code === greeting.language)));
    for (const element of every("[data-word]")) element.textContent = words[element.dataset.word];
    for (const element of every("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label]);
    fill("game", greeting.cards, () => greeting.cards.map(({ name, title }) => new Option(title, name)));
    fill("level", greeting.levels, () => [...greeting.levels, ["", words.people]].map(([level, title]) => new Option(title, level)));
    for (const id of ["previous", "next"]) find(id).setAttribute("aria-label", words[id]);
    showGame();
    showPause();
    showWho();
    showConnection();
  },
  place(place) {
    put("address", place.address);
    put("remarks", place.remarks);
    // the server has drawn the code
    find("qr").innerHTML = place.qr;
  },
  charts(charts) {
    // the server has drawn the charts, and escaped the words in them
    find("charts").innerHTML = charts || make("p", words.noThrows).outerHTML;
  },
  tables(all) {
    tables = all;
    find("noTables").hidden = all.length > 0;
    showTiles();
    showWho();
    showLarge();
  },
  grounds(those) {
    for (const ground of those) grounds[ground.key] = ground;
  },
  boards(those) {
    Object.assign(boards, those);
    for (const element of find("tiles").children) views.get(element)?.show(boards[element.dataset.table]);
    showLarge();
  },
  isPaused(paused) {
    isPaused = paused;
    showPause();
  },
  message(text) {
    if (document.activeElement !== find("message")) find("message").value = text;
  },
  slips(slips) {
    pupils.print(slips);
  },
  results(all) {
    results = all;
    const rows = all.map(([number, code, ...rest]) => [pupils.of(code) || number, ...rest]);
    const heads = ["table", "game", "tried", "solved", "at once", "wrong"].map((name) => words[name]);
    fill("answers", [rows, heads], () => rows.length ? [figuresTable(heads, rows)] : [make("p", words.noResults)]);
  },
};

// A board that is only looked at, in `element`.
class View {
  constructor(element) {
    this.board = new Board(element, () => {});
    this.key = null;
  }

  // Show what stands on a board; nothing travels there if it is `still`.
  show(stands, still) {
    if (!stands) return;
    if (stands.ground !== this.key) this.lay(stands.ground);
    const position = positionOf(stands, {});
    this.board.show({ ...position, number: stands.number, settled: stands.settled }, "", still);
    this.board.trace(lastOf(position.motions));
  }

  // Nobody chooses points here: there are none for keyboard and screen reader.
  lay(key) {
    this.key = key;
    this.board.lay(grounds[key]);
    for (const row of this.board.element.querySelectorAll("[role=row]")) row.remove();
  }
}

// the board of each tile
const views = new WeakMap();

// What a table is called here: by the name of whoever plays there, if the list of the class has it.
const called = ({ name, code }) => pupils.of(code) ? `${pupils.of(code)} · ${name}` : name;

// Tiles stay where they are as long as their order does, and only what changed in them is drawn.
function showTiles() {
  const list = find("tiles"), known = new Map([...list.children].map((each) => [Number(each.dataset.table), each]));
  const tiles = tables.map((table) => known.get(table.number) ?? tile(table));
  if (tiles.some((each, number) => each !== list.children[number]) || tiles.length !== list.children.length) list.replaceChildren(...tiles);
  tables.forEach((table, number) => draw(tiles[number], table));
}

function tile(table) {
  const element = make("li", "", { "data-table": table.number }), board = button("", () => open(table.number));
  board.className = "board";
  board.append(make("span", "", { class: "view", "aria-hidden": true }), make("span", "", { class: "unseen" }));
  views.set(element, new View(board.firstChild));
  const acts = make("p", "", { class: "acts" });
  acts.append(button("", () => choose(table.number)), button("", () => close(table.number)));
  element.append(make("h3", ""), make("p", "", { class: "why" }), board, make("p", "", { class: "words" }), acts);
  return element;
}

function draw(element, table) {
  const [name, why, board, text, acts] = element.children;
  element.className = table.trouble;
  set(name, table.game ? `${called(table)}: ${table.game}` : called(table));
  set(why, [table.why, table.isPaused ? words.paused : ""].filter(Boolean).join(", "));
  set(text, table.words);
  board.hidden = !table.game;
  board.lastChild.textContent = `${words.large}: ${called(table)}`;
  views.get(element).show(boards[table.number]);
  set(acts.children[0], words.only);
  set(acts.children[1], words.close);
  for (const act of acts.children) act.setAttribute("aria-label", `${act.textContent}: ${called(table)}`);
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// One table as large as the window, for the whole class to see; and which one its board has shown last.
let large = null, shown = null;
const largeView = new View(find("largeBoard"));

function open(number) {
  large = number;
  find("large").showModal();
  showLarge();
}

function showLarge() {
  const table = tables.find((each) => each.number === large);
  if (!find("large").open) return;
  if (!table) return find("large").close();
  // the class sees this one: no names
  put("largeName", table.game ? `${table.name}: ${table.game}` : table.name);
  put("largeWords", table.words);
  find("projector").href = `./?screen&table=${table.number}`;
  if (table.game) largeView.show(boards[large], large === shown ? undefined : true);
  shown = large;
}

function turn(step) {
  const numbers = tables.filter((table) => table.game).map((table) => table.number).sort((one, other) => one - other);
  if (numbers.length) large = numbers[(numbers.indexOf(large) + step + numbers.length) % numbers.length];
  showLarge();
}

function choose(number) {
  find("who").value = number;
  find("orders").scrollIntoView({ block: "start" });
  find("who").focus();
  showPause();
}

function close(number) {
  const closed = tables.find((each) => each.number === number);
  if (confirm(`${called(closed)}: ${words.reallyClose}`)) connection.send({ close: number });
}

// For whom the orders are: every table, or one.
const wanted = () => find("who").value ? Number(find("who").value) : null;
const meant = () => tables.filter((table) => wanted() === null || table.number === wanted());

function showWho() {
  const named = [...tables].sort((one, other) => one.number - other.number).map((table) => [table.number, called(table)]), before = find("who").value;
  fill("who", [named, words.everybody], () => [new Option(words.everybody, ""), ...named.map(([number, name]) => new Option(name, number))]);
  find("who").value = named.some(([number]) => `${number}` === before) ? before : "";
  showPause();
}

function rests() {
  const number = wanted();
  return number === null ? isPaused : tables.some((table) => table.number === number && table.isPaused);
}

function showPause() {
  put("pause", (rests() ? words.goOn : words.pause) ?? "");
}

function showGame() {
  const game = find("game").value, card = found.cards.find(({ name }) => name === game), options = found.options[game] ?? [];
  fill("options", [game, options], () => options.map(optionLine));
  showOptions();
  find("rules").hidden = !options.length;
  fill("doors", [card.doors, game], () => card.doors.map(([message, , title]) => button(title, () => give({ [message]: game }))));
}

function optionLine({ name, title, values, needs }) {
  const line = make("p", ""), label = make("label", `${title} `), choice = make("select", "", { "data-option": name });
  choice.append(...values.map(([value, text]) => new Option(text, JSON.stringify(value))));
  choice.dataset.needs = JSON.stringify(needs);
  choice.addEventListener("change", showOptions);
  label.append(choice);
  line.append(label);
  return line;
}

// Show the options that mean something: a seat that does not play has no handicap.
function showOptions() {
  const chosen = new Map(every("[data-option]").map((choice) => [choice.dataset.option, JSON.parse(choice.value)]));
  for (const choice of every("[data-option]")) {
    const needs = Object.entries(JSON.parse(choice.dataset.needs));
    choice.closest("p").hidden = !needs.every(([name, values]) => values.includes(chosen.get(name)));
  }
}

function start() {
  const chosen = every("p:not([hidden]) > label > [data-option]").filter((choice) => choice.selectedIndex);
  const options = Object.fromEntries(chosen.map((choice) => [choice.dataset.option, JSON.parse(choice.value)]));
  const level = find("level").value;
  give({ start: find("game").value, alone: Boolean(level), ...(level && { level }), options });
}

// Give an order; games that it would end are asked about first.
function give(order) {
  if (meant().some((table) => table.game) && !confirm(words.reallyStart)) return;
  connection.send({ ...order, for: wanted() });
}

function showConnection() {
  if (!words.lost) return; // the page says already that it opens
  const isLost = connection?.socket.readyState !== WebSocket.OPEN;
  find("connection").className = isLost ? "lost" : "";
  put("connection", isLost ? words.lost : "");
}

find("start").addEventListener("click", start);
find("game").addEventListener("change", showGame);
find("who").addEventListener("change", showPause);
find("pause").addEventListener("click", () => connection.send({ pause: !rests(), for: wanted() }));
find("note").addEventListener("submit", (event) => {
  event.preventDefault();
  connection.send({ message: find("message").value, for: wanted() });
});
find("clear").addEventListener("click", () => {
  find("message").value = "";
  connection.send({ message: "", for: wanted() });
});
find("smaller").addEventListener("click", () => find("large").close());
find("previous").addEventListener("click", () => turn(-1));
find("next").addEventListener("click", () => turn(1));
find("large").addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") turn(-1);
  if (key === "ArrowRight") turn(1);
});
find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  connection.send({ language: target.value });
});
