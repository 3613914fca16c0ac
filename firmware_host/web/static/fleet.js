// @ts-check
// All tables of a broker: a list that stays as it is touched while it changes, one table closer, and orders.

import { Connection } from "./connection.js";
import { all, button, fill, find, make, put } from "./dom.js";
import { figures, showNewest } from "./figures.js";
import { Wall, pictureOf } from "./wall.js";

const LOOK = "tableside look";

let words = {}, heads = [], orders = [], isConnected = true, looked = "";
const lines = new Map(), places = new Map(), rows = new Map(), chosen = new Set(), orderParts = new Map();

const connection = new Connection("tables", {
  connected() {
    look(looked);
    wall.again();
    showConnection();
  },
  lost: showConnection,
  message(data) {
    for (const [name, value] of Object.entries(JSON.parse(data))) receivers[name]?.(value);
  },
});

const wall = new Wall((name) => look(name, true), (message) => connection.send(message));

const receivers = {
  greeting(found) {
    ({ words, heads, orders } = found);
    document.documentElement.lang = found.language;
    document.title = `${words.fleet} · tableside`;
    fill("language", found.language, () => found.languages.map(([code, name]) => new Option(name, code, false, code === found.language)));
    for (const element of all("[data-word]")) element.textContent = words[element.dataset.word];
    for (const element of all("section[data-label], #looks")) element.setAttribute("aria-label", words[element.dataset.label]);
    find("everyone").setAttribute("aria-label", words.all);
    find("every").dataset.label = words.all;
    const head = find("tables").tHead.rows[0];
    head.replaceChildren(head.cells[0], ...heads.map((text) => make("th", text, { scope: "col", role: "columnheader" })));
    for (const known of [lines, places, rows, orderParts]) known.clear();
    wall.clear();
    find("tables").tBodies[0].replaceChildren();
    find("given").replaceChildren();
    find("looks").hidden = false;
    find("noKey").hidden = orders.length > 0;
    find("order").hidden = !orders.length;
    find("became").hidden = !orders.length;
    fill("name", found.language, () => orders.map(({ name, title }) => new Option(title, name)));
    showOrder();
    showConnection();
  },
  tables(found) {
    isConnected = found.isConnected;
    const names = Object.keys(found.lines);
    const isMoved = names.some((name) => !rows.has(name) || !lines.get(name).at(-1) !== !found.lines[name].at(-1));
    for (const [name, line] of Object.entries(found.lines)) lines.set(name, line);
    for (const [name, where] of Object.entries(found.places)) places.set(name, where);
    put("summary", found.summary);
    put("versions", found.versions);
    find("noTables").hidden = lines.size > 0;
    showLook();
    wall.show(found.lines, found.places, words);
    names.forEach(row);
    if (isMoved) place([...rows.keys()].sort(troubledFirst).map((name) => rows.get(name)));
    filter(names);
    showConnection();
  },
  pictures(found) {
    wall.draw(found);
  },
  sums(found) {
    show("sums", found, () => figures(found, words.sums, words.none));
  },
  detail(found) {
    if (found?.table !== looked) return; // another one was asked for meanwhile
    find("detail").hidden = false;
    put("detailTitle", titleOf(found.table));
    show("detailShown", found, () => detail(found));
  },
  given({ order, news }) {
    find("nothingGiven").hidden = order.length > 0;
    for (const each of news.reverse()) showOutcomes(each);
    for (const number of orderParts.keys()) if (!order.includes(number)) orderParts.delete(number);
    const parts = order.map((number) => orderParts.get(number));
    parts.forEach((part, at) => find("given").children[at] === part || find("given").insertBefore(part, find("given").children[at] ?? null));
    while (find("given").children.length > parts.length) find("given").lastElementChild.remove();
    put("newest", parts.length ? parts[0].firstElementChild.textContent : "");
  },
};

// Fill an element with charts and what is around them.
function show(name, key, makeAll) {
  fill(name, [key, document.documentElement.lang], makeAll);
  showNewest(find(name));
}

