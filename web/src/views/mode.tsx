// What a mode is like: its board, a sentence on it, its rules in words, its tiles, modes like it.

import { mode as texts } from "virtual:texts/mode";
import { site } from "virtual:texts/site";
import { useMemo } from "preact/hooks";
import { catalogue } from "../engine/catalogue";
import { factsOf, type Measures } from "../engine/facts";
import type { ModePreview } from "../engine/modepreview";
import type { GameController } from "../game/controller";
import { everyMode } from "../game/home";
import { type Described, describe } from "../game/preview";
import { fragmentOf } from "../route";
import { useKnownScores } from "../scores/known";
import type { ModeRecord } from "../store/database";
import { messageOf, shown } from "../summary";
import { inEnglish } from "../texts/language";
import { familyOf } from "../texts/translations";
import { type Voice, voices } from "../texts/voices";
import { MergeExamples } from "./afterfirst";
import { Card, pictureOf } from "./card";
import { usePromised } from "./hooks";
import { useMood } from "./mood";
import { Page } from "./page";
import { noSuchMode, Problem } from "./problem";
import { Lines } from "./rules";

/** Modes of a family that are shown. */
const LIKE = 12;

interface Opened extends Described {
  voice: (name: string) => Voice;
  measures: Measures | undefined;
}

async function open(called: string): Promise<Opened> {
  const [described, voice, measures] = await Promise.all([
    describe(called),
    voices(),
    import("virtual:measures"),
  ]);
  return { ...described, voice, measures: measures.default[described.mode.name] };
}

export function ModeView({ controller, called }: { controller: GameController; called: string }) {
  const loaded = usePromised(() => open(called), [called]);
  const opened = loaded?.value;
  useMood(opened?.preview.colors ?? null);
  return (
    <Page
      title={opened?.mode.title ?? texts.mode}
      beside={opened && <p {...familyOf(opened.mode.family).lang}>{familyOf(opened.mode.family).text}</p>}
    >
      {!loaded && <p class="waiting">{site.moment}</p>}
      {loaded?.error !== undefined && (
        <Problem text={noSuchMode(loaded.error, called) || messageOf(loaded.error)} alert />
      )}
      {opened && <Description controller={controller} {...opened} />}
    </Page>
  );
}

function Description({
  controller,
  mode,
  preview,
  voice,
  measures,
}: Opened & { controller: GameController }) {
  // The title is said already.
  const rules = preview.rules.filter(({ level }, index) => index > 0 || level === 0);
  const board = useMemo(() => pictureOf(preview.board), [preview]);
  const { text, lang } = voice(mode.name);
  return (
    <>
      <div class="mode-head">
        <img class="mode-board" src={board} alt={texts.board(mode.title)} style={ratioOf(preview.board)} />
        <div class="mode-said">
          {text && (
            <p class="voice" {...lang}>
              {text}
            </p>
          )}
          <Own controller={controller} mode={mode.name} />
          <Ways mode={mode.name} />
          <Tiles tiles={preview.tiles} />
        </div>
      </div>
      <div class="mode-rules">
        <div>
          <MergeExamples examples={preview.examples} />
          <Lines lines={rules} facts={mode} />
        </div>
        <dl class="mode-facts">
          {factsOf(mode, preview, measures).map(([name, text, isEnglish]) => [
            <dt key={name}>{name}</dt>,
            <dd key={text} {...(isEnglish && inEnglish())}>
              {text}
            </dd>,
          ])}
        </dl>
      </div>
      <Like mode={mode} voice={voice} />
    </>
  );
}

/** Other modes of the family: their pictures are a large file, which comes after all else. */
function Like({ mode, voice }: Pick<Opened, "mode" | "voice">) {
  const modes = usePromised(catalogue, [])?.value ?? [];
  const like = modes.filter(({ name, family }) => family === mode.family && name !== mode.name);
  if (like.length === 0) return null;
  return (
    <section class="part" aria-labelledby="like">
      <h2 id="like">{texts.family}</h2>
      <ul class="gallery">
        {like.slice(0, LIKE).map((mode) => (
          <li key={mode.name}>
            <Card mode={mode} voice={voice(mode.name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the proportions of a picture as a style, so that nothing moves when it is drawn. */
function ratioOf(svg: string): Record<string, number> {
  const [, width, height] = /^<svg\b[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { "--ratio": Number(width) / Number(height) || 1 };
}

function Ways({ mode }: { mode: string }) {
  const hasScores = useKnownScores();
  return (
    <div class="buttons">
      <a class="button primary" href={fragmentOf({ view: "play", mode })}>
        {texts.play}
      </a>
      {hasScores && (
        <a class="button" href={fragmentOf({ view: "scores", board: mode })}>
          {texts.bestScores}
        </a>
      )}
      <a class="button" href={`./workshop.html#/mode/${mode}`}>
        {texts.inWorkshop}
      </a>
    </div>
  );
}

/** Returns what was reached in a mode, in words. */
export function reached(record: ModeRecord | undefined): string {
  if (!record || record.games === 0) return texts.notPlayed;
  const { games, best, won } = record;
  const parts = [texts.playedTimes(games), texts.bestOf(shown(best)), won > 0 && texts.wonTimes(won)];
  return parts.filter(Boolean).join(", ");
}

/** The games of the visitor in the mode, in words. */
function Own({ controller, mode }: { controller: GameController; mode: string }) {
  // The game that was left just now counts as well.
  const records = usePromised(() => controller.flush().then(everyMode), [mode])?.value;
  // Keeps its line until it is known.
  return (
    <p class="own-record">
      <strong>{texts.you}</strong> {records && reached(records.find((record) => record.mode === mode))}
    </p>
  );
}

function Tiles({ tiles }: { tiles: ModePreview["tiles"] }) {
  const pictures = useMemo(() => tiles.map(({ svg, text }) => ({ text, source: pictureOf(svg) })), [tiles]);
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
