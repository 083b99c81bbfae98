// What texts/en/share.ts says, in German.

import type { Translated } from "../area";
import type { share as en } from "../en/share";

export const share: Translated<typeof en> = {
  modeLink: "Link zum Modus",
  modeLinkAbout: "Öffnet diesen Modus in jedem Browser.",
  gameLink: "Link zu diesem Spiel",
  gameLinkAbout: "Öffnet das Spiel, wie es steht.",
  gameCode: "Spielcode",
  gameCodeAbout: "Das Spiel, wie es steht. Auch die ursprüngliche Website liest ihn.",
  modeCode: "Moduscode",
  modeCodeAbout: "Die Regeln ohne ein Spiel.",
  replayCode: "Code der Aufzeichnung",
  replayCodeAbout: "Jeder Zug des Spiels, zum Ansehen.",
  picture: "Bild",
  pictureAbout: "Das Spielfeld mit den Punkten, als PNG-Datei.",
  save: "Sichern",
  tooLong:
    "Dieser Link ist lang, und manche Programme schneiden ihn ab. Ein Code, der als Datei gesichert ist, wird nicht abgeschnitten.",
  saveFile: "Als Datei sichern",
};
