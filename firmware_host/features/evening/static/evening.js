// @ts-check
// The score sheet of the evening; and whoever plays a seat here may have a name.

import { find } from "./dom.js";
import { page } from "./page.js";
import { join } from "./parts.js";

class Evening {
  constructor() {
    this.hasSheet = false;
    const naming = find("naming");
    naming.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = String(new FormData(naming).get("name"));
      naming.dispatchEvent(new CustomEvent("ask", { detail: { name }, bubbles: true }));
    });
  }

  on() {
    const plays = page.you?.role === "seat";
    find("naming").hidden = !plays;
    find("evening").hidden = !(plays || this.hasSheet);
  }

  given(html) {
    this.hasSheet = Boolean(html);
    find("scores").innerHTML = html; // the server has escaped the words in it
    this.on();
  }
}

join("evening", () => new Evening());
