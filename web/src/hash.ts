// A short name for a long text.

const PRIME = 16777619;

/** FNV-1a of the code units, from a basis. */
function hash(text: string, basis: number): number {
  let sum = basis;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), PRIME);
  return sum >>> 0;
}

/** Some letters and digits by which a text is known from others much like it. */
export function brief(text: string): string {
  return hash(text, 2166136261).toString(36);
}

/** Letters and digits that two texts hardly ever share. */
export function shortName(text: string): string {
  return [2166136261, 84696351].map((basis) => hash(text, basis).toString(36)).join("");
}
