// The list of modes and the page of each: one script, fetched when it is asked for.

export { ModeView } from "./mode";
export { ModesView } from "./modes";
