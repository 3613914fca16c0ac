// @ts-check
// Figures from the server: a table, and the chart above it.

import { make } from "./dom.js";

export const scrolled = (label, lang) => ({ tabindex: 0, role: "region", class: "wide", "aria-label": label, ...(lang && { lang }) });

export function table(heads, rows) {
  const made = make("table", ""), head = made.createTHead().insertRow();
  head.append(...heads.map((text) => make("th", text, { scope: "col" })));
  const body = made.createTBody();
  for (const [first, ...rest] of rows) {
    const row = body.insertRow();
    row.append(make("th", first, { scope: "row" }), ...rest.map((text) => make("td", text)));
  }
  return made;
}

// The chart (if there is one) and the table of what the server found, or the word for nothing.
export function figures(found, label, none) {
  if (!found.rows.length) return [make("p", none)];
  const around = make("div", "", scrolled(label));
  around.append(table(found.heads, found.rows));
  if (!found.chart) return [around];
  const chart = make("figure", "", { tabindex: 0, class: "wide" });
  // the server has drawn it
  chart.innerHTML = found.chart;
  return [chart, around];
}

// Show the newest days of the charts in `place`.
export function showNewest(place) {
  for (const chart of place.querySelectorAll("figure")) chart.scrollLeft = chart.scrollWidth;
}
