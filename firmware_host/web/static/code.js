// @ts-check
// A form for a code, which a table or a terminal shows.

const [form, answer] = /** @type {any[]} */ (["form", "#answer"].map((each) => document.querySelector(each)));

export async function enter() {
  answer.textContent = "";
  try {
    const { ok, status } = await fetch(form.dataset.to, { method: "POST", body: JSON.stringify({ code: form.code.value }) });
    if (ok) return location.replace(form.dataset.then);
    answer.textContent = status === 429 ? form.dataset.pause : form.dataset.wrong;
  } catch {
    answer.textContent = form.dataset.lost;
  }
  form.code.select();
}

form.addEventListener("submit", (event) => { event.preventDefault(); enter(); });
