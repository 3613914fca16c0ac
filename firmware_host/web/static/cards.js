// @ts-check
// A card for each game that can be played: its board, and what people read before they choose.

import { make, style } from "./dom.js";

export const styled = style("cards.css");

// A list of `cards`; `acts` returns what a visitor can do with one.
export function listOf(cards, words, acts) {
  const list = make("ul", "", { class: "cards" });
  list.append(...cards.map((card) => cardOf(card, words, acts(card))));
  return list;
}

function cardOf(card, words, acts) {
  const made = make("li", ""), facts = make("ul", "", { class: "facts" }), row = make("div", "", { class: "acts" });
  const picture = make("img", "", { src: card.picture, alt: "", loading: "lazy" });
  const lines = [`${words.players}: ${card.players}`, `${words.dice}: ${card.dice}`, card.minutes];
  facts.append(...lines.filter(Boolean).map((text) => make("li", text)));
  row.append(...acts);
  made.append(picture, make("h2", card.title), make("p", card.about), facts, row);
  return made;
}

// A link to the rules of the game of `card`.
export function rulesOf(card, words) {
  const made = make("a", words.rules, { href: `rules?game=${encodeURIComponent(card.name)}` });
  made.setAttribute("aria-label", `${words.rules}: ${card.title}`);
  return made;
}

// The games that can be played at the table, in `language`; null if the server does not say.
export async function cardsIn(language) {
  const answer = await fetch(`showcase?language=${language}`).catch(() => null);
  return answer?.ok ? (await answer.json()).cards : null;
}
