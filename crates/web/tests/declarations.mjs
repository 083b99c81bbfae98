// The package's type declarations, as data for tests.
import { readFileSync } from "node:fs";

/** Parameters: the name, the type, and a flag for optional ones. */
function parameters(list) {
  const parts = list.split(/,(?![^{<(]*[}>)])/).map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      const [, name, optional, type] = /^(\w+)(\??): ([^]*)$/.exec(part);
      return { name, optional: optional === "?", type };
    });
}

/** Declarations of the page's loader, which are not the engine's. */
const loader = ["init", "initSync", "start", "restart"];

/** The declarations of a module in a folder: of `pkg`, the package, of `author`, which has more, or of `small`. */
export function declarationsOf(folder, module = "polymerge") {
  const file = new URL(`../${folder}/${module}.d.ts`, import.meta.url);
  const text = readFileSync(file, "utf8").replace(/\/\*[^]*?\*\//g, "");

  /** Functions: name, parameters, type. */
  const functions = [...text.matchAll(/^export function (\w+)\(([^]*?)\): ([^;]+);/gm)]
    .map(([, name, list, type]) => ({ name, parameters: parameters(list), type }))
    .filter(({ name }) => !loader.includes(name));

  /** Classes: the name, a flag for a public constructor, and the members. */
  const classes = [...text.matchAll(/^export class (\w+) \{\n([^]*?)^\}/gm)].map(([, name, body]) => {
    const methods = [...body.matchAll(/^ +(static )?(\w+)\(([^\n]*?)\): (\{[^}\n]*\}|[^;]+);/gm)].map(([, fixed, name, list, type]) => ({
      name,
      isStatic: fixed !== undefined,
      parameters: parameters(list),
      type,
    }));
    const getters = [...body.matchAll(/^ +readonly (\w+): ([^;]+);/gm)].map(([, name, type]) => ({ name, type }));
    const constructor = /^ +constructor\(([^]*?)\);/m.exec(body);
    return { name, methods, getters, constructor: constructor && parameters(constructor[1]) };
  });

  /** Interfaces: the types of their members, by name. */
  const interfaces = new Map(
    [...text.matchAll(/^export interface (\w+)(?: extends (\w+))? \{\n([^]*?)^\}/gm)].map(([, name, base, body]) => {
      const members = [...body.matchAll(/^ +(?:readonly )?(\w+)(\??): ([^;]+);/gm)];
      return [name, { base, members: members.map(([, name, optional, type]) => ({ name, optional: optional === "?", type })) }];
    }),
  );

  /** Types that stand for others. */
  const aliases = new Map([...text.matchAll(/^export type (\w+) = ([^]*?);$/gm)].map(([, name, type]) => [name, type]));

  /** The members of an interface and of those that it extends. */
  function membersOf(name) {
    const { base, members } = interfaces.get(name);
    return base === undefined ? members : [...membersOf(base), ...members];
  }
  return { functions, classes, interfaces, aliases, membersOf };
}

export const { functions, classes, interfaces, aliases, membersOf } = declarationsOf("pkg");
