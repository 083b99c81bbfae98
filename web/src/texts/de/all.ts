// All texts in German.

export { about } from "./about";
export { advice } from "./advice";
export { archive } from "./archive";
export { bring } from "./bring";
export { engine } from "./engine";
export { game } from "./game";
export { games } from "./games";
export { keys } from "./keys";
export { links } from "./links";
export { mode } from "./mode";
export { modes } from "./modes";
export { newgame } from "./newgame";
export { page } from "./page";
export { picture } from "./picture";
export { play } from "./play";
export { position } from "./position";
export { replay } from "./replay";
export { scores } from "./scores";
export { settings } from "./settings";
export { setup } from "./setup";
export { share } from "./share";
export { site } from "./site";
export { statistics } from "./statistics";
