// All texts in German.

export { about } from "./de/about";
export { advice } from "./de/advice";
export { archive } from "./de/archive";
export { bring } from "./de/bring";
export { days } from "./de/days";
export { engine } from "./de/engine";
export { game } from "./de/game";
export { games } from "./de/games";
export { keys } from "./de/keys";
export { links } from "./de/links";
export { mode } from "./de/mode";
export { modes } from "./de/modes";
export { newgame } from "./de/newgame";
export { page } from "./de/page";
export { picture } from "./de/picture";
export { play } from "./de/play";
export { position } from "./de/position";
export { replay } from "./de/replay";
export { scores } from "./de/scores";
export { settings } from "./de/settings";
export { setup } from "./de/setup";
export { share } from "./de/share";
export { site } from "./de/site";
export { stale } from "./de/stale";
export { statistics } from "./de/statistics";
export { unknown } from "./de/unknown";
