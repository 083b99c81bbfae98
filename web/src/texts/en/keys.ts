// Texts of the help for keys.

import { area } from "../area";

export const keys = area("keys", {
  undo: "Undo",
  redo: "Redo",
  new: "New game",
  again: "Same game from its start",
  continue: "Play on after a win",
  hint: "Hint",
  auto: "Autoplay",
  modes: "All modes",
  help: "Keys",
  swipes:
    "On a touch screen or with the mouse, swipe over the board in any direction. Where two directions lie behind one another, two fingers mean the farther one.",
  clicks:
    "Tiles can be clicked: by mouse or finger, or with Tab to the board, arrows to a tile, and Enter. Escape gives the arrows back to the game.",
});
