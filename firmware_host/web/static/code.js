// The form for the code that stands in a terminal.

const form = document.getElementById("enter"), answer = document.getElementById("answer");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ok, status } = await fetch(form.dataset.to, { method: "POST", body: JSON.stringify({ code: form.code.value }) });
  if (ok) location.reload();
  else answer.textContent = status === 429 ? form.dataset.pause : form.dataset.wrong;
});
