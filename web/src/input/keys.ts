// What keys mean while a game is played.

import { between, type Way } from "./ways";

export type Command = "undo" | "redo" | "new" | "again" | "continue" | "hint" | "auto" | "help" | "modes";

export type Meaning = { way: Way } | { command: Command };

/** The properties of a key that was pressed. */
export type Stroke = Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Keys on a number pad, and those that lie like it, by angle. */
const SPARE: readonly [string, number | null][] = [
  ["ArrowRight", 0],
  ["ArrowDown", 90],
  ["ArrowLeft", 180],
  ["ArrowUp", -90],
  ["Numpad6", 0],
  ["Numpad3", 45],
  ["Numpad2", 90],
  ["Numpad1", 135],
  ["Numpad4", 180],
  ["Numpad7", -135],
  ["Numpad8", -90],
  ["Numpad9", -45],
  ["Numpad5", null],
  ["Space", null],
];

/** Commands by the letter on the key; a mode's own keys go before them. */
export const COMMANDS: readonly [string, Command][] = [
  ["u", "undo"],
  ["r", "redo"],
  ["n", "new"],
  ["t", "again"],
  ["c", "continue"],
  ["h", "hint"],
  ["p", "auto"],
  ["m", "modes"],
  ["?", "help"],
];

/** Keys that are called by what they do, whatever lies where on a keyboard. Remote controls have names of their own. */
const NAMED: Readonly<Record<string, string>> = {
  ArrowUp: "ArrowUp",
  ArrowDown: "ArrowDown",
  ArrowLeft: "ArrowLeft",
  ArrowRight: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Enter: "Enter",
  Select: "Enter",
  Escape: "Escape",
  Esc: "Escape",
  " ": "Space",
};

/**
 * The name of a key of which a browser can't tell what it means, such as those that an input method
 * takes.
 */
const UNIDENTIFIED = /^(Process|Unidentified)?$/;

/** A key that is called by what it does, under one name for all; "" for others. */
export function namedKey({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  return NAMED[UNIDENTIFIED.test(key) ? code : key] ?? "";
}

/** A key by its place on the keyboard, as `KeyboardEvent.code` tells it, but arrows and the like by what they do. */
function placeOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  const named = namedKey({ code, key });
  // The digits of a number pad lie like directions, also where they are arrows.
  if (named) return code.startsWith("Numpad") && code !== "NumpadEnter" ? code : named;
  // An arrow that means something else on this keyboard.
  if (code in NAMED) return "";
  if (code !== "") return code;
  // Keyboards on a screen don't tell places.
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : `Digit${key}`;
}

/**
 * The letter or sign that was typed, in lower case; where a keyboard has no
 * Latin letters the one that lies there on others.
 */
function letterOf({ code, key }: Pick<KeyboardEvent, "code" | "key">): string {
  if (/^[ -~\p{Script=Latin}]/u.test(key) && !UNIDENTIFIED.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "";
}

/** The keys of a mode. */
export class Keymap {
  /** The directions by the places of keys, as `KeyboardEvent.code` tells them. */
  readonly codes = new Map<string, Way>();

  constructor(ways: readonly Way[]) {
    for (const way of ways) for (const code of way.keys) if (!this.codes.has(code)) this.codes.set(code, way);
    for (const [code, angle] of SPARE) {
      if (this.codes.has(code)) continue;
      const way = ways.find((way) =>
        angle === null || way.angle === null ? way.angle === angle : between(way.angle, angle) < 20,
      );
      if (way) this.codes.set(code, way);
    }
  }

  meaning(stroke: Stroke): Meaning | null {
    if (stroke.altKey) return null;
    if (stroke.ctrlKey || stroke.metaKey) {
      const letter = letterOf(stroke);
      if (letter === "y") return { command: "redo" };
      return letter === "z" ? { command: stroke.shiftKey ? "redo" : "undo" } : null;
    }
    const way = stroke.shiftKey ? undefined : this.codes.get(placeOf(stroke));
    if (way) return { way };
    const letter = letterOf(stroke);
    const command = COMMANDS.find(([key]) => key === letter);
    return command ? { command: command[1] } : null;
  }
}
