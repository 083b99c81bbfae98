// Lists of modes and of games, the page of each mode, and what the front page shows of them: one
// script with its styles, fetched when one of these is asked for.

import front from "../style/front.css?inline";
import modes from "../style/modes.css?inline";
import { addStyles } from "./fetched";

export { Discover } from "./discover";
export { GamesView } from "./games";
export { LeftGame } from "./left";
export { ModeView } from "./mode";
export { ModesView } from "./modes";

addStyles(modes, front);
