// All modes, with pictures.

import { modes as texts } from "virtual:texts/modes";
import { site } from "virtual:texts/site";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { type Family, familiesOf } from "../engine/families";
import { search } from "../engine/search";
import type { GameController } from "../game/controller";
import { everyMode } from "../game/home";
import { fragmentOf } from "../route";
import { shown } from "../summary";
import { abouts, familyOf } from "../texts/translations";
import { type Voice, voices } from "../texts/voices";
import { Card, pictureOf } from "./card";
import { usePromised } from "./hooks";
import { Icon } from "./icons";
import { Page } from "./page";
import { Failure } from "./problem";

/** For those who have played none of them. */
const START = ["classic", "002-2187", "026-2584", "050-dive", "038-180", "120-vs-the-void-tiler"];
/** Modes that were played last, as many as are shown; and pictures beside the name of a family. */
const [RECENT, FACES] = [6, 4];

/** The families that were unfolded: they still are when one comes back. */
const unfolded = new Set<string>();

export function ModesView({ controller }: { controller: GameController }) {
  const [words, setWords] = useState("");
  const loaded = usePromised(catalogue, []);
  const voice = usePromised(voices, [])?.value;
  const records = usePromised(() => controller.flush().then(everyMode), [])?.value;
  const all = loaded?.value ?? [];
  const families = useMemo(() => familiesOf(all), [all]);
  const isSearching = words !== "";
  // Many texts, which the cards don't show.
  const about = usePromised(async () => (isSearching ? await abouts() : null), [isSearching])?.value;
  const found = useMemo(() => {
    const said = ({ name, family }: CatalogueEntry) =>
      [about?.[name], voice?.(name).text, familyOf(family).text].filter((text) => text !== undefined);
    return search(all, words, said);
  }, [all, words, about, voice]);
  const best = new Map(records?.map((record) => [record.mode, record.best]));
  const last = [...(records ?? [])].sort((a, b) => b.last - a.last).map(({ mode }) => mode);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => all.find((mode) => mode.name === name) ?? []);
  const recent = named(last).slice(0, RECENT);
  const list = (modes: readonly CatalogueEntry[]) => <Gallery modes={modes} best={best} voice={voice} />;
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
      </search>
      <Failure of={loaded} />
      {loaded?.value && found.length === 0 && <NoMode words={words} />}
      {isSearching && list(found)}
      {!isSearching && all.length > 0 && (
        <>
          {recent.length > 0 && (
            <Part id="recent" title={texts.recent}>
              {list(recent)}
            </Part>
          )}
          <Part id="start-here" title={texts.startHere}>
            {list(named(START))}
          </Part>
          <Part id="families" title={texts.families}>
            <div class="families">
              {families.map((family) => (
                <Unfolding key={family.name} family={family}>
                  {list}
                </Unfolding>
              ))}
            </div>
          </Part>
        </>
      )}
    </Page>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface GalleryProperties {
  modes: readonly CatalogueEntry[];
  best: ReadonlyMap<string, number>;
  voice: ((name: string) => Voice) | undefined;
}

function Gallery({ modes, best, voice }: GalleryProperties) {
  return (
    <ul class="gallery">
      {modes.map((mode) => (
        <li key={mode.name}>
          <Card mode={mode} voice={voice?.(mode.name)} best={best.get(mode.name) ?? 0} />
          <a class="card-more" href={fragmentOf({ view: "mode", mode: mode.name })}>
            {site.rules}
            <span class="unseen">{texts.rulesOf(mode.title)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface UnfoldingProperties {
  family: Family;
  children: (modes: readonly CatalogueEntry[]) => ComponentChildren;
}

/** A family that shows its cards when it is unfolded. */
function Unfolding({ family: { name, modes }, children }: UnfoldingProperties) {
  const [isOpen, setOpen] = useState(unfolded.has(name));
  const faces = useMemo(() => modes.slice(0, FACES).map(({ picture }) => pictureOf(picture)), [modes]);
  return (
    <details
      class="family"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) unfolded.add(name);
        else unfolded.delete(name);
      }}
    >
      <summary>
        <h3>{name === "" ? texts.others : <span {...familyOf(name).lang}>{familyOf(name).text}</span>}</h3>
        <span class="family-count">{shown(modes.length)}</span>
        <span class="family-faces">
          {faces.map((face) => (
            <img key={face} src={face} alt="" width="40" height="40" decoding="async" />
          ))}
        </span>
      </summary>
      {isOpen && children(modes)}
    </details>
  );
}

function NoMode({ words }: { words: string }) {
  if (!/hex|honey/i.test(words)) return <p>{texts.noMode}</p>;
  return <p>{texts.hexagons}</p>;
}
