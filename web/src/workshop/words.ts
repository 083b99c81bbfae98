// Words of the language: what they stand for, and how they go on. Operators come
// from the engine.

import { SPECIAL_STRINGS } from "./special";

export interface SpecialWord {
  name: string;
  help: string;
}

const OTHERS: readonly SpecialWord[] = [
  { name: "@BigInt", help: "A whole number of any size: @BigInt 12." },
  { name: "@Infinity", help: "Infinity." },
  { name: "@Empty", help: "An empty cell." },
  { name: "@Void", help: "A hole: no cell." },
  { name: "@Slippery", help: "A cell that tiles slide over." },
  { name: "@Literal", help: "What follows is a list, not an expression." },
  { name: "@CalcArray", help: "What follows is an expression, where a list is expected." },
  { name: "@HSLA", help: "A colour: hue, saturation, lightness, opacity." },
  { name: "@RGBA", help: "A colour: red, green, blue, opacity." },
  { name: "@linear-gradient", help: "A gradient: angle, then colours and where they are." },
];

export const WORDS: readonly SpecialWord[] = [...SPECIAL_STRINGS, ...OTHERS];
