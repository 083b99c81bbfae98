// What the site says, in the language that was chosen. Every part of the site has an
// area of texts, which comes in English with the part's script (build/texts.ts).
// Another language is one script of all areas, fetched when it is chosen
// (language.ts); its texts take the place of the English ones.

import { spoken } from "./spoken";

/** A text, texts in an order, or what makes a text of values. */
export type Text = string | readonly string[] | ((values: never) => string);

/** Texts by their names. */
export type Area = Readonly<Record<string, Text>>;

/** Areas by their names. */
export type Areas = Readonly<Record<string, Area>>;

/** The areas that are in use, and the texts of the language that is spoken. */
const areas = new Map<string, Area>();
let translated: Areas = {};

/** Registers the English texts of a part of the site. Texts are read when they are shown, never before. */
export function area(name: string, english: Area): Area {
  const texts = { ...english, ...translated[name] };
  areas.set(name, texts);
  return texts;
}

/** The texts of an area that English has not, since others have the words there. */
export const beyondEnglish = (name: string): Area => translated[name] ?? {};

/** From now on all areas have these texts. */
export function speak(tag: typeof spoken.tag, all: Areas): void {
  spoken.tag = tag;
  translated = all;
  for (const [name, texts] of areas) Object.assign(texts, all[name]);
}
