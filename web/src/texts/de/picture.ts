// What texts/en/picture.ts says, in German.

import type { Translated } from "../area";
import type { picture as en } from "../en/picture";

export const picture: Translated<typeof en> = {
  bestTile: (tile) => `beste Kachel ${tile}`,
  won: (result) => `Gewonnen: ${result}`,
  tooLarge: "Von diesem Spiel gibt es kein Bild: Das Spielfeld ist zu groß.",
  noPictures: "Dieser Browser zeichnet keine Bilder.",
  failed: "Dieser Browser konnte das Bild nicht erzeugen.",
};
