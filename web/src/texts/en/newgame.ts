// Texts of the choices for a new game.

import { area } from "../area";

export const newgame = area("newgame", {
  search: "Search the options",
  noMatch: "No setting or modifier matches these words.",
  start: "Start",
  drawnGrid: "A drawn grid",
  seed: "Seed",
  seedAbout:
    "The same seed and moves give the same game. A whole number; if it is empty, one is chosen at random.",
  changed: (number: number) => `${number} changed`,
  chosen: "Chosen",
  clear: "Clear all",
  without: (choice: string) => `Without ${choice}`,
  settings: "Settings of the mode",
  Grid: "Grid",
  Movement: "Movement",
  Spawning: "Spawning",
  Merging: "Merging",
  "Tiles and cells": "Tiles and cells",
  Display: "Display",
  // The board as it will be.
  board: "The board as it will be",
  columns: (rows: number, columns: number, directions: number) =>
    `${rows} rows, ${columns} columns, ${directions} directions`,
  hexagons: (rows: number, directions: number) => `${rows} rows, hexagons, ${directions} directions`,
  tooLarge: (about: string) => `${about}; too large to be drawn here`,
  // Presets.
  presets: "Presets",
  deletePreset: (name: string) => `Delete ${name}`,
  presetUnread: "This version of the site can't read this preset. It stays as it is.",
  deleted: (name: string) => `The preset ${name} is deleted.`,
  replaced: (name: string) => `The preset ${name} is replaced.`,
  noName: "A preset needs a name.",
  kept: (name: string) => `${name} is kept.`,
  notKept: (name: string) => `${name} is there until this page is closed: nothing is kept here.`,
  codeCopied: "Code copied.",
  codeUsed: "The modifiers of the code are now chosen.",
  keepAs: "Keep these modifiers as",
  keep: "Keep",
  code: "Modifiers code",
  use: "Use",
});
