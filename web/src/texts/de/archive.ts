// What texts/en/archive.ts says, in German.

import type { Translated } from "../area";
import type { archive as en } from "../en/archive";

export const archive: Translated<typeof en> = {
  nothingKept: (why) =>
    `Hier wird nichts gespeichert: ${why}. Was du tust, ist weg, wenn du diese Seite schließt.`,
  gamesNotKept: (why) =>
    `Spiele werden hier nicht gespeichert: ${why}. Sie sind weg, wenn du diese Seite schließt.`,
  settingsNotKept: (why) =>
    `Einstellungen, Vorlagen und Entwürfe werden hier nicht gespeichert: ${why}. Sie sind weg, wenn du diese Seite schließt.`,
  gamesNotRead: (why) =>
    `Die Spiele in diesem Browser lassen sich gerade nicht lesen: ${why}. Sie bleiben, wie sie sind. Lade die Seite neu, um es noch einmal zu versuchen.`,
  broken:
    "Manche Spiele, Einstellungen, Vorlagen oder Entwürfe in diesem Browser sind nicht lesbar. Sie bleiben, wie sie sind; was an ihre Stelle tritt, wird daneben gespeichert.",
  begunNotListed:
    "Ein hier begonnenes Spiel fehlt noch in Listen und Statistik: Die Engine ließ sich nicht laden. Es ist gespeichert und kommt beim nächsten Besuch dazu.",
  cleared:
    "Was dieser Browser von dieser Website gespeichert hatte, wurde gelöscht: Spiele, Statistik, Einstellungen und Entwürfe. Das Spiel auf dieser Seite geht weiter und wird wieder gespeichert.",
  noRoom: "der Browser hat keinen Platz mehr",
  notAllowed: "der Browser lässt diese Website keine Daten speichern",
  newerGames: "eine neuere Version dieser Website hat hier Spiele gespeichert; lade die Seite neu",
  browserSays: (what) => `der Browser sagt: ${what}`,
  silent: "die Datenbank des Browsers antwortet nicht",
  otherTab:
    "in einem anderen Tab ist eine ältere Version dieser Website offen; schließe ihn oder lade ihn neu",
  noData: "der Browser speichert keine Daten",
  unread: (why) => `Die Spiele in diesem Browser lassen sich nicht lesen: ${why}. Sie bleiben, wie sie sind.`,
  notDeleted: (why) => `Das Spiel wurde nicht gelöscht: ${why}. Es bleibt, wie es ist.`,
  notTaken: (why) => `Aus dieser Datei wurde nichts übernommen: ${why}.`,
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
