// The windows over the view of a game.

import { game as texts } from "virtual:texts/game";
import { site } from "virtual:texts/site";
import type { Examples } from "../engine/examples";
import { engineNow } from "../engine/load";
import type { GameController } from "../game/controller";
import type { GameModel } from "../game/model";
import { titleShown } from "../game/titles";
import { ShareScores } from "../scores/entry";
import { Dialog } from "./dialog";
import { MergeExamples } from "./examples";
import type { Panel } from "./game";
import { KeyHelp, NewGame, Share } from "./later";
import { RulesNow } from "./rules";

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
  const title = titleShown(model.facts.title);
  const engine = engineNow();
  switch (panel) {
    case "rules":
      return (
        <Dialog title={site.rules} close={close}>
          {examples && <MergeExamples examples={examples} />}
          <div class="rules">
            <RulesNow model={model} />
          </div>
        </Dialog>
      );
    case "keys":
      return (
        <Dialog title={texts.keys} close={close}>
          <KeyHelp model={model} />
        </Dialog>
      );
    case "new":
      return engine && model.engineGame ? (
        <Dialog wide title={texts.newGameOf(title)} close={close}>
          <NewGame engine={engine} controller={controller} game={model.engineGame} begun={close} />
        </Dialog>
      ) : null;
    case "sure":
      return (
        <Dialog title={texts.sure} close={close}>
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
        </Dialog>
      );
    default:
      return (
        <Dialog title={texts.exportAndShare} close={close}>
          <ShareScores model={model} />
          <Share model={model} change={controller.change} />
        </Dialog>
      );
  }
}
