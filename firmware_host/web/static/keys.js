// @ts-check
// The keys of a table as buttons: a click presses a key, a long press holds it.

import { make } from "./dom.js";

const PAD = ["back", "up", "hint", "left", "ok", "right", "menu", "down"];
const SIGNS = { up: "↑", down: "↓", left: "←", right: "→" };
const HOLD = 600; // milliseconds

// Return a button for each key; `keys` are their names and titles.
export function pad(keys, send) {
  const titles = Object.fromEntries(keys);
  return PAD.map((key) => {
    const element = make("button", SIGNS[key] ?? titles[key], { type: "button", "aria-label": titles[key], class: key });
    press(element, key, send);
    return element;
  });
}

function press(element, key, send) {
  let timer = 0, isHeld = false;
  element.addEventListener("pointerdown", () => {
    isHeld = false;
    timer = setTimeout(() => { isHeld = true; send({ hold: key }); }, HOLD);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) element.addEventListener(name, () => clearTimeout(timer));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", () => isHeld ? isHeld = false : send({ press: key }));
}
