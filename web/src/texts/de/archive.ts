// What texts/en/archive.ts says, in German.

import type { Translated } from "../area";
import type { archive as en } from "../en/archive";

export const archive: Translated<typeof en> = {
  silent: "die Datenbank des Browsers antwortet nicht",
  otherTab:
    "in einem anderen Tab ist eine ältere Version dieser Website offen; schließe ihn oder lade ihn neu",
  noData: "der Browser speichert keine Daten",
  noFile: "Das ist keine Datei mit Spielen. Es muss eine sein, die auf dieser Seite gesichert wurde.",
  newer:
    "Diese Datei stammt von einer neueren Version der Website. Lade die Seite neu und versuche es noch einmal.",
  notWhole: "Das ist keine Datei mit Spielen, oder sie ist nicht vollständig.",
  noGames: "In dieser Datei stehen keine Spiele. Nichts davon wurde übernommen.",
  noBrowsers: "In dieser Datei stehen keine Daten von Browsern. Nichts davon wurde übernommen.",
  manyGames: (most) => `In dieser Datei stehen mehr als ${most} Spiele. Nichts davon wurde übernommen.`,
  manyBrowsers: (most) => `In dieser Datei stehen mehr als ${most} Browser. Nichts davon wurde übernommen.`,
  badGame: (number) => `Spiel ${number} dieser Datei ist nicht lesbar. Nichts davon wurde übernommen.`,
  badBrowser: (number) =>
    `Die Daten von Browser ${number} in dieser Datei sind nicht lesbar. Nichts davon wurde übernommen.`,
};
