// @ts-check
// The clocks of the game: whoever plays may stop them, and let them go on.

import { find } from "./dom.js";
import { page } from "./page.js";
import { join } from "./parts.js";

class Clocks {
  constructor() {
    find("pause").addEventListener("click", ({ target }) => {
      const wanted = target.dataset.clocks;
      if (wanted) find("clocks").dispatchEvent(new CustomEvent("ask", { detail: { clocks: wanted }, bubbles: true }));
    });
  }

  // Whoever only watches sees the clocks and has no button.
  on() {
    const button = find("pause").querySelector("button");
    if (button) button.hidden = page.you?.role === "observer";
  }

  given(html) {
    find("pause").innerHTML = html; // the server has escaped the words in it
    find("clocks").hidden = !html;
    this.on();
  }
}

join("clocks", () => new Clocks());
