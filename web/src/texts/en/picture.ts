// Texts of pictures of games.

import { area } from "../area";

export const picture = area("picture", {
  bestTile: (tile: string) => `best tile ${tile}`,
  won: (result: string) => `Won: ${result}`,
  tooLarge: "There is no picture of this game: its board is too large.",
  noPictures: "This browser draws no pictures.",
  failed: "This browser could not make the picture.",
});
