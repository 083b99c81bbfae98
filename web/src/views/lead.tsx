// What stands between the headline and the board: how the mode is played, in full when it is new to a
// person. For some time other things are said in its place: a passing notice, a merge that was met for
// the first time, the reason why there is no hint. The board does not move for any of it.

import { game } from "virtual:texts/game";
import { play } from "virtual:texts/play";
import { site } from "virtual:texts/site";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Examples } from "../engine/examples";
import type { GameModel } from "../game/model";
import { holdNotices, noticeNow, watchNotices } from "../game/notices";
import { modeRecord } from "../store/database";
import { metIn } from "../store/met";
import { type Discovery, nameOfMode, useDiscovery } from "./discovery";
import { Merge, MergeExamples } from "./examples";
import { usePromised, useWatched } from "./hooks";
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
  /** The reason why there is no hint; "" if there is nothing to say. */
  fault: string;
  /** Opens the rules. */
  openRules: () => void;
}

export function Lead({ model, isFirst, examples, fault, openRules }: Properties) {
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
      {!isSaid && isFirst && <p dangerouslySetInnerHTML={{ __html: play.lead }} />}
      {!isFirst && (
        <Intro model={model} isNew={isNew} isAside={isSaid} examples={examples} openRules={openRules} />
      )}
    </div>
  );
}

/** A merge that was met for the first time. */
function Explained({ discovery: { merge, faces } }: { discovery: Discovery }) {
  return (
    <p class="explained">
      <span>{game.newMerge}</span> <Merge merge={merge} faces={faces} />
    </p>
  );
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
