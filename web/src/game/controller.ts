// The current game, and how another one takes its place.

import { game as texts } from "virtual:texts/game";
import { modeAsked } from "../address";
import { engine, engineNow } from "../engine/load";
import type { Recorded } from "../engine/proof";
import type { RemoteGame, RemoteReplay } from "../engine/remote";
import type { NewGame } from "../engine/service";
import type { Names } from "../engine/types";
import { shortName } from "../hash";
import type { Route } from "../route";
import {
  allLines,
  forgetGame,
  forgetUnplayed,
  type GameLine,
  type GameRecord,
  gameById,
  held,
  keepGame,
  restoreGame,
} from "../store/database";
import { type Begun, forgetBegun, mayHoldGames, readBegun } from "../store/unkept";
import { afterSmall } from "./ahead";
import { type Autosave, type Known, knownOf } from "./autosave";
import { type BootController, type Elsewhere, linked, type PlaceOptions } from "./boot";
import { begunOf, mayBeName } from "./choice";
import { bringHome, lastGame } from "./home";
import { knownOfKept, savedOf } from "./kept";
import type { LocalMode } from "./local";
import { GameModel } from "./model";
import { notice } from "./notices";
import { placeholderOf } from "./placeholder";
import { topNumber } from "./result";
import { drawnSeed } from "./seed";
import { Tabs } from "./tabs";
import { nextTask } from "./task";
import { changed as changedTitle } from "./titles";

/** The number of former games that are remembered with their autosaves. */
const FORMER = 9;

export class GameController {
  /** True while other tabs are being asked for the current game. */
  private isJoining = false;
  /** The number of modes that were asked for so far. */
  private asked = 0;
  /** The autosaves of the current game and of former ones, which may not be kept yet. */
  private autosaves: Autosave[] = [];
  private readonly tabs = new Tabs({
    has: (id) => this.id === id && this.elsewhere === null && !this.isJoining,
    yield: (id) => this.yield(id),
    gone: () => this.lock("deleted"),
  });

  constructor(private readonly boot: BootController) {
    boot.setHooks({
      beyond: (model, what) => this.beyond(model, what),
      replaced: (id) => this.noticeReplaced(id),
      parted: () => this.parted(),
      begun: () => void this.tidy().catch(ignored),
      keep: (record) => keepGame({ ...record, top: this.topOf(record.id) }),
      rulesOf,
      bringHome,
    });
    boot.watch(() => this.noteAutosave());
    this.noteAutosave();
    void bringHome().catch(ignored);
    void this.join().catch(ignored);
  }

  /** Forgets data of games that are gone, and has the browser keep the rest. */
  private async tidy(): Promise<void> {
    await afterSmall;
    await forgetUnplayed();
    await (await import("../store/lasting")).askAfterFirst();
  }

  /** Returns the largest number on the tiles of the current game. */
  private topOf(id: string): number | undefined {
    return this.id === id && this.model ? topNumber(this.model.view, this.model.faces) : undefined;
  }

  private noteAutosave(): void {
    const { autosave } = this;
    if (autosave && autosave !== this.autosaves[0])
      this.autosaves = [autosave, ...this.autosaves.slice(0, FORMER)];
  }

  watch(watcher: () => void): () => void {
    return this.boot.watch(watcher);
  }

  /** Name of the mode that a first visit begins with. */
  get first(): string {
    return this.boot.first.mode;
  }

  get model(): GameModel | null {
    return this.boot.model;
  }

  /**
   * The model that is shown while the game that was asked for is on its way: the empty board of its
   * mode, then the game.
   */
  get awaited(): GameModel | null {
    return latestOf(this.boot.awaited);
  }

