// Watching a game: step by step, by itself, or at any place of it.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { extent } from "../board/extent";
import { engine } from "../engine/load";
import type { RemoteReplay } from "../engine/remote";
import { bringHome } from "../game/home";
import { savedOf } from "../game/kept";
import { Reel, type Shift } from "../game/reel";
import { messageOf, shown } from "../game/summary";
import { gameById } from "../store/database";
import { usePromised, useTitle } from "./hooks";
import { Icon, type IconName } from "./icons";
import { StatBoxes } from "./statboxes";
import { duration } from "./statistics";

/** Milliseconds from step to step. */
const SPEEDS = [800, 400, 200, 100, 50] as const;

/** Where a replay comes from: a game that is kept, or a code. */
export type Source = { id: string } | { code: string };

async function open(source: Source): Promise<RemoteReplay> {
  const loaded = await engine();
  if ("code" in source) {
    if (!source.code) throw new Error("This replay is no longer here. Import its code again.");
    return loaded.replay(source);
  }
  await bringHome();
  const record = await gameById(source.id);
  if (!record) throw new Error("This browser no longer has this game.");
  return loaded.replay(savedOf(record));
}

interface Properties {
  source: Source;
  /** What is told of the game below it. */
  children?: ComponentChildren;
}

export function ReplayView({ source, children }: Properties) {
  const key = "id" in source ? source.id : source.code;
  const opened = usePromised(() => open(source), [key]);
  const headline = useTitle("Replay");
  return (
    <main class="game replay" id="main">
      <div class="game-head">
        <h1 ref={headline} tabIndex={-1}>
          Replay{opened?.value && ` of ${opened.value.title}`}
        </h1>
      </div>
      {opened?.error !== undefined && <p class="problem">{messageOf(opened.error)}</p>}
      {opened?.value && (
        <Player key={key} player={opened.value}>
          {children}
        </Player>
      )}
    </main>
  );
}

function Player({ player, children }: { player: RemoteReplay; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [problem, setProblem] = useState("");
  const changed = (way: Shift | null) => {
    if (way?.turn) board.current?.play(reel.look.view, way.turn.events);
    else if (way) board.current?.show(reel.look.view, reel.faces);
    if (reel.isAtEnd) setPlaying(false);
    setProblem(reel.problem);
    redraw(0);
  };
  const told = useRef(changed);
  told.current = changed;
  const reel = useMemo(() => new Reel(player, (way) => told.current(way)), [player]);
  const { times } = player;
  const { position, last, look, faces } = reel;

  useLayoutEffect(() => {
    if (!element.current) return;
    board.current = new Board(element.current, "Board");
    board.current.show(reel.look.view, reel.faces);
    return () => {
      board.current?.close();
      player.close();
    };
  }, [reel]);

  const step = () => reel.step();
  const seek = (position: number) => reel.seek(position);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(step, SPEEDS[speed] ?? 200);
    return () => clearInterval(timer);
  }, [playing, speed, player]);

  const toggle = () => {
    if (!playing && position >= last) seek(0);
    setPlaying(!playing);
  };
  const { view, state } = look;
  return (
    <div class="play" style={extent(view)}>
      <StatBoxes view={view} faces={faces} below={false} />
      <div class="arena-frame">
        <div class="arena">
          <div ref={element} data-waiting={reel.isThere ? 0 : 1} />
        </div>
      </div>
      <StatBoxes view={view} faces={faces} below={true} />
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <div class="scrubber">
        <input
          type="range"
          min={0}
          max={last}
          value={position}
          aria-label="Move"
          aria-valuetext={`Move ${position} of ${last}, score ${shown(state.score)}`}
          onInput={(event) => seek(event.currentTarget.valueAsNumber)}
        />
        <p>
          Move {shown(position)} of {shown(last)}, after {duration(times[position] ?? 0)}
        </p>
      </div>
      <div class="actions" role="toolbar" aria-label="Replay">
        <Step icon="back" name="Back" act={() => seek(position - 1)} />
        <Step icon={playing ? "pause" : "play"} name={playing ? "Pause" : "Play"} act={toggle} />
        <Step icon="forward" name="Step" act={step} />
        <label class="speed">
          <span>Speed</span>
          <input
            type="range"
            min={0}
            max={SPEEDS.length - 1}
            value={speed}
            onInput={(event) => setSpeed(event.currentTarget.valueAsNumber)}
          />
        </label>
      </div>
      {children}
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
