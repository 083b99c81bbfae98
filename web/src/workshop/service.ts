// What the engine does for the workshop beside what it does for the site
// (src/engine/service.ts): help under the cursor, checks, reasons, values, games that go
// on over an edit.

import type * as Polymerge from "polymerge";
import type * as Author from "polymerge/author";
import type {
  Completions,
  EvaluateOptions,
  Evaluation,
  FileSymbol,
  FormulaOptions,
  FormulaValue,
  Highlight,
  Hover,
  ModeFile,
  Problem,
  Signature,
  TextEdit,
  TextRange,
  Why,
} from "polymerge/author";
import { type GameId, isStated, type OpenedFile, Service } from "../engine/service";

/** A game that goes on by the rules of an edited file. */
export interface CarriedGame extends OpenedFile {
  /** The parts of the game that could not stay. */
  lost: string[];
}

export class AuthorService extends Service {
  private readonly author: typeof Author;
  /** The file that was asked about last. */
  private latest: { text: string; file: ModeFile } | null = null;

  constructor(engine: typeof Polymerge) {
    super(engine);
    // Vite has put the engine of authors in place of the other (build/authors-engine.ts).
    this.author = engine as unknown as typeof Author;
  }

  /** Returns the problems of a file. */
  check(text: string): Problem[] {
    return this.author.checkModeFile(text);
  }

  complete(text: string, at: number): Completions {
    return this.file(text).complete(at);
  }

  /** Returns the meaning of a thing that is offered at a place, by its number. */
  explain(text: string, at: number, item: number): string {
    const file = this.file(text);
    file.complete(at);
    return file.explain(item);
  }

  hover(text: string, at: number): Hover | undefined {
    return this.file(text).hover(at);
  }

  signature(text: string, at: number): Signature | undefined {
    return this.file(text).signature(at);
  }

  highlight(text: string): Highlight[] {
    return this.file(text).highlight();
  }

  definition(text: string, at: number): TextRange[] {
    return this.file(text).definition(at);
  }

  references(text: string, at: number): TextRange[] {
    return this.file(text).references(at);
  }

  /** Returns the name at a place, if it can be given another one. */
  renamed(text: string, at: number): string {
    return this.file(text).renamed(at);
  }

  rename(text: string, at: number, name: string): TextEdit[] {
    return this.file(text).rename(at, name);
  }

  format(text: string): TextEdit[] {
    return this.file(text).format();
  }

  symbols(text: string): FileSymbol[] {
    return this.file(text).symbols();
  }

  /** Returns a file with its expressions in one form. */
  rewritten(text: string, form: "formulas" | "arrays"): string {
    const file = this.file(text);
    return form === "formulas" ? file.toFormulas() : file.toArrays();
  }

  /** Evaluates an expression on a game, with the names of a file of its mode. */
  evaluateIn(game: GameId, text: string, expression: string, options: EvaluateOptions): Evaluation {
    return this.asOf(game, text, (own) => own.evaluate(expression, options));
  }

  /** Says why a move of a game goes as it does, by the places of a file of its mode. */
  why(game: GameId, text: string, direction: number): Why {
    return this.asOf(game, text, (own) => own.why(direction, Date.now()));
  }

  /** Returns the values that the formulas of a file have on the board of a game of its mode. */
  formulaValues(game: GameId, text: string, options: FormulaOptions): FormulaValue[] {
    // The places of a file with errors are not known.
    return this.asOf(
      game,
      text,
      (own) => own.formulaValues(options),
      () => [],
    );
  }

  /**
   * Asks a game about the names and places of a file, which may have moved since it began; a game that
   * another worker has taken over knows none. A file with errors has none: the game answers as it is.
   */
  private asOf<T>(number: GameId, text: string, ask: (game: Author.Game) => T, broken = ask): T {
    const own = this.game(number);
    const played = own.mode;
    const isSame = played.source() === text;
    played.free();
    if (isSame) return ask(own);
    const mode = this.modeOf(text);
    if (!mode) return broken(own);
    const carried = own.carry(mode);
    const moved = carried.game();
    try {
      return ask(moved);
    } finally {
      for (const thing of [moved, carried, mode]) thing.free();
    }
  }

  /** The mode of a file; `null` if it has errors. */
  private modeOf(text: string): Author.Mode | null {
    try {
      return this.author.Mode.fromFile(text);
    } catch (error) {
      if (isStated(error)) return null;
      throw error;
    }
  }

  /** Goes on with a game by the rules of a file. */
  carry(game: GameId, text: string): CarriedGame {
    const mode = this.author.Mode.fromFile(text);
    const carried = this.game(game).carry(mode);
    const opened = this.register(carried.game() as unknown as Polymerge.Game);
    const { lost } = carried;
    const digest = mode.digest();
    for (const thing of [carried, mode]) thing.free();
    return { ...opened, digest, lost };
  }

  private game(number: GameId): Author.Game {
    return this.games.get(number).shown as unknown as Author.Game;
  }

  private file(text: string): ModeFile {
    if (this.latest?.text !== text) {
      this.latest?.file.free();
      this.latest = null;
      this.latest = { text, file: new this.author.ModeFile(text) };
    }
    return this.latest.file;
  }
}
