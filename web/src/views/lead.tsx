// What stands between the headline and the board: how the mode is played, in full when it is new to a
// person. For some time other things are said in its place: a passing notice, a merge that was met for
// the first time, the reason why there is no hint. The board does not move for any of it.

import { board as texts } from "virtual:texts/board";
import { site } from "virtual:texts/site";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Examples } from "../engine/examples";
import type { GameModel } from "../game/model";
import { holdNotices, noticeNow, watchNotices } from "../game/notices";
import { modeRecord } from "../store/database";
import { metIn } from "../store/met";
import { during, Explained, MergeExamples } from "./afterfirst";
import type { Discovery } from "./discovery";
import type { HintLink } from "./hints";
import { usePromised, useWatched, withScript } from "./hooks";
import { Icon } from "./icons";
import { ModeAbout } from "./modeabout";
import { PassingNotice } from "./notices";

/** Screens on which the room above the board is the best one for notices: others have some beside it. */
const high = matchMedia("(width < 64rem) and (not ((orientation: landscape) and (height < 32rem)))");

function watchHigh(watcher: () => void): () => void {
  high.addEventListener("change", watcher);
  return () => high.removeEventListener("change", watcher);
}

interface Properties {
  model: GameModel;
  /** True for the mode that a first visit begins with, of which the site says how it is played. */
  isFirst: boolean;
  /** Examples of merges; `null` as long as there are none. */
  examples: Examples | null;
  /** Knows the reason why there is no hint. */
  hints: HintLink;
  /** Opens the rules. */
  openRules: () => void;
}

export function Lead({ model, isFirst, examples, hints, openRules }: Properties) {
  const fault = useWatched(hints.watch, () => hints.advised.fault);
  const isHigh = useWatched(watchHigh, () => high.matches);
  const notice = useWatched(watchNotices, noticeNow);
  const discovery = useDiscovery(model);
  useLayoutEffect(() => (isHigh ? holdNotices() : undefined), [isHigh]);
  const isNew = useNew(model);
  const passing = isHigh ? notice : null;
  const isSaid = passing !== null || fault !== "" || discovery !== null;
  return (
    <div class={isFirst ? "lead" : "lead told"}>
      <div class={isHigh ? "lead-said notices" : "lead-said"} role="status">
        {passing && <PassingNotice notice={passing} />}
        {!passing && !fault && discovery && <Explained discovery={discovery} />}
      </div>
      {/* It is read out where the hints are. */}
      {!passing && fault && <p>{fault}</p>}
      {!isSaid && isFirst && <p dangerouslySetInnerHTML={{ __html: texts.lead }} />}
      {!isFirst && (
        <Intro model={model} isNew={isNew} isAside={isSaid} examples={examples} openRules={openRules} />
      )}
    </div>
  );
}

/** The name under which the merges of a game's mode are remembered. */
export const nameOfMode = ({ facts }: GameModel) => facts.name || facts.title;

/** The merge that was met for the first time just now; `null` most of the time. */
function useDiscovery(model: GameModel): Discovery | null {
  const [discovery, setDiscovery] = useState<Discovery | null>(null);
  useEffect(() => {
    setDiscovery(null);
    return withScript(during(), ({ watchDiscoveries }) =>
      watchDiscoveries(model, nameOfMode(model), setDiscovery),
    );
  }, [model]);
  return discovery;
}

/** Milliseconds after which examples are asked for: the first moves come before them. */
const LATER = 600;

/** Examples of the merges of a game's mode, from the engine; `null` until it has them. */
export function useExamples(model: GameModel): Examples | null {
  const [found, setFound] = useState<{ of: unknown; examples: Examples } | null>(null);
  const { engineGame, facts } = model;
  // Changed modes have no name: each game has examples of its own.
  const of = facts.name || engineGame;
  const isFound = found !== null && found.of === of;
  useEffect(() => {
    if (!engineGame || isFound) return;
    return withScript(during(), ({ examplesIn }) => {
      let wanted = true;
      const ask = async () => {
        const examples = await examplesIn(facts.name, engineGame);
        if (wanted) setFound({ of, examples });
      };
      const timer = setTimeout(() => void ask(), LATER);
      return () => {
        wanted = false;
        clearTimeout(timer);
      };
    });
  }, [engineGame, of, isFound]);
  return isFound ? found.examples : null;
}

/**
 * Returns true if a mode is new to the person: as it was when the game was opened, so that what is read
 * does not fold under the eyes.
 */
function useNew(model: GameModel): boolean {
  const [mode] = useState(() => nameOfMode(model));
  const [isMet] = useState(() => metIn(mode).length > 0);
  const record = usePromised(async () => (isMet ? undefined : modeRecord(mode)), [mode]);
  // Games of before merges were noted; without a database there are none.
  return !isMet && record !== null && !((record.value?.games ?? 0) > 0);
}

interface IntroProperties extends Pick<Properties, "model" | "examples" | "openRules"> {
  isNew: boolean;
  /** True while other things are said in its place: it keeps the focus then. */
  isAside: boolean;
}

/** The mode in its author's words: all of them and examples the first time, later a line. */
function Intro({ model, isNew, isAside, examples, openRules }: IntroProperties) {
  return (
    <div class={`intro${isNew ? " unfolded" : ""}${isAside ? " aside" : ""}`}>
      <ModeAbout facts={model.facts} />
      <button type="button" class="plain" onClick={openRules}>
        <Icon name="rules" />
        {site.rules}
      </button>
      {isNew && examples && <MergeExamples examples={examples} />}
    </div>
  );
}
