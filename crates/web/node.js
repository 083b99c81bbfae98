// In Node the module is read from beside this file: nothing is to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./pkg/polymerge.js";

initSync({ module: readFileSync(new URL("./pkg/polymerge_bg.wasm", import.meta.url)) });

export * from "./pkg/polymerge.js";
export { default } from "./pkg/polymerge.js";
