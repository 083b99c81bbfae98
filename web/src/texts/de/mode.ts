// What texts/en/mode.ts says, in German.

import type { Translated } from "../area";
import type { mode as en } from "../en/mode";

export const mode: Translated<typeof en> = {
  mode: "Modus",
  unknown: "Dieser Modus steht in keiner Liste.",
  play: "Spielen",
  bestScores: "Bestenlisten",
  inWorkshop: "Regeln in der Werkstatt",
  family: "Mehr aus dieser Familie",
  tiles: "Einige seiner Kacheln",
  plainTile: "Kachel ohne Text",
  grid: "Spielfeld",
  cells: (size) => `${size} Felder`,
  hexagons: (size) => `${size} Sechsecke`,
  directions: "Richtungen",
  four: "vier",
  newTiles: "Neue Kacheln",
  computed: "werden im Lauf des Spiels berechnet",
  tile: "eine Kachel",
  goal: "Ziel",
  or: " oder ",
  make: (tiles) => `${tiles} bilden`,
  noGoal: "wie oben beschrieben, oder so weit du kommst",
  howItPlays: "Wie es sich spielt",
  special: "Das Besondere",
  credits: "Mitwirkende",
};
