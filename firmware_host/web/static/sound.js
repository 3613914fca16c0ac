// A short tone when it is somebody's turn to do something, if the visitor asked for sounds.

let audio = null;

export function allow(isOn) {
  audio = isOn ? audio ?? new AudioContext() : null;
}

export function beep(pitch = 660) {
  if (!audio) return;
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + .25);
}
