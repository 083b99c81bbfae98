// What keys mean while a game is played.

import { between, type Way } from "./ways";

export type Command = "undo" | "redo" | "new" | "again" | "continue" | "help" | "modes";

export type Meaning = { way: Way } | { command: Command };

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
const COMMANDS: readonly [string, Command, string][] = [
  ["u", "undo", "Undo"],
  ["r", "redo", "Redo"],
  ["n", "new", "New game"],
  ["t", "again", "Same game from its start"],
  ["c", "continue", "Play on after a win"],
  ["m", "modes", "All modes"],
  ["?", "help", "Keys"],
];

/** The keys of a mode. */
export class Keymap {
  private readonly codes = new Map<string, Way>();

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

  meaning(
    event: Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  ): Meaning | null {
    if (event.altKey) return null;
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== "KeyZ" && event.code !== "KeyY") return null;
      return { command: event.code === "KeyY" || event.shiftKey ? "redo" : "undo" };
    }
    const way = event.shiftKey ? undefined : this.codes.get(event.code);
    if (way) return { way };
    const command = COMMANDS.find(([key]) => key === event.key.toLowerCase());
    return command ? { command: command[1] } : null;
  }

  /** All keys and what they do, to be read. */
  help(ways: readonly Way[]): [keys: string, what: string][] {
    const taken = new Set(this.codes.keys());
    const moves = ways.map((way): [string, string] => {
      const codes = [...this.codes].filter(([, other]) => other === way).map(([code]) => nameOfKey(code));
      return [codes.join(" "), `Move ${way.name}`];
    });
    const commands = COMMANDS.filter(([key]) => !taken.has(`Key${key.toUpperCase()}`));
    return [...moves, ...commands.map(([key, , what]): [string, string] => [key.toUpperCase(), what])];
  }
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** A key as it is called. */
export function nameOfKey(code: string): string {
  return NAMES[code] ?? code.replace(/^(Key|Digit)/, "").replace(/^Numpad/, "Num ");
}
