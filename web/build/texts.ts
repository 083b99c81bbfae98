// The texts of the site: src/texts has a file for each language, with all areas. The module
// "virtual:texts/AREA" is an area in English, registered; "virtual:language/TAG" are all areas of
// another language but those that only one page has, "virtual:language/TAG/AREA" is one of these.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { TAGS, type Tag } from "../src/texts/spoken.ts";
import { codeOf, type Message, PLACE, placesOf } from "./message.ts";

const FOLDER = resolve(import.meta.dirname, "../src/texts");
/** The scripts that the modules need. */
const [AREA, NUMBERS] = ["area.ts", "numbers.ts"].map((name) => JSON.stringify(resolve(FOLDER, name)));
/** The areas of a page of its own, which fetches them. */
const APART = ["workshop"];

type Table = Record<string, Message>;

/** The areas of a language. */
export type Language = Record<string, Table>;

export type Languages = Readonly<Record<Tag, Language>>;

const fileOf = (tag: string) => resolve(FOLDER, `${tag}.json`);

/** Reads the files of all languages. */
export function readLanguages(): Languages {
  const read = (tag: Tag) => [tag, JSON.parse(readFileSync(fileOf(tag), "utf8")) as Language];
  return Object.fromEntries(TAGS.map(read)) as Languages;
}

/** Reads the words for what the engine has in English, in another language. */
export function readEngine(tag: Tag): Language {
  return JSON.parse(readFileSync(resolve(FOLDER, `engine/${tag}.json`), "utf8")) as Language;
}

/** Names of notes for translators, which stand before the text that they are about, in English alone. */
const isNote = (name: string) => name.startsWith("@");

/** Returns an area without its notes. */
export function withoutNotes(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !isNote(name)));
}

// What is wrong with the files

/** Returns the places of a message, values first, as other languages must have them. */
function shapeOf(message: Message): string {
  if (typeof message !== "string") return `${message.length} texts`;
  const values = [...message.matchAll(PLACE)].map(
    ([, name, one]) => `{${name}${one === undefined ? "" : ", plural"}}`,
  );
  const elements = [...message.matchAll(/<\w+\/>/g)].map(([sign]) => sign);
  const all = [...new Set([...values, ...elements])].sort();
  return all.length > 0 ? all.join(" ") : "no places";
}

/** Returns the fault of one message; "" if it has none. */
function faultOf(message: unknown): string {
  const texts = Array.isArray(message) ? message : [message];
  if (texts.length === 0 || !texts.every((text) => typeof text === "string" && /\S/.test(text)))
    return "is no text";
  const rest = texts.join(" ").replaceAll(PLACE, "");
  if (/[{}]/.test(rest)) return "has a place that is neither {name} nor {name, plural, one {…} other {…}}";
  return "";
}

/** Compares the names of two objects. */
function* missing(where: string, own: object, english: object, tag: string): Generator<string> {
  for (const name of Object.keys(english)) if (!(name in own)) yield `${tag}: ${where}${name} is missing`;
  for (const name of Object.keys(own))
    if (!(name in english)) yield `${tag}: ${where}${name} is not in English`;
}

function* faultsIn(tag: Tag, language: Language, english: Language): Generator<string> {
  yield* missing("", language, english, tag);
  for (const [area, table] of Object.entries(language)) {
    const own = english[area] ?? {};
    const texts = tag === "en" ? withoutNotes(table) : table;
    yield* missing(`${area}.`, texts, withoutNotes(own), tag);
    for (const [name, message] of Object.entries(texts)) {
      const fault = faultOf(message);
      const shape = own[name] === undefined || fault ? "" : shapeOf(own[name]);
      if (fault) yield `${tag}: ${area}.${name} ${fault}`;
      else if (shape && shapeOf(message) !== shape)
        yield `${tag}: ${area}.${name} has ${shapeOf(message)}, in English ${shape}`;
    }
    for (const name of Object.keys(table).filter(isNote))
      if (!(name.slice(1) in texts)) yield `${tag}: ${area}.${name} is a note about no text`;
  }
}