// The row of a table, with what is new in it.
function row(name) {
  if (!rows.has(name)) rows.set(name, newRow(name));
  const line = lines.get(name), made = rows.get(name);
  line.slice(1).forEach((text, at) => {
    const cell = made.cells[at + 2];
    if (cell.textContent !== text) cell.textContent = text;
  });
  const [, title, area] = places.get(name), where = [title === name ? "" : title, area].filter(Boolean).join(" · ");
  const small = made.cells[1].lastElementChild;
  if (small.textContent !== where) small.textContent = where;
  made.className = line.at(-1) ? "trouble" : "";
  return made;
}

function newRow(name) {
  const made = make("tr", "", { role: "row" }), mark = make("input", "", { type: "checkbox", "aria-label": words.choose.replace("{table}", name) });
  mark.checked = chosen.has(name);
  mark.addEventListener("change", () => choose([name], mark.checked));
  const head = make("th", "", { scope: "row", role: "rowheader" }), pick = make("td", "", { role: "cell" });
  pick.append(mark);
  head.append(button(name, () => look(name, true)), make("small", ""));
  made.append(pick, head, ...heads.slice(1).map((text) => make("td", "", { role: "cell", "data-head": text })));
  return made;
}

// Tables that need somebody come first, then all by their names.
function troubledFirst(one, other) {
  const [calm, otherCalm] = [one, other].map((name) => !lines.get(name).at(-1));
  return Number(calm) - Number(otherCalm) || (one < other ? -1 : 1);
}

