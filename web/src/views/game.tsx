// The view in which one plays.

import { useLayoutEffect, useState } from "preact/hooks";
import { extent, isCompact } from "../board/extent";
import { engineNow } from "../engine/load";
import type { Room } from "../game/room";
import type { Table } from "../game/table";
import { titleShown } from "../game/titles";
import { listen } from "../input/keyboard";
import { go } from "../route";
import { ShareScores } from "../scores/entry";
import { CONTESTS } from "../scores/place";
import { readLocal } from "../store/local";
import { setting } from "../store/settings";
import { game as texts } from "../texts/en/game";
import { play } from "../texts/en/play";
import { inEnglish } from "../texts/language";
import { Actions } from "./actions";
import type { Wish } from "./advice";
import { Best } from "./best";
import { BoardOf } from "./board";
import { Coming } from "./coming";
import { Dialog } from "./dialog";
import { Elsewhere } from "./elsewhere";
import { useSetting, useTable, useTitle, useWatched } from "./hooks";
import { Advice, Contest, KeyHelp, NewGame, Share } from "./later";
import { Outcome } from "./outcome";
import { Pad } from "./pad";
import { Rules } from "./rules";
import { NextTiles, StatBoxes } from "./statboxes";
import { Strip } from "./strip";
import { Trouble } from "./trouble";
import { Veil } from "./veil";

export type Panel = "new" | "share" | "keys" | "sure" | null;

/** Tells when the page is shown or hidden. */
function watchVisibility(watcher: () => void): () => void {
  document.addEventListener("visibilitychange", watcher);
  return () => document.removeEventListener("visibilitychange", watcher);
}

/** A button that was clicked by mouse or finger gives the keys back to the game: the next Space is no click. */
function leaveButton(event: MouseEvent): void {
  if (event.detail === 0 || !(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("button, summary");
  if (button && !button.closest("dialog")) button.blur();
}

/** Whether the score server may have given the seed of the game; what is said of that is fetched then. */
const mayBeContest = ({ seed }: Table) => readLocal(CONTESTS)?.includes(`"${seed}"`) ?? false;

export function GameView({ room, table }: { room: Room; table: Table }) {
  useTable(table);
  const title = titleShown(table.facts.title);
  const headline = useTitle(title);
  const [panel, setPanel] = useState<Panel>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const ask = (what: Wish["what"]) => setWish((last) => ({ what, number: (last?.number ?? 0) + 1 }));
  const [wanted, setPad] = useSetting("pad");
  // Modes with more than the four usual directions need them more.
  const pad = wanted ?? table.ways.length > 4;
  const { view, state, faces } = table;
  const engine = engineNow();
  const isVisible = useWatched(watchVisibility, () => document.visibilityState === "visible");

  const [sameSeed, setSameSeed] = useState(false);
  const renew = (sameSeed: boolean) => {
    const { screen, moves } = table.state;
    if (!setting("ask") || screen === "over" || moves === 0) return room.again(sameSeed, table);
    setSameSeed(sameSeed);
    setPanel("sure");
  };

  const watch = async () => {
    const id = await room.keep();
    if (id && table.engineGame) go({ view: "replay", id });
  };

  // Keys count from the first frame on.
  useLayoutEffect(() => {
    const commands = {
      undo: () => table.undo(),
      redo: () => table.redo(),
      new: () => renew(false),
      again: () => renew(true),
      continue: () => table.playOn(),
      hint: () => ask("hint"),
      auto: () => ask("auto"),
      help: () => setPanel("keys"),
      modes: () => go({ view: "modes" }),
    };
    return listen(table, commands);
  }, [room, table]);

  const { opacities } = view;
  // The board of a mode whose game is on its way.
  const isComing = table !== room.table;
  const isFirst = table.facts.name === room.first;
  const boxes = { view, faces, click: (index: number) => table.clickStatBox(index) };
  const above = (
    <Veil opacity={opacities.statBoxesAbove}>
      <StatBoxes {...boxes} below={false} />
    </Veil>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: this is about the mouse alone
    <main class="game" id="main" aria-busy={isComing} onClick={leaveButton}>
      <div class="play" style={extent(view)}>
        <Trouble room={room} />
        <div class="game-head">
          <h1 ref={headline} tabIndex={-1}>
            {title}
          </h1>
          <div class="head-scores">
            {isCompact(view) && above}
            <Best room={room} table={table} />
          </div>
        </div>
        {mayBeContest(table) && <Contest table={table} />}
        {!isCompact(view) && above}
        {isFirst ? (
          <p class="lead" dangerouslySetInnerHTML={{ __html: play.lead }} />
        ) : (
          <p class="lead told" {...inEnglish()}>
            {table.facts.about}
          </p>
        )}
        {view.nextTiles.length > 0 && (
          <Veil opacity={opacities.nextTiles}>
            <NextTiles view={view} faces={faces} />
          </Veil>
        )}
        <div class="arena-frame">
          <Veil opacity={opacities.grid}>
            <BoardOf table={table} running={isVisible && panel === null && room.elsewhere === null} />
          </Veil>
          {isComing && <Coming />}
          {room.elsewhere && !isComing ? (
            <Elsewhere room={room} />
          ) : (
            <Outcome room={room} table={table} open={setPanel} renew={renew} watch={() => void watch()} />
          )}
        </div>
        <Veil opacity={opacities.statBoxesBelow}>
          <StatBoxes {...boxes} below={true} />
        </Veil>
        <Actions
          room={room}
          table={table}
          open={setPanel}
          pad={pad}
          setPad={setPad}
          ask={ask}
          renew={renew}
          watch={() => void watch()}
        />
        {wish && <Advice table={table} wish={wish} />}
        {isFirst && (
          <div class="strip">
            <Strip />
          </div>
        )}
      </div>
      {pad && opacities.directionButtons !== null && (
        <Pad ways={table.ways} available={state.available} press={(way) => table.press(way)} />
      )}
      <div class="about">
        {table.facts.about && <p {...inEnglish()}>{table.facts.about}</p>}
        <Rules table={table} />
      </div>
      {panel === "keys" && (
        <Dialog title={texts.keys} close={() => setPanel(null)}>
          <KeyHelp table={table} />
        </Dialog>
      )}
      {panel === "new" && engine && table.engineGame && (
        <Dialog wide title={texts.newGameOf(title)} close={() => setPanel(null)}>
          <NewGame engine={engine} room={room} game={table.engineGame} begun={() => setPanel(null)} />
        </Dialog>
      )}
      {panel === "sure" && (
        <Dialog title={texts.sure} close={() => setPanel(null)}>
          <p>{texts.sureAbout}</p>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                setPanel(null);
                room.again(sameSeed, table);
              }}
            >
              {texts.newGame}
            </button>
            <button type="button" onClick={() => setPanel(null)}>
              {texts.goOn}
            </button>
          </div>
        </Dialog>
      )}
      {panel === "share" && (
        <Dialog title={texts.exportAndShare} close={() => setPanel(null)}>
          <ShareScores table={table} />
          <Share table={table} change={room.change} />
        </Dialog>
      )}
    </main>
  );
}
