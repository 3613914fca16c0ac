// @ts-check
// The pieces on a board: each is drawn by its number, so that it can be followed from place to place.

export const SVG = "http://www.w3.org/2000/svg";
const SQUARE = 44; // pixels: a larger square has room for several whole pieces
const ON_EDGE = "scale(.9 .36)";
const TURNS = { north: 0, east: 90, south: 180, west: 270 };

export function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

// Give `element` an attribute, none if it is null; what has it already is not touched, and costs nothing.
export function differ(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export class Pieces {
  // Pieces are drawn in `layer` on a board of `ground`, whose symbols have names that begin with `prefix`.
  constructor(layer, ground, prefix) {
    this.layer = layer;
    this.ground = ground;
    this.prefix = prefix;
    // what is drawn of each piece on the board: its element, its place, and where that is
    this.drawn = new Map();
  }

  // Draw `pieces`; return what has changed: by number, where a piece was and is now, and its element.
  show(pieces) {
    const { spots, sizes } = spotsOf(pieces, this.ground), changes = [];
    for (const piece of pieces) {
      const [seat, , place, , , id] = piece, before = this.drawn.get(id), spot = spots.get(id);
      if (!spot) continue;
      const element = before?.element ?? this.layer.appendChild(shape("g", { "data-id": id }));
      this.dress(element, piece, sizes.get(id));
      differ(element, "transform", `translate(${spot.join(" ")})`);
      this.drawn.set(id, { element, seat, place, spot });
      if (!before || String(before.spot) !== String(spot)) changes.push({ element, seat, spot, before, from: before?.place ?? null, to: place });
    }
    for (const [id, before] of [...this.drawn]) {
      if (spots.has(id)) continue;
      this.drawn.delete(id);
      const to = pieces.find((each) => each[5] === id)?.[2] ?? null;
      before.element.removeAttribute("data-id");
      changes.push({ element: before.element, seat: before.seat, spot: null, before, from: before.place, to });
    }
    this.fillTrays(pieces);
    return changes;
  }

  // Draw what lies beside the board in a tray: each piece on its edge.
  fillTrays(pieces) {
    for (const before of this.layer.querySelectorAll(".in-tray")) before.remove();
    for (const { seat, kind, spots } of inTrays(pieces, this.ground)) {
      for (const spot of spots) {
        const made = shape("g", { class: "in-tray", "data-seat": seat, transform: `translate(${spot.join(" ")}) ${ON_EDGE}` });
        made.append(shape("use", { href: `#${this.symbol(seat, kind)}` }));
        this.layer.append(made);
      }
    }
  }

  // Give `element` the looks of a piece of that size, but only if they differ.
  dress(element, [seat, kind, place, facing, count, , badge], size = 1) {
    if (element.dataset.place !== place) element.dataset.place = place;
    const [, , edge, reach = 0] = this.ground.points[place], inRow = Math.max(1, Math.min(count, Math.abs(reach)));
    const looks = JSON.stringify([seat, kind, facing, count, badge, size, reach]);
    if (element.dataset.looks === looks) return;
    Object.assign(element.dataset, { seat, kind, facing, count, looks });
    const body = shape("use", { href: `#${this.symbol(seat, kind)}` });
    if (facing) body.setAttribute("transform", `rotate(${TURNS[facing]})`);
    const step = -Math.sign(reach) * edge, shapes = [body];
    for (let n = 1; n < inRow; n++) shapes.push(shape("use", { href: `#${this.symbol(seat, kind)}`, y: n * step, class: "in-row" }));
    shapes.push(...badges(count > inRow ? count : 1, badge, (inRow - 1) * step));
    if (size !== 1) shapes.splice(0, shapes.length, grouped(shapes, `scale(${size})`));
    element.replaceChildren(...shapes);
  }

  // Return a piece that looks like the one that goes a way, from one pile to another; null if there is none.
  twin({ seat, way }) {
    const piles = [...this.drawn.values()].filter((each) => each.seat === seat);
    const pile = [way.at(-1), way[0]].map((place) => piles.find((each) => each.place === place)).find(Boolean);
    if (!pile) return null;
    const element = pile.element.cloneNode(true);
    element.removeAttribute("data-id");
    element.querySelectorAll(".badge, .count, .in-row").forEach((each) => each.remove());
    return this.layer.appendChild(element);
  }

  symbol(seat, kind) {
    const own = `${this.prefix}piece-${seat}-${kind}`;
    return document.getElementById(own) ? own : `${this.prefix}piece-${seat}`;
  }

  // Where a place is, on the board or beside it.
  middle(place) {
    const [x, y] = this.ground.points[place] ?? this.ground.places[place] ?? [this.ground.width / 2, this.ground.height / 2];
    return [x, y];
  }
}

// Where each piece on the board stands, and how large it is, by its number: those that share a point
// stand apart on it, as the board says for so many.
export function spotsOf(pieces, { points, crowds }) {
  const standing = new Map(), spots = new Map(), sizes = new Map();
  for (const [seat, , place, , , id] of pieces) {
    if (!(place in points)) continue;
    if (!standing.has(place)) standing.set(place, []);
    standing.get(place).push([seat, id]);
  }
  for (const [place, group] of standing) {
    const [x, y, edge] = points[place], crowd = crowds[Math.min(group.length, crowds.length) - 1];
    group.sort(([a, one], [b, other]) => a - b || one - other);
    group.forEach(([, id], i) => {
      const [right, down, size] = crowd[Math.min(i, crowd.length - 1)];
      spots.set(id, [x + right * edge, y + down * edge]);
      sizes.set(id, edge > SQUARE ? 1 : size);
    });
  }
  return { spots, sizes };
}

// Where the pieces are that lie in a tray, each pile by its seat and kind: the next one stands further down.
export function inTrays(pieces, { places }) {
  return pieces.flatMap(([seat, kind, place, , count]) => {
    const [x, y, down] = places[place] ?? [];
    return down ? [{ seat, kind, spots: Array.from({ length: count }, (_, n) => [x, y + n * down]) }] : [];
  });
}

function grouped(shapes, transform) {
  const made = shape("g", { transform });
  made.append(...shapes);
  return made;
}

function badges(count, badge, down) {
  const words = `${count > 1 ? count : ""}${badge}`;
  if (!words) return [];
  const text = shape("text", { x: 11, y: down - 7, class: "count" });
  text.textContent = words;
  return [shape("circle", { cx: 11, cy: down - 11, r: 8, class: "badge" }), text];
}
