// Texts with links, keys or other elements in the middle, whose place depends on the language.

import type { ComponentChildren } from "preact";

/** The text with the signs of elements, `Read <rules/> first.`, replaced by the elements of these names. */
export function filled(text: string, elements: Readonly<Record<string, ComponentChildren>>) {
  return text.split(/<(\w+)\/>/).map((part, at) => (at % 2 ? elements[part] : part));
}
