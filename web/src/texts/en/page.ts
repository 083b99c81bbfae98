// Texts of the page of a single mode.

import { area } from "../area";

export const page = area("page", {
  result: (points: string, moves: string) => `${points} points in ${moves} moves`,
  file: "{file}, for Polymerge.",
  fileName: "The mode as a file",
  noMode: "A page without a mode",
  noModeAbout: "This page has no mode yet. This command puts one into a copy of it: {command}",
});
