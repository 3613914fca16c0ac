// The page that enters a code: a scanned code stands in the address, and is sent at once.

const form = document.getElementById("join"), field = document.getElementById("code");
const answer = document.getElementById("answer");

async function join() {
  answer.textContent = "";
  try {
    const { ok, status } = await fetch("/join", { method: "POST", body: JSON.stringify({ code: field.value }) });
    if (ok) return location.replace("/");
    answer.textContent = status === 429 ? form.dataset.pause : form.dataset.wrong;
  } catch {
    answer.textContent = form.dataset.lost;
  }
  field.select();
}

form.addEventListener("submit", (event) => { event.preventDefault(); join(); });
const scanned = location.pathname.match(/^\/J\/([A-Z]+)$/);
history.replaceState(null, "", "/join");
if (scanned) {
  field.value = scanned[1];
  join();
} else field.focus();
