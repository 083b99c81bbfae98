// What the windows over the view of a game have in them.

import { game as texts } from "virtual:texts/game";
import { site } from "virtual:texts/site";
import type { Examples } from "../engine/examples";
import { engineNow } from "../engine/load";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { handoutOfDay, ShareScores } from "../scores/entry";
import type { Panel } from "./actions";
import { MergeExamples } from "./examples";
import { later } from "./fetched";
import { RulesNow } from "./rules";

const KeyHelp = later(() => import("./keylist").then((part) => part.KeyHelp));
const NewGame = later(() => import("../newgame/newgame").then((part) => part.NewGame));
const Share = later(() => import("./share").then((part) => part.Share));

interface Properties {
  controller: GameController;
  model: GameModel;
  panel: Panel;
  /** Examples of merges; `null` as long as there are none. */
  examples: Examples | null;
  close: () => void;
  /** Begins the new game that is asked about. */
  begin: () => void;
}

export function Panels({ controller, model, panel, examples, close, begin }: Properties) {
  const engine = engineNow();
  switch (panel) {
    case "rules":
      return (
        <>
          {examples && <MergeExamples examples={examples} />}
          <div class="rules">
            <RulesNow model={model} />
          </div>
        </>
      );
    case "keys":
      return <KeyHelp model={model} />;
    case "new":
      return engine && model.engineGame ? (
        <NewGame engine={engine} controller={controller} game={model.engineGame} begun={close} />
      ) : (
        <p class="waiting">{site.moment}</p>
      );
    case "sure":
      return (
        <>
          <p>{texts.sureAbout}</p>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                close();
                begin();
              }}
            >
              {texts.newGame}
            </button>
            <button type="button" onClick={close}>
              {texts.goOn}
            </button>
          </div>
        </>
      );
    default:
      return (
        <>
          <ShareScores model={model} />
          <Share model={model} change={controller.change} ofDay={handoutOfDay} />
        </>
      );
  }
}