// Put the rows into their order; whoever is at one of them stays there.
function place(ordered) {
  const body = find("tables").tBodies[0], [focused] = all(":focus");
  ordered.forEach((made, at) => body.rows[at] === made || body.insertBefore(made, body.rows[at] ?? null));
  while (body.rows.length > ordered.length) body.lastElementChild.remove();
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

function filter(names = [...rows.keys()]) {
  const text = find("find").value.trim().toLowerCase(), isTroubled = find("troubled").checked;
  for (const name of names) {
    const made = rows.get(name), line = lines.get(name), [, ...where] = places.get(name);
    made.hidden = (isTroubled && !line.at(-1)) || ![...line, ...where].some((cell) => cell.toLowerCase().includes(text));
  }
  wall.filter(names, (name) => rows.get(name).hidden);
  count();
}

function choose(names, isChosen) {
  for (const name of names) {
    if (isChosen) chosen.add(name);
    else chosen.delete(name);
    rows.get(name).cells[0].firstElementChild.checked = isChosen;
  }
  count();
}

const listed = () => [...rows].filter(([, made]) => !made.hidden).map(([name]) => name);

function count() {
  const names = listed();
  find("everyone").checked = names.length > 0 && names.every((name) => chosen.has(name));
  put("count", `${chosen.size}`);
}

// Look at a table closer; with `isAsked` the reader goes there.
function look(name, isAsked = false) {
  looked = name;
  connection.send({ look: name });
  if (!isAsked) return;
  find("detail").hidden = false;
  put("detailTitle", titleOf(name));
  find("detailTitle").focus();
}

function titleOf(name) {
  const [, title] = places.get(name) ?? [];
  return title && title !== name ? `${title} (${name})` : name;
}

function detail(found) {
  const facts = make("dl", "");
  found.line.slice(1).forEach((text, at) => text && facts.append(make("dt", heads[at + 1]), make("dd", text)));
  const parts = [make("p", found.does), facts];
  const [panel, board] = found.pictures, pictures = make("div", "", { class: "large" });
  if (panel) pictures.append(make("img", "", { src: pictureOf("picture", found.table, panel), alt: words.panel, class: "panel" }));
  if (board) pictures.append(make("img", "", { src: pictureOf("board", found.table, board), alt: words.board, class: "board" }));
  parts.unshift(pictures);
  const faults = make("ul", "");
  for (const { check, since, found: text, advice } of found.faults) {
    const line = make("li", "", { class: "failed" }), said = make("span", `: ${text}`, { lang: "en" });
    if (advice) said.append(make("br", ""), `→ ${advice}`);
    line.append(make("b", `${check} (${since})`), said);
    faults.append(line);
  }
  parts.push(make("h3", words.faults), found.faults.length ? faults : make("p", words.noFaults));
  return [...parts, make("h3", words.counters), ...figures(found.counters, words.counters, words.none)];
}

// Show what is new of an order: it stays open or closed, and so do the lines that have not changed.
function showOutcomes({ number, title, counted, outcomes }) {
  if (!orderParts.has(number)) {
    for (const other of orderParts.values()) other.open = false;
    const part = make("details", "");
    part.open = true;
    part.append(make("summary", ""), make("ul", ""));
    orderParts.set(number, part);
  }
  const [summary, list] = orderParts.get(number).children;
  summary.textContent = `${title}: ${counted}`;
  for (const { table, state, word, why, language } of outcomes) {
    const line = list.querySelector(`[data-table="${table}"]`) ?? list.appendChild(make("li", "", { "data-table": table }));
    line.className = state;
    line.replaceChildren(make("b", table), `: ${word}`, make("span", why && ` (${why})`, { lang: language }));
  }
}

// The field for the value of the order that is chosen.
function showOrder() {
  const order = orders.find(({ name }) => name === find("name").value);
  if (!order) return;
  put("orderHelp", order.help);
  fill("value", [order, words.value], () => {
    if (!order.choices.length && !order.longest) return [];
    const label = make("label", `${words.value} `), field = order.choices.length ? make("select", "") : make("input", "", { maxlength: order.longest, placeholder: order.example, ...(order.isNeeded && { required: "" }) });
    if (order.choices.length) field.append(...order.choices.map(([value, title]) => new Option(title, value)));
    field.setAttribute("aria-describedby", "orderHelp");
    label.append(field);
    return [label];
  });
}

async function give() {
  const isForAll = find("order").elements.for.value === "all", tables = isForAll ? ["all"] : [...chosen];
  if (!tables.length) return put("answer", words.nobodyChosen);
  const many = isForAll ? rows.size : tables.length;
  if (many > 1 && !confirm(words.sure.replace("{count}", many))) return;
  put("answer", "");
  const wanted = { order: find("name").value, value: find("value").querySelector("input, select")?.value ?? "", tables };
  const answer = await fetch("order", { method: "POST", body: JSON.stringify(wanted) }).catch(() => null);
  if (answer?.status === 403) location.reload();
  if (!answer?.ok) put("answer", words.notGiven);
}

// Show the tables as a list, or as a wall of displays and boards, as whoever looks has chosen.
function showLook(chosenLook = localStorage.getItem(LOOK) ?? "list") {
  const isWall = chosenLook === "wall";
  for (const each of all("[data-look]")) each.setAttribute("aria-pressed", `${each.dataset.look === chosenLook}`);
  document.body.classList.toggle("walled", isWall);
  find("tables").hidden = isWall || !lines.size;
  find("wall").hidden = !isWall;
}

function showConnection() {
  if (!words.lost) return; // the page says already that it opens
  const isLost = connection?.socket.readyState !== WebSocket.OPEN;
  find("connection").className = isLost || !isConnected ? "lost" : "";
  put("connection", isLost ? words.lost : isConnected ? "" : words.noBroker);
}

find("find").addEventListener("input", () => filter());
find("troubled").addEventListener("change", () => filter());
find("everyone").addEventListener("change", ({ target: { checked } }) => choose(listed(), checked));
function close() {
  const name = looked;
  look("");
  find("detail").hidden = true;
  if (find("wall").hidden) rows.get(name)?.querySelector("button").focus();
  else wall.focus(name);
}

find("close").addEventListener("click", close);
find("detail").addEventListener("keydown", ({ key }) => key === "Escape" && close());
for (const each of all("[data-look]")) each.addEventListener("click", () => {
  localStorage.setItem(LOOK, each.dataset.look);
  showLook();
});
find("name").addEventListener("change", showOrder);
find("order").addEventListener("submit", (event) => {
  event.preventDefault();
  give();
});
find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  connection.send({ language: target.value });
});
