// All modes, with pictures.

import { useMemo, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue, search } from "../engine/catalogue";
import { bestScores } from "../game/home";
import type { Room } from "../game/room";
import { messageOf, shown } from "../game/summary";
import { fragmentOf } from "../route";
import { usePromised, useTitle } from "./hooks";
import { Icon } from "./icons";

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
            placeholder="Search: name, number, anything about it"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="unseen">Family</span>
          <select value={family} onChange={(event) => setFamily(event.currentTarget.value)}>
            <option value="">All families</option>
            {families.map(([name, count]) => (
              <option key={name} value={name}>
                {name} ({count})
              </option>
            ))}
          </select>
        </label>
      </search>
      {loaded?.error !== undefined && <p class="problem">{messageOf(loaded.error)}</p>}
      {loaded?.value && found.length === 0 && <p>No mode has all of these words.</p>}
      <ul class="gallery">
        {found.map((mode) => (
          <li key={mode.name}>
            <Card mode={mode} best={best?.get(mode.name) ?? 0} />
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
        {best > 0 && <span>best {shown(best)}</span>}
      </span>
    </a>
  );
}

function familiesOf(modes: readonly CatalogueEntry[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { family } of modes) if (family) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