  /** Has the empty board of the mode that a route asks for shown, if that takes the engine, until the function given back is called. */
  expect(route: Route): () => void {
    const mode = modeAsked(route);
    let wanted = mode !== "" && !engineNow();
    const show = (awaited: GameModel | null) => {
      if (!wanted || !awaited) return;
      this.boot.awaited = awaited;
      this.boot.notify();
    };
    // What can't be fetched is waited for without a board.
    if (wanted) placeholderOf(mode).then(show).catch(ignored);
    return () => {
      wanted = false;
      this.boot.awaited = null;
    };
  }

  /** Lets the engine come, after what the front page shows without it. */
  frontShown(): void {
    this.boot.frontShown();
  }

  /** The reason why the engine has not taken over, if it could not be loaded. */
  get trouble(): unknown {
    return this.boot.trouble;
  }

  get elsewhere(): Elsewhere | null {
    return this.boot.elsewhere;
  }

  /** The id of the current game. */
  get id(): string | null {
    return this.boot.autosave?.id ?? null;
  }

  private get autosave(): Autosave | null {
    return this.boot.autosave;
  }

  /** Lets the engine take over what was begun without it. */
  promote(): Promise<void> {
    return this.boot.promote();
  }

  /** Returns true if the current game is the one that a route asks for. */
  holds(route: Route): boolean {
    if (!this.model) return false;
    return route.view === "home" || (route.view === "play" && route.mode === this.model.facts.name);
  }

  /** The game that was played last, or a first one. */
  async last(): Promise<void> {
    if (this.model) return;
    await bringHome();
    const id = await lastGame();
    if (!id || !(await this.returns(id))) await this.mode(this.boot.first.mode);
  }

  /**
   * The last game of a mode that is not over, or a new one. Resolves to false if something else was
   * asked for meanwhile, which it must not take the place of.
   */
  async mode(called: string): Promise<boolean> {
    this.asked += 1;
    const [turn, before] = [this.asked, this.model];
    // A new game in place of the one that is left, or the same one again, was not asked for instead.
    const isPast = () => turn !== this.asked || (this.model !== null && this.model !== latestOf(before));
    const local = await localMode(called);
    const isKnown = called === this.boot.first.mode || local !== null;
    const nameSaid = async () => (await engine()).ask("nameOf", called);
    const isHere = () => this.model?.facts.name === name && this.model.state.screen !== "over";
    // A kept game is looked for while the engine is on its way.
    const isName = isKnown || mayBeName(called);
    let name = isName ? called : await nameSaid();
    if (isPast()) return false;
    if (isHere()) return true;
    const isOurs = isKnown && !engineNow();
    const begun = isOurs ? begunOf(readBegun(), name) : undefined;
    // What is begun here goes on without the engine, which brings home what is left.
    if (!begun) await bringHome();
    // A first visit has none, and need not wait for the script that would look.
    const lines = before || mayHoldGames() ? await keptLines() : [];
    const openOne = () => lines.find((line) => line.mode === name && line.screen !== "over");
    let open = openOne();
    if (!open && isName && !isKnown) {
      // What looks like a name may be a title, or a part of another name.
      name = await nameSaid();
      if (isHere()) return !isPast();
      open = openOne();
    }
    if (isPast()) return false;
    const last = begun && !(open && open.updated > begun.updated) ? begun : open;
    // A begun game that can't be gone on with is told when the engine brings it home.
    const unlike = (error: unknown) => {
      if (last !== begun) throw error;
      return false;
    };
    if (last && (await this.returns(last.id, {}, isPast).catch(unlike))) return this.id === last.id;
    if (isPast()) return false;
    // What was read of the mode, and the views that are drawn, take time each.
    await nextTask();
    if (isPast()) return false;
    if (isKnown && !engineNow()) {
      this.boot.start({ local });
      return true;
    }
    const loaded = await engine();
    const opened = await loaded.ask("start", name, { seed: drawnSeed() });
    const game = loaded.game(opened);
    if (isPast()) {
      game.close();
      return false;
    }
    await this.boot.place(GameModel.of(game));
    return true;
  }

