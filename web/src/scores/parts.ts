// All that is shown of scores: one script, fetched when it is asked for.

import styles from "../style/scores.css?inline";
import { addStyles } from "../views/fetched";

export { ScoresView } from "./boards";
export { Contest } from "./contest";
export { DailyView, DayCard } from "./daily";
export { HandIn } from "./handin";
export { handoutOfGame } from "./handout";
export { dateOfGame } from "./marks";
export { PlayerView } from "./me";
export { sendWaiting } from "./queue";
export { ScoreView } from "./watch";

addStyles(styles);
