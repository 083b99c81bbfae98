// Parts of the page that nothing waits for at its first frame, as one script.

import merges from "../style/merges.css?inline";
import outcome from "../style/outcome.css?inline";
import { addStyles } from "./fetched";

export { examplesIn } from "../game/merges";
export { Explained, watchDiscoveries } from "./discovery";
export { Elsewhere } from "./elsewhere";
export { MergeExamples } from "./examples";
export { Outcome } from "./outcome";
export { Panels } from "./panels";

addStyles(merges, outcome);
