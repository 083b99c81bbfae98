// What texts/en/play.ts says, in German.

import type { Translated } from "../area";
import type { play as en } from "../en/play";

export const play: Translated<typeof en> = {
  lead: '<span class="for-keys">Drücke die Pfeiltasten.</span><span class="for-touch">Wische.</span> Gleiche Kacheln verschmelzen.',
  best: "Rekord",
  score: "Punkte",
  boardOf: (title) => `Spielfeld von ${title}`,
  empty: "leer",
  blankTile: "Kachel ohne Text",
  compass: (eighth) =>
    ["rechts", "unten rechts", "unten", "unten links", "links", "oben links", "oben", "oben rechts"][
      eighth
    ] ?? "Zug",
  stay: "bleiben",
  returned: (why) => `${why}. Sie wurde neu gestartet, und das Spiel ist, wie es vorher war.`,
  lost: (why, error) =>
    `${why}. Das Spiel lässt sich nicht zurückholen; was gespeichert war, ist noch da. ${error}`,
  noEngine: (why) => `Die Engine konnte nicht geladen werden: ${why}. Besteht eine Verbindung?`,
};
