// @ts-check
// A game that is over, to be shown to others: its address, a picture of it for cameras, and its record.

import { button, make } from "./dom.js";

export async function share(words) {
  const query = new URLSearchParams({ language: document.documentElement.lang, at: new URL(".", location.href).pathname });
  const answer = await fetch(`share?${query}`, { method: "POST" }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  show(found ? [...shared(found, words)] : [make("p", words["not shared"])], words);
}

function* shared({ address, record, picture, title }, words) {
  const image = make("div", "", { class: "code", "aria-hidden": true });
  image.innerHTML = picture; // the server has drawn it
  yield image;
  yield make("p", words["share help"]);
  yield line(make("a", address, { href: address }));
  const acts = [make("a", words.download, { href: record, download: "", class: "button" })];
  if (navigator.share) acts.unshift(button(words.send, () => navigator.share({ title, url: address }).catch(() => {})));
  else if (navigator.clipboard) acts.unshift(copying(address, words));
  yield line(...acts);
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
