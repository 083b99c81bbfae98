// What there is to begin with: drafts, templates, recipes of the cookbook, and all
// built-in modes.

import recipes from "virtual:recipes";
import { workshop } from "virtual:texts/workshop";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { catalogue } from "../engine/catalogue";
import { engine } from "../engine/load";
import { timeOf } from "../texts/language";
import { usePromised } from "../views/hooks";
import { Failure } from "../views/problem";
import { allDrafts, type Draft, titleOf } from "./draft";
import { allTemplates } from "./templates";

interface Properties {
  begin: (next: string | Draft) => void;
  fail: (error: unknown) => void;
}

/** Something to begin with. */
interface Beginning {
  id: string;
  name: string;
  about?: string;
  /** An SVG picture. */
  picture?: string;
  choose: () => void;
}

export function Beginnings({ begin, fail }: Properties) {
  const [wanted, setWanted] = useState("");
  const modes = usePromised(catalogue, []);
  const [waits, setWaits] = useState(false);
  // A mode takes the engine: of those that are chosen meanwhile the last one counts, and none
  // when this is closed.
  const latest = useRef(0);
  useEffect(() => () => void latest.current++, []);
  const ofMode = async (name: string) => {
    const own = ++latest.current;
    const ifWanted =
      <T,>(then: (value: T) => void) =>
      (value: T) =>
        own === latest.current && then(value);
    setWaits(true);
    await engine()
      .then((engine) => engine.ask("source", name))
      .then(ifWanted(begin), ifWanted(fail));
  };
  const parts: [title: string, all: Beginning[]][] = [
    [
      workshop.drafts,
      allDrafts().map((draft) => ({
        id: draft.id,
        name: titleOf(draft.text),
        ...(draft.updated > 0 ? { about: timeOf(draft.updated) } : {}),
        choose: () => begin(draft),
      })),
    ],
    [
      workshop.templates,
      allTemplates().map(({ name, teaches, text, picture }) => ({
        ...{ id: name, name, about: teaches, picture },
        choose: () => begin(text),
      })),
    ],
    [workshop.recipes, recipes.map(({ name, text }) => ({ id: name, name, choose: () => begin(text) }))],
    [
      workshop.modes,
      (modes?.value ?? []).map(({ name, title, picture }) => ({
        ...{ id: name, name: title, picture },
        choose: () => void ofMode(name),
      })),
    ],
  ];
  const found = parts
    .map(([title, all]) => [title, all.filter((one) => isCalled(one, wanted))] as const)
    .filter(([, all]) => all.length > 0);
  return (
    <div class="beginnings">
      <label class="begin-search">
        <span>{workshop.beginSearch}</span>
        <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
      <Failure of={modes} />
      {found.length === 0 && <p role="status">{modes ? workshop.beginNone : workshop.oneMoment}</p>}
      {waits && <p role="status">{workshop.oneMoment}</p>}
      {found.map(([title, all]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul class={all.some(({ about, picture }) => about && picture) ? "large" : ""}>
            {all.map((one) => (
              <Card key={one.id} {...one} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function isCalled({ name }: Beginning, wanted: string): boolean {
  return name.toLowerCase().includes(wanted.trim().toLowerCase());
}

/** All of the card is its button, which is called as the thing. */
function Card({ name, about, picture, choose }: Beginning) {
  const id = useId();
  return (
    <li class="begin-card">
      {picture && <img src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="" loading="lazy" />}
      <span>
        <button type="button" class="plain" aria-describedby={about ? id : undefined} onClick={choose}>
          {name}
        </button>
        {about && <span id={id}>{about}</span>}
      </span>
    </li>
  );
}
