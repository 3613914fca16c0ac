// @ts-check
// The list of a class: the names stay in this browser, and the server knows only their codes.

import { find, make, put } from "./dom.js";

const PLACE = "tableside class";
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", LENGTH = 5; // none that looks like another one
const ROW = /^(\d+,[^,\n]*),([A-Z2-9]{5}),/gm, HEAD = "table,name,code,";

export class ClassList {
  // `send` tells the server the codes, `changed` shows the names where their tables are.
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.pupils = read();
    this.words = {};
    find("names").addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep(find("pupils").value.split("\n").map((name) => name.trim()).filter(Boolean));
    });
    find("deleteNames").addEventListener("click", () => confirm(this.words.reallyDelete) && this.keep([]));
    find("printCodes").addEventListener("click", () => this.tell(true));
    find("export").addEventListener("click", (event) => this.export(event));
    addEventListener("afterprint", () => find("slips").replaceChildren());
    this.show();
  }

  // Who plays at the table with this `code`; empty if that is not known here.
  of(code) {
    return this.pupils.find((pupil) => pupil.code === code)?.name ?? "";
  }

  // Keep these `names`; whoever was on the list before has the same code.
  keep(names) {
    const before = [...this.pupils];
    this.pupils = names.map((name) => {
      const at = before.findIndex((pupil) => pupil.name === name);
      return at < 0 ? { name, code: newCode() } : before.splice(at, 1)[0];
    });
    if (names.length) localStorage.setItem(PLACE, JSON.stringify(this.pupils));
    else localStorage.removeItem(PLACE);
    this.show();
    this.tell();
    this.changed();
  }

  show() {
    find("pupils").value = this.pupils.map(({ name }) => name).join("\n");
    for (const name of ["printCodes", "deleteNames"]) find(name).disabled = !this.pupils.length;
    put("counted", this.pupils.length ? `(${this.pupils.length})` : "");
  }

  // Tell the server which codes there are; with `isPrinted` it draws them.
  tell(isPrinted = false) {
    if (this.pupils.length || !isPrinted) this.send({ codes: this.pupils.map(({ code }) => code), isPrinted });
  }

  // Print a slip for each name: `found` has the address and the drawing of each code.
  print(found) {
    const slips = this.pupils.filter(({ code }) => found[code]).map(({ name, code }) => {
      const slip = make("article", ""), [address, drawing] = found[code], picture = make("div", "");
      // the server has drawn the code
      picture.innerHTML = drawing;
      slip.append(make("h3", name), picture, make("p", address));
      return slip;
    });
    find("slips").replaceChildren(...slips);
    print();
  }

  // Put the names into the answers here, before they are kept as a file.
  async export(event) {
    if (!this.pupils.length) return;
    event.preventDefault();
    const text = await (await fetch("answers.csv")).text();
    const named = text.replace(HEAD, "table,name,pupil,").replace(ROW, (_, first, code) => `${first},"${this.of(code).replaceAll('"', '""')}",`);
    const link = make("a", "", { href: URL.createObjectURL(new Blob([named], { type: "text/csv" })), download: "answers.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter(({ name, code }) => typeof name === "string" && typeof code === "string") : [];
  } catch {
    return [];
  }
}

function newCode() {
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((each) => LETTERS[each % LETTERS.length]).join("");
}
