// @ts-check
// What the staff have besides: keys, a message, settings, reports, records, and the end of the program.

import { button, fill, find, make, put } from "./dom.js";
import { figures, scrolled, showNewest } from "./figures.js";
import { pad } from "./keys.js";

const REPORTS = ["version", "counters", "games", "findings", "log"];
const PATIENCE = 4000; // milliseconds until a change counts as not answered

export class Staff {
  constructor(send) {
    this.send = send;
    this.asked = new Set();
    this.wanted = null;
    this.way = make("a", "", { class: "button", href: "#staff" });
  }

  show(own) {
    this.own = own;
    this.words = own.words;
    for (const name of ["keys", "staff"]) find(name).hidden = false;
    find("staff").setAttribute("aria-label", this.words.staff);
    this.way.textContent = this.words.staff;
    find("deck").append(this.way); // not before it has a name
    fill("keys", own.keys, () => pad(own.keys, this.send));
    fill("staff", own.words, () => this.sections());
    fill("settings", own.settings.map(({ value, ...line }) => line), () => own.settings.map((line) => this.setting(line)));
    put("unreachable", own.unreachable);
    for (const { field, value } of own.settings) if (this.wanted?.field !== field) find(`set-${field}`).value = value;
    this.settle();
  }

  sections() {
    this.asked.clear();
    const unreachable = make("p", "", { id: "unreachable", class: "lost", role: "status" });
    return [unreachable, this.message(), this.settings(), ...REPORTS.map((name) => this.report(name)), this.records(), this.program()];
  }

  message() {
    const { words } = this, part = section(words.message), form = make("form", "");
    const text = make("input", "", { id: "text", maxlength: 120, required: "", "aria-label": words.message, "aria-describedby": "textHelp" });
    form.append(text, make("button", words.show));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ text: text.value });
      put("textAnswer", words.shown);
      text.value = "";
    });
    part.append(make("p", words.messageHelp, { id: "textHelp" }), form, make("p", "", { id: "textAnswer", role: "status" }));
    return part;
  }

  settings() {
    const part = section(this.words.settings);
    part.append(make("p", this.words.settingsHelp), make("div", "", { id: "settings" }), make("p", "", { id: "outcome", role: "status" }));
    return part;
  }

  setting({ field, label, help, choices }) {
    const line = make("p", ""), choice = make("select", "", { id: `set-${field}`, "aria-describedby": `help-${field}` });
    choice.append(...choices.map(([value, name]) => new Option(name, value)));
    choice.addEventListener("change", () => this.change(field, choice.value, `${label}: ${choice.selectedOptions[0].text}`));
    line.append(make("label", label, { for: choice.id }), choice, make("small", help, { id: `help-${field}` }));
    return line;
  }

  change(field, to, title) {
    this.wanted = { field, to, title };
    put("outcome", this.words.asking);
    clearTimeout(this.timer);
    // a change that was refused before leaves the table as it is, so that no new state comes
    this.timer = setTimeout(() => this.outcome(this.words[this.isRefused() ? "refused" : "unanswered"]), PATIENCE);
    this.send({ set: field, to });
  }

  // Say what became of the change that was asked for, once the table shows it.
  settle() {
    if (!this.wanted) return;
    const { own, words, wanted } = this;
    if (own.settings.some(({ field, value }) => field === wanted.field && value === wanted.to)) this.outcome(`${wanted.title}: ${own.areSaved ? words.saved : words.notSaved}`);
    else if (this.isRefused()) this.outcome(words.refused);
  }

  isRefused() {
    return this.own.refused === `${this.wanted?.field}=${this.wanted?.to}`;
  }

  outcome(text) {
    clearTimeout(this.timer);
    this.wanted = null;
    put("outcome", text);
    for (const { field, value } of this.own.settings) find(`set-${field}`).value = value;
  }

  report(name) {
    const { words } = this, part = make("details", "", { id: name }), head = make("summary", "");
    head.append(make("h2", words[name]));
    const again = button(words[name === "findings" ? "examine" : "again"], () => this.ask(name, true));
    part.append(head, make("p", "", { id: `${name}At`, role: "status" }), make("div", "", { id: `${name}Shown` }), again);
    part.addEventListener("toggle", () => part.open && !this.asked.has(name) && this.ask(name, false));
    return part;
  }

  ask(name, again) {
    this.asked.add(name);
    put(`${name}At`, this.words.asking);
    this.send({ report: name, again });
  }

  answer(found) {
    const name = found.report;
    put(`${name}At`, found.problem ?? `${this.words.at} ${found.at}`);
    find(`${name}At`).classList.toggle("lost", "problem" in found);
    if (!("problem" in found)) this.present(name, found);
  }

  present(name, found) {
    find(`${name}Shown`).replaceChildren(...this.parts(found));
    showNewest(find(name));
  }

  parts(found) {
    if (found.said) return [...found.said.map((text) => make("p", text)), ...(found.canUpdate ? this.update() : [])];
    if (found.findings) return [this.findings(found.findings)];
    if (found.lines) return [make("pre", found.lines.join("\n") || this.words.none, scrolled(this.words.log, "en"))];
    return figures(found, this.words[found.report], this.words.none);
  }

  update() {
    const { words } = this, answer = make("p", "", { role: "status" });
    const look = button(words.look, () => {
      this.send({ look: true });
      answer.textContent = words.looked;
    });
    return [make("p", words.updateHelp), look, answer];
  }

  findings(found) {
    const list = make("ul", "");
    for (const { state, word, check, found: text, advice } of found) {
      const line = make("li", "", { class: state }), said = make("span", ` ${check}: ${text}`, { lang: "en" });
      if (advice) said.append(make("br", ""), `→ ${advice}`);
      line.append(make("b", word), said);
      list.append(line);
    }
    return list;
  }

  records() {
    const { words } = this, part = section(words.records), links = make("p", "");
    links.append(make("a", words.download, { href: "records", download: "" }), " ", make("a", words.list, { href: "games" }));
    part.append(make("p", words.recordsHelp), links);
    return part;
  }

  program() {
    const { words } = this, part = section(words.program);
    part.append(
      button(words.restart, () => confirm(words.sureRestart) && this.send({ end: "restart" })),
      button(words.end, () => confirm(words.sureEnd) && this.send({ end: "end" })),
    );
    return part;
  }
}

function section(title) {
  const part = make("section", "");
  part.append(make("h2", title));
  return part;
}
