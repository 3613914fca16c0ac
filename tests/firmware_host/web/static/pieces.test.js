// Where pieces stand that share a point.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inTrays, spotsOf } from "../../../../firmware_host/web/static/pieces.js";

const GROUND = {
  points: { a1: [30, 70, 44], c3: [120, 120, 132] },
  places: {},
  crowds: [[[0, 0, 1]], [[-.25, 0, .5], [.25, 0, .5]]],
};
const piece = (seat, place, id) => [seat, "piece", place, "", 1, id, ""];

test("a piece alone stands in the middle of its point, as large as it is", () => {
  const { spots, sizes } = spotsOf([piece(0, "a1", 4)], GROUND);
  assert.deepEqual([spots.get(4), sizes.get(4)], [[30, 70], 1]);
});

test("pieces that share a point stand apart on it by their seats, and smaller", () => {
  const { spots, sizes } = spotsOf([piece(1, "a1", 2), piece(0, "a1", 7)], GROUND);
  assert.deepEqual([...spots].sort(), [[2, [41, 70]], [7, [19, 70]]]);
  assert.deepEqual([sizes.get(2), sizes.get(7)], [.5, .5]);
});

test("a large square has room for whole pieces", () => {
  const { spots, sizes } = spotsOf([piece(0, "c3", 1), piece(1, "c3", 2)], GROUND);
  assert.deepEqual([spots.get(1), sizes.get(1)], [[87, 120], 1]);
  assert.deepEqual([spots.get(2), sizes.get(2)], [[153, 120], 1]);
});

test("what lies beside the board has no spot on it", () => {
  assert.equal(spotsOf([piece(0, "hand 0", 1)], GROUND).spots.size, 0);
});

test("what lies in a tray stands on its edge, one piece below the other; other places have none", () => {
  const places = { "off 0": [520, 300, -12], "off 1": [520, 20, 12], "hand 0": [30, 340] };
  const borne = [[0, "piece", "off 0", "", 2, 5, ""], [1, "piece", "off 1", "", 1, 6, ""], piece(0, "hand 0", 7), piece(0, "a1", 8)];
  assert.deepEqual(inTrays(borne, { places }), [
    { seat: 0, kind: "piece", spots: [[520, 300], [520, 288]] },
    { seat: 1, kind: "piece", spots: [[520, 20]] },
  ]);
});
