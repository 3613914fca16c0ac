// A page without a browser, on which parts of features stand: their scripts import those of the
// core as if they lay beside them, as a server gives them.

import { register } from "node:module";

const CORE = new URL("../../../../firmware_host/web/static/", import.meta.url).href;
register(`data:text/javascript,${encodeURIComponent(`
  export async function resolve(name, context, next) {
    const isCore = name.startsWith("./") && context.parentURL?.includes("/features/");
    return isCore ? next("${CORE}" + name.slice(2), context) : next(name, context);
  }`)}`);

// An element as far as the parts use it; `asked` has what they ask of the table.
export class Element extends EventTarget {
  constructor(asked, inner = null) {
    super();
    this.hidden = true;
    this.innerHTML = "";
    this.dataset = {};
    this.asked = asked;
    this.inner = inner;
  }
  querySelector() { return this.inner; }
  dispatchEvent(event) {
    if (event.type === "ask") this.asked.push(event.detail);
    return super.dispatchEvent(event);
  }
}

// Put elements with these names on the page; return what is asked of the table, as it grows.
export function layOut(names, inner = null) {
  const asked = [], elements = Object.fromEntries(names.map((name) => [name, new Element(asked, inner)]));
  globalThis.document = /** @type {any} */ ({ getElementById: (name) => elements[name] });
  return { asked, elements };
}

// Load the script of a feature; return its part, on this page.
export async function partOf(feature, name) {
  const { page } = await import(`${CORE}page.js`), { parts } = await import(`${CORE}parts.js`);
  await import(new URL(`../../../../firmware_host/features/${feature}/static/${name}.js`, import.meta.url).href);
  return { page, part: parts(null, () => {})[name] };
}
