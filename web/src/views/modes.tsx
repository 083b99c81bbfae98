// All modes, with pictures.

import { useMemo, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue, search } from "../engine/catalogue";
import { MEANINGS, sizeOf } from "../engine/tags";
import { bestScores } from "../game/home";
import type { Room } from "../game/room";
import { messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "./hooks";
import { Icon } from "./icons";

/** For those who have played none of them. */
const START = [
  { name: "classic", why: "The game that everybody knows: 2 and 2 are 4." },
  { name: "002-2187", why: "Powers of three: 1 and 1 are 2, and 1 and 2 are 3." },
  { name: "026-2584", why: "Neighbours in the Fibonacci sequence merge." },
  { name: "050-dive", why: "Numbers merge with their multiples, and new ones appear." },
  { name: "038-180", why: "Runs of two, three or five on a large grid." },
  { name: "120-vs-the-void-tiler", why: "2048 against the clock." },
];

export function ModesView({ room }: { room: Room }) {
  const headline = useTitle("Modes");
  const [words, setWords] = useState("");
  const [family, setFamily] = useState("");
  const loaded = usePromised(catalogue, []);
  const best = usePromised(() => room.flush().then(bestScores), [])?.value;
  const all = loaded?.value ?? [];
  const families = useMemo(() => familiesOf(all), [all]);
  const found = useMemo(() => search(all, words, family), [all, words, family]);
  return (
    <main class="page" id="main">
      <div class="page-head">
        <h1 ref={headline} tabIndex={-1}>
          Modes
        </h1>
        <p role="status">{loaded?.value && `${found.length} of ${all.length}`}</p>
      </div>
      <search class="finder">
        <label>
          <Icon name="search" />
          <span class="unseen">Search the modes</span>
          <input
            type="search"
            placeholder="Search: name, number, or a word of its rules"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <fieldset class="chips">
          <legend class="unseen">Family</legend>
          <Chip name="All" chosen={family === ""} choose={() => setFamily("")} />
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
          <h2 id="start-here">Start here</h2>
          <ul class="gallery">
            {START.flatMap(({ name, why }) => {
              const mode = all.find((mode) => mode.name === name);
              return mode ? <Start key={name} mode={mode} why={why} /> : [];
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
              Rules<span class="unseen"> of {mode.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function Card({ mode, best }: { mode: CatalogueEntry; best: number }) {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(mode.picture)}`, [mode]);
  return (
    <a class="card" href={fragmentOf({ view: "play", mode: mode.name })}>
      <img src={picture} alt="" width="220" height="220" loading="lazy" decoding="async" />
      <span class="card-title">{mode.title}</span>
      <span class="card-about">{mode.about}</span>
      <span class="card-foot">
        <span>{mode.family}</span>
        <span>{sizeOf(mode)}</span>
        {mode.tags.map((tag) => (
          <span key={tag} class="tag" title={MEANINGS[tag]}>
            {tag}
          </span>
        ))}
        {best > 0 && <span>best {shown(best)}</span>}
      </span>
    </a>
  );
}

function NoMode({ words }: { words: string }) {
  if (!/hex|honey/i.test(words)) return <p>No mode matches all of these words.</p>;
  return (
    <p>
      Every mode can be played on hexagons: open Options in a game, and choose the preset Honeycomb. No mode
      has them by itself.
    </p>
  );
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
