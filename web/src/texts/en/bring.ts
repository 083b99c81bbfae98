// Texts of the page that brings codes and mode files.

import { area } from "../area";

export const bring = area("bring", {
  title: "Import",
  about:
    "Paste a code (a mode, a game or a replay, from here or from the original site, of any version) or a mode file; or drop a file, here or anywhere else on the page.",
  field: "Code or mode file",
  open: "Open",
  choose: "Choose a file",
});
