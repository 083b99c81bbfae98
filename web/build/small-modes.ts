// The module "virtual:small-modes": the folder with the files of each numbered mode, from which the
// small engine plays a game before the whole engine is there (src/game/small.ts). They differ in
// their openings alone, so that not all first visits begin with the same few.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { FILES, nameOf } from "../src/game/openingfile.ts";
import type { Placeholder } from "../src/game/placeholder.ts";
import type { SmallFile } from "../src/game/small.ts";
import { openingsOf } from "./openings.ts";
import { placeholders } from "./placeholders.ts";

const ID = "virtual:small-modes";
/** The folder where nothing is built: a server makes its files. */
const SERVED = "small-modes";

/** Makes the texts of the files, by their names. */
export type SmallModes = Map<string, () => string>;

export async function smallModes(): Promise<SmallModes> {
  const { Game, Mode } = await import("polymerge");
  const numbered = (await placeholders()).filter(({ number }) => number !== undefined);
  const places = Array.from({ length: FILES }, (_, place) => place);
  return new Map(
    numbered.flatMap((placeholder) =>
      places.map((place) => [nameOf(placeholder.name, place), () => textOf(placeholder, place)] as const),
    ),
  );

  function textOf(placeholder: Placeholder, place: number): string {
    const mode = Mode.builtIn(placeholder.name);
    const openings = openingsOf(Game, mode, placeholder, place);
    const { interval } = mode;
    const file: SmallFile = {
      ...placeholder,
      ...(interval !== undefined && { interval }),
      raw: mode.toRaw(),
      ...(openings && { openings }),
    };
    mode.free();
    return JSON.stringify(file);
  }
}

const moduleOf = (folder: string) => `export default ${JSON.stringify(folder)}`;

export function smallModeFiles(): Plugin {
  let isBuild = false;
  let making: Promise<SmallModes> | null = null;
  const made = () => (making ??= smallModes());
  return {
    name: "small-modes",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${SERVED}`, (request, response, next) => {
        made().then((files) => {
          const make = files.get((request.url ?? "").replace(/^\//, ""));
          if (make === undefined) return next();
          response.setHeader("content-type", "application/json").end(make());
        }, next);
      });
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      if (!isBuild) return moduleOf(SERVED);
      const files = await made();
      // One name for all of them: each one's own would make the page longer.
      const hash = createHash("sha256");
      const texts = [...files].map(([name, make]) => [name, make()] as const);
      for (const [, text] of texts) hash.update(text);
      const folder = `${SERVED}-${hash.digest("hex").slice(0, 8)}`;
      for (const [name, source] of texts)
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
      return moduleOf(folder);
    },
  };
}
