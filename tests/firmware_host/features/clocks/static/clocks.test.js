// The part of the clocks: a button for whoever plays, and none for others.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { layOut, partOf } from "../../../web/static/parts_of_features.js";

let page, part, asked, elements, button;

beforeEach(async () => {
  button = { hidden: false };
  ({ asked, elements } = layOut(["clocks", "pause"], button));
  ({ page, part } = await partOf("clocks", "clocks"));
});

test("it is hidden while nobody counts time", () => {
  part.given("<button></button>");
  assert.equal(elements.clocks.hidden, false);
  part.given("");
  assert.equal(elements.clocks.hidden, true);
});

test("who only watches has no button", () => {
  for (const [role, hidden] of [["observer", true], ["seat", false], ["staff", false]]) {
    page.you = { role, seat: null };
    part.on();
    assert.equal(button.hidden, hidden, role);
  }
});

test("a click asks for what the button says, any other for nothing", () => {
  const click = (dataset) => {
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: { dataset } });
    elements.pause.dispatchEvent(event);
  };
  elements.clocks.asked = asked;
  click({ clocks: "pause" });
  click({});
  assert.deepEqual(asked, [{ clocks: "pause" }]);
});
