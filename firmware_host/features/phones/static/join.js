// @ts-check
// The page on which a phone enters a code: a scanned code stands in the address, and is sent at once.

import { enter } from "./code.js";
import { find } from "./dom.js";

const field = find("code"), scanned = location.pathname.match(/^\/J\/([A-Z]+)$/);

history.replaceState(null, "", "/join");
if (scanned) {
  field.value = scanned[1];
  enter();
} else field.focus();
