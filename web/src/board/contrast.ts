// Whether a text can be read on what is behind it (WCAG 2, contrast).

export type Rgb = readonly [number, number, number];

let canvas: CanvasRenderingContext2D | null = null;

/** The channels of a CSS colour; `null` if it is no plain, opaque colour. */
export function rgbOf(css: string): Rgb | null {
  // Made when it is first needed: that takes some time.
  canvas ??= document.createElement("canvas").getContext("2d");
  const probe = canvas;
  if (!probe || css.includes("gradient")) return null;
  // What the browser doesn't understand leaves the colour as it is.
  probe.fillStyle = "#010203";
  probe.fillStyle = css;
  const hex = /^#(..)(..)(..)$/.exec(String(probe.fillStyle));
  if (!hex || (hex[0] === "#010203" && css !== "#010203")) return null;
  const channel = (index: number) => Number.parseInt(hex[index] ?? "0", 16);
  return [channel(1), channel(2), channel(3)];
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((byte) => {
    const channel = byte / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const DARK = "#17130f";
const LIGHT = "#ffffff";

/** The ink, or if it can't be read on the paper, black or white. */
export function legible(ink: string, paper: string, least = 4.5): string {
  const [on, behind] = [rgbOf(ink), rgbOf(paper)];
  if (!behind) return ink;
  if (on && contrast(on, behind) >= least) return ink;
  const [dark, light] = [rgbOf(DARK), rgbOf(LIGHT)];
  return dark && light && contrast(dark, behind) >= contrast(light, behind) ? DARK : LIGHT;
}
