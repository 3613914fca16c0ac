// The teacher's page: all tables at once, and the throws of the class.

import { Connection } from "./connection.js";
import { button, fill, find, make, put } from "./dom.js";

let words = {}, state = null;

const connection = new Connection("class", {
  connected: showConnection,
  lost: showConnection,
  message(data) {
    for (const [name, value] of Object.entries(JSON.parse(data))) receivers[name]?.(value);
  },
});

const receivers = {
  greeting(found) {
    words = found.words;
    document.documentElement.lang = found.language;
    document.title = `${words.classroom} · tableside`;
    fill("language", found.language, () => found.languages.map(([code, name]) => new Option(name, code, false, code === found.language)));
    for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label]);
    fill("game", found.games, () => found.games.map(([name, title]) => new Option(title, name)));
    showConnection();
  },
  place(found) {
    put("address", found.address);
    put("remarks", found.remarks);
    // the server has drawn the code
    find("qr").innerHTML = found.qr;
  },
  state(found) {
    state = found;
    // the server has drawn the charts, and escaped the words in them
    if (find("charts").dataset.shown !== found.charts) find("charts").innerHTML = found.charts || make("p", words.noThrows).outerHTML;
    find("charts").dataset.shown = found.charts;
    find("noTables").hidden = found.tables.length > 0;
    fill("tiles", [found.tables, words.away], () => found.tables.map(tile));
  },
};

function tile(table) {
  const element = make("li", "");
  element.append(make("h3", table.game ? `${table.name}: ${table.game}` : table.name));
  if (table.game) element.append(make("img", "", { src: `board?table=${table.number}&at=${table.session}.${table.moment}`, alt: "" }));
  element.append(make("p", table.isLooked ? table.words : `${table.words} (${words.away})`));
  element.append(button(words.close, () => {
    if (confirm(`${table.name}: ${words.reallyClose}`)) connection.send({ close: table.number });
  }));
  return element;
}

function showConnection() {
  if (!words.lost) return; // the page says already that it opens
  const isLost = connection?.socket.readyState !== WebSocket.OPEN;
  find("connection").className = isLost ? "lost" : "";
  put("connection", isLost ? words.lost : "");
}

find("start").addEventListener("click", () => {
  const isPlaying = state?.tables.some((table) => table.game);
  if (!isPlaying || confirm(words.reallyStart)) connection.send({ start: find("game").value, alone: find("alone").checked });
});
find("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value}; max-age=31536000; samesite=strict; path=/`;
  connection.send({ language: target.value });
});
