// Texts of parts of the page that can't be fetched.

import { area } from "../area";

export const stale = area("stale", {
  partMissing: "A part of this page could not be fetched. Is there a connection?",
  partOfBefore: "This page is of a version before, of which a part is no longer there. Load the new version.",
});
