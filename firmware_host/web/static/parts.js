// @ts-check
// Parts of the pages of games that features bring. Their scripts stand before that of the page: each
// joins, and the page makes all of them and tells them what comes for them by their names.

const makers = [];

export function join(name, make) {
  makers.push([name, make]);
}

// `key` names a kept game, null means the one on the table; `look` shows it after so many actions,
// with arrows along ways that would have been better.
export function parts(key, look) {
  return Object.fromEntries(makers.map(([name, make]) => [name, make(key, look)]));
}
