// What texts/en/modes.ts says, in German.

import type { Translated } from "../area";
import type { modes as en } from "../en/modes";

export const modes: Translated<typeof en> = {
  title: "Modi",
  found: (found, all) => `${found} von ${all}`,
  search: "Modi suchen",
  searchFor: "Suche: Name, Nummer oder ein englisches Wort der Regeln",
  family: "Familie",
  all: "Alle",
  startHere: "Zum Anfangen",
  whyClassic: "Das Spiel, das alle kennen: 2 und 2 sind 4.",
  why2187: "Dreierpotenzen: 1 und 1 sind 2, und 1 und 2 sind 3.",
  why2584: "Nachbarn in der Fibonacci-Folge verschmelzen.",
  whyDive: "Zahlen verschmelzen mit ihren Vielfachen, und neue tauchen auf.",
  why180: "Reihen aus zwei, drei oder fünf auf einem großen Spielfeld.",
  whyVoid: "2048 gegen die Uhr.",
  rulesOf: (title) => ` von ${title}`,
  bestOf: (score) => `Rekord ${score}`,
  noMode: "Kein Modus passt zu allen diesen Wörtern.",
  hexagons:
    "Jeder Modus lässt sich auf Sechsecken spielen: Öffne in einem Spiel die Optionen und wähle die Vorlage Honeycomb. Von sich aus hat kein Modus Sechsecke.",
  short: "kurz",
  shortAbout: "Spiele enden bald: mit zufälligen Zügen nach höchstens 90",
  long: "lang",
  longAbout: "Spiele dauern lange: selbst mit zufälligen Zügen über 400",
  easy: "leicht",
  easyAbout: "schon zufällige Züge kommen dem Ziel nahe",
  hard: "schwer",
  hardAbout: "das Ziel ist weit: Zufällige Züge ergeben nur kleine Kacheln",
  hex: "Sechsecke",
  hexAbout: "sechs Richtungen auf Sechsecken",
  timer: "Uhr",
  timerAbout: "beim Spielen läuft die Uhr",
  large: "groß",
  largeAbout: "mehr als 25 Felder",
};
