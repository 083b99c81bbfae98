// The language of the whole page.

import { type Areas, spoken, type Tag } from "./area";
import { wanted } from "./wanted";

/** The texts of the languages beside English. */
const TABLES: Readonly<Record<Other, () => Promise<typeof import("./en")>>> = {
  de: () => import("./de"),
  es: () => import("./es"),
};

/** Milliseconds after which it is English, until the page is loaded anew. */
const TIMEOUT = 5000;

/** From now on all areas have the texts of this table. */
export function speak(tag: Tag, texts: Areas): void {
  spoken.tag = tag;
  spoken.texts = texts;
  for (const [name, texts] of spoken.areas) Object.assign(texts, spoken.texts[name]);
  document.documentElement.lang = tag;
}

/** A language beside English. */
type Other = Exclude<Tag, "en">;

/**
 * Settled once all texts are in the language that is wanted; `null` if that is English, which is
 * there. A page with areas that others don't have brings them.
 */
export function settled(own?: (tag: Other) => Promise<Areas>): Promise<void> | null {
  const tag = wanted();
  return tag === "en" ? null : fetched(tag, own);
}

async function fetched(tag: Other, own?: (tag: Other) => Promise<Areas>): Promise<void> {
  const tables = Promise.all([TABLES[tag](), own?.(tag)]);
  const late = new Promise<null>((done) => setTimeout(() => done(null), TIMEOUT));
  // Without a connection it is English.
  const texts = await Promise.race([tables, late]).catch(() => null);
  if (texts) speak(tag, { ...texts[0], ...texts[1] });
}

/** Returns the attributes of an element whose text comes from the engine, which speaks English alone. */
export function inEnglish(): { lang?: "en" } {
  return spoken.tag === "en" ? {} : { lang: "en" };
}

// Days and times.

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format, made once: that takes its time. It follows the habits of the player's country, where these are known. */
function formatOf(name: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = navigator.languages.find((tag) => tag.startsWith(spoken.tag)) ?? spoken.tag;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(tag, style);
  formats.set(name, format);
  return format;
}

export const dayOf = (time: number): string => formatOf("day", { dateStyle: "medium" }).format(time);

export const timeOf = (time: number): string =>
  formatOf("time", { dateStyle: "medium", timeStyle: "short" }).format(time);
