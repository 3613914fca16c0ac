// @ts-check
// The panel of the table, pixel for pixel: width and height as two bytes each, then rows of bits.

export function drawPanel(canvas, buffer) {
  const bytes = new DataView(buffer);
  const width = bytes.getUint16(0), height = bytes.getUint16(2), stride = Math.ceil(width / 8);
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d"), picture = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const lit = (bytes.getUint8(4 + y * stride + (x >> 3)) >> (7 - (x & 7))) & 1;
      picture.data.set(lit ? [220, 240, 255, 255] : [0, 0, 0, 255], 4 * (y * width + x));
    }
  }
  context.putImageData(picture, 0, 0);
}
