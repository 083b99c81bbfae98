// What tells modes apart in a list: size, length, difficulty. Which mode has which
// tags stands in the catalogue.

import { modes as texts } from "virtual:texts/modes";
import type { ModeInfo } from "./types";

export type Tag = "short" | "long" | "easy" | "hard" | "hex" | "timer" | "large";

/** Returns the meaning of a tag, for those who point at it. */
export const meaningOf = (tag: Tag): string => texts[`${tag}About`];

/** The size of a grid as it is searched for. */
export const sizeOf = ({ width, height }: Pick<ModeInfo, "width" | "height">) => `${width}x${height}`;
