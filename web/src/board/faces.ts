// Elements for the looks of tiles, each parsed once and cloned afterwards.

import type { TileFace } from "../engine/types";

/** Where the looks of one game come from. */
export type FaceSource = (id: number) => TileFace;

/** The looks of one game. */
export class Faces {
  private readonly known = new Map<number, { face: TileFace; template: HTMLTemplateElement }>();

  constructor(private readonly source: FaceSource) {}

  face(id: number): TileFace {
    return this.entry(id).face;
  }

  /** A new element that shows a tile; it fills what it is put into. */
  picture(id: number): Node {
    return this.entry(id).template.content.cloneNode(true);
  }

  private entry(id: number) {
    let entry = this.known.get(id);
    if (!entry) {
      const face = this.source(id);
      const template = document.createElement("template");
      // The engine writes these pictures itself and escapes all texts in them.
      template.innerHTML = face.svg;
      const svg = template.content.firstElementChild;
      svg?.setAttribute("aria-hidden", "true");
      svg?.setAttribute("focusable", "false");
      entry = { face, template };
      this.known.set(id, entry);
    }
    return entry;
  }
}
