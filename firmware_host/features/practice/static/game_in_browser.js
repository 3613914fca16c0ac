// @ts-check
// A game that is in the address of its page, where there is no server: the program reads it, checks it and
// says what the page shows.

import { gathered } from "./codes.js";
import { find } from "./dom.js";
import { language, word } from "./program_link.js";

const { whole: key, says } = gathered(location.hash.slice(1), word("missing"));

const loaded = (link) => new Promise((resolve) => link.onload = link.onerror = resolve);

async function show() {
  const answer = await fetch(`replay?${new URLSearchParams({ key, language })}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const styles = [...page.head.querySelectorAll("link[rel=stylesheet]")].map((link) => document.importNode(link));
  const scripts = [...page.head.querySelectorAll("script")].map((script) => script.getAttribute("src") ?? "");
  document.head.append(...styles);
  await Promise.all(styles.map(loaded));
  document.title = page.title;
  document.body.replaceWith(document.importNode(page.body, true));
  for (const script of scripts) await import(new URL(script, location.href).href);
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest?.("header a[lang]"));
  if (!link) return;
  event.preventDefault();
  document.cookie = `language=${link.lang}; max-age=31536000; samesite=strict; path=/`;
  location.reload();
});
addEventListener("hashchange", () => location.reload());
if (key) show();
else find("connection").textContent = says;
