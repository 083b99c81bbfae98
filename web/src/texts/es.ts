// All texts in Spanish.

export { about } from "./es/about";
export { advice } from "./es/advice";
export { archive } from "./es/archive";
export { bring } from "./es/bring";
export { days } from "./es/days";
export { engine } from "./es/engine";
export { game } from "./es/game";
export { games } from "./es/games";
export { keys } from "./es/keys";
export { links } from "./es/links";
export { mode } from "./es/mode";
export { modes } from "./es/modes";
export { newgame } from "./es/newgame";
export { page } from "./es/page";
export { picture } from "./es/picture";
export { play } from "./es/play";
export { position } from "./es/position";
export { replay } from "./es/replay";
export { scores } from "./es/scores";
export { settings } from "./es/settings";
export { setup } from "./es/setup";
export { share } from "./es/share";
export { site } from "./es/site";
export { stale } from "./es/stale";
export { statistics } from "./es/statistics";
export { unknown } from "./es/unknown";
