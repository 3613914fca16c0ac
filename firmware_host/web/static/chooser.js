// @ts-check
// Picking a move: a move is a list of choices, and people make one after the other.

// What may be chosen next after `picked`, among `moves`: each choice once, with the moves behind it.
export function options(moves, picked) {
  const found = new Map();
  for (const move of moves) {
    if (!picked.every((choice, i) => same(choice, move.choices[i]))) continue;
    const next = move.choices[picked.length];
    if (!next) continue;
    const key = next.join();
    if (!found.has(key)) found.set(key, { choice: next, moves: [] });
    found.get(key).moves.push(move);
  }
  return [...found.values()];
}

// The move that `picked` leaves, once every choice is made.
export function chosen(moves, picked) {
  return moves.find((move) => move.choices.length === picked.length && picked.every((choice, i) => same(choice, move.choices[i])));
}

// `picked`, and after it whatever leaves no choice and is on no point of its own, such as a die.
export function advanced(moves, picked) {
  const next = options(moves, picked);
  if (picked.length && next.length === 1 && next[0].choice[0] === "die") return advanced(moves, [...picked, next[0].choice]);
  return picked;
}

// The point at which a choice is made on the board; none for a throw, a pass or a piece beside it.
export function pointOf([kind, value, points]) {
  return kind === "piece" || kind === "target" ? points.at(-1) ?? value : null;
}

function same(one, other) {
  return other !== undefined && one[0] === other[0] && one[1] === other[1];
}
