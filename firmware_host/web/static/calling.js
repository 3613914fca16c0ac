// @ts-check
// Calling the visitor when it is their turn: a tone, a short shake of the phone, and the title of the page.

import { find } from "./dom.js";
import { isAsked, isMyTurn, page } from "./page.js";
import * as sound from "./sound.js";

const SHAKE = 120; // milliseconds
/** @type {boolean | null} */
let wasMine = null;

export function call() {
  const { words, game } = page, mine = isMyTurn() || isAsked(), title = game ? `${game.title} · tableside` : "tableside";
  document.title = mine && game ? `● ${words["my turn"]} · ${title}` : title;
  if (mine && wasMine === false) {
    sound.beep();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
  }
  wasMine = mine;
}

export function showSound() {
  find("sound").setAttribute("aria-pressed", sound.isWanted());
}

find("sound").addEventListener("click", () => {
  sound.want(!sound.isWanted());
  showSound();
  sound.beep();
});
