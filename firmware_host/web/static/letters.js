// @ts-check
// Letters of the language instead of the characters on pieces, for a visitor who wants them.

import { find } from "./dom.js";

const KEPT = "letters";

// Offer letters where pieces have characters: on this `board`, which has been laid.
export function offerLetters(board) {
  const box = find("letters"), label = box.closest("label");
  if (label) label.hidden = !board.element.querySelector(".character");
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
