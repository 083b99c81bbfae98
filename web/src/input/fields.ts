// Arrows in fields: those that a field needs itself, and those that may lead away from it.

import type { Heading } from "./nearest";

const ALONG: readonly Heading[] = ["ArrowLeft", "ArrowRight"];
const ACROSS: readonly Heading[] = ["ArrowUp", "ArrowDown"];
const ALL: readonly Heading[] = [...ALONG, ...ACROSS];

/** Returns the arrows that a field of one kind needs itself. */
export function ownArrows(field: { tag: string; type?: string; isOpen?: boolean }): readonly Heading[] {
  if (field.isOpen) return ALL;
  switch (field.tag) {
    case "textarea":
      return ALL;
    case "select":
      return ACROSS;
    case "input":
      switch (field.type) {
        case "checkbox":
        case "button":
        case "submit":
        case "reset":
        case "file":
        case "color":
        // Arrows choose among those of a group; the last one lets go.
        case "radio":
          return [];
        // Arrows go over their parts and count.
        case "date":
        case "time":
        case "number":
          return ALL;
        default:
          // Texts and ranges.
          return ALONG;
      }
    default:
      return [];
  }
}

/** Returns true if an arrow may lead away from an element. */
export function letsGo(element: Element | null, heading: Heading): boolean {
  if (!(element instanceof HTMLElement)) return true;
  if (element.isContentEditable || element.closest("[role=grid], .cm-editor")) return false;
  const { type } = element as Partial<HTMLInputElement>;
  const isOpen = element.matches("input:is([aria-expanded=true], [list])");
  return !ownArrows({ tag: element.localName, ...(type && { type }), isOpen }).includes(heading);
}
