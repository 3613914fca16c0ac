// @ts-check
// Lets the browser keep the whole site for the time without a network, where it lets a site do so: by
// https, and on the computer itself.

// Stands in the session of a page that a newer version has loaded again, between two games.
export const RENEWED = "renewed";
const HOUR = 3600e3, REST = 3e3; // milliseconds

const isBetweenGames = () => document.body.classList.contains("at-home");

export async function keepSite() {
  const workers = navigator.serviceWorker;
  const found = await workers?.register("worker.js").catch(() => null);
  if (!found) return;
  if (workers.controller) workers.addEventListener("controllerchange", () => {
    sessionStorage.setItem(RENEWED, "");
    location.reload();
  });
  const offer = () => {
    if (!found.waiting || !isBetweenGames()) return;
    found.waiting.postMessage("take over");
    setTimeout(offer, REST); // a page that was loaded anew may count twice for a moment
  };
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", offer));
  new MutationObserver(offer).observe(document.body, { attributeFilter: ["class"] });
  offer();
  setInterval(() => found.update().catch(() => {}), HOUR);
}
