// @ts-check
// Keeps a page for the time when the site cannot be reached, where the browser lets a site do so:
// by https, and on the computer itself.

export async function standBy() {
  if (document.getElementById("inBrowser")) return; // such a page needs no server
  const found = await navigator.serviceWorker?.register("static/worker.js", { scope: "./" }).catch(() => null);
  found?.active?.postMessage("keep");
}
