// Messages: texts with places for values that are known later. Their form is a part of
// ICU's, which translators and their tools know.

import { shown } from "./numbers.ts";

/** A value for a place in a message. */
export type Value = string | number;

/** A text as a table of a language has it, or texts in an order. */
export type Message = string | readonly string[];

/** A place: `{name}`, or `{name, plural, one {# move} other {# moves}}`, where `#` is the number. */
export const PLACE = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g;

/** Returns the names of the places of a message, each once, in their order. */
export function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(PLACE)].map(([, name = ""]) => name))];
}

/** Puts values into the places of a message. */
export function formatted(message: string, values: Readonly<Record<string, Value>>): string {
  return message.replaceAll(PLACE, (place, name: string, one?: string, other?: string) => {
    const value = values[name] ?? place;
    if (one === undefined || other === undefined) return `${value}`;
    return (value === 1 ? one : other).replace("#", shown(Number(value)));
  });
}

/** Texts as the page uses them: those with places are functions. */
export type Text = Message | ((values: never) => string);

/** Returns a message as the page uses it. One with a single place takes its value, others take values by names. */
export function textOf(message: Message): Text {
  if (typeof message !== "string") return message;
  const [name, ...more] = placesOf(message);
  if (name === undefined) return message;
  if (more.length > 0) return (values: Record<string, Value>) => formatted(message, values);
  return (value: Value) => formatted(message, { [name]: value });
}
