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
import { metIn } from "../store/met";
import { inEnglish } from "../texts/language";
import { type Discovery, nameOfMode, useDiscovery } from "./discovery";
import { Merge, MergeExamples } from "./examples";
import { useWatched } from "./hooks";
import { Icon } from "./icons";
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
  const isSaid = (isHigh && notice !== null) || fault !== "" || discovery !== null;
  return (
    <div class={isFirst ? "lead" : "lead told"}>
      <div class={isHigh ? "lead-said notices" : "lead-said"} role="status">
        {isHigh && notice && <PassingNotice notice={notice} />}
        {!(isHigh && notice) && fault && <p>{fault}</p>}
        {!(isHigh && notice) && !fault && discovery && <Explained discovery={discovery} />}
      </div>
      {!isSaid && isFirst && <p dangerouslySetInnerHTML={{ __html: play.lead }} />}
      {!isSaid && !isFirst && <Intro model={model} examples={examples} openRules={openRules} />}
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

/** The mode in its author's words: all of them and examples the first time, later a line. */
function Intro({ model, examples, openRules }: Pick<Properties, "model" | "examples" | "openRules">) {
  // As it was when the game was opened: what is read does not fold under the eyes.
  const [isNew] = useState(() => metIn(nameOfMode(model)).length === 0);
  return (
    <div class={isNew ? "intro unfolded" : "intro"}>
      <p {...inEnglish()}>{model.facts.about}</p>
      <button type="button" class="plain" onClick={openRules}>
        <Icon name="rules" />
        {site.rules}
      </button>
      {isNew && examples && <MergeExamples examples={examples} />}
    </div>
  );
}
