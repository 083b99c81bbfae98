// The module "virtual:recipes": the modes of the cookbook, each a mode file with the headline
// that stands above it.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:recipes";
const COOKBOOK = resolve(import.meta.dirname, "../../docs/cookbook.md");

/** The recipes that are whole files: the first of each section, unless it extends another file. */
export function recipes(): { name: string; text: string }[] {
  const sections = readFileSync(COOKBOOK, "utf8").split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [, name] = /^(.*)$/m.exec(section) ?? [];
    const [, text] = /^```jsonc\n(.*?)^```$/ms.exec(section) ?? [];
    return name && text && !text.includes('"extends"') ? [{ name, text }] : [];
  });
}

export function cookbook(): Plugin {
  return {
    name: "cookbook",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(recipes())}` : null),
  };
}
