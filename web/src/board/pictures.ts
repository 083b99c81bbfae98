// Pictures of tiles that are images: their addresses, and what is one of them in a picture of many elements.

/** Addresses that are held at most; a page that stays open shows any number of pictures. */
export const MOST = 1_000;

/**
 * The addresses of pictures by their source, the one that was used last at the end. Games of one mode show
 * the same ones.
 */
const addresses = new Map<string, string>();

/**
 * Returns the address of a picture, for an element that is shown now: that goes on to show it when the
 * address is given up.
 */
export function addressOf(svg: string): string {
  const address = addresses.get(svg) ?? URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  addresses.delete(svg);
  addresses.set(svg, address);
  for (const [first, unused] of addresses) {
    if (addresses.size <= MOST) break;
    URL.revokeObjectURL(unused);
    addresses.delete(first);
  }
  return address;
}

/** The names in a picture (`f` and a hash), which tell those of pictures on one page apart. */
const PREFIX = /\bf[0-9a-f]{16}-/g;

/**
 * Returns a picture of few elements, and the image in it, which is all but the texts: these are in the font
 * of the page.
 */
export function inOne(svg: string): { svg: string; image: string } {
  const head = svg.slice(0, svg.indexOf(">") + 1);
  // The engine writes the texts of a tile after all else.
  const from = svg.indexOf("<text", svg.lastIndexOf("</g>"));
  const to = svg.lastIndexOf("</text>") + "</text>".length;
  const [picture, texts] = from < 0 ? [svg, ""] : [svg.slice(0, from) + svg.slice(to), svg.slice(from, to)];
  // Alone, it needs no such names, and tiles that differ in their texts share it.
  const image = picture.replace(PREFIX, "");
  return { svg: `${head}<image width="100%" height="100%"/>${texts}</svg>`, image };
}
