// What a page needs that stays open for long. A script of its own, fetched after
// the first frame: it must be there before it is needed.

import { follow, moveFocus } from "../input/focusing";
import { missing } from "../missing";
import { goOver } from "../store/stale";
import { followTranslation } from "./translated";

/** Follows gamepads once there is one. */
function awaitPads(): void {
  const begin = () => void import("../input/gamepad").then(({ followPads }) => followPads(moveFocus));
  if (navigator.getGamepads?.().some(Boolean)) begin();
  else addEventListener("gamepadconnected", begin, { once: true });
}

/**
 * Has the page go over to another version of the site, follow translations, arrows that move the focus
 * and gamepads, and keep what it has when it is installed.
 */
export function watchPage(): void {
  missing.handle = goOver;
  const root = document.getElementById("app");
  if (root) followTranslation(root);
  follow();
  awaitPads();
  addEventListener(
    "appinstalled",
    () => void import("../store/lasting").then(({ askToLast }) => askToLast()),
  );
}
