// What texts/en/advice.ts says, in German.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { advice as en } from "../en/advice";

export const advice: Translated<typeof en> = {
  both: "Tipp und Autoplay",
  playing: "Spielt von selbst.",
  pause: "Pause",
  autoplay: "Autoplay",
  step: "Schritt",
  speed: "Tempo",
  hint: (way) => `Tipp: ${way}`,
  noMove: "Kein Zug ist möglich.",
  noneLearned: "Gefunden durch Zufallsspiele: Zu diesem Modus wurde bisher nichts gelernt.",
  learnedMissing:
    "Gefunden durch Zufallsspiele: Was zu diesem Modus gelernt wurde, ließ sich nicht laden. Der nächste Tipp versucht es wieder.",
  alone: "Tipp",
  ask: "Tipp geben",
  score: "Punkte",
  logScore: "Logarithmus der Punkte",
  turns: "Züge",
  points: "Punkte, wie gelernt",
  games: (games, turns) => `${games} Zufallsspiele, ${turns} Züge`,
  ahead: (moves, positions) => `${count(moves, "Zug", "Züge")} voraus, ${positions} Stellungen`,
  all: "Alle Richtungen",
  mean: (what, work) => `Mittelwert: ${what}; ${work}`,
  worse: (by) => `um ${by} schlechter`,
  survives: (percent) => `übersteht 50 Züge: ${percent} %`,
  wins: (percent) => `gewinnt: ${percent} %`,
};
