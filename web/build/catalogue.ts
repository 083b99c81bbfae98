// All built-in modes, as the engine's package lists them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CatalogueEntry } from "../src/engine/catalogue.ts";

export function catalogue(): CatalogueEntry[] {
  const file = createRequire(import.meta.url).resolve("polymerge/catalogue.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { modes: CatalogueEntry[] }).modes;
}
