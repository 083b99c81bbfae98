// Mode files to begin with: their names, and what each of them teaches.

import drawn from "virtual:templates";
import { workshop } from "virtual:texts/workshop";

export interface Template {
  name: string;
  teaches: string;
  text: string;
  /** An SVG picture of a game of it. */
  picture: string;
}

/** The templates, from what is simple to what is not. */
export function allTemplates(): Template[] {
  const rows: readonly [file: string, name: string, teaches: string][] = [
    ["doubles", workshop.doubles, workshop.doublesTeaches],
    ["threes", workshop.threes, workshop.threesTeaches],
    ["neighbours", workshop.neighbours, workshop.neighboursTeaches],
    ["walls", workshop.walls, workshop.wallsTeaches],
    ["colours", workshop.colours, workshop.coloursTeaches],
    ["script", workshop.script, workshop.scriptTeaches],
  ];
  return rows.flatMap(([file, name, teaches]) => {
    const template = drawn[file];
    return template ? [{ name, teaches, ...template }] : [];
  });
}
