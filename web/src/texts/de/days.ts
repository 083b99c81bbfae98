// What texts/en/days.ts says, in German.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { days as en } from "../en/days";

export const days: Translated<typeof en> = {
  todayIs: "Heute ist es {title}, mit demselben Startwert für alle.",
  taken: "Einreichen kannst du es, bis sein Datum überall vorbei ist: noch {time}.",
  next: "Das nächste beginnt in {time}.",
  streak: (days) => (days === 1 ? "1 Tag" : `${count(days, "Tag", "Tage")} in Folge`),
  best: (days) => `längste Serie: ${count(days, "Tag", "Tage")}`,
  begin: "Spiele das Spiel von heute, um eine Serie zu beginnen.",
  keep: "Spiele das Spiel von heute, damit deine Serie weitergeht.",
  week: (days) => `${days} der letzten 7 Tage gespielt`,
  weeks: "Die letzten zwölf Wochen",
  counts: "Ein Datum zählt ab dem ersten Zug in diesem Browser und mit jedem Spiel, das du einreichst.",
  played: "gespielt",
  season: "Saison",
  seasonOf: (name) => `Saison ${name}`,
  seasonAbout: (from, to) =>
    `Das beste Wertungsspiel jedes Modus vom ${from} bis zum ${to}. Ein Spiel zählt in der Saison, in der es eingereicht wurde.`,
  seasons: "Saisons",
  thisSeason: "Diese Saison",
  players: "Spieler",
  bestGame: "Bestes Spiel",
  noGames: "In dieser Saison wurde kein Wertungsspiel eingereicht.",
};
