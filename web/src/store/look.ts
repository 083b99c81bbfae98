// What the player prefers, put on the document, where styles read it.

import { type Name, SETTINGS, setting, watchSettings } from "./settings";

/**
 * Colours in which the difference between red and green that many people can't
 * see is moved into blue, and a little into green: the matrix of the terminal's
 * palette for the colour-blind (Viénot, Brettel and Mollon 1999). Greys, and so
 * most texts, stay as they are.
 */
const APART = `<svg id="apart-colours" width="0" height="0" style="position:absolute" aria-hidden="true">
<filter id="apart" color-interpolation-filters="sRGB"><feColorMatrix
values="1 0 0 0 0  0.2023 0.7977 0 0 0  0.5174 -0.5174 1 0 0  0 0 0 1 0"/></filter></svg>`;

/** Puts each setting that is not as it was at first on the document, as `data-NAME`. */
function apply(): void {
  const { dataset } = document.documentElement;
  for (const name of Object.keys(SETTINGS) as Name[]) {
    const value = setting(name);
    if (value === SETTINGS[name].initial) delete dataset[name];
    else dataset[name] = `${value}`;
  }
  if (setting("apart") && !document.getElementById("apart-colours"))
    document.body.insertAdjacentHTML("beforeend", APART);
}

/** Puts the settings on the document, now and with each change. */
export function followLook(): void {
  apply();
  watchSettings(apply);
}
