// What a page needs that stays open for long. A script of its own, fetched after
// the first frame: it must be there before it is needed.

import { missing } from "../missing";
import { goOver } from "../store/stale";
import { followTranslation } from "./translated";

/** Has the page go over to another version of the site, follow translations, and keep what it has when it is installed. */
export function watchPage(): void {
  missing.handle = goOver;
  const root = document.getElementById("app");
  if (root) followTranslation(root);
  addEventListener(
    "appinstalled",
    () => void import("../store/lasting").then(({ askToLast }) => askToLast()),
  );
}
