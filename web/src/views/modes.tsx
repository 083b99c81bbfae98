// All modes, with pictures.

import { modes as texts } from "virtual:texts/modes";
import { site } from "virtual:texts/site";
import { useMemo, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { search } from "../engine/search";
import { meaningOf, sizeOf } from "../engine/tags";
import type { GameController } from "../game/controller";
import { bestScores } from "../game/home";
import { fragmentOf } from "../route";
import { messageOf, shown } from "../summary";
import { inEnglish } from "../texts/language";
import { usePromised } from "./hooks";
import { Icon } from "./icons";
import { Page } from "./page";

/** For those who have played none of them. */
const START = [
  { name: "classic", why: "whyClassic" },
  { name: "002-2187", why: "why2187" },
  { name: "026-2584", why: "why2584" },
  { name: "050-dive", why: "whyDive" },
  { name: "038-180", why: "why180" },
  { name: "120-vs-the-void-tiler", why: "whyVoid" },
] as const;

export function ModesView({ controller }: { controller: GameController }) {
  const [words, setWords] = useState("");
  const [family, setFamily] = useState("");
  const loaded = usePromised(catalogue, []);
  const best = usePromised(() => controller.flush().then(bestScores), [])?.value;
  const all = loaded?.value ?? [];
  const families = useMemo(() => familiesOf(all), [all]);
  const found = useMemo(() => search(all, words, family), [all, words, family]);
  return (
    <Page
      title={texts.title}
      beside={<p role="status">{loaded?.value && texts.found({ found: found.length, all: all.length })}</p>}
    >
      <search class="finder">
        <label>
          <Icon name="search" />
          <span class="unseen">{texts.search}</span>
          <input
            type="search"
            placeholder={texts.searchFor}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <fieldset class="chips">
          <legend class="unseen">{texts.family}</legend>
          <Chip name={texts.all} chosen={family === ""} choose={() => setFamily("")} />
          {families.map(([name, count]) => (
            <Chip
              key={name}
              name={`${name} (${count})`}
              chosen={family === name}
              choose={() => setFamily(family === name ? "" : name)}
            />
          ))}
        </fieldset>
      </search>
      {words === "" && family === "" && all.length > 0 && (
        <section class="start-here" aria-labelledby="start-here">
          <h2 id="start-here">{texts.startHere}</h2>
          <ul class="gallery">
            {START.flatMap(({ name, why }) => {
              const mode = all.find((mode) => mode.name === name);
              return mode ? <Start key={name} mode={mode} why={texts[why]} /> : [];
            })}
          </ul>
        </section>
      )}
      {loaded?.error !== undefined && <p class="problem">{messageOf(loaded.error)}</p>}
      {loaded?.value && found.length === 0 && <NoMode words={words} />}
      <ul class="gallery">
        {found.map((mode) => (
          <li key={mode.name}>
            <Card mode={mode} best={best?.get(mode.name) ?? 0} />
            <a class="card-more" href={fragmentOf({ view: "mode", mode: mode.name })}>
              {site.rules}
              <span class="unseen">{texts.rulesOf(mode.title)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Card({ mode, best }: { mode: CatalogueEntry; best: number }) {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(mode.picture)}`, [mode]);
  return (
    <a class="card" href={fragmentOf({ view: "play", mode: mode.name })}>
      <img src={picture} alt="" width="220" height="220" loading="lazy" decoding="async" />
      <span class="card-title">{mode.title}</span>
      <span class="card-about" {...inEnglish()}>
        {mode.about}
      </span>
      <span class="card-foot">
        <span {...inEnglish()}>{mode.family}</span>
        <span>{sizeOf(mode)}</span>
        {mode.tags.map((tag) => (
          <span key={tag} class="tag" title={meaningOf(tag)}>
            {texts[tag]}
          </span>
        ))}
        {best > 0 && <span>{texts.bestOf(shown(best))}</span>}
      </span>
    </a>
  );
}

function NoMode({ words }: { words: string }) {
  if (!/hex|honey/i.test(words)) return <p>{texts.noMode}</p>;
  return <p>{texts.hexagons}</p>;
}

/** One of several that can be chosen. */
function Chip({ name, chosen, choose }: { name: string; chosen: boolean; choose: () => void }) {
  return (
    <button type="button" class="chip" aria-pressed={chosen} onClick={choose}>
      {name}
    </button>
  );
}

function Start({ mode, why }: { mode: CatalogueEntry; why: string }) {
  return (
    <li>
      <a class="card start" href={fragmentOf({ view: "play", mode: mode.name })}>
        <span class="card-title">{mode.title}</span>
        <span class="card-about">{why}</span>
      </a>
    </li>
  );
}

function familiesOf(modes: readonly CatalogueEntry[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { family } of modes) if (family) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
