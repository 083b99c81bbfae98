// The games that are kept in this browser.

import { game } from "virtual:texts/game";
import { games as texts } from "virtual:texts/games";
import { site } from "virtual:texts/site";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameController } from "../game/controller";
import { everyGame } from "../game/home";
import { notice } from "../game/notices";
import { helpOf } from "../game/result";
import { titleShown } from "../game/titles";
import { fragmentOf } from "../route";
import { held, onChange } from "../store/database";
import { type GameLine, isHelped } from "../store/record";
import { messageOf, shown } from "../summary";
import { filled } from "../texts/filled";
import { timeOf } from "../texts/language";
import { AllGames } from "./allgames";
import { Icon } from "./icons";
import { useTrouble } from "./notices";
import { Page } from "./page";
import { Problem } from "./problem";
import { Preview } from "./smallboard";

/** The number of games that are shown at once, and of those that come with each frame. */
const AT_ONCE = 30;

export function GamesView({ controller }: { controller: GameController }) {
  const [games, setGames] = useState<readonly GameLine[] | null>(null);
  const [problem, setProblem] = useState("");
  const visible = useMore(games?.length ?? 0);
  const trouble = useTrouble();
  const load = async () => {
    try {
      await controller.flush();
      setGames(await everyGame());
      setProblem("");
    } catch (error) {
      setProblem(messageOf(error));
      const rest = await held().catch(() => null);
      if (rest?.listed.length) setGames(rest.listed);
    }
  };
  useEffect(() => {
    void load();
    const heard = onChange(() => void load());
    return () =>
      void heard.then(
        (leave) => leave(),
        () => {},
      );
  }, []);
  const forget = async ({ id, title }: GameLine) => {
    setGames((games) => games?.filter((game) => game.id !== id) ?? null);
    document.querySelector<HTMLElement>("#main h1")?.focus({ preventScroll: true });
    const record = await controller.forget(id).catch(async (error: unknown) => {
      await load();
      notice({ text: messageOf(error) });
    });
    if (!record) return;
    const act = () => {
      controller.restore(record).then(
        () => {
          notice({ text: texts.isBack(titleShown(title)) });
          void load();
        },
        // The game is not lost: it can be tried once more.
        (error: unknown) => notice({ text: messageOf(error), action: { name: site.undo, act } }),
      );
    };
    notice({ text: texts.isDeleted(titleShown(title)), action: { name: site.undo, act } });
  };
  // Drawn once each: there may be a thousand.
  const lines = useRef(new WeakMap<GameLine, VNode>()).current;
  const lineOf = (game: GameLine) => {
    const line = lines.get(game) ?? <Line key={game.id} game={game} forget={forget} />;
    lines.set(game, line);
    return line;
  };
  return (
    <Page
      title={texts.title}
      beside={
        <p role="status">
          {games && !problem && (trouble ? game.games(games.length) : texts.keptHere(shown(games.length)))}
        </p>
      }
    >
      <Problem text={problem} alert />
      {games?.length === 0 && (
        <p>
          {trouble || texts.allKept}{" "}
          {filled(texts.choose, { choose: <a href="#/modes">{texts.chooseMode}</a> })}
        </p>
      )}
      <ul class="kept">{games?.slice(0, visible).map(lineOf)}</ul>
      <AllGames controller={controller} games={games?.length ?? 0} arrived={load} />
    </Page>
  );
}

/**
 * Returns the number of things that are to be shown: few at once, since they take their time, and
 * soon all.
 */
function useMore(all: number): number {
  const [visible, setVisible] = useState(AT_ONCE);
  useEffect(() => {
    if (visible >= all) return;
    const frame = requestAnimationFrame(() => setVisible(visible + AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [visible, all]);
  return visible;
}

interface Properties {
  game: GameLine;
  forget: (game: GameLine) => Promise<void>;
}

function Line({ game: line, forget }: Properties) {
  return (
    <li>
      <a class="kept-game" href={fragmentOf({ view: "game", id: line.id })}>
        <Preview rows={line.preview} />
        <span class="kept-text">
          <span class="card-title" translate={false}>
            {titleShown(line.title)}
          </span>
          {line.change && <span class="changed">{line.change}</span>}
          <span>
            {game.points(line.score)}, {game.moves(line.moves)}, {texts[line.screen]}
            {line.undone === 0 && line.moves > 0 && `, ${texts.withoutUndo}`}
            {isHelped(line) && `, ${helpOf(line.helped)}`}
          </span>
          <time dateTime={new Date(line.updated).toISOString()}>{timeOf(line.updated)}</time>
        </span>
      </a>
      <a class="button" href={fragmentOf({ view: "replay", id: line.id })} title={texts.watch}>
        <Icon name="film" />
        <span class="unseen">{texts.watchGame(titleShown(line.title))}</span>
      </a>
      <button type="button" title={texts.delete} onClick={() => void forget(line)}>
        <Icon name="bin" />
        <span class="unseen">{texts.deleteGame(titleShown(line.title))}</span>
      </button>
    </li>
  );
}
