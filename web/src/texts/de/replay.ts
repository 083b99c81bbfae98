// What texts/en/replay.ts says, in German.

import type { Translated } from "../area";
import type { replay as en } from "../en/replay";

export const replay: Translated<typeof en> = {
  title: "Aufzeichnung",
  titleOf: (title) => `Aufzeichnung von ${title}`,
  gone: "Diese Aufzeichnung ist nicht mehr hier. Importiere ihren Code noch einmal.",
  board: "Spielfeld",
  move: "Zug",
  where: (move, last, score) => `Zug ${move} von ${last}, Punktestand ${score}`,
  after: (move, last, time) => `Zug ${move} von ${last}, nach ${time}`,
  back: "Zurück",
  pause: "Pause",
  play: "Abspielen",
  step: "Schritt",
  speed: "Tempo",
  keys: "Tastatur: Die Leertaste spielt ab und hält an, die Pfeiltasten links und rechts gehen einen Schritt, Pos1 und Ende an Anfang und Ende, hoch und runter ändern das Tempo.",
  linkCopied: "Der Link ist kopiert.",
  backToGame: "Zurück zum Spiel",
  playOn: "Von hier weiterspielen",
  copyLink: "Link kopieren",
};
