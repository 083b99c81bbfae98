// What the engine does for the page, in a worker: each method is a request that
// the page can make (engine/link.ts), and takes and gives plain data. Games and
// replays stay here and are called by numbers.

import type * as Polymerge from "polymerge";
import type { Game, Mode, Opened, ReplayPlayer } from "polymerge";
import { type Action, type ActionLog, act, perform, type Saved } from "./actions";
import { type Examples, examplesOf } from "./examples";
import { FaceCache, shortened } from "./facecache";
import { type ModePreview, modePreviewOf } from "./modepreview";
import { type Position, positionCode } from "./position";
import { type Proof, playedAgain, playedFromLink, proofOf, type Recorded, type Replayed } from "./proof";
import { type Drafting, draftingOf, gameFrom, type Verdict, verdictOn } from "./setup";
import type {
  ChangeOptions,
  Look,
  ModeFacts,
  ModeInfo,
  Modifier,
  ModifiersInfo,
  ModifiersOptions,
  Outcome,
  PresetInfo,
  RulesLine,
  Setting,
  Turn,
} from "./types";

/** The number under which a worker holds a game. */
export type GameId = number & { readonly thing?: "game" };
/** The number under which a worker holds a replay. */
export type ReplayId = number & { readonly thing?: "replay" };

/** A game that was opened. */
export interface OpenedGame {
  game: GameId;
  seed: string;
  facts: ModeFacts;
  look: Look;
  saved: Saved;
  /** True if it is of a mode of the catalogue, by its title, with changes. */
  isChanged?: boolean;
}

export interface OpenedReplay {
  replay: ReplayId;
  title: string;
  /** Milliseconds from the start to each position. */
  times: number[];
  position: number;
  look: Look;
}

/** The options of a new game. */
export interface NewGame {
  /** A whole number below 2^64; drawn if absent. */
  seed?: string | undefined;
  /** Settings and modifiers. */
  change?: ChangeOptions | undefined;
}

/** The choices for a new game. */
export interface Choosable {
  settings: Setting[];
  modifiers: Modifier[];
  presets: PresetInfo[];
}

/** A new game before it is begun. */
export interface Preview {
  info: ModeInfo;
  directions: number;
  rows: number;
  columns: number;
  /** An SVG picture; "" if the board is too large for one. */
  picture: string;
}

/** A mode file that is played. */
export interface OpenedFile extends OpenedGame {
  /** A hash of the rules: comments and blanks change nothing. */
  digest: string;
}

/** Boards with more cells than this have no picture before they are played. */
const DRAWN = 1600;

function factsOf(mode: Mode): ModeFacts {
  const { name, title, about } = mode.info;
  const { directions, interval, tilesCanBeClicked: clickable } = mode;
  return { name, title, about, directions, interval, clickable };
}

/** The code of a mode; "" if it fits into none. */
function codeOf(mode: Mode): string {
  try {
    return mode.toCode();
  } catch (error) {
    if (isStated(error)) return "";
    throw error;
  }
}

/** A store that gives each thing a number. */
class HandleTable<T> {
  private readonly things = new Map<number, T>();
  private last = 0;

  put(thing: T): number {
    this.last += 1;
    this.things.set(this.last, thing);
    return this.last;
  }

  get(number: number): T {
    const thing = this.things.get(number);
    // What was closed meanwhile is no reason to start another worker.
    if (thing === undefined) throw Object.assign(new Error("this was closed"), { kind: "closed" });
    return thing;
  }

  take(number: number): T | undefined {
    const thing = this.things.get(number);
    this.things.delete(number);
    return thing;
  }
}

export class Service {
  protected readonly games = new HandleTable<FaceCache<Game>>();
  private readonly replays = new HandleTable<FaceCache<ReplayPlayer>>();

  constructor(private readonly engine: typeof Polymerge) {}

  // Games

  /** The full name of a built-in mode that is called by a part of it, its number or its title. */
  nameOf(mode: string): string {
    return this.engine.Mode.builtIn(mode).info.name;
  }

  /** Describes a built-in mode. */
  modePreview(mode: string): ModePreview {
    return modePreviewOf(this.engine, mode);
  }

  /** A new game of a built-in mode. */
  start(mode: string, options: NewGame): OpenedGame {
    return this.begin(this.engine.Mode.builtIn(mode), options);
  }

  /** Another game of the mode of a game. */
  again(game: GameId, seed: string): OpenedGame {
    return this.begin(this.games.get(game).shown.mode, { seed });
  }

  /** A game of the mode of a game, as it is in the catalogue, with changes. */
  change(game: GameId, options: NewGame): OpenedGame {
    return this.begin(this.plain(game), options);
  }

  /**
   * Opens a code, with whatever was pasted around it, or a mode file. Gives the code of a replay, and
   * "modifiers" for a code of these, which is no game.
   */
  open(text: string, seed: string, fileName?: string): OpenedGame | { replay: string } | "modifiers" {
    const opened = this.opened(text, fileName);
    if (!opened) return "modifiers";
    if (opened.kind === "replay") return { replay: opened.code ?? text };
    const game = opened.kind === "game" ? this.register(opened.game()) : this.begin(opened.mode(), { seed });
    return { ...game, isChanged: this.isChanged(game.game) };
  }

