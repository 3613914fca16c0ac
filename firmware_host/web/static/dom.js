// @ts-check
// Small helpers for the elements of a page. Whatever comes from the server goes in as text.

/** @type {(name: string) => any} every element of a page has the attributes of its tag */
export const find = (name) => document.getElementById(name);

/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

export function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Set the text of an element, but only if it differs: a live region speaks whenever it is set.
export function put(name, text) {
  const element = find(name);
  if (element.textContent !== text) element.textContent = text;
}

// Fill an element with what `makeAll` returns, but only if `key` differs: a focus inside it stays.
export function fill(name, key, makeAll) {
  const element = find(name), written = JSON.stringify(key);
  if (element.dataset.key === written) return;
  element.dataset.key = written;
  element.replaceChildren(...makeAll());
}

// Load a style sheet that only some visitors need; it lies beside this script. Return when it is there, or will not come.
export function style(file) {
  const link = make("link", "", { rel: "stylesheet", href: new URL(file, import.meta.url) });
  document.head.append(link);
  return new Promise((resolve) => link.onload = link.onerror = resolve);
}

export function button(text, act) {
  const element = make("button", text, { type: "button" });
  element.addEventListener("click", act);
  return element;
}
