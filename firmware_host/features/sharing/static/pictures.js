// @ts-check
// Pictures to keep of the moment of a game that is looked at.

import { all, find } from "./dom.js";
import { join } from "./parts.js";

class Pictures {
  constructor(key) {
    if (!key) return;
    find("pictures").hidden = false;
    for (const link of all("#pictures [data-moment]")) {
      const lead = () => link.href = `moment?key=${key}&at=${find("moment").value}${link.dataset.moment}`;
      for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, lead);
      lead();
    }
  }

  on() {}
}

join("pictures", (key) => new Pictures(key));
