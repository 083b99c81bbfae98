// Texts of codes and links to share.

import { area } from "../area";

export const share = area("share", {
  modeLink: "Link to the mode",
  modeLinkAbout: "Opens this mode in any browser.",
  gameLink: "Link to this game",
  gameLinkAbout: "Opens the game as it stands.",
  gameCode: "Game code",
  gameCodeAbout: "The game as it stands. The original site reads it, too.",
  modeCode: "Mode code",
  modeCodeAbout: "The rules without a game.",
  replayCode: "Replay code",
  replayCodeAbout: "Every move of the game, to be watched.",
  picture: "Picture",
  pictureAbout: "The board with its score, as a PNG file.",
  save: "Save",
  tooLong: "This link is long, and some programs cut it. A code that is saved as a file is not cut.",
  saveFile: "Save as a file",
});
