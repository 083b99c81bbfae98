// Watching a game: step by step, by itself, or at any place of it.

import { game } from "virtual:texts/game";
import { replay as texts } from "virtual:texts/replay";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { extent } from "../board/extent";
import { engine } from "../engine/load";
import type { RemoteReplay } from "../engine/remote";
import type { GameController } from "../game/controller";
import { bringHome } from "../game/home";
import { savedOf } from "../game/kept";
import { ReplayController, type Shift } from "../game/replaycontroller";
import { duration } from "../game/result";
import { titleShown } from "../game/titles";
import { isControl, isTyping } from "../input/keyboard";
import { fragmentOf, go, linkTo } from "../route";
import { gameById } from "../store/database";
import { messageOf, shown } from "../summary";
import { useIsOpen, usePromised, useRedraw, useTitle } from "./hooks";
import { Icon, type IconName } from "./icons";
import { Failure, Problem } from "./problem";
import { StatBoxes } from "./statboxes";

/** Milliseconds from step to step. */
const SPEEDS = [800, 400, 200, 100, 50] as const;

/** The source of a replay: a game that is kept, or a code. */
export type Source = { id: string } | { code: string };

async function open(source: Source): Promise<RemoteReplay> {
  const loaded = await engine();
  if ("code" in source) {
    if (!source.code) throw new Error(texts.gone);
    return loaded.replay(source);
  }
  await bringHome();
  const record = await gameById(source.id);
  if (!record) throw new Error(game.notHere);
  return loaded.replay(savedOf(record));
}

interface Properties {
  /** The controller that plays on from the replay; absent where that is not possible. */
  controller?: GameController;
  source: Source;
  /** The content below the replay. */
  children?: ComponentChildren;
}

export function ReplayView({ controller, source, children }: Properties) {
  const key = "id" in source ? source.id : source.code;
  const opened = usePromised(
    () => open(source),
    [key],
    (replay) => replay.close(),
  );
  const headline = useTitle(texts.title);
  return (
    <main class="game replay" id="main">
      <div class="game-head">
        <h1 ref={headline} tabIndex={-1}>
          {opened?.value ? texts.titleOf(titleShown(opened.value.title)) : texts.title}
        </h1>
      </div>
      <Failure of={opened} />
      {opened?.value && (
        <Player key={key} player={opened.value}>
          {controller && <Ways controller={controller} player={opened.value} source={source} />}
          {children}
        </Player>
      )}
    </main>
  );
}

function Player({ player, children }: { player: RemoteReplay; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const redraw = useRedraw();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [problem, setProblem] = useState("");
  const changed = (way: Shift | null) => {
    if (way?.turn) board.current?.animate(playback.look.view, way.turn.events);
    else if (way) board.current?.show(playback.look.view, playback.faces);
    if (playback.isAtEnd) setPlaying(false);
    setProblem(playback.problem);
    redraw();
  };
  const onChange = useRef(changed);
  onChange.current = changed;
  const playback = useMemo(() => new ReplayController(player, (way) => onChange.current(way)), [player]);
  const { times } = player;
  const { position, last, look, faces } = playback;

  useLayoutEffect(() => {
    if (!element.current) return;
    board.current = new Board(element.current, texts.board);
    board.current.show(playback.look.view, playback.faces);
    return () => board.current?.close();
  }, [playback]);

  const step = () => playback.step();
  const seek = (position: number) => playback.seek(position);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(step, SPEEDS[speed] ?? 200);
    return () => clearInterval(timer);
  }, [playing, speed, player]);

  const toggle = () => {
    if (!playing && playback.isAtEnd) seek(0);
    setPlaying(!playing);
  };
  const keys = useRef<Record<string, () => void>>({});
  keys.current = {
    " ": toggle,
    ArrowLeft: () => seek(playback.position - 1),
    ArrowRight: step,
    Home: () => seek(0),
    End: () => seek(last),
    ArrowUp: () => setSpeed(Math.min(speed + 1, SPEEDS.length - 1)),
    ArrowDown: () => setSpeed(Math.max(speed - 1, 0)),
  };
  useKeys(keys);
  const { view, state } = look;
  return (
    <div class="game-column" style={extent(view)}>
      <StatBoxes view={view} faces={faces} below={false} />
      <div class="arena-frame">
        <div class="arena">
          <div ref={element} data-waiting={playback.isThere ? 0 : 1} />
        </div>
      </div>
      <StatBoxes view={view} faces={faces} below={true} />
      <div role="alert">
        <Problem text={problem} />
      </div>
      <div class="scrubber">
        <input
          type="range"
          min={0}
          max={last}
          value={position}
          aria-label={texts.move}
          aria-valuetext={texts.where({ move: position, last, score: shown(state.score) })}
          onInput={(event) => seek(event.currentTarget.valueAsNumber)}
        />
        <p>
          {texts.after({ move: shown(position), last: shown(last), time: duration(times[position] ?? 0) })}
        </p>
      </div>
      <div class="actions" role="toolbar" aria-label={texts.title}>
        <Step icon="back" name={texts.back} act={() => seek(playback.position - 1)} />
        <Step icon={playing ? "pause" : "play"} name={playing ? texts.pause : texts.play} act={toggle} />
        <Step icon="forward" name={texts.step} act={step} />
        <label class="speed">
          <span>{texts.speed}</span>
          <input
            type="range"
            min={0}
            max={SPEEDS.length - 1}
            value={speed}
            onInput={(event) => setSpeed(event.currentTarget.valueAsNumber)}
          />
        </label>
      </div>
      <p class="small keys-told">{texts.keys}</p>
      {children}
    </div>
  );
}

/** Does what keys mean that are pressed anywhere but in a field. */
function useKeys(keys: { current: Record<string, () => void> }): void {
  // Keys count from the first frame on.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || isTyping(target)) return;
      if (key === " " && isControl(target)) return;
      const act = keys.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [keys]);
}

/** Ways from a replay: to its game, to a game from here, to a link. */
function Ways({
  controller,
  player,
  source,
}: {
  controller: GameController;
  player: RemoteReplay;
  source: Source;
}) {
  const [message, setMessage] = useState("");
  const tried = async (work: () => Promise<string>) => {
    try {
      setMessage(await work());
    } catch (error) {
      setMessage(messageOf(error));
    }
  };
  const isOpen = useIsOpen();
  const takeOver = async () => {
    await controller.takeOver(player);
    if (controller.id && isOpen()) go({ view: "game", id: controller.id });
    return "";
  };
  const link = async () => {
    const { packed, sealed } = await import("../game/codes");
    const { copyText } = await import("./clipboard");
    await copyText(linkTo({ view: "packed", text: sealed(await packed(await player.code())) }));
    return texts.linkCopied;
  };
  return (
    <div class="buttons">
      {"id" in source && (
        <a class="button" href={fragmentOf({ view: "game", id: source.id })}>
          {texts.backToGame}
        </a>
      )}
      <button type="button" onClick={() => void tried(takeOver)}>
        {texts.playOn}
      </button>
      <button type="button" onClick={() => void tried(link)}>
        {texts.copyLink}
      </button>
      <span role="status">{message}</span>
    </div>
  );
}

function Step({ icon, name, act }: { icon: IconName; name: string; act: () => void }) {
  return (
    <button type="button" class="action" onClick={act}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}
