// What a page was told: patches put together, and what its parts show of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lastOf, listed, merged, motionsOf, movesOf, positionOf } from "../../../../firmware_host/web/static/told.js";

test("a patch changes what it names and leaves the rest", () => {
  const told = { game: { actions: 3, seats: ["a", "b"] }, table: { version: 7 } };
  const found = merged(told, { game: { actions: 4 }, table: null });
  assert.deepEqual(found, { game: { actions: 4, seats: ["a", "b"] } });
  assert.deepEqual(told.table, { version: 7 }, "what was told before stays as it was");
  assert.deepEqual(merged({ a: [1, 2] }, { a: [3] }), { a: [3] });
  assert.deepEqual(merged("text", { a: { b: 1 } }), { a: { b: 1 } });
});

test("lists come in the order of their numbers", () => {
  assert.deepEqual(listed({ 10: "c", 2: "b", 0: "a" }), ["a", "b", "c"]);
  assert.deepEqual(listed(undefined), []);
});

test("pieces keep their numbers, and points say in words what stands there", () => {
  const { pieces, labels } = positionOf(
    { pieces: { 7: [1, "stone", "a1"], 3: [0, "king", "a1", "north", 2, "+"] } },
    { "0 king": ["white king"], "1 stone": ["black stone"] },
  );
  assert.deepEqual(pieces.map((piece) => piece[5]), [3, 7]);
  assert.deepEqual(pieces[1], [1, "stone", "a1", "", 1, 7, ""]);
  assert.equal(labels.a1, "2 × white king, black stone");
});

test("a move of two pieces is two motions, each with what it captures", () => {
  const found = motionsOf({ 5: { seat: 1, ways: [["c1", "c3"]], captures: [] },
    4: { seat: 0, ways: [["a1", "a2"], ["b1", "b4"]], captures: [{ place: "b4", to: "hand 1" }] } });
  assert.deepEqual(found.map(({ at, way }) => [at, way[0]]), [[4, "a1"], [4, "b1"], [5, "c1"]]);
  assert.deepEqual(found.map(({ captures }) => captures.length), [0, 1, 0]);
});

test("the last move of every seat since one's own turn is marked, the newest first", () => {
  const motion = (at, seat) => ({ at, seat, way: [`from${at}`, `to${at}`], captures: [] });
  const motions = [motion(1, 0), motion(2, 1), motion(3, 2), motion(4, 0), motion(5, 1)];
  assert.deepEqual(lastOf(motions).map(({ at }) => at), [5, 4, 3]);
  assert.deepEqual(lastOf(motions, 0).map(({ at }) => at), [5]);
  assert.deepEqual(lastOf([...motions, motion(6, 0)], 0).map(({ at }) => at), [6, 5]);
  assert.deepEqual(lastOf([]), []);
});

test("a legal move says from where to where it goes, in words", () => {
  const found = { choices: [["piece", "a1"], ["die", "3"], ["target", "a4"], ["pass", "pass"]],
    list: [[[0, 1, 2], "3:a1-a4", ["a4"]], [3]] };
  const [move, pass] = movesOf(found, [[0, "horse", "a1", "", 1, 1, ""]], { "0 horse": ["white horse", "horse"] });
  assert.deepEqual([move.origin, move.target, move.text, move.captures], ["a1", "a4", "3:a1-a4", ["a4"]]);
  assert.equal(move.words, "horse a1 → a4 (3)");
  assert.deepEqual([pass.isPass, pass.text], [true, "pass"]);
  assert.deepEqual(movesOf(undefined, [], {}), []);
});
