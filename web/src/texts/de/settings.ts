// What texts/en/settings.ts says, in German.

import type { Translated } from "../area";
import type { settings as en } from "../en/settings";

export const settings: Translated<typeof en> = {
  title: "Einstellungen",
  language: "Sprache",
  languageAuto: "Wie der Browser",
  languageAbout: "Namen, Beschreibungen und Regeln der Modi sind in jeder Sprache englisch.",
  colours: "Farben",
  system: "System",
  light: "Hell",
  dark: "Dunkel",
  apart: "Farben für Farbenblinde",
  apartAbout: "Rot und Grün der Kacheln rücken auseinander, hier und in allen Bildern.",
  animations: "Animationen",
  slow: "Langsam",
  usual: "Normal",
  fast: "Schnell",
  none: "Keine",
  undo: "Zurücknehmen",
  undoAny: "Beliebig viele Züge",
  undoOne: "Immer nur ein Zug",
  undoOff: "Aus",
  buttons: "Knöpfe",
  rightHand: "Für die rechte Hand",
  leftHand: "Für die linke Hand",
  ask: "Vor einem neuen Spiel fragen",
  askAbout: "Wenn das laufende Spiel nicht vorbei ist.",
  sound: "Ton",
  soundAbout: "Verschmelzungen machen einen Ton: je größer die Kachel, desto höher der Ton.",
  vibration: "Vibration",
  vibrationAbout: "Das Gerät vibriert bei Verschmelzungen, wenn es das kann.",
  anywhere: "Überall wischen",
  anywhereAbout:
    "Wischen zählt überall, nicht nur auf dem Spielfeld. Die Seite lässt sich dann nicht mit dem Finger scrollen.",
  swipe: "Wischweg",
  swipeAbout: (pixels) => `Für einen Zug wischt ein Finger ${pixels} Pixel weit.`,
  kept: "All das wird nur in diesem Browser gespeichert. {about}: Mitwirkende, Datenschutz, Lizenzen. Die Schrift der Kacheln und Überschriften ist Fredoka, unter der {licence}.",
  about: "Über Polymerge",
};
