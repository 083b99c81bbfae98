// All texts in English. Nothing of the page has this script: each part has its own area.

export { about } from "./en/about";
export { advice } from "./en/advice";
export { archive } from "./en/archive";
export { bring } from "./en/bring";
export { days } from "./en/days";
export { engine } from "./en/engine";
export { game } from "./en/game";
export { games } from "./en/games";
export { keys } from "./en/keys";
export { links } from "./en/links";
export { mode } from "./en/mode";
export { modes } from "./en/modes";
export { newgame } from "./en/newgame";
export { page } from "./en/page";
export { picture } from "./en/picture";
export { play } from "./en/play";
export { position } from "./en/position";
export { replay } from "./en/replay";
export { scores } from "./en/scores";
export { settings } from "./en/settings";
export { setup } from "./en/setup";
export { share } from "./en/share";
export { site } from "./en/site";
export { stale } from "./en/stale";
export { statistics } from "./en/statistics";
export { unknown } from "./en/unknown";
