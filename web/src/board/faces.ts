// Elements for the looks of tiles, each parsed once and cloned afterwards.

import type { TileFace } from "../engine/types";
import { addressOf, inOne } from "./pictures";

interface Entry {
  face: TileFace;
  parsed?: Parsed;
}

/** A picture as elements, and the source of the image in it; "" without one. */
interface Parsed {
  template: HTMLTemplateElement;
  image: string;
}

/**
 * Pictures with more characters are not made of elements of the page: it would style and lay out a
 * thousand of them with each of its own changes.
 */
const MANY = 20_000;

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
    entry.parsed ??= parsed(entry.face.svg);
    return copyOf(entry.parsed);
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

/** Returns new elements for a picture of a tile that is shown once. */
export const pictureOf = (svg: string): Node => copyOf(parsed(svg));

function copyOf({ template, image }: Parsed): Node {
  const copy = template.content.cloneNode(true) as DocumentFragment;
  if (image) copy.querySelector("image")?.setAttribute("href", addressOf(image));
  return copy;
}

function parsed(source: string): Parsed {
  const { svg, image } = source.length > MANY ? inOne(source) : { svg: source, image: "" };
  const template = document.createElement("template");
  // The engine writes these pictures itself and escapes all texts in them.
  template.innerHTML = svg;
  const picture = template.content.firstElementChild;
  if (picture) for (const text of picture.querySelectorAll("text")) inLines(text);
  picture?.setAttribute("aria-hidden", "true");
  picture?.setAttribute("focusable", "false");
  return { template, image };
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
