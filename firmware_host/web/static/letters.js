// @ts-check
// Letters of the language instead of the characters on pieces, for a visitor who wants them.

import { find } from "./dom.js";

const KEPT = "letters";

// Offer letters where pieces on the page have characters.
export function offerLetters() {
  const box = find("letters");
  if (!box) return;
  box.closest("label").hidden = !document.querySelector(".character");
  box.checked = isWanted();
  box.onchange = () => {
    localStorage.setItem(KEPT, box.checked ? "on" : "off");
    show();
  };
}

const isWanted = () => localStorage.getItem(KEPT) === "on";

function show() {
  document.documentElement.classList.toggle("letters", isWanted());
}

show();
offerLetters();
