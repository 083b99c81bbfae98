// What the site says, in the language that was chosen. Every part of the site has
// a table of its own with its texts in English (an area), which comes with the
// part's script. Another language is one table of all areas, fetched when it is
// chosen (language.ts); its texts take the place of the English ones.

/** The languages of the site, as the attribute `lang` has them. */
export const TAGS = ["en", "de", "es"] as const;

export type Tag = (typeof TAGS)[number];

/** A text, or what makes one of what is known later: a number, a name. */
// biome-ignore lint/suspicious/noExplicitAny: every text says itself what it is made of.
export type Text = string | ((...known: any[]) => string);

/** Texts by their names. */
export type Area = Record<string, Text>;

/** Areas by their names. */
export type Areas = Readonly<Record<string, Area>>;

/** Whatever takes the place of an area in another language. */
export type Translated<A extends Area> = {
  [Name in keyof A]: A[Name] extends (...known: infer Known) => string ? (...known: Known) => string : string;
};

/** The present language, as the attribute `lang` has it, its texts, and the areas that have them. */
export const spoken = { tag: "en" as Tag, texts: {} as Areas, areas: new Map<string, Area>() };

/** Registers the English texts of a part of the site. Texts are read when they are shown, never before. */
export function area<A extends Area>(name: string, english: A): Translated<A> {
  const texts: Area = { ...english, ...spoken.texts[name] };
  spoken.areas.set(name, texts);
  return texts as Translated<A>;
}
