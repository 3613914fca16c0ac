// @ts-check
// What a page was told: patches put together, and read into what its parts show.

/** @typedef {[seat: number, kind: string, place: string, facing: string, count: number, id: number, badge: string]} Piece */
/** @typedef {{at: number, seat: number, way: string[], captures: {place: string, to: string}[]}} Motion */

// Return `told` with `patch` merged into it, as a JSON Merge Patch has it (RFC 7396).
export function merged(told, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const found = told !== null && typeof told === "object" && !Array.isArray(told) ? { ...told } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

// Return what a list was sent as: its values by their numbers.
export const listed = (found) => Object.keys(found ?? {}).map(Number).sort((a, b) => a - b).map((key) => found[key]);

// Return a position as boards show it; `names` says what pieces are called.
export function positionOf(found, names) {
  /** @type {Piece[]} */
  const pieces = Object.entries(found.pieces ?? {}).map(
    ([id, [seat, kind, place, facing = "", count = 1, badge = ""]]) => [seat, kind, place, facing, count, Number(id), badge]);
  return { pieces, labels: labelsOf(pieces, names), beside: found.beside ?? [], motions: motionsOf(found.motions) };
}

function labelsOf(pieces, names) {
  const found = {};
  for (const [seat, kind, place, , count] of [...pieces].sort(([a], [b]) => a - b)) {
    const name = names[`${seat} ${kind}`]?.[0] ?? kind, words = count > 1 ? `${count} × ${name}` : name;
    found[place] = place in found ? `${found[place]}, ${words}` : words;
  }
  return found;
}

// Return the motions, the oldest first, each of one piece: what it captures stands on its way.
export function motionsOf(found) {
  return Object.keys(found ?? {}).map(Number).sort((a, b) => a - b).flatMap((at) => {
    const { seat, ways, captures } = found[at];
    const taker = ({ place }) => Math.max(0, ways.findIndex((way) => way.includes(place)));
    return ways.map((way, i) => ({ at, seat, way, captures: captures.filter((each) => taker(each) === i) }));
  });
}

// Return the last move of every seat since `mine` (a seat, null for none) has moved, the newest first.
/** @param {Motion[]} motions @param {number | null} mine */
export function lastOf(motions, mine = null) {
  const newest = new Map();
  for (const motion of [...motions].reverse()) {
    if (motion.seat === mine && newest.size && !newest.has(mine)) break;
    if (!newest.has(motion.seat)) newest.set(motion.seat, []);
    const own = newest.get(motion.seat);
    if (!own.length || own[0].at === motion.at) own.unshift(motion);
    else if (motion.seat === mine) break;
  }
  return [...newest.values()].flat();
}

// Return the legal moves, each with the choices that pick it, in words, and with its origin and target.
export function movesOf(found, pieces, names) {
  if (!found) return [];
  const kinds = new Map(pieces.map(([seat, kind, place]) => [place, names[`${seat} ${kind}`]?.[1] ?? ""]));
  const choices = found.choices.map(([kind, value, points = [value], name = value]) => [kind, value, points, name]);
  return found.list.map((entry) => moveOf(entry, choices, kinds));
}

function moveOf(entry, all, kinds) {
  const [numbers, text, captures = []] = Array.isArray(entry[0]) ? entry : [entry];
  const choices = numbers.map((number) => all[number]);
  const places = choices.filter(([kind]) => kind !== "die").map(([, value, points]) => points.at(-1) ?? value);
  return {
    text: text || choices.map(([, value]) => value).join("-"),
    words: partsOf(choices).map((part) => partWords(part, kinds)).join(", "),
    choices, captures, origin: places[0], target: places.at(-1),
    isPass: choices[0][0] === "pass",
  };
}

// Choices, a list for each piece that is picked up.
function partsOf(choices) {
  const parts = [];
  for (const choice of choices) {
    if (!parts.length || choice[0] === "piece" || choice[0] === "drop") parts.push([]);
    parts.at(-1).push(choice);
  }
  return parts;
}

function partWords(part, kinds) {
  const places = part.filter(([kind]) => kind !== "die").map(([, , , name]) => name).join(" → ");
  const dice = part.filter(([kind]) => kind === "die").map(([, value]) => ` (${value})`).join("");
  const kind = part[0][0] === "piece" ? kinds.get(part[0][1]) : "";
  return `${kind ? `${kind} ` : ""}${places}${dice}`;
}
