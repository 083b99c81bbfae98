// Texts of games that begin with a position.

import { area } from "../area";

export const position = area("position", {
  byHand: "A position set up by hand",
  none: "This link holds no position.",
});
