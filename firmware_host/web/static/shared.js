// @ts-check
// A game that was shared, behind the # of the address: what is in several codes is joined, and the
// server reads and checks the whole.

import { find, put } from "./dom.js";
import { gathered } from "./codes.js";

const form = find("reading");

async function read(text) {
  put("says", "…");
  const query = new URLSearchParams({ language: document.documentElement.lang });
  const answer = await fetch(`shared?${query}`, { method: "POST", body: text }).catch(() => null);
  const { path = "", says = "" } = await answer?.json().catch(() => ({})) ?? {};
  put("says", says || (path ? "" : `${answer?.status ?? ""}`));
  if (path) location.replace(path);
}

function begin() {
  const { whole, says } = gathered(location.hash.slice(1), find("says").dataset.missing ?? "");
  put("says", says);
  if (whole) read(whole);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { text, file } = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (form)));
  read(/** @type {File} */ (file).size ? await /** @type {File} */ (file).text() : String(text));
});
addEventListener("hashchange", begin);
begin();
