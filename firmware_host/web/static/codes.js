// @ts-check
// A game in several codes: each opens a page, which keeps its part until all of them are there.

const PLACE = "codes", CODE = /^(\d\d)(\d\d)(\d{5})\d+$/;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

// Return the `whole` game if `text` is it, or the last of its codes; else it `says` in `words` what is missing.
export function gathered(text, words) {
  const [, number, of, mark] = CODE.exec(text) ?? [];
  if (!number) return { whole: text, says: "" };
  const before = kept(), parts = { ...before.of === of && before.mark === mark ? before.parts : {}, [number]: text };
  const missing = Array.from({ length: Number(of) }, (_, index) => String(index + 1)).filter((each) => !parts[each.padStart(2, "0")]);
  const here = Number(of) - missing.length;
  if (missing.length) localStorage.setItem(PLACE, JSON.stringify({ of, mark, parts }));
  else localStorage.removeItem(PLACE);
  if (!missing.length) return { whole: Object.values(parts).join(" "), says: "" };
  return { whole: "", says: words.replace("{here}", String(here)).replace("{of}", String(Number(of))).replace("{missing}", missing.join(", ")) };
}
