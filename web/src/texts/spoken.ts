// The language of the page.

/** The languages of the site, as the attribute `lang` has them. */
export const TAGS = ["en", "de", "es"] as const;

export type Tag = (typeof TAGS)[number];

/** A language beside English. */
export type Other = Exclude<Tag, "en">;

/** The present language. */
export const spoken = { tag: "en" as Tag };