  /** Starts a game of a built-in mode with a seed, in place of the current one. Gives its id. */
  async fresh(mode: string, seed: string): Promise<string> {
    const loaded = await engine();
    const model = GameModel.of(loaded.game(await loaded.ask("start", mode, { seed })));
    await this.boot.place(model, { replaces: true });
    return (await this.keep()) ?? "";
  }

  /** A game that was kept. */
  async game(id: string): Promise<void> {
    if (!(await this.returns(id))) throw new Error(texts.notHere);
  }

  /**
   * Makes a former game the current one again, perhaps with the keys of the one that it replaces.
   * Resolves to false if it is not kept any more. `isPast`: whether something else is wanted by now,
   * which it must not take the place of.
   */
  async returns(id: string, options: PlaceOptions = {}, isPast = never): Promise<boolean> {
    if (this.id === id) return true;
    if (!options.follows) await this.claim(id, isPast);
    return this.fetch(id, options, isPast);
  }

  /**
   * Has another tab let go of a game, once what goes on with it is here: nothing is taken from one for
   * an engine that does not come.
   */
  private async claim(id: string, isPast = never): Promise<void> {
    if (await gameById(id)) await engine();
    if (!isPast()) await this.tabs.claim(id);
  }

  /**
   * Goes on with the game that the boot controller has found begun, as far as it was played in
   * another tab, which had not written that down yet.
   */
  private async join(): Promise<void> {
    const { id, model } = this;
    if (!id || !model) return;
    this.isJoining = true;
    const isPlayedElsewhere = await this.tabs.claim(id).finally(() => {
      this.isJoining = false;
    });
    // What was done here by now makes it a game of its own.
    if (isPlayedElsewhere && this.model === model && model.pressed === 0)
      await this.fetch(id, { follows: model });
  }

  private async fetch(id: string, options: PlaceOptions, isPast = never): Promise<boolean> {
    // The game may have been the current one until just now.
    await this.autosaves
      .find((autosave) => autosave.id === id)
      ?.keep()
      .catch(ignored);
    const record = await gameById(id);
    if (record) await this.resume(record, options, isPast);
    else {
      const begun = readBegun().find((begun) => begun.id === id);
      if (!begun) return false;
      await this.resumeBegun(begun, options, isPast);
    }
    return true;
  }

  /** Goes on with a game that was begun without the engine, if possible without it once more. */
  private async resumeBegun(begun: Begun, options: PlaceOptions, isPast: () => boolean): Promise<void> {
    const isFirst = begun.mode === this.boot.first.mode;
    const local = isFirst ? null : await localMode(begun.mode, begun);
    if (isPast()) return;
    if (isFirst || (local && !engineNow())) {
      try {
        return this.boot.start({ begun, local, ...options });
      } catch {
        // Begun under other rules; the whole engine says what is the matter.
      }
    }
    const model = await GameModel.repeating(await engine(), begun);
    if (isPast()) model.close();
    else await this.boot.place(model, { known: knownOf(begun), ...options });
  }

  /** Opens a code or a mode file. Gives the code back if it is a replay. */
  async text(text: string, fileName?: string, change = ""): Promise<{ replay: string } | null> {
    const loaded = await engine();
    const opened = await loaded.ask("open", text, drawnSeed(), fileName);
    if (opened === "modifiers") throw (await import("./codes")).modifiersAlone();
    if ("replay" in opened) return opened;
    const { isChanged, facts } = opened;
    const names = isChanged ? { name: "", title: changedTitle(facts.title) } : {};
    const known = isChanged && change ? { change } : {};
    await this.boot.place(GameModel.of(loaded.game(opened), names), { known, replaces: true });
    return null;
  }

  /** Opens a code that is in a link. */
  async code(link: string): Promise<{ replay: string } | null> {
    const { whole } = await import("./codes");
    return this.text(whole(link));
  }

