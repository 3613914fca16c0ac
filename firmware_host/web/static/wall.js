// @ts-check
// The wall of all tables: each with its display and its board, and those that need help first.

import { find, make } from "./dom.js";

const REST = 150; // milliseconds until the server is told what is in sight
const { compare } = new Intl.Collator(undefined, { numeric: true });
const TRIES = 3, TRY_AGAIN = 1000; // milliseconds until a picture is asked for once more
const FEW = 6; // tables that are shown larger
const ROW = 20; // tiles that no window has beside each other
const MOST = 200; // tables whose pictures are asked for at once

export class Wall {
  // `look` shows a table closer, `send` tells the server which tables are in sight.
  constructor(look, send) {
    this.look = look;
    this.send = send;
    this.tiles = new Map();
    this.groups = new Map();
    this.seen = new Set();
    this.told = "";
    this.timer = 0;
    this.order = null; // the tiles by their titles, as long as those stay
    this.isLaid = false;
    this.watcher = new IntersectionObserver((changes) => this.watch(changes), { rootMargin: "48px" });
    document.addEventListener("visibilitychange", () => this.soon());
  }

  clear() {
    for (const { item } of this.tiles.values()) this.watcher.unobserve(item);
    for (const known of [this.tiles, this.groups, this.seen]) known.clear();
    this.order = null;
    find("wall").replaceChildren();
    this.again();
  }

  // Tell the server what is in sight once more: it may not know it any longer.
  again() {
    this.told = "";
    this.soon();
  }

  // Show what is new of tables: their `lines`, and where they are.
  show(lines, places, words) {
    let isMoved = false;
    for (const [name, line] of Object.entries(lines)) {
      const tile = this.tiles.get(name) ?? this.make(name), [number, title, area] = places[name], trouble = line.at(-1);
      const group = trouble ? " " : area, sorted = title || name;
      if (tile.sorted !== sorted) this.order = null;
      isMoved ||= tile.group !== group || !this.order;
      Object.assign(tile, { number, group, sorted });
      tile.button.className = trouble ? "tile trouble" : "tile";
      const [, state, game] = line, says = trouble || (game === "-" ? state : `${state} · ${game}`);
      [title || name, title && title !== name ? name : "", says].forEach((text, at) => {
        const part = tile.texts[at];
        if (part.textContent !== text) part.textContent = text;
      });
    }
    if (isMoved) this.lay(words);
  }

  make(name) {
    const item = make("li", ""), button = make("button", "", { type: "button", class: "tile", "data-table": name });
    const pictures = make("span", "", { class: "pictures" });
    const images = ["screen", "board"].map((kind) => make("img", "", { class: kind, alt: "", hidden: "" }));
    for (const image of images) {
      image.addEventListener("load", () => image.hidden = false);
      image.addEventListener("error", () => retry(image));
    }
    const texts = ["b", "small", "span"].map((tag) => make(tag, ""));
    pictures.append(...images);
    button.append(pictures, ...texts);
    button.addEventListener("click", () => this.look(name));
    item.append(button);
    const tile = { name, item, button, images, texts, number: -1, group: null, sorted: "" };
    this.tiles.set(name, tile);
    this.watcher.observe(item);
    return tile;
  }

  // Put the tiles into their groups, in their order; whoever is at one of them stays there.
  lay(words) {
    const byGroup = new Map(), focused = /** @type {any} */ (document.activeElement);
    this.order ??= [...this.tiles.values()].sort((one, other) => compare(one.sorted, other.sorted));
    this.isLaid = true;
    for (const tile of this.order) byGroup.set(tile.group, byGroup.get(tile.group) ?? []).get(tile.group).push(tile.item);
    const names = [...byGroup.keys()].sort((one, other) => Number(other === " ") - Number(one === " ") || compare(one, other));
    const sections = names.map((name) => this.group(name, words));
    sections.forEach((section, at) => {
      const list = section.lastElementChild, items = byGroup.get(names[at]);
      items.forEach((item, place) => list.children[place] === item || list.insertBefore(item, list.children[place] ?? null));
    });
    const wall = find("wall");
    sections.forEach((section, at) => wall.children[at] === section || wall.insertBefore(section, wall.children[at] ?? null));
    while (wall.children.length > sections.length) wall.lastElementChild.remove();
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  group(name, words) {
    if (!this.groups.has(name)) {
      const section = make("section", "", name === " " ? { class: "help" } : {}), title = name === " " ? words.needHelp : name;
      section.append(make("h2", title), make("ul", "", { class: "tiles", "aria-label": title || words.fleet }));
      section.firstElementChild.hidden = !title;
      this.groups.set(name, section);
    }
    return this.groups.get(name);
  }

  // Show the pictures that are new, by the names of tables: those of display and board.
  draw(pictures) {
    for (const [name, numbers] of Object.entries(pictures)) {
      const tile = this.tiles.get(name);
      ["picture", "board"].forEach((path, at) => {
        const image = tile?.images[at];
        if (!image) return;
        image.dataset.tries = "0";
        if (numbers[at]) image.src = pictureOf(path, name, numbers[at]);
        else image.hidden = true;
      });
    }
  }

  // Hide those of the tables with these `names` that nobody looks for.
  filter(names, isHidden) {
    let isOther = this.isLaid;
    for (const name of names) {
      const { item } = this.tiles.get(name), hidden = isHidden(name);
      isOther ||= item.hidden !== hidden;
      item.hidden = hidden;
    }
    if (!isOther) return;
    this.isLaid = false;
    find("wall").classList.toggle("few", this.tiles.size <= FEW);
    const counts = new Map();
    for (const { group, item } of this.tiles.values()) if (!item.hidden) counts.set(group, (counts.get(group) ?? 0) + 1);
    for (const [name, section] of this.groups) this.count(section, counts.get(name) ?? 0);
  }

  // Say how many tiles a group shows: small ones stand beside each other, and from so many on it has a row of its own.
  count(section, shown) {
    const count = `${Math.min(shown, ROW)}`;
    if (section.dataset.count === count) return;
    section.dataset.count = count;
    section.style.setProperty("--count", count);
    section.hidden = !shown;
  }

  focus(name) {
    this.tiles.get(name)?.button.focus();
  }

  watch(changes) {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) this.seen.add(target);
      else this.seen.delete(target);
    }
    this.soon();
  }

  soon() {
    this.timer ||= setTimeout(() => this.tell(), REST);
  }

  tell() {
    this.timer = 0;
    const inSight = document.hidden ? [] : [...this.tiles.values()].filter(({ item }) => this.seen.has(item));
    const numbers = inSight.slice(0, MOST).map(({ number }) => number), told = JSON.stringify(numbers);
    if (told === this.told) return;
    this.told = told;
    this.send({ see: numbers });
  }
}

// Ask for a picture again that did not come; what makes no sense never comes.
function retry(image) {
  const { src } = image, tries = Number(image.dataset.tries) + 1;
  image.hidden = true;
  image.dataset.tries = `${tries}`;
  if (tries <= TRIES) setTimeout(() => image.src === src && (image.src = `${src}&`), TRY_AGAIN * tries);
}

// The address of a picture of a table: it is another one for each `number`.
export const pictureOf = (path, table, number) => `${path}?table=${table}&at=${number}`;
