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
  cantOpen: "This can't be opened",
  openRest: "Open what can be read",
  cantCopy: "The browser does not let this page copy.",
  noMode: (mode: string) => `There is no mode "${mode}".`,
  // Notices.
  newVersion: "There is a new version of this site.",
  loadIt: "Load it",
  dismiss: "Dismiss this message",
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
