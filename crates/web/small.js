// The engine that only shows and plays a game of a raw mode, in Node: nothing is to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./small/small.js";

initSync({ module: readFileSync(new URL("./small/small_bg.wasm", import.meta.url)) });

export * from "./small/small.js";
export { default } from "./small/small.js";
