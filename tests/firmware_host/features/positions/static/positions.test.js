// The part of any position: who may ask for it, where it leads, and what touches and keys ask.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { layOut, partOf } from "../../../web/static/parts_of_features.js";

let page, part, asked, elements;

beforeEach(async () => {
  ({ asked, elements } = layOut(["positions", "arranging", "playOn", "now", "moment"]));
  elements.now.after = () => {};
  elements.arranging.querySelectorAll = () => [];
  globalThis.document.body = /** @type {any} */ ({ classList: { toggle() {} } });
  globalThis.location = /** @type {any} */ ({ hash: "", pathname: "/", search: "" });
  globalThis.history = /** @type {any} */ ({ replaceState() { globalThis.location.hash = ""; } });
  ({ page, part } = await partOf("positions", "positions"));
  page.you = { role: "practice", seat: null };
  page.game = { actions: 3 };
});

test("who only watches sees neither the position nor the button", () => {
  page.you = { role: "observer", seat: null };
  part.given("<p>made</p>");
  assert.equal(elements.arranging.hidden, true);
  assert.equal(elements.playOn.hidden, true);
});

test("the button plays on from the moment that the slider shows", () => {
  part.on();
  assert.equal(elements.playOn.hidden, false);
  elements.moment.value = "2";
  elements.playOn.dispatchEvent(new Event("click"));
  assert.deepEqual(asked, [{ moment: 2 }]);
});

test("who comes from a kept game asks for its position once", () => {
  const wanted = { position: "ur", options: {}, text: "0 throw" };
  globalThis.location.hash = `#position=${encodeURIComponent(JSON.stringify(wanted))}`;
  part.on();
  part.on();
  assert.deepEqual(asked, [wanted]);
});

test("the first touch picks a piece, and the second puts it", () => {
  part.given("<p>made</p>");
  assert.equal(elements.arranging.hidden, false);
  part.touch("a1");
  assert.deepEqual(asked, []);
  part.touch("b2");
  assert.deepEqual(asked, [{ arrange: "put", value: "a1\nb2" }]);
  part.touch("beside");
  part.touch("b2");
  assert.equal(part.picked, "b2");
});
