// All keys of a mode and what they do, to be read.

import { game } from "virtual:texts/game";
import { keys as texts } from "virtual:texts/keys";
import { nameOfKey } from "./keynames";
import { COMMANDS, type Keymap } from "./keys";
import type { Way } from "./ways";

export function helpOf({ codes }: Keymap, ways: readonly Way[]): [keys: string, what: string][] {
  const moves = ways.map((way): [string, string] => {
    const own = [...codes].filter(([, other]) => other === way).map(([code]) => nameOfKey(code));
    return [own.join(" "), game.move(way.name)];
  });
  const commands = COMMANDS.filter(([key]) => !codes.has(`Key${key.toUpperCase()}`));
  return [
    ...moves,
    ...commands.map(([key, command]): [string, string] => [key.toUpperCase(), texts[command]]),
  ];
}
