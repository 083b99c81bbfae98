// Sounds and vibrations of a turn, for those who want them. Sounds are made here:
// no file is fetched.

import type { Turn } from "../engine/types";
import { setting } from "../store/settings";
import { flat } from "../summary";

let audio: AudioContext | null = null;

/** A tone that fades; `at` and `length` are seconds. */
function tone(pitch: number, at: number, length: number, loud: number): void {
  audio ??= new AudioContext();
  // A context that was made before anything was pressed waits for that.
  void audio.resume();
  const start = audio.currentTime + at;
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** Steps of a scale in which any tones sound well together, as parts of an octave. */
const SCALE = [0, 2, 4, 7, 9].map((step) => step / 12);

function pitchOf(step: number): number {
  const octave = Math.min(4, Math.floor(step / SCALE.length));
  return 220 * 2 ** (octave + (SCALE[step % SCALE.length] ?? 0));
}

/** A short sound, as of a merge: there are sounds from now on. */
export function chime(): void {
  tone(pitchOf(5), 0, 0.22, 0.12);
  tone(pitchOf(7), 0.1, 0.25, 0.12);
}

/** Lets a turn be heard and felt; `name` tells what is written on a tile. */
export function sense(turn: Turn, name: (face: number) => string): void {
  const events = [...flat(turn.events)];
  const merged = events.flatMap((event) =>
    event.kind === "merge" ? event.outputs.filter(({ face }) => face >= 0).map(({ face }) => name(face)) : [],
  );
  const screen = events.flatMap((event) => (event.kind === "screen" ? event.screen : [])).at(-1);
  if (setting("sound")) {
    if (turn.moved) tone(150, 0, 0.06, 0.05);
    // The larger a tile, the higher; three at once are enough.
    for (const text of merged.slice(0, 3)) {
      const number = Math.abs(Number(text.replaceAll(",", "")));
      tone(pitchOf(number >= 1 ? Math.round(Math.log2(number)) : 5), 0.09, 0.22, 0.12);
    }
    const end = { win: [5, 7, 9, 10, 15], over: [4, 2, 0], play: [] }[screen ?? "play"];
    for (const [index, step] of end.entries()) tone(pitchOf(step), 0.2 + index * 0.13, 0.4, 0.12);
  }
  if (setting("vibration") && "vibrate" in navigator) {
    if (screen === "win" || screen === "over") navigator.vibrate([40, 60, 80]);
    else if (merged.length > 0) navigator.vibrate(12);
  }
}
