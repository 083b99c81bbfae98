// What modes and modifiers are about, in the language of the page: the engine has it in English. These
// texts are many: they are fetched with what shows them.

import { beyondEnglish } from "./area";
import { inEnglish } from "./language";
import { spoken } from "./spoken";

const FILES = {
  abouts: { de: () => import("./abouts/de.json"), es: () => import("./abouts/es.json") },
  modifiers: { de: () => import("./modifiers/de.json"), es: () => import("./modifiers/es.json") },
} as const;

/** The texts of a modifier. */
export interface ModifierTexts {
  label: string;
  help: string;
}

type Translations<T> = Readonly<Record<string, T>>;

/** A text, with the attribute of the element around it where it is in another language. */
export interface Said {
  text: string;
  lang: { lang?: "en" };
}

/** Returns what modes are about by their names, as far as there is a translation. */
export async function abouts(): Promise<Translations<string>> {
  return spoken.tag === "en" ? {} : (await FILES.abouts[spoken.tag]()).default;
}

/** Returns the texts of modifiers by their names, as far as there is a translation. */
export async function modifierTexts(): Promise<Translations<ModifierTexts>> {
  return spoken.tag === "en" ? {} : (await FILES.modifiers[spoken.tag]()).default;
}

/** Returns a text in the language of the page if there is a translation, otherwise the English one. */
export const saidOf = (translated: string | undefined, english: string): Said =>
  translated === undefined ? { text: english, lang: inEnglish() } : { text: translated, lang: {} };

/** Returns the name of a family of modes. */
export function familyOf(name: string): Said {
  const known = beyondEnglish("families")[name];
  return saidOf(typeof known === "string" ? known : undefined, name);
}
