// Texts of the games that are kept in the browser.

import { area } from "../area";

export const archive = area("archive", {
  // Why the browser keeps nothing; each goes on from "…: ".
  silent: "the browser's database does not answer",
  otherTab: "another tab has an older version of this site open; close it or load it anew",
  noData: "the browser keeps no data",
  // Files of games.
  noFile: "This is no file of games. It has to be one that was saved on this page.",
  newer: "This file is of a newer version of the site. Load the page anew, then try again.",
  notWhole: "This is no file of games, or it is not whole.",
  noGames: "This file says nothing of any games. Nothing was taken from it.",
  noBrowsers: "This file says nothing of any browsers. Nothing was taken from it.",
  manyGames: (most: number) => `This file has more than ${most} games. Nothing was taken from it.`,
  manyBrowsers: (most: number) => `This file has more than ${most} browsers. Nothing was taken from it.`,
  badGame: (number: number) => `Of this file, game ${number} can't be read. Nothing was taken from it.`,
  badBrowser: (number: number) => `Of this file, browser ${number} can't be read. Nothing was taken from it.`,
});
