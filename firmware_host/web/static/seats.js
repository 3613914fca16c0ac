// @ts-check
// A card for each seat: in the free corners of a board that is a cross, else beside it.

import { fill, find, make } from "./dom.js";
import { ownSeat, page } from "./page.js";

const LEAST = .16; // of the board's edge: a smaller corner holds no card
const MOST_DOTS = 6, OF_MANY = 2; // what lies beside the board is dots, of more seats than these a figure
let turn = 0; // quarters by which the board is turned
const SIDES = ["south", "west", "north", "east"]; // clockwise, as the corners at their left hand

export function showSeats() {
  const { game, words, table } = page;
  fill("seats", [game?.seats, ownSeat(), words.turn, table?.seatNotes, table?.seatPersons], () => (game?.seats ?? []).map(card));
}

// The quarters by which a board is turned so that the side of `seat` lies below.
export const quartersOf = (seat) => seat ? -SIDES.indexOf(seat.side) & 3 : 0;

// Place the cards for a board of `ground`, turned by so many `quarters`.
export function placeSeats(ground, quarters) {
  const room = corner(ground), list = find("seats");
  list.parentElement.classList.toggle("corners", Boolean(room));
  if (!room) return;
  list.style.setProperty("--wide", room.wide);
  list.style.setProperty("--tall", room.high);
  turn = quarters;
}

function card(seat, index) {
  const line = make("li", "", { "data-corner": (SIDES.indexOf(seat.side) + turn) % SIDES.length }), who = make("span", "");
  // the server has drawn the sign
  line.innerHTML = seat.sign;
  line.firstElementChild.setAttribute("aria-hidden", true);
  who.append(make("b", seat.name), " ", make("i", page.table?.seatPersons?.[index] ?? (index === ownSeat() ? page.words.you : seat.player)));
  if (seat.isTurn) who.append(make("span", ` (${page.words.turn})`, { class: "unseen" }));
  const note = page.table?.seatNotes?.[index];
  line.append(who, ...(note ? [make("small", note, { class: "note" })] : []), ...(seat.points ? [make("small", seat.points)] : []), ...["hand", "home", "lost"].filter((place) => seat[place]).map((place) => counted(place, seat[place])));
  if (seat.isTurn) line.setAttribute("aria-current", "true");
  return line;
}

function counted(place, count) {
  const made = make("small", `${page.words[place === "lost" ? "lost pieces" : place]} `), dots = count > MOST_DOTS || (page.game?.seats.length ?? 0) > OF_MANY ? count : "●".repeat(count);
  made.append(make("span", dots, { "aria-hidden": true }), make("span", count, { class: "unseen" }));
  return made;
}

// The size of the free corners of a board, as parts of its edges; null if no card fits into them.
function corner({ width, height, points }) {
  const squares = Object.values(points);
  const wide = Math.min(...squares.filter(([, y, size]) => y - size < height * LEAST).map(([x, , size]) => (x - size / 2) / width));
  const high = Math.min(...squares.filter(([x, , size]) => x - size < width * LEAST).map(([, y, size]) => (y - size / 2) / height));
  return wide > LEAST && high > LEAST ? { wide, high } : null;
}
