// What texts/en/keys.ts says, in German.

import type { Translated } from "../area";
import type { keys as en } from "../en/keys";

export const keys: Translated<typeof en> = {
  undo: "Zug zurücknehmen",
  redo: "Zug wiederholen",
  new: "Neues Spiel",
  again: "Dasselbe Spiel von Anfang an",
  continue: "Nach dem Gewinn weiterspielen",
  hint: "Tipp",
  auto: "Autoplay",
  modes: "Alle Modi",
  help: "Tastatur",
  swipes:
    "Auf einem Touchscreen oder mit der Maus wischst du über das Spielfeld, in jede Richtung. Wo zwei Richtungen hintereinander liegen, meinen zwei Finger die weitere.",
  clicks:
    "Kacheln lassen sich anklicken: mit Maus oder Finger, oder mit Tab zum Spielfeld, den Pfeiltasten zu einer Kachel und der Eingabetaste. Mit Escape gehören die Pfeiltasten wieder dem Spiel.",
};
