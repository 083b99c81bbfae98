// Texts that stand around every view, and that several views have in common.

import { area } from "../area";

export const site = area("site", {
  // The bar at the top.
  skip: "Skip to the content",
  main: "Main",
  modes: "Modes",
  games: "Games",
  stats: "Stats",
  import: "Import",
  scores: "Scores",
  workshop: "Workshop",
  settings: "Settings",
  // What several views say.
  moment: "One moment …",
  engineComing: "The engine on its way",
  tryAgain: "Try again",
  allModes: "All modes",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  share: "Share",
  undo: "Undo",
  rules: "Rules",
  // Addresses.
  noPage: "No such page",
  noPageHere: "There is no such page",
  noPageAt: "The address ends in {end}, which means nothing here.",
  toGame: "To the game",
  cantOpen: "This can't be opened",
  noMode: (mode: string) => `There is no mode "${mode}".`,
  // Notices.
  newVersion: "There is a new version of this site.",
  loadIt: "Load it",
  dismiss: "Dismiss this message",
  nothingKept: (why: string) =>
    `Nothing is kept here: ${why}. What is done is gone when this page is closed.`,
  gamesNotKept: (why: string) => `Games are not kept here: ${why}. They are gone when this page is closed.`,
  settingsNotKept: (why: string) =>
    `Settings, presets and drafts are not kept here: ${why}. They are gone when this page is closed.`,
  noRoom: "the browser has no room left",
  notAllowed: "the browser does not let this site keep data",
  newerGames: "a newer version of this site has kept games here; load the page anew",
  browserSays: (what: string) => `the browser says: ${what}`,
  // The engine.
  working: "The engine is working …",
  stop: "Stop it",
  onItsWay: "The engine is still on its way.",
  noCatalogue: "The list of modes can't be fetched. Are you offline?",
  // Files.
  codeFile: "a code or a mode file",
  tooLarge: (file: string, what: string) => `${file} is too large for ${what}.`,
  unreadable: (file: string) => `${file} can't be read. Is it a folder?`,
});
