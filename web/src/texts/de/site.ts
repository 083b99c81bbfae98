// What texts/en/site.ts says, in German.

import type { Translated } from "../area";
import type { site as en } from "../en/site";

export const site: Translated<typeof en> = {
  skip: "Zum Inhalt springen",
  main: "Hauptmenü",
  modes: "Modi",
  games: "Spiele",
  stats: "Stats",
  import: "Import",
  scores: "Punkte",
  workshop: "Werkstatt",
  settings: "Einstellungen",
  moment: "Einen Moment …",
  engineComing: "Das Spiel wird geladen",
  tryAgain: "Noch einmal versuchen",
  allModes: "Alle Modi",
  close: "Schließen",
  copy: "Kopieren",
  copied: "Kopiert",
  share: "Teilen",
  undo: "Rückgängig",
  rules: "Regeln",
  noPage: "Seite nicht gefunden",
  noPageHere: "Diese Seite gibt es nicht",
  noPageAt: "Die Adresse endet mit {end}; das bedeutet hier nichts.",
  toGame: "Zum Spiel",
  cantOpen: "Das lässt sich nicht öffnen",
  noMode: (mode) => `Einen Modus „${mode}“ gibt es nicht.`,
  newVersion: "Es gibt eine neue Version dieser Website.",
  loadIt: "Laden",
  dismiss: "Diese Meldung schließen",
  nothingKept: (why) =>
    `Hier wird nichts gespeichert: ${why}. Was du tust, ist weg, wenn du diese Seite schließt.`,
  gamesNotKept: (why) =>
    `Spiele werden hier nicht gespeichert: ${why}. Sie sind weg, wenn du diese Seite schließt.`,
  settingsNotKept: (why) =>
    `Einstellungen, Vorlagen und Entwürfe werden hier nicht gespeichert: ${why}. Sie sind weg, wenn du diese Seite schließt.`,
  noRoom: "der Browser hat keinen Platz mehr",
  notAllowed: "der Browser lässt diese Website keine Daten speichern",
  newerGames: "eine neuere Version dieser Website hat hier Spiele gespeichert; lade die Seite neu",
  browserSays: (what) => `der Browser sagt: ${what}`,
  working: "Die Engine arbeitet …",
  stop: "Anhalten",
  onItsWay: "Die Engine ist noch unterwegs.",
  noCatalogue: "Die Liste der Modi lässt sich nicht laden. Bist du offline?",
  codeFile: "einen Code oder eine Modusdatei",
  tooLarge: (file, what) => `${file} ist zu groß für ${what}.`,
  unreadable: (file) => `${file} ist nicht lesbar. Ist es ein Ordner?`,
};
