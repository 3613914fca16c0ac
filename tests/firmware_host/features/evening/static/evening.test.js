// The part of the evening: the score sheet, and a name for whoever plays a seat.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { layOut, partOf } from "../../../web/static/parts_of_features.js";

let page, part, asked, elements;

beforeEach(async () => {
  ({ asked, elements } = layOut(["evening", "scores", "naming"]));
  ({ page, part } = await partOf("evening", "evening"));
  page.you = { role: "observer", seat: null };
});

test("who watches sees the sheet as soon as there is one, and can give no name", () => {
  part.given("");
  assert.equal(elements.evening.hidden, true);
  part.given("<li>Eva: 1</li>");
  assert.equal(elements.evening.hidden, false);
  assert.equal(elements.naming.hidden, true);
  assert.equal(elements.scores.innerHTML, "<li>Eva: 1</li>");
});

test("who plays a seat gives themselves a name", () => {
  page.you = { role: "seat", seat: 1 };
  part.on();
  assert.equal(elements.naming.hidden, false);
  globalThis.FormData = /** @type {any} */ (class { get() { return "Eva"; } });
  const event = new Event("submit", { cancelable: true });
  elements.naming.dispatchEvent(event);
  assert.ok(event.defaultPrevented);
  assert.deepEqual(asked, [{ name: "Eva" }]);
});
