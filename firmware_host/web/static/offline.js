// @ts-check
// The page that stands in for one that cannot be loaded: it tries again by itself.

const REST = 5000; // milliseconds

async function tryAgain() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) location.reload();
  else setTimeout(tryAgain, REST);
}

setTimeout(tryAgain, REST);
addEventListener("online", () => location.reload());