/** Returns all that is wrong with the texts, each with its language and name. */
export function faultsOf(languages: Languages): string[] {
  return TAGS.flatMap((tag) => [...faultsIn(tag, languages[tag], languages.en)]);
}

// Types

/** Returns the type of a text as the page uses it. */
function typeOf(message: Message): string {
  if (typeof message !== "string") return "readonly string[]";
  const counted = new Set(
    [...message.matchAll(PLACE)].filter(([, , one]) => one !== undefined).map(([, name]) => name),
  );
  const [first, ...more] = placesOf(message).map(
    (name) => `${name}: ${counted.has(name) ? "number" : "string | number"}`,
  );
  if (first === undefined) return "string";
  return more.length === 0
    ? `(${first}) => string`
    : `(values: { ${[first, ...more].join("; ")} }) => string`;
}

/** Returns the declarations of the modules, for TypeScript: src/texts/virtual.d.ts. */
export function declarations(english: Language): string {
  const areas = Object.entries(english).map(([area, table]) => {
    const texts = Object.entries(withoutNotes(table)).map(
      ([name, message]) => `    ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${typeOf(message)};`,
    );
    return `declare module "virtual:texts/${area}" {\n  export const ${area}: Readonly<{\n${texts.join("\n")}\n  }>;\n}\n`;
  });
  const others = `declare module "virtual:language/*" {\n  const areas: import("./area").Areas;\n  export default areas;\n}\n`;
  return `// Written from en.json: APPROVE=1 npx vitest run tests/unit/texts.test.ts\n\n${[...areas, others].join("\n")}`;
}

// The plugin

/** Returns the code of an area. */
function tableOf(table: Table): string {
  const texts = Object.entries(withoutNotes(table));
  return `{\n${texts.map(([name, message]) => `${JSON.stringify(name)}: ${codeOf(message)},\n`).join("")}}`;
}

/** Returns the code of a module; `null` if it is none of these. Languages have the areas of `only` alone, if given. */
function moduleOf(id: string, only?: ReadonlySet<string>): { code: string; tag: Tag } | null {
  const [, kind, name = "", area] = /^\0virtual:(texts|language)\/(\w+)(?:\/(\w+))?$/.exec(id) ?? [];
  if (!kind) return null;
  const languages = readLanguages();
  const faults = faultsOf(languages);
  if (faults.length > 0) throw new Error(`src/texts:\n${faults.join("\n")}`);
  const needed = `import { plural } from ${NUMBERS};\n`;
  if (kind === "texts") {
    const texts = tableOf(languages.en[name] ?? {});
    const code = `import { area } from ${AREA};\n${needed}export const ${name} = area("${name}", ${texts});`;
    return { code, tag: "en" };
  }
  const tag = name as Tag;
  const wanted = Object.entries(languages[tag]).filter(([own]) =>
    area ? own === area : !APART.includes(own) && (only?.has(own) ?? true),
  );
  // Of these the engine has the English words.
  const engine = area ? [] : Object.entries(readEngine(tag)).filter(([own]) => only?.has(own) ?? true);
  const all = [...wanted, ...engine];
  const tables = all.map(([own, table]) => `${own}: ${tableOf(table)},\n`).join("");
  return { code: `${needed}export default {\n${tables}};`, tag };
}

/** With `only`, a page has the texts of these areas alone. */
export function texts(only?: ReadonlySet<string>): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (/^virtual:(texts|language)\//.test(id) ? `\0${id}` : null),
    load(id) {
      const found = moduleOf(id, only);
      if (!found) return null;
      const [, area = ""] = /^\0virtual:texts\/(\w+)$/.exec(id) ?? [];
      if (area && only && !only.has(area)) this.error(`the area ${area} is not among those of the page`);
      this.addWatchFile(fileOf(found.tag));
      return found.code;
    },
  };
}
