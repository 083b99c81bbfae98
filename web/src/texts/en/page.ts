// Texts of the page of a single mode.

import { area } from "../area";

export const page = area("page", {
  result: (points: string, moves: string) => `${points} points in ${moves} moves`,
  file: "{file}, for Polymerge.",
  fileName: "The mode as a file",
  unread: "The game that was kept here can't be read. It stays in this browser; this is a new one.",
  sealed:
    "The game that was kept here can't be read, nor set aside. It stays in this browser; this is a new one, which is gone when this page is closed.",
  unkept: "The browser does not keep this game: it is gone when this page is closed.",
  noMode: "A page without a mode",
  noModeAbout: "This page has no mode yet. This command puts one into a copy of it: {command}",
});