  /** Reads a text; `null` for a code of modifiers. */
  private opened(text: string, fileName?: string): Opened | null {
    try {
      return this.engine.open(text, fileName);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "no-mode") return null;
      throw error;
    }
  }

  /** A game that was begun without the engine, as far as it was played. */
  repeat(mode: string, began: number, { seed, deeds: actions }: ActionLog): OpenedGame {
    const { Game, Mode } = this.engine;
    const game = Game.start(Mode.builtIn(mode), { seed, now: began });
    perform(game, actions);
    return this.register(game);
  }

  /** A game that was saved. */
  resume(saved: Saved): OpenedGame {
    return this.register(resumed(this.engine, saved));
  }

  act(game: GameId, action: Action): Outcome {
    const cached = this.games.get(game);
    const done = act(cached.shown, action, { faces: true });
    const turn = typeof done === "object" ? done : null;
    const look = cached.look(turn);
    return { ...look, turn: turn && shortened(turn, look.view), done: done !== false };
  }

  /** Does what was done elsewhere meanwhile. */
  perform(game: GameId, actions: readonly Action[]): Look {
    const cached = this.games.get(game);
    perform(cached.shown, actions);
    return cached.look();
  }

  snapshot(game: GameId, now: number): string {
    return this.games.get(game).shown.snapshot(now);
  }

  /** An SVG picture of the whole game; "" if the board is too large for one. */
  picture(game: GameId): string {
    const { shown } = this.games.get(game);
    const { rows, columns } = shown.state();
    return rows * columns > DRAWN ? "" : shown.boardSvg();
  }

  rules(game: GameId): RulesLine[] {
    return this.games.get(game).shown.rules();
  }

  /** Examples of what merges in the mode of a game. */
  examples(game: GameId): Examples {
    return examplesOf(this.engine, this.games.get(game).shown);
  }

  /** The game as a code: as it stands, its mode, or every move of it. */
  code(game: GameId, kind: "game" | "mode" | "replay"): string {
    const { shown } = this.games.get(game);
    if (kind === "game") return shown.save();
    return kind === "mode" ? shown.modeCode() : shown.replayCode();
  }

  /** The code of a new game of a built-in mode, always the same: codes of its changed games are much like it. */
  plainCode(mode: string): string {
    const { Game, Mode } = this.engine;
    const game = Game.start(Mode.builtIn(mode), { seed: 1, now: 0 });
    const code = game.save(0);
    game.free();
    return code;
  }

  /** The game as it can be handed in to a score server. */
  proof(game: GameId): Proof {
    return proofOf(this.engine, this.games.get(game).shown);
  }

  /** A game that a link tells, to be played on, as far as the link can be read. */
  openMoves(recorded: Recorded): OpenedGame & Pick<Replayed, "read" | "isWhole"> {
    const { game, ...read } = playedFromLink(this.engine, recorded);
    return { ...this.register(game), ...read };
  }

  /** The Replay code of a game that was handed in. */
  replayOf(recorded: Recorded): string {
    const game = playedAgain(this.engine, recorded);
    const code = game.replayCode();
    game.free();
    return code;
  }

  close(game: GameId): void {
    this.games.take(game)?.shown.free();
  }

  // Options of a new game

  choosable(game: GameId): Choosable {
    const { settings } = this.plain(game);
    return { settings, modifiers: this.engine.modifiers(), presets: this.engine.presets() };
  }

  preview(game: GameId, { seed = "0", change }: NewGame): Preview {
    const plain = this.plain(game);
    const mode = change ? plain.change(change) : plain;
    const shown = this.engine.Game.start(mode, { seed, now: 0 });
    const { rows, columns } = shown.state();
    // Browsers take seconds over the picture of a very large board.
    const picture = rows * columns > DRAWN ? "" : shown.boardSvg(0);
    const { info, directions } = mode;
    shown.free();
    return { info, directions: directions.length, rows, columns, picture };
  }

  modifiersCode(options: ModifiersOptions): string {
    return this.engine.modifiersCode(options);
  }

  readModifiers(code: string): ModifiersInfo {
    return this.engine.readModifiers(code);
  }

  /** Several codes; nothing for those that can't be read. */
  readAllModifiers(codes: readonly string[]): (ModifiersInfo | null)[] {
    return codes.map((code) => {
      try {
        return this.engine.readModifiers(code);
      } catch (error) {
        // The code is of a version that knew other modifiers.
        if (isStated(error)) return null;
        throw error;
      }
    });
  }

  // Positions that are set up by hand

  /** The board of a game, to be changed, and tiles for it; why not, if it can't be. */
  drafting(game: GameId): Drafting | number {
    return draftingOf(this.engine, this.games.get(game).shown);
  }

  /** Returns the verdict on a position as the beginning of a game by the rules of a game. */
  judge(game: GameId, position: Position): Verdict {
    return verdictOn(this.engine, this.games.get(game).shown.modeCode(), position);
  }

  /** A game by the rules of a game that begins with a position. */
  startFrom(game: GameId, position: Position, seed: string): OpenedGame {
    const code = this.games.get(game).shown.modeCode();
    return this.register(gameFrom(this.engine, code, position, seed));
  }

  /** A game of a built-in mode that begins with a position. */
  startNamed(mode: string, position: Position, seed: string): OpenedGame {
    const code = this.engine.Mode.builtIn(mode).toCode();
    return this.register(gameFrom(this.engine, code, position, seed));
  }

  /** By which a position is told: the name of a mode, if it begins alike in all of its games, or else the code of a mode of its own. */
  tellPosition(game: GameId, position: Position): { mode: string } | { code: string } {
    const { shown } = this.games.get(game);
    const code = shown.modeCode();
    const { name } = shown.mode.info;
    const isPlain = name !== "" && codeOf(this.engine.Mode.builtIn(name)) === code;
    return isPlain ? { mode: name } : { code: positionCode(code, position) };
  }

  // Replays

  openReplay(source: { code: string } | Saved): OpenedReplay {
    const { ReplayPlayer } = this.engine;
    const player =
      "code" in source
        ? ReplayPlayer.fromCode(source.code)
        : ReplayPlayer.ofGame(resumed(this.engine, source));
    const cached = new FaceCache(player);
    const look = cached.look();
    const { times, position, mode } = player;
    return { replay: this.replays.put(cached), title: mode.info.title, times, position, look };
  }

  /** The next step; nothing at the end. */
  stepReplay(replay: ReplayId): { turn: Turn; look: Look } | null {
    const cached = this.replays.get(replay);
    const turn = cached.shown.step();
    if (!turn) return null;
    const look = cached.look(turn);
    return { turn: shortened(turn, look.view), look };
  }

  seekReplay(replay: ReplayId, position: number): Look {
    const cached = this.replays.get(replay);
    cached.shown.seek(position);
    return cached.look();
  }

  /** A game that goes on from where a replay stands. */
  takeOver(replay: ReplayId, seed: string): OpenedGame {
    return this.register(this.replays.get(replay).shown.takeOver(seed));
  }

  /** The Replay code of a game that was saved. */
  replayCode(saved: Saved): string {
    const game = resumed(this.engine, saved);
    const code = game.replayCode();
    game.free();
    return code;
  }

  closeReplay(replay: ReplayId): void {
    this.replays.take(replay)?.shown.free();
  }

  // Mode files

  openFile(text: string, seed: string): OpenedFile {
    const mode = this.engine.Mode.fromFile(text);
    return { ...this.begin(mode, { seed }), digest: mode.digest() };
  }

  /** The file of a built-in mode. */
  source(mode: string): string {
    return this.engine.Mode.builtIn(mode).source() ?? "";
  }

  /** The mode file in a page, or a code as one. */
  fileOf(text: string): string {
    const mode = this.engine.open(text).mode();
    return mode.source() ?? mode.toFile();
  }

  /** A page that plays the mode of a file, made of one without a mode. */
  pageOf(text: string, page: string): string {
    return this.engine.Mode.fromFile(text).toPage(page);
  }

  /** The mode of a game as it is in the catalogue; of others the mode as it is played. */
  private plain(game: GameId): Mode {
    const { mode } = this.games.get(game).shown;
    const { name } = mode.info;
    return name ? this.engine.Mode.builtIn(name) : mode;
  }

  /**
   * Returns true if a game is of a mode that has the title of one in the catalogue, but is another
   * one, and not of a file.
   */
  private isChanged(game: GameId): boolean {
    const { mode } = this.games.get(game).shown;
    const { name, title } = mode.info;
    if (name || mode.source() !== undefined) return false;
    try {
      return this.engine.Mode.builtIn(title).info.title === title;
    } catch (error) {
      // There is none of this title.
      if (isStated(error)) return false;
      throw error;
    }
  }

  private begin(mode: Mode, { seed, change }: NewGame): OpenedGame {
    const options = seed === undefined ? {} : { seed };
    return this.register(this.engine.Game.start(change ? mode.change(change) : mode, options));
  }

  protected register(game: Game): OpenedGame {
    const cached = new FaceCache(game);
    const look = cached.look();
    const at = Date.now();
    const saved = { snapshot: game.snapshot(at), at, deeds: [] };
    return { game: this.games.put(cached), seed: game.seed, facts: factsOf(game.mode), look, saved };
  }
}

/** A game that was saved. */
export function resumed({ Game }: typeof Polymerge, { snapshot, at, deeds: actions }: Saved): Game {
  if (actions.length === 0) return Game.resume(snapshot);
  const game = Game.resume(snapshot, at);
  perform(game, actions);
  const last = Math.max(at, ...actions.map((action) => ("now" in action ? action.now : at)));
  // The game goes on from the time of its last action.
  return Game.resume(game.snapshot(last));
}

/** Returns true if the engine says itself what is wrong, and goes on. */
export function isStated(error: unknown): boolean {
  return error instanceof Error && "kind" in error && error.kind !== "engine";
}
