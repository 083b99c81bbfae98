// Pages of a single mode have its words as its author wrote them: in place of src/texts/translations.ts.

import { inEnglish } from "../texts/language";
import type { Said } from "../texts/translations";

export async function abouts(): Promise<Readonly<Record<string, string>>> {
  return {};
}

export const saidOf = (_: string | undefined, english: string): Said => ({
  text: english,
  lang: inEnglish(),
});
