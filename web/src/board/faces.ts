// Elements for the looks of tiles, each parsed once and cloned afterwards.

import type { TileFace } from "../engine/types";

interface Entry {
  face: TileFace;
  template?: HTMLTemplateElement;
}

/**
 * Pictures with more characters are not made of elements of the page: it would style and lay out a
 * thousand of them with each of its own changes.
 */
const MANY = 20_000;

/** The addresses of pictures by their source. Games of one mode show the same ones. */
const addresses = new Map<string, string>();

function addressOf(svg: string): string {
  const known = addresses.get(svg);
  if (known) return known;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  addresses.set(svg, address);
  return address;
}

/** The number that is written on a tile, such as 16,384; not a number, if there is none. */
export function numberOn({ text }: TileFace): number {
  return text === "" ? Number.NaN : Number(text.replaceAll(",", ""));
}

/** The looks of one game. */
export class Faces {
  private readonly known = new Map<number, Entry>();

  constructor(faces: readonly TileFace[] = []) {
    this.add(faces);
  }

  add(faces: readonly TileFace[]): void {
    for (const face of faces) this.known.set(face.id, { face });
  }

  face(id: number): TileFace {
    return this.entry(id).face;
  }

  /** A new element that shows a tile; it fills what it is put into. */
  picture(id: number): Node {
    const entry = this.entry(id);
    entry.template ??= parsed(entry.face);
    return entry.template.content.cloneNode(true);
  }

  /** Returns the address of a tile's picture, for a style that shows it. */
  address(id: number): string {
    return addressOf(this.face(id).svg);
  }

  private entry(id: number) {
    const entry = this.known.get(id);
    if (!entry) throw new Error(`there is no look ${id}`);
    return entry;
  }
}

/** A picture of few elements: all of it but its texts, which are in the font of the page, is one image. */
function inOne(svg: string): string {
  const head = svg.slice(0, svg.indexOf(">") + 1);
  // The engine writes the texts of a tile after all else.
  const from = svg.indexOf("<text", svg.lastIndexOf("</g>"));
  const to = svg.lastIndexOf("</text>") + "</text>".length;
  const [picture, texts] = from < 0 ? [svg, ""] : [svg.slice(0, from) + svg.slice(to), svg.slice(from, to)];
  return `${head}<image width="100%" height="100%" href="${addressOf(picture)}"/>${texts}</svg>`;
}

function parsed({ svg }: TileFace): HTMLTemplateElement {
  const template = document.createElement("template");
  // The engine writes these pictures itself and escapes all texts in them.
  template.innerHTML = svg.length > MANY ? inOne(svg) : svg;
  const picture = template.content.firstElementChild;
  if (picture) for (const text of picture.querySelectorAll("text")) inLines(text);
  picture?.setAttribute("aria-hidden", "true");
  picture?.setAttribute("focusable", "false");
  return template;
}

/** Writes two small numbers below one another, so that they can be read on small boards. */
function inLines(text: SVGTextElement): void {
  const parts = text.textContent?.split(" ") ?? [];
  const longest = Math.max(...parts.map((part) => part.length));
  const size = Math.min(38, 78 / (0.62 * longest));
  const isSmall = Number(text.getAttribute("font-size")) < 0.8 * size;
  if (parts.length !== 2 || !isSmall || text.childElementCount > 0) return;
  const x = text.getAttribute("x") ?? "50";
  text.setAttribute("font-size", `${size}`);
  text.replaceChildren(
    ...parts.map((part, line) => {
      const span = document.createElementNS(text.namespaceURI, "tspan") as SVGTSpanElement;
      span.setAttribute("x", x);
      // The middle of the tile lies between the lines.
      span.setAttribute("y", `${50 + size * (line === 0 ? -0.13 : 0.87)}`);
      span.textContent = part;
      return span;
    }),
  );
}
