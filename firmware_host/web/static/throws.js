// @ts-check
// The last throw of the dice, drawn: it stays until the next.

import { isStill } from "./motion.js";
import { shape } from "./pieces.js";

const TUMBLE = 500; // milliseconds

// Draw `thrown` in `element`: its dice, by the symbols whose names begin with `prefix`, and its value.
// `words` say it; one that is new tumbles.
export function drawThrow(element, thrown, prefix, words) {
  const key = JSON.stringify([thrown ?? null, prefix, words]);
  if (element.dataset.throw === key) return;
  const isNew = thrown && element.dataset.at !== undefined && element.dataset.at !== String(thrown.at);
  Object.assign(element.dataset, { throw: key, at: thrown?.at ?? "" });
  if (!thrown) return element.replaceChildren();
  const dice = thrown.dice.map((face) => dieOf(face, prefix)), value = document.createElement("b");
  value.textContent = `${words}: ${thrown.value}`;
  element.replaceChildren(...dice, value);
  if (isNew && !isStill()) dice.forEach(tumble);
}

// A die as the game draws it, by the symbols whose names begin with `prefix`, else its number.
export function dieOf(face, prefix) {
  const name = `${prefix}die-${face}`, box = document.getElementById(name)?.getAttribute("viewBox");
  const die = shape("svg", { viewBox: box ?? "-22 -22 44 44", class: "die", "data-face": face, "aria-hidden": true });
  const [x, y, width, height] = (box ?? "0 0 44 44").split(" ").map(Number), number = shape("text", { y: 10, class: "count" });
  number.textContent = face;
  die.append(box ? shape("use", { href: `#${name}`, x, y, width, height }) : number);
  return die;
}

function tumble(die, number) {
  const turn = number % 2 ? -540 : 540;
  die.animate?.([{ transform: `rotate(${turn}deg) scale(.6)` }, { transform: "none" }], { duration: TUMBLE, easing: "cubic-bezier(.2, .7, .3, 1)" });
}
