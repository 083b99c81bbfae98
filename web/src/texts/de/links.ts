// What texts/en/links.ts says, in German.

import type { Translated } from "../area";
import type { links as en } from "../en/links";

export const links: Translated<typeof en> = {
  fewerMoves: (read, all) =>
    `Dieser Link ist nicht vollständig: Von ${all} Zügen sind ${read} lesbar. Wurde er ganz kopiert?`,
  otherGame:
    "Dieser Link führt zu einer anderen Punktzahl als zu der Zeit, als er entstand. Er wurde unterwegs verändert, oder die Regeln des Modus haben sich seither geändert.",
  openedPart: (read, all) =>
    `Das ist nicht das ganze Spiel: Der Link war abgeschnitten; ${read} von ${all} Zügen waren lesbar.`,
  openedOther: "Dahin führt der Link; es ist nicht das Spiel, aus dem er entstand.",
  calledAs: (called, title) => `„${called}“ ist kein vollständiger Name eines Modus. Das hier ist ${title}.`,
  tooMuch: "Dieser Link enthält zu viel.",
  notWhole: "Dieser Link ist nicht vollständig. Wurde er ganz kopiert?",
  otherVersion: (mode) =>
    `Dieser Link entstand mit einer anderen Version von ${mode}; seither haben sich die Regeln geändert.`,
};
