// @ts-check
// Marks on a board that show what has happened: the last moves, what was captured, and a hint.

import { shape } from "./pieces.js";

// Draw the last moves in `layer`, the newest first; `middle` returns where a place is. What was captured leaves
// a ring when the piece that took it has arrived, in `rest` milliseconds.
export function drawLast(layer, last, middle, size, rest = 0) {
  const newest = last[0]?.seat, key = JSON.stringify(last);
  if (layer.dataset.key === key) return;
  layer.dataset.key = key;
  layer.replaceChildren(...[...last].reverse().flatMap((motion) => trail(motion, motion.seat === newest ? "trail newest" : "trail", middle, size)));
  if (rest) for (const ring of layer.querySelectorAll(".newest .taken")) ring.animate({ opacity: [0, 0] }, rest);
}

function trail({ way, seat, captures }, look, middle, size) {
  const spots = way.map(middle), edge = size - 4;
  const ends = [way[0], way.at(-1)].map((place, i) => ({ place, spot: spots[i ? spots.length - 1 : 0] }));
  const group = shape("g", { class: look, "data-seat": seat, "data-way": way.join(" ") });
  for (const { place, spot: [x, y] } of ends) {
    if (!place.includes(" ")) group.append(shape("rect", { x: x - edge / 2, y: y - edge / 2, width: edge, height: edge, rx: 6 }));
  }
  group.append(shape("path", { d: spots.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("") }));
  for (const { place } of captures) {
    const [x, y] = middle(place);
    group.append(shape("circle", { cx: x, cy: y, r: edge / 2, class: "taken", "data-place": place }));
  }
  return [group];
}

const HEAD = .3; // of a square: the head of an arrow

// Draw an arrow along each of `ways` in `layer`, from where a piece stands to where it goes.
export function drawArrows(layer, ways, middle, size) {
  layer.replaceChildren(...ways.filter((way) => way.length > 1).map((way) => arrow(way.map(middle), size, way)));
}

function arrow(spots, size, way) {
  const [[x, y], [fromX, fromY]] = [spots[spots.length - 1], spots[spots.length - 2]];
  const angle = Math.atan2(y - fromY, x - fromX), edge = HEAD * size, group = shape("g", { class: "arrow", "data-way": way.join(" ") });
  const side = (turn) => `${x - edge * Math.cos(angle + turn)} ${y - edge * Math.sin(angle + turn)}`;
  const neck = [x - edge * .7 * Math.cos(angle), y - edge * .7 * Math.sin(angle)];
  const line = [...spots.slice(0, -1), neck].map(([a, b], i) => `${i ? "L" : "M"}${a} ${b}`).join("");
  group.append(shape("path", { class: "shaft", d: line }), shape("path", { class: "head", d: `M${x} ${y}L${side(.55)}L${side(-.55)}z` }));
  return group;
}
