// A mode as a card: its face, its title, and a sentence on it.

import { modes as texts } from "virtual:texts/modes";
import { useMemo } from "preact/hooks";
import type { CatalogueEntry } from "../engine/catalogue";
import { meaningOf, sizeOf } from "../engine/tags";
import { fragmentOf } from "../route";
import { shown } from "../summary";
import { saidOf } from "../texts/translations";
import type { Voice } from "../texts/voices";

/** Returns the address of a picture, for an element that shows it. */
export const pictureOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

interface Properties {
  mode: CatalogueEntry;
  voice: Voice | undefined;
  /** The best score that was reached here; 0 if there is none. */
  best?: number;
  /** True where there is room for a line or two alone. */
  isSmall?: boolean;
}

export function Card({ mode, voice, best = 0, isSmall = false }: Properties) {
  const picture = useMemo(() => pictureOf(mode.picture), [mode]);
  const said = voice?.text ? voice : saidOf(undefined, mode.about);
  return (
    <a class={isSmall ? "card small-card" : "card"} href={fragmentOf({ view: "play", mode: mode.name })}>
      <img src={picture} alt="" width="220" height="220" loading="lazy" decoding="async" />
      <span class="card-title">{mode.title}</span>
      <span class="card-about" {...said.lang}>
        {said.text}
      </span>
      {!isSmall && (
        <span class="card-foot">
          <span>{sizeOf(mode)}</span>
          {mode.tags.map((tag) => (
            <span key={tag} class="tag" title={meaningOf(tag)}>
              {texts[tag]}
            </span>
          ))}
          {best > 0 && <span>{texts.bestOf(shown(best))}</span>}
        </span>
      )}
    </a>
  );
}
