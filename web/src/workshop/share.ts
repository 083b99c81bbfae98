// Mode files in the address.

import { decode } from "../address";
import { packedText } from "../engine/packed";
import { sealed } from "../engine/whole";

/** The fragment of the address that holds a file. */
export async function addressOf(text: string): Promise<string> {
  return `#/file/${sealed(await packedText(text))}`;
}

/** Returns the request of a fragment: a file that is in it, or a built-in mode. */
export function asked(fragment: string): { packed: string } | { mode: string } | null {
  const [, kind, argument] = /^#\/(file|mode)\/(.+)$/.exec(fragment) ?? [];
  if (!argument) return null;
  return kind === "file" ? { packed: argument } : { mode: decode(argument) };
}
