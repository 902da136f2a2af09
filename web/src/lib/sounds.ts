/** Six short sounds, made here: nothing is fetched, and nothing is heard before the page has been touched. */

import { settings } from "./settings.svelte";

export type Sound = "slide" | "flip" | "good" | "great" | "bad" | "turn";

interface Note {
  from: number;
  to: number;
  at: number;
  long: number;
  shape: OscillatorType;
  loud: number;
}

const tone = (from: number, at: number, long: number, loud = 0.12, to = from, shape: OscillatorType = "triangle"): Note => ({ from, to, at, long, shape, loud });

const NOTES: Record<Sound, Note[]> = {
  slide: [tone(190, 0, 0.16, 0.05, 90, "sine")],
  flip: [tone(520, 0, 0.05, 0.09, 300), tone(760, 0.03, 0.05, 0.06, 420)],
  good: [tone(523, 0, 0.14), tone(659, 0.09, 0.22)],
  great: [tone(523, 0, 0.14), tone(659, 0.08, 0.16), tone(784, 0.16, 0.18), tone(1047, 0.24, 0.4)],
  bad: [tone(247, 0, 0.18), tone(196, 0.12, 0.34, 0.12, 180)],
  turn: [tone(880, 0, 0.1, 0.07), tone(1175, 0.1, 0.16, 0.07)],
};

let audio: AudioContext | null = null;
let listens = false;

/** Sound may begin once somebody has touched the page; a browser that has put it to rest is woken. */
export function listenForTouch(): void {
  if (listens) return;
  listens = true;
  const wake = () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake, { passive: true });
}

export function play(sound: Sound): void {
  if (!settings.sound || !audio || document.hidden) return;
  const start = audio.currentTime + 0.01;
  for (const { from, to, at, long, shape, loud } of NOTES[sound]) {
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    voice.type = shape;
    voice.frequency.setValueAtTime(from, start + at);
    voice.frequency.exponentialRampToValueAtTime(to, start + at + long);
    volume.gain.setValueAtTime(loud, start + at);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + long);
    voice.connect(volume).connect(audio.destination);
    voice.start(start + at);
    voice.stop(start + at + long);
  }
}

/** A short buzz on one's own draw, where the device has one. */
export function buzz(): void {
  if (settings.sound && "vibrate" in navigator) navigator.vibrate(30);
}
