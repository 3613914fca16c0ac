// A practice table: its keys and dice, the visitor's own hands, and faults to try.

import { button, fill, find, make, style } from "./dom.js";
import { pad } from "./keys.js";

export class Practice {
  constructor(send) {
    this.send = send;
    style("practice.css");
  }

  show(own, words, state) {
    Object.assign(this, { own, words, state });
    for (const name of ["keys", "practice"]) find(name).hidden = false;
    const hasDice = own.throws.length > 0;
    find("tray").hidden = !hasDice;
    if (hasDice) fill("tray", [own.dice, own.isRolling, own.throws, words.dice], () => this.tray());
    find("byHand").hidden = !own.byHand;
    fill("byHand", [own.held, own.differs, own.board?.loose, words.hands], () => this.handwork());
    fill("keys", own.keys, () => pad(own.keys, this.send));
    const settings = [own.byHand, own.cables, own.unplugged, own.stuck, own.games, words.practice];
    fill("settled", settings, () => this.settings());
  }

  // Take a click on the board if the visitor's hands are at work; return whether they are.
  touch(name) {
    if (!this.own?.byHand || (this.state?.awaited === "choice" && !this.own.held && !this.own.differs)) return false;
    this.send({ touch: name });
    return true;
  }

  tray() {
    const { own, words } = this;
    const dice = make("span", own.isRolling ? words.rolling : (own.dice ?? []).join(" "), { id: "dice" });
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
    return [this.newGame(), this.hands(), this.faults()];
  }

  newGame() {
    const { words } = this, part = section(words["new game"]);
    const games = make("select", "", { "aria-label": words["new game"] }), kept = this.wanted;
    games.append(...this.own.games.map(([name, title]) => new Option(title, name, false, name === kept?.game())));
    const [alone, label] = checkbox(words.alone, kept?.alone() ?? true);
    this.wanted = { game: () => games.value, alone: () => alone.checked };
    part.append(games, label, button(words.start, () => this.send({ start: games.value, alone: alone.checked })));
    if (words.exercises) part.append(button(words.exercises, () => this.send({ exercises: games.value })));
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
