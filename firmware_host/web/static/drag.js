// @ts-check
// Dragging a piece to where it goes, with a finger or a mouse: the same as touching both points.

const SLIP = 8; // pixels that a pointer may move while it touches

export class Drag {
  // `choosing` knows which pieces may be moved and where to; `board` shows them, too small where `isFar`.
  constructor(board, choosing, isFar) {
    this.board = board;
    this.choosing = choosing;
    this.isFar = isFar;
    this.element = board.element;
    /** @type {{name: string, pointerId: number, from: [number, number]} | null} */
    this.held = null;
    /** @type {any} the piece that is carried */
    this.piece = null;
    this.wasDragged = false;
    this.element.addEventListener("pointerdown", (event) => this.begin(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", (event) => this.end(event));
    this.element.addEventListener("pointercancel", () => this.drop());
    this.element.addEventListener("click", (event) => this.click(event), true);
  }

  begin({ target, isPrimary, button, pointerId, clientX, clientY }) {
    const name = target.dataset.point;
    this.wasDragged = false;
    if (isPrimary && !button && !this.isFar() && this.choosing.isOrigin(name)) this.held = { name, pointerId, from: [clientX, clientY] };
  }

  move({ clientX, clientY }) {
    if (!this.held) return;
    const [x, y] = this.held.from, across = clientX - x, down = clientY - y;
    if (!this.wasDragged && Math.hypot(across, down) < SLIP) return;
    if (!this.wasDragged) this.lift(this.held);
    this.carry(across, down);
  }

  lift({ name, pointerId }) {
    this.wasDragged = true;
    this.element.setPointerCapture(pointerId);
    if (this.choosing.origin !== name) this.choosing.restart(name);
    this.piece = this.board.standing(name);
    this.piece?.classList.add("carried");
  }

  // The piece moves with the pointer, however the board is turned and enlarged.
  carry(across, down) {
    if (!this.piece) return;
    const { a, b, c, d } = this.piece.parentElement.getScreenCTM(), all = a * d - b * c;
    this.piece.style.translate = `${(d * across - c * down) / all}px ${(a * down - b * across) / all}px`;
  }

  end({ clientX, clientY }) {
    if (!this.held || !this.wasDragged) return this.drop();
    const name = this.nearest(clientX, clientY);
    this.drop();
    if (name) this.choosing.touch(name);
    else this.choosing.unpick();
  }

  // The target that is meant: the one under the pointer, else the nearest whose square is not far.
  nearest(x, y) {
    let best = null, least = 1;
    for (const name of this.choosing.targets) {
      const { left, top, width, height } = this.board.points.get(name).getBoundingClientRect();
      const far = Math.hypot((x - left - width / 2) / width, (y - top - height / 2) / height);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  drop() {
    this.piece?.classList.remove("carried");
    if (this.piece) this.piece.style.translate = "";
    [this.held, this.piece] = [null, null];
  }

  // What follows a drag is no touch.
  click(event) {
    if (!this.wasDragged) return;
    this.wasDragged = false;
    event.stopPropagation();
  }
}
