// Messages: texts with places for values that are known later. Their form is a part of
// ICU's, which translators and their tools know. The build makes functions of them.

/** A text as a file of a language has it, or texts in an order. */
export type Message = string | readonly string[];

/** A place: `{name}`, or `{name, plural, one {# move} other {# moves}}`, where `#` is the number. */
export const PLACE = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g;

/** Returns the names of the places of a message, each once, in their order. */
export function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(PLACE)].map(([, name = ""]) => name))];
}

/** Returns a text as it stands in a template of JavaScript. */
const escaped = (text: string) => text.replace(/[\\`]|\$\{/g, "\\$&");

/**
 * Returns the code of a message as the page uses it: a text, or a function that puts values into the
 * places. One place takes its value, several take them by names.
 */
export function codeOf(message: Message): string {
  const names = typeof message === "string" ? placesOf(message) : [];
  if (typeof message !== "string" || names.length === 0) return JSON.stringify(message);
  let [code, end] = ["", 0];
  for (const { 0: place, 1: name = "", 2: one, 3: other, index } of message.matchAll(PLACE)) {
    const value = one === undefined ? name : `plural(${[name, JSON.stringify(one), JSON.stringify(other)]})`;
    code += `${escaped(message.slice(end, index))}\${${value}}`;
    end = index + place.length;
  }
  const taken = names.length === 1 ? names : [`{ ${names.join(", ")} }`];
  return `(${taken}) => \`${code}${escaped(message.slice(end))}\``;
}
