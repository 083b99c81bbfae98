// What a mode is like: its rules in words, its tiles, modes like it.

import { mode as texts } from "virtual:texts/mode";
import { site } from "virtual:texts/site";
import { useMemo } from "preact/hooks";
import { type CatalogueEntry, catalogue } from "../engine/catalogue";
import { factsOf } from "../engine/facts";
import { engine } from "../engine/load";
import type { ModePreview } from "../engine/modepreview";
import { fragmentOf } from "../route";
import { useKnownScores } from "../scores/known";
import { messageOf } from "../summary";
import { inEnglish } from "../texts/language";
import { MergeExamples } from "./examples";
import { usePromised } from "./hooks";
import { Page } from "./page";
import { noSuchMode, Problem } from "./problem";

/** Modes of a family that are shown. */
const LIKE = 12;

async function open(called: string) {
  const [modes, loaded] = await Promise.all([catalogue(), engine()]);
  const preview = await loaded.ask("modePreview", called);
  const mode = modes.find(({ name }) => name === preview.name);
  if (!mode) throw new Error(texts.unknown);
  return { mode, preview, modes };
}

export function ModeView({ called }: { called: string }) {
  const loaded = usePromised(() => open(called), [called]);
  const { mode, preview, modes } = loaded?.value ?? {};
  return (
    <Page narrow title={mode?.title ?? texts.mode} beside={mode && <p {...inEnglish()}>{mode.family}</p>}>
      {!loaded && <p class="waiting">{site.moment}</p>}
      {loaded?.error !== undefined && (
        <Problem text={noSuchMode(loaded.error, called) || messageOf(loaded.error)} alert />
      )}
      {mode && preview && modes && <Described mode={mode} preview={preview} modes={modes} />}
    </Page>
  );
}

interface Properties {
  mode: CatalogueEntry;
  preview: ModePreview;
  modes: readonly CatalogueEntry[];
}

function Described({ mode, preview, modes }: Properties) {
  const hasScores = useKnownScores();
  const like = modes.filter(({ name, family }) => family === mode.family && name !== mode.name);
  // The title is said already.
  const rules = preview.rules.filter(({ level }, index) => index > 0 || level === 0);
  return (
    <>
      <div class="buttons">
        <a class="button primary" href={fragmentOf({ view: "play", mode: mode.name })}>
          {texts.play}
        </a>
        {hasScores && (
          <a class="button" href={fragmentOf({ view: "scores", board: mode.name })}>
            {texts.bestScores}
          </a>
        )}
        <a class="button" href={`./workshop.html#/mode/${mode.name}`}>
          {texts.inWorkshop}
        </a>
      </div>
      <Tiles tiles={preview.tiles} />
      <MergeExamples examples={preview.examples} />
      {rules.map(({ level, html }, index) => {
        // The engine writes this markup: styles and escaped text.
        const inner = { ...inEnglish(), dangerouslySetInnerHTML: { __html: html } };
        return level === 0 ? <p key={index} {...inner} /> : <h2 key={index} {...inner} />;
      })}
      <dl class="mode-facts">
        {factsOf(mode, preview).map(([name, text, isEnglish]) => [
          <dt key={name}>{name}</dt>,
          <dd key={text} {...(isEnglish && inEnglish())}>
            {text}
          </dd>,
        ])}
      </dl>
      {like.length > 0 && (
        <section aria-labelledby="like">
          <h2 id="like">{texts.family}</h2>
          <div class="buttons">
            {like.slice(0, LIKE).map(({ name, title }) => (
              <a key={name} class="button" href={fragmentOf({ view: "mode", mode: name })}>
                {title}
              </a>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Tiles({ tiles }: { tiles: ModePreview["tiles"] }) {
  const pictures = useMemo(
    () => tiles.map(({ svg, text }) => ({ text, source: `data:image/svg+xml,${encodeURIComponent(svg)}` })),
    [tiles],
  );
  return (
    <ul class="mode-tiles" aria-label={texts.tiles}>
      {pictures.map(({ text, source }) => (
        <li key={source}>
          <img src={source} alt={text || texts.plainTile} width="100" height="100" />
        </li>
      ))}
    </ul>
  );
}
