// The engine for programs that only play, in Node: nothing is to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./bots/polymerge.js";

initSync({ module: readFileSync(new URL("./bots/polymerge_bg.wasm", import.meta.url)) });

export * from "./bots/polymerge.js";
export { default } from "./bots/polymerge.js";
