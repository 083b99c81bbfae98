// Texts of the page on which a game is watched.

import { area } from "../area";

export const replay = area("replay", {
  title: "Replay",
  titleOf: (title: string) => `Replay of ${title}`,
  gone: "This replay is no longer here. Import its code again.",
  board: "Board",
  move: "Move",
  where: (move: number, last: number, score: string) => `Move ${move} of ${last}, score ${score}`,
  after: (move: string, last: string, time: string) => `Move ${move} of ${last}, after ${time}`,
  back: "Back",
  pause: "Pause",
  play: "Play",
  step: "Step",
  speed: "Speed",
  keys: "Keys: Space plays and pauses, left and right go a step, Home and End to the ends, up and down change the speed.",
  linkCopied: "The link is copied.",
  backToGame: "Back to the game",
  playOn: "Play on from here",
  copyLink: "Copy a link",
});
