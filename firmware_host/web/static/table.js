const socket = new WebSocket(new URL("live", location).href.replace("http", "ws"));
socket.binaryType = "arraybuffer";
let ground = "";
socket.onmessage = ({ data }) => {
  if (typeof data !== "string") return drawPanel(new DataView(data));
  const message = JSON.parse(data);
  if (message.board) ground = message.board;
  if (message.state) show(message.state);
};

function show(state) {
  document.querySelector("#prompt").textContent = state.prompt;
  if (state.game) {
    document.querySelector("#board").innerHTML =
      `<svg viewBox="0 0 ${ground.width} ${ground.height}">${ground.shapes}${state.game.pieces}</svg>`;
  }
}

function drawPanel(bytes) {
  const [width, height] = [bytes.getUint16(0), bytes.getUint16(2)];
  const canvas = document.querySelector("#panel");
  [canvas.width, canvas.height] = [width, height];
  const picture = canvas.getContext("2d").createImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    const byte = bytes.getUint8(4 + Math.floor(i / width) * Math.ceil(width / 8) + ((i % width) >> 3));
    picture.data.fill((byte >> (7 - (i % width % 8))) & 1 ? 255 : 0, 4 * i, 4 * i + 3);
    picture.data[4 * i + 3] = 255;
  }
  canvas.getContext("2d").putImageData(picture, 0, 0);
}
