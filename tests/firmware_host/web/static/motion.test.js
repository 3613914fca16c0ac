// How pieces travel.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BEHIND, framesOf, legsOf, scheduled, takenBack, Travels } from "../../../../firmware_host/web/static/motion.js";

const motion = (seat, way, captures = []) => ({ at: 1, seat, way: way.split(" "), captures });
const ways = (legs) => legs.map(({ places }) => places.join(" "));

test("a way takes 220 ms, a long one longer, but no more than 600", () => {
  const spans = (length) => scheduled([motion(0, Array(length).fill("a").join(" "))]).times[0].span;
  assert.deepEqual([2, 4, 30].map(spans), [220, 300, 600]);
});

test("several moves come one after another, and a board is never far behind", () => {
  const { times, end } = scheduled([motion(0, "a b"), motion(1, "c d")]);
  assert.deepEqual(times.map(({ begin }) => begin), [0, 220]);
  assert.equal(end, 440);
  const crowd = scheduled(Array(12).fill(motion(0, "a b c d e f g h")));
  assert.ok(crowd.end + 220 <= BEHIND + 1e-6);
});

test("a piece goes on the way of its move, and what it captures to where that goes, fading", () => {
  const motions = [motion(0, "a1 a2 a3", [{ place: "a3", to: "hand 1" }])];
  assert.deepEqual(ways(legsOf({ seat: 0, from: "a1", to: "a3" }, motions)), ["a1 a2 a3"]);
  const [leg] = legsOf({ seat: 1, from: "a3", to: null }, motions);
  assert.deepEqual([leg.places, leg.isFading, leg.begin], [["a3", "hand 1"], true, scheduled(motions).end]);
});

test("a piece that moves twice goes both ways, also if it was not drawn before", () => {
  const motions = [motion(0, "hand a1"), motion(1, "c c1"), motion(0, "a1 b1")].map((each) => ({ ...each }));
  assert.deepEqual(ways(legsOf({ seat: 0, from: null, to: "b1" }, motions)), ["hand a1", "a1 b1"]);
  assert.deepEqual(ways(legsOf({ seat: 0, from: "x", to: "b1" }, [motion(0, "x a1"), motion(0, "a1 b1")])), ["x a1", "a1 b1"]);
});

test("of two pieces of one place each goes its own way", () => {
  const motions = [motion(0, "a b"), motion(0, "a c")];
  assert.deepEqual(ways(legsOf({ seat: 0, from: "a", to: "c" }, motions)), ["a c"]);
  assert.deepEqual(ways(legsOf({ seat: 0, from: null, to: "b" }, motions)), ["a b"]);
});

test("a piece that was captured and comes in again is never at two places", () => {
  const motions = [motion(1, "c a", [{ place: "a", to: "d" }]), motion(0, "d e")];
  assert.deepEqual(ways(legsOf({ seat: 0, from: "a", to: "e" }, motions)), ["a d", "d e"]);
});

test("what no move explains goes straight, appears or fades where it stands", () => {
  assert.deepEqual(ways(legsOf({ seat: 0, from: "a", to: "b" }, [])), ["a b"]);
  assert.deepEqual(legsOf({ seat: 0, from: null, to: "b" }, []), []);
  assert.deepEqual(legsOf({ seat: 0, from: "a", to: null }, []).map(({ isFading }) => isFading), [true]);
});

test("a move that is taken back goes its way backwards", () => {
  assert.deepEqual(takenBack([motion(0, "a b c", [{ place: "c", to: "off 1" }]), motion(1, "d e")]).map(({ way }) => way.join(" ")), ["e d", "c b a"]);
});

test("keyframes pass every point of a way in their time, and wait until it begins", () => {
  const leg = { begin: 200, span: 200, places: ["a", "b", "c"], isFading: false };
  const { frames, duration } = framesOf([leg], [[[0, 0], [30, 0], [30, 10]]]);
  assert.equal(duration, 400);
  assert.deepEqual(frames.map(({ offset }) => offset), [0, .5, .875, 1]);
  assert.deepEqual(frames.map(({ transform }) => transform).slice(-2), ["translate(30px, 0px) scale(1)", "translate(30px, 10px) scale(1)"]);
});

test("it is known by which motion a piece goes, so that the others are shown too", () => {
  const motions = [motion(0, "a b"), motion(0, "c d")];
  assert.deepEqual(legsOf({ seat: 0, from: "c", to: "d" }, motions).map(({ by }) => by), [1]);
  assert.deepEqual(legsOf({ seat: 0, from: "x", to: "y" }, motions).map(({ by }) => by), [-1]);
});

test("what is marked where a piece arrives waits until it is there", () => {
  const element = () => ({ animate: () => ({ finish() {} }), getAnimations: () => [], parentNode: null });
  const travels = new Travels(), motions = [motion(0, "a b", [{ place: "b", to: "off 1" }])];
  const changes = [
    { element: element(), seat: 0, from: "a", to: "b", spot: [1, 0], before: { spot: [0, 0] } },
    { element: element(), seat: 1, from: "b", to: null, spot: null, before: { spot: [1, 0] } },
  ];
  assert.equal(travels.rest, 0);
  travels.begin(changes, motions, () => [0, 0], () => null);
  assert.ok(travels.arrivesAt < travels.endsAt);
  assert.ok(travels.rest > 0 && travels.rest <= scheduled(motions).end);
  travels.finish();
  assert.equal(travels.rest, 0);
});

test("what is marked where a piece arrives waits until it is there", () => {
  const element = () => ({ animate: () => ({ finish() {} }), getAnimations: () => [], parentNode: null });
  const travels = new Travels(), motions = [motion(0, "a b", [{ place: "b", to: "off 1" }])];
  const changes = [
    { element: element(), seat: 0, from: "a", to: "b", spot: [1, 0], before: { spot: [0, 0] } },
    { element: element(), seat: 1, from: "b", to: null, spot: null, before: { spot: [1, 0] } },
  ];
  assert.equal(travels.rest, 0);
  travels.begin(changes, motions, () => [0, 0], () => null);
  assert.ok(travels.arrivesAt < travels.endsAt);
  assert.ok(travels.rest > 0 && travels.rest <= scheduled(motions).end);
  travels.finish();
  assert.equal(travels.rest, 0);
});
