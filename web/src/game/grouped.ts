// One format of numbers everywhere: 2,048.

/** A text with its whole numbers in groups of three digits, if it is a number of four digits or more. */
export function grouped(text: string): string {
  return /^-?\d{4,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}