  /** Opens a code that was made short. */
  async packed(link: string): Promise<{ replay: string } | null> {
    const { baseModeOf, splitLabel, unpacked, unpackDelta, whole } = await import("./codes");
    const { text, label } = splitLabel(whole(link));
    const mode = baseModeOf(text);
    if (!mode) return this.text(await unpacked(text), undefined, label);
    const base = await (await engine()).ask("plainCode", mode);
    return this.text(await unpackDelta(text, base), undefined, label);
  }

  /** A game that goes on from where a replay stands. */
  async takeOver(replay: RemoteReplay): Promise<void> {
    await this.boot.place(GameModel.of(await replay.takeOver(drawnSeed())), { replaces: true });
  }

  /**
   * Makes a game the current one in place of another, under names of its own and with what is known
   * of it.
   */
  async put(game: RemoteGame, names: Names | undefined, known: Partial<Known>): Promise<void> {
    await this.boot.place(GameModel.of(game, names), { known, replaces: true });
  }

  /** A game of a mode as a seed and moves lead to it. */
  async moves(recorded: Recorded): Promise<void> {
    const { gameOfMoves } = await import("./codes");
    const game = await gameOfMoves(recorded, (game) => this.put(game, undefined, {}));
    await this.put(game, undefined, {});
  }

  /** Starts a new game of the current mode, as it is in the catalogue, with changes. */
  async begin({ change, seed = drawnSeed() }: NewGame, changed = ""): Promise<void> {
    const game = await this.model?.engineGame?.open("change", { seed, change });
    if (!game) return;
    // A changed mode has its own best scores.
    const names = change && { name: "", title: changedTitle(game.facts.title) };
    const known = changed ? { change: changed } : {};
    // The game is shown at once; it is kept a moment later.
    this.put(game, names, known).catch(ignored);
  }

  /**
   * Starts a new game of the current mode, or of one that waits for its game: with its seed, or
   * another. Keys that follow mean the new game.
   */
  again(sameSeed: boolean, at = this.model): void {
    at?.inTurn(async (model) => {
      const { local } = model;
      const seed = sameSeed ? model.seed : (local?.beside?.(model.seed) ?? drawnSeed());
      const game = model.engineGame;
      if (!game) return this.boot.start({ seed, local, follows: model, replaces: true });
      const { name, title } = model.facts;
      const known = this.autosave?.rules ?? {};
      const next = GameModel.of(await game.open("again", seed), { name, title });
      await this.boot.place(next, { known, follows: model, replaces: true });
    });
  }

  /** True if undoing brings back the game that a new one has replaced. */
  get canBringBack(): boolean {
    return Boolean(this.boot.replaced) && !this.model?.state.canUndo && this.autosave?.isPlayed === false;
  }

  /** True if redoing brings the new game again. */
  get canBringAgain(): boolean {
    return Boolean(this.boot.undone) && !this.model?.state.canRedo;
  }

  /** Takes back a new game, or begins it again, where the steps of the current game end. */
  private async beyond(model: GameModel, what: "undo" | "redo"): Promise<void> {
    const left = this.id ?? undefined;
    const { replaced, undone } = this.boot;
    const isUndo = what === "undo";
    const id = isUndo ? this.canBringBack && replaced : this.canBringAgain && undone;
    const trail = isUndo ? { undone: left } : { replaced: left };
    if (!id || !(await this.returns(id, { follows: model, ...trail }))) return;
    notice(null);
    this.boot.notify();
  }

  /** Brings back the game that a new one has replaced, whatever was done since. */
  private bringBack(id: string): void {
    notice(null);
    this.model?.inTurn(async (model) => {
      await this.returns(id, { follows: model });
    });
  }

  /** The changes to the mode of the current game, in words. */
  get change(): string {
    return this.autosave?.rules.change ?? "";
  }

  /** Keeps what was done in the current game, so that lists know of it. */
  async flush(): Promise<void> {
    const { model } = this;
    await new Promise<void>((done) => (model ? model.inTurn(async () => done()) : done()));
    if (!this.elsewhere) await this.autosave?.keep();
  }

