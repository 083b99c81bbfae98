// Whether a link is whole: it carries a check of what it tells, which fails for
// nearly everything that was cut or altered on the way. Older links have none.

import { brief } from "../hash";

/** Between the check and the rest: it is in no packed text, and no code begins like that. */
const SEALED = /^([0-9a-z]{1,7})=(.*)$/s;

/** The check of what a link tells. `about`: what else the link says. */
export function checkOf(text: string, about = ""): string {
  return brief(`${about}/${text}`);
}

/** The text of a link with its check. */
export function sealed(text: string, about = ""): string {
  return `${checkOf(text, about)}=${text}`;
}

/** The text of a link, and whether it is what was sealed; a link without a check is believed. */
export function unsealed(link: string, about = ""): { text: string; isWhole: boolean } {
  const [, check, text] = SEALED.exec(link) ?? [];
  if (check === undefined || text === undefined) return { text: link, isWhole: true };
  return { text, isWhole: check === checkOf(text, about) };
}

/** Thrown for a link that is not whole, or says something else than it did. */
export class CutLink extends Error {
  override readonly name = "CutLink";

  constructor(
    message: string,
    /** Opens what can be read of it; nothing, if that is nothing. */
    readonly openRest: (() => Promise<void>) | null = null,
  ) {
    super(message);
  }
}
