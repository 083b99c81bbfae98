// What the site says, in the language that was chosen. Every part of the site has an
// area of texts, which comes in English with the part's script (build/texts.ts).
// Another language is one script of all areas, fetched when it is chosen
// (language.ts); its texts take the place of the English ones.

import { type Message, type Text, textOf } from "./message";
import { spoken } from "./spoken";

/** Messages by their names. */
export type Messages = Readonly<Record<string, Message>>;

/** Areas by their names. */
export type Areas = Readonly<Record<string, Messages>>;

/** The areas that are in use, and the messages of the language that is spoken. */
const areas = new Map<string, Record<string, Text>>();
let translated: Areas = {};

function fill(texts: Record<string, Text>, messages: Messages = {}): void {
  for (const [name, message] of Object.entries(messages)) texts[name] = textOf(message);
}

/** Registers the English texts of a part of the site. Texts are read when they are shown, never before. */
export function area(name: string, english: Messages): Readonly<Record<string, Text>> {
  const texts = {};
  fill(texts, { ...english, ...translated[name] });
  areas.set(name, texts);
  return texts;
}

/** From now on all areas have these texts. */
export function speak(tag: typeof spoken.tag, messages: Areas): void {
  spoken.tag = tag;
  translated = messages;
  for (const [name, texts] of areas) fill(texts, messages[name]);
}
