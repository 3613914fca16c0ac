// @ts-check
// A game that is over, to be shown to others: its address, a picture of it for cameras, and its record.

import { button, make } from "./dom.js";

export async function share(words) {
  show([await shared(words)], words);
}

// Return the game to be shared; `names` says whether with the names of those who played it.
async function shared(words, names = false) {
  const query = new URLSearchParams({ language: document.documentElement.lang, at: new URL(".", location.href).pathname });
  if (names) query.set("names", "");
  const answer = await fetch(`share?${query}`, { method: "POST" }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null, whole = make("div", "");
  whole.append(...found ? about(found, words, names, whole) : [make("p", words["not shared"])]);
  return whole;
}

function* about({ address, record, picture, title, hasNames, more }, words, names, whole) {
  const image = make("div", "", { class: "code", "aria-hidden": true });
  image.innerHTML = picture; // the server has drawn it
  yield image;
  yield make("p", words["share help"]);
  if (hasNames) yield naming(words, names, whole);
  yield line(make("a", address, { href: address }));
  const acts = [make("a", words.download, { href: record, download: "", class: "button" })];
  if (navigator.share) acts.unshift(button(words.send, () => navigator.share({ title, url: address }).catch(() => {})));
  else if (navigator.clipboard) acts.unshift(copying(address, words));
  yield line(...acts);
  const others = make("div", "");
  others.innerHTML = more; // the server has escaped the words in it
  yield others;
}

function naming(words, names, whole) {
  const label = make("label", ""), choice = make("input", "", { type: "checkbox" });
  choice.checked = names;
  choice.addEventListener("change", async () => whole.replaceWith(await shared(words, choice.checked)));
  label.append(choice, ` ${words["with names"]}`);
  return line(label);
}

function copying(address, words) {
  const made = button(words.copy, async () => {
    await navigator.clipboard.writeText(address);
    made.textContent = words.copied;
  });
  return made;
}

function line(...parts) {
  const made = make("p", "", { class: "acts" });
  made.append(...parts);
  return made;
}

function show(parts, words) {
  const dialog = make("dialog", "", { class: "shared", "aria-label": words.share }), close = button(words.close, () => dialog.close());
  dialog.append(make("h2", words.share), ...parts, line(close));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
