// What the player prefers about looks, put on the document.

import { setting } from "./settings";

/**
 * Colours in which the difference between red and green that many people can't
 * see is moved into blue, and a little into green: the matrix of the terminal's
 * palette for the colour-blind (Viénot, Brettel and Mollon 1999). Greys, and so
 * most texts, stay as they are.
 */
const APART = `<svg id="apart-colours" width="0" height="0" style="position:absolute" aria-hidden="true">
<filter id="apart" color-interpolation-filters="sRGB"><feColorMatrix
values="1 0 0 0 0  0.2023 0.7977 0 0 0  0.5174 -0.5174 1 0 0  0 0 0 1 0"/></filter></svg>`;

/** Puts the preferred colours and the hand that buttons are for on the document. */
export function applyLook(): void {
  const { dataset } = document.documentElement;
  const theme = setting("theme");
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  dataset.hand = setting("hand");
  if (setting("apart")) {
    dataset.apart = "";
    if (!document.getElementById("apart-colours")) document.body.insertAdjacentHTML("beforeend", APART);
  } else delete dataset.apart;
}