  /** Keeps the current game at once. Gives its id. */
  async keep(): Promise<string | null> {
    if (!this.elsewhere) await this.autosave?.keep(true);
    return this.id;
  }

  /** Returns the name under which the current game adds to the statistics. */
  async sum(): Promise<string> {
    return (await this.autosave?.sum()) ?? "";
  }

  /** Deletes a game for good, but for what the notice about it gives back. */
  async forget(id: string): Promise<GameRecord | undefined> {
    if (this.id === id) {
      const { autosave, model } = this;
      this.boot.autosave = null;
      this.boot.model = null;
      await autosave?.close();
      model?.close();
    }
    if (this.boot.replaced === id) this.boot.replaced = undefined;
    if (this.boot.undone === id) this.boot.undone = undefined;
    try {
      const record = await forgetGame(id);
      forgetBegun(id);
      this.tabs.forget(id);
      return record;
    } finally {
      this.boot.notify();
    }
  }

  /** Brings a deleted game back. */
  async restore(record: GameRecord): Promise<void> {
    await restoreGame(record);
    this.boot.notify();
  }

  /** Goes on here with a game that another tab has, or has deleted. */
  async playHere(): Promise<void> {
    const { id, elsewhere, model, autosave } = this;
    if (!id || !model) return;
    if (elsewhere === "another tab") {
      await this.claim(id);
      const record = await gameById(id);
      if (record) return this.resume(record);
    }
    this.boot.elsewhere = null;
    model.isLocked = false;
    await autosave?.keep(true);
    this.boot.notify();
  }

  /** Lets another tab go on with the game. */
  private async yield(id: string): Promise<void> {
    if (this.id !== id) return;
    this.lock("another tab");
    const { model, autosave } = this;
    await new Promise<void>((done) => model?.inTurn(async () => done()));
    await autosave?.keep();
  }

  private lock(why: Elsewhere): void {
    if (this.model) this.model.isLocked = true;
    this.boot.elsewhere = why;
    this.boot.notify();
  }

  private async resume(record: GameRecord, options: PlaceOptions = {}, isPast = never): Promise<void> {
    const loaded = await engine();
    const game = loaded.game(await loaded.ask("resume", savedOf(record)));
    if (isPast()) return game.close();
    const { time, undone = null, helped = null, mode: name, title } = record;
    await this.boot.place(GameModel.of(game, { time, undone, helped, name, title }), {
      ...options,
      known: knownOfKept(record),
    });
  }

  private noticeReplaced(id: string): void {
    const act = () => this.bringBack(id);
    notice({ text: texts.replaced, action: { name: texts.backToIt, act } });
  }

  /** Another tab went on with the game as well. */
  private parted(): void {
    notice({ text: texts.parted });
    this.boot.notify();
  }
}

/**
 * The mode that the page was opened with, if something plays it sooner than the whole engine; else
 * `null`.
 */
async function localMode(called: string, begun?: Begun): Promise<LocalMode | null> {
  if (engineNow()) return null;
  return (await linked)?.smallMode(called, begun) ?? null;
}

/** The games that are kept. */
async function keptLines(): Promise<GameLine[]> {
  // That other games can't be read is told; one can play.
  return allLines().catch(async () => (await held()).lines);
}

/** Without a database one can still play. */
function ignored(): void {}

const never = () => false;

/** The model that has taken the place of one, and done what waited there. */
function latestOf(model: GameModel | null): GameModel | null {
  let latest = model;
  while (latest?.replacement) latest = latest.replacement;
  return latest;
}

/** A name for the rules of a game. */
async function rulesOf(game: RemoteGame, title: string): Promise<string | undefined> {
  const code = await game.ask("code", "mode").catch(() => "");
  return code ? `${title}~${shortName(code)}` : undefined;
}
