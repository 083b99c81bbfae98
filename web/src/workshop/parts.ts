// What the workshop has beside the editor: a script of its own, fetched after
// the first frame.

export { Changes } from "./changes";
export { Console } from "./console";
export { Play } from "./play";
export { another, asProblems, play } from "./played";
export { toolsOf } from "./tools";
export { TrialOf } from "./trial";
export { Why } from "./why";
