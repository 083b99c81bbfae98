// Codes that hold no mode to play.

import { bring } from "virtual:texts/bring";
import { game } from "virtual:texts/game";
import { newgame } from "virtual:texts/newgame";

/** Returns true if a text is a code of modifiers. */
export const holdsModifiers = (text: string): boolean => /^\s*@2048PowCompModifiers\|/.test(text);

/** Returns the error for a code of modifiers, which says where it belongs. */
export function modifiersAlone(): Error {
  return new Error(bring.modifiers({ newGame: game.newGame, field: newgame.code }));
}
