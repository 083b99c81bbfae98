// Texts of the games that are kept in the browser.

import { area } from "../area";

export const archive = area("archive", {
  // What is not kept or can't be read.
  nothingKept: (why: string) =>
    `Nothing is kept here: ${why}. What is done is gone when this page is closed.`,
  gamesNotKept: (why: string) => `Games are not kept here: ${why}. They are gone when this page is closed.`,
  settingsNotKept: (why: string) =>
    `Settings, presets and drafts are not kept here: ${why}. They are gone when this page is closed.`,
  gamesNotRead: (why: string) =>
    `The games in this browser can't be read now: ${why}. They stay as they are. Load the page anew to try again.`,
  broken:
    "Some of the games, settings, presets or drafts in this browser can't be read. They stay as they are; what takes their place is kept beside them.",
  begunNotListed:
    "A game that was begun here is in no list and no statistics yet: the engine could not be loaded. It is kept, and comes with the next visit.",
  cleared:
    "What this browser had kept of this site was deleted: games, statistics, settings and drafts. The game on this page goes on, and is kept again.",
  noRoom: "the browser has no room left",
  notAllowed: "the browser does not let this site keep data",
  newerGames: "a newer version of this site has kept games here; load the page anew",
  browserSays: (what: string) => `the browser says: ${what}`,
  // Why the browser keeps nothing; each goes on from "…: ".
  silent: "the browser's database does not answer",
  otherTab: "another tab has an older version of this site open; close it or load it anew",
  noData: "the browser keeps no data",
  unread: (why: string) => `The games in this browser can't be read: ${why}. They stay as they are.`,
  notDeleted: (why: string) => `The game was not deleted: ${why}. It stays as it is.`,
  // Files of games.
  notTaken: (why: string) => `Nothing was taken from this file: ${why}.`,
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
