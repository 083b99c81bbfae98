// What texts/en/about.ts says, in German.

import type { Translated } from "../area";
import type { about as en } from "../en/about";

export const about: Translated<typeof en> = {
  title: "Über",
  headline: "Über Polymerge",
  what: "2048 und seine Varianten. Die Regeln jeder Variante stehen in einer Datei. Jedes Spiel lässt sich verändern, und neue kannst du in der {workshop} schreiben. Version {version}.",
  workshop: "Werkstatt",
  source: "Quelltext",
  whose: "Wer das gemacht hat",
  origin:
    "2048 ist ein Spiel von Gabriele Cirulli. Die Sprache der Modi, die Codes und die meisten Modi stammen vom {compendium} von MathCookie17, der Nachbauten willkommen heißt. Dies ist einer, mit eigenem Code, eigenen Texten und eigenen Farben. Die Ideen zu vielen Modi hatten andere:",
  keptWhere: "Was wo gespeichert wird",
  keptGames:
    "Spiele, Statistik und Einstellungen werden nur in diesem Browser gespeichert. {games} kannst du als Datei sichern und löschen. Wenn du im Browser die Daten dieser Website löschst, ist alles gelöscht.",
  games: "Spiele",
  keptLinks:
    "Was ein Link enthält (ein Spiel, einen Modus), steht hinter dem # der Adresse. Das senden Browser nicht an einen Server.",
  noTracking: "Es gibt keine Cookies, keine Werbung und nichts, was Besuche zählt.",
  withScores:
    "Punktestände: Nichts wird gesendet, solange du nicht auf „Einreichen“ drückst. Dann gehen der Modus, der Startwert, die Züge und ein Name deiner Wahl an den Server. Du kannst sie dort umbenennen und löschen.",
  withoutScores:
    "Nichts von dem, was du spielst, wird irgendwohin gesendet. Wo es einen Server für Punktestände gibt, wird ein Spiel nur gesendet, wenn du auf „Einreichen“ drückst.",
  serverSees: "Der Server, von dem diese Seite kommt, sieht wie jeder Server, welche Dateien geladen wurden.",
  licences: "Lizenzen",
  licence:
    "Polymerge ist freie Software, nach Wahl unter der MIT-Lizenz oder der Apache-Lizenz 2.0. Diese Pakete gehören dazu; {full}.",
  inFull: "ihre Lizenzen im Wortlaut",
  packages: "Pakete der Seite",
  crates: "Pakete der Engine",
};
