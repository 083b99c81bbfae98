// The module "virtual:first-mode", which holds the looks of the first mode.

import type { Plugin } from "vite";
import { looksOfFirstMode } from "./looks.ts";

const ID = "virtual:first-mode";

async function source(): Promise<string> {
  return `export default ${JSON.stringify(await looksOfFirstMode())}`;
}

export function firstMode(): Plugin {
  return {
    name: "first-mode",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? source() : null),
  };
}
