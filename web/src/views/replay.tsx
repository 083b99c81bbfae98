// Watching a game: step by step, by itself, or at any place of it.

import type { ReplayPlayer } from "polymerge";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { extent } from "../board/extent";
import { Faces } from "../board/faces";
import { engine } from "../engine/load";
import { messageOf, shown } from "../game/summary";
import { gameById } from "../store/database";
import { usePromised, useTitle } from "./hooks";
import { Icon, type IconName } from "./icons";
import { StatBoxes } from "./statboxes";
import { duration } from "./statistics";

/** Milliseconds from step to step. */
const SPEEDS = [800, 400, 200, 100, 50] as const;

/** Which replay: of a game that is kept, or a code. */
export type Source = { id: string } | { code: string };

async function open(source: Source): Promise<ReplayPlayer> {
  const { Game, ReplayPlayer } = await engine();
  if ("code" in source) return ReplayPlayer.fromCode(source.code);
  const record = await gameById(source.id);
  if (!record) throw new Error("This game is not kept in this browser any more.");
  return ReplayPlayer.ofGame(Game.resume(record.snapshot));
}

export function ReplayView({ source }: { source: Source }) {
  const key = "id" in source ? source.id : source.code;
  const opened = usePromised(() => open(source), [key]);
  const headline = useTitle("Replay");
  return (
    <main class="game replay" id="main">
      <div class="game-head">
        <h1 ref={headline} tabIndex={-1}>
          Replay{opened?.value && ` of ${opened.value.mode.info.title}`}
        </h1>
      </div>
      {opened?.error !== undefined && <p class="problem">{messageOf(opened.error)}</p>}
      {opened?.value && <Player key={key} player={opened.value} />}
    </main>
  );
}

function Player({ player }: { player: ReplayPlayer }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const faces = useMemo(() => new Faces((id) => player.face(id)), [player]);
  const times = useMemo(() => player.times, [player]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const last = player.length - 1;
  const { position } = player;

  useLayoutEffect(() => {
    if (!element.current) return;
    board.current = new Board(element.current, "Board");
    board.current.show(player.view(), faces);
    return () => board.current?.finish();
  }, [player]);

  const step = () => {
    const turn = player.step();
    if (turn) board.current?.play(player.view(), turn.events);
    else setPlaying(false);
    redraw(0);
  };
  const seek = (position: number) => {
    player.seek(Math.min(Math.max(position, 0), last));
    board.current?.show(player.view(), faces);
    redraw(0);
  };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(step, SPEEDS[speed] ?? 200);
    return () => clearInterval(timer);
  }, [playing, speed, player]);

  const toggle = () => {
    if (!playing && position >= last) seek(0);
    setPlaying(!playing);
  };
  const state = player.state();
  const view = player.view();
  return (
    <div class="play" style={extent(view)}>
      <StatBoxes boxes={view.statBoxes} faces={faces} below={false} />
      <div class="arena-frame">
        <div class="arena">
          <div ref={element} />
        </div>
      </div>
      <StatBoxes boxes={view.statBoxes} faces={faces} below={true} />
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
