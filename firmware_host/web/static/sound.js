// @ts-check
// A short tone when it is somebody's turn to do something, if the visitor asked for sounds.

const KEPT = "sound";
/** @type {AudioContext | null} */
let audio = null;

export const isWanted = () => localStorage.getItem(KEPT) === "on";

export function want(isOn) {
  localStorage.setItem(KEPT, isOn ? "on" : "off");
  if (isOn) wake();
}

// A browser makes sounds only after its visitor has touched the page.
function wake() {
  audio ??= new AudioContext();
  audio.resume();
}

addEventListener("pointerdown", () => isWanted() && wake());
addEventListener("keydown", () => isWanted() && wake());

export function beep(pitch = 660) {
  if (!audio || !isWanted()) return;
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + .25);
}
