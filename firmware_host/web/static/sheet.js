// @ts-check
// The drawer: its parts are tabs, beside the board or, where there is no room, in a sheet that opens.

import { find, make } from "./dom.js";

export class Sheet {
  constructor() {
    this.drawer = find("drawer");
    this.more = find("more");
    this.parts = [...this.drawer.querySelectorAll(":scope > section")];
    this.tabs = new Map(this.parts.map((part) => [part, this.tab(part)]));
    find("tabs").append(...this.tabs.values());
    const watcher = new MutationObserver(() => this.settle());
    for (const part of this.parts) watcher.observe(part, { attributeFilter: ["hidden"] });
    find("tabs").addEventListener("keydown", (event) => this.key(event));
    this.more?.addEventListener("click", () => this.open(!this.isOpen));
    this.drawer.addEventListener("wanted", ({ target }) => this.isByDefault && this.choose(target));
    this.drawer.addEventListener("keydown", ({ key }) => key === "Escape" && this.open(false));
    this.settle();
  }

  get isOpen() {
    return this.more?.getAttribute("aria-expanded") === "true";
  }

  tab(part) {
    const tab = make("button", "", { type: "button", role: "tab", id: `tab-${part.id}`, "aria-controls": part.id });
    part.setAttribute("role", "tabpanel");
    part.setAttribute("aria-labelledby", tab.id);
    part.removeAttribute("aria-label");
    delete part.dataset.label;
    tab.addEventListener("click", () => this.choose(part));
    return tab;
  }

  // Name the tabs as their parts are called in the language of the page now.
  name() {
    for (const [part, tab] of this.tabs) tab.textContent = part.querySelector("h2").textContent;
  }

  // Show the part with this name, and the sheet if it is one.
  show(name) {
    this.choose(find(name));
    this.open(true);
  }

  // Show a part because the visitor wants it: it stays.
  choose(part) {
    this.isByDefault = false;
    this.select(part);
  }

  select(wanted) {
    this.wanted = wanted;
    for (const [part, tab] of this.tabs) {
      const isShown = part === wanted;
      part.classList.toggle("shown", isShown);
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
    }
  }

  // Parts come and go: their tabs do, too, and one that is there is shown.
  settle() {
    const there = this.parts.filter((part) => !part.hidden);
    for (const [part, tab] of this.tabs) tab.hidden = part.hidden;
    if (!this.wanted || this.wanted.hidden) this.isByDefault = true;
    if (this.isByDefault) this.select(there[0]);
  }

  open(isOpen) {
    if (!this.more || isOpen === this.isOpen) return;
    this.more.setAttribute("aria-expanded", isOpen);
    this.drawer.parentElement.classList.toggle("open", isOpen);
    if (isOpen) this.tabs.get(this.wanted).focus();
    else if (this.drawer.contains(document.activeElement)) this.more.focus();
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = this.parts.filter((part) => !part.hidden), at = there.indexOf(this.wanted);
    this.choose(there[(at + step + there.length) % there.length]);
    this.tabs.get(this.wanted).focus();
    event.stopPropagation(); // elsewhere they look back in the game
    event.preventDefault();
  }
}
