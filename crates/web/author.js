// The engine with what an editor of mode files needs, in Node: nothing is to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./author/polymerge.js";

initSync({ module: readFileSync(new URL("./author/polymerge_bg.wasm", import.meta.url)) });

export * from "./author/polymerge.js";
export { default } from "./author/polymerge.js";
