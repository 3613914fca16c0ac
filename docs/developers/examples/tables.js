// Follow tables of tableside from a page of your own. Nothing else is needed.

const AGAIN = 2000;

// Call `show` with each event of the table at `address`, and with null while it cannot be reached.
// A table that not everybody may look at needs a `token`.
export function follow(address, token, show) {
  const socket = new WebSocket(`${address.replace(/^http/, "ws")}/api/v1/events`);
  socket.addEventListener("open", () => token && socket.send(JSON.stringify({ token })));
  socket.addEventListener("message", ({ data }) => show(JSON.parse(data)));
  socket.addEventListener("close", () => {
    show(null);
    setTimeout(() => follow(address, token, show), AGAIN);
  });
}

// Show a picture of the table, "board.svg" or "display.png", in an <img>.
export async function picture(address, token, name, image) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${address}/api/v1/${name}`, { headers }).catch(() => null);
  image.hidden = !answer?.ok;
  if (!answer?.ok) return;
  const before = image.src;
  image.src = URL.createObjectURL(await answer.blob());
  if (before) URL.revokeObjectURL(before);
}

// The tables behind the # of the address of this page: each with its token, if it needs one, after a comma.
export const asked = () => decodeURIComponent(location.hash.slice(1)).split(" ").filter(Boolean).map((each) => each.split(","));
