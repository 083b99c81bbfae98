//! The handle of a game.

use std::mem::size_of;
use std::sync::Mutex;

use polymerge::engine::Kind;
use polymerge::{Action, Engine, Error, Game, Painter, Position, Status, TimedAction, Turn};
use polymerge_player::{Advice, Adviser, reasons_of_best};
use polymerge_schema::{Ranking, Reason, ValueRanking};

use crate::fault::{Fault, Outcome, json};
use crate::ffi::{self, Board, Buffer};
use crate::lock::Locked;
use crate::{interrupt, moves};

/// The game is not over.
pub const PM_PLAYING: i32 = 0;
/// The game is won; `can_go_on` is 1 if it can be continued.
pub const PM_WON: i32 = 1;
/// The game is lost, or nothing can move any more.
pub const PM_OVER: i32 = 2;

/// The number of an empty cell, in place of a kind.
pub const PM_EMPTY: i32 = -1;
/// The number of a hole, in place of a kind.
pub const PM_HOLE: i32 = -2;
/// The number of a cell that tiles pass over, in place of a kind.
pub const PM_SLIPPERY: i32 = -3;
/// The number of a hole for some moves, in place of a kind.
pub const PM_TEMPORARY_HOLE: i32 = -4;
/// The number of another content that is no tile, in place of a kind.
pub const PM_OTHER: i32 = -5;
/// The number of a tile where no more kinds are numbered, in place of a kind.
pub const PM_TILE_WITHOUT_NUMBER: i32 = -6;

/// The Game code: how it stands, for this engine and the original.
pub const PM_GAME_CODE: u32 = 0;
/// The Replay code: the whole game so far.
pub const PM_GAME_REPLAY: u32 = 1;
/// The Mode code of the mode from which it began.
pub const PM_GAME_MODE: u32 = 2;
/// JSON, for pm_open: everything, the random numbers to come and the last steps too.
pub const PM_GAME_SAVED: u32 = 3;
/// JSON: what happened in the last turn.
pub const PM_GAME_EVENTS: u32 = 4;
/// JSON: the kinds of tiles in the order of their numbers.
pub const PM_GAME_KINDS: u32 = 5;
/// The move string of the game so far, for pm_verify with its seed. PM_RECORD if these do not
/// lead to it.
pub const PM_GAME_MOVES: u32 = 6;
/// JSON: the last hint, with all directions. PM_REFUSED if there was none since the last turn.
pub const PM_GAME_HINT: u32 = 7;

/// A picture as SVG.
pub const PM_SVG: u32 = 0;
/// A picture as a PNG file.
pub const PM_PNG: u32 = 1;

/// Turns of a hint between two questions to the handler of interrupts.
const HINT_PIECE: u64 = 2_000;

/// A game that is played.
pub struct PmGame(Mutex<Played>);

impl Locked for PmGame {
    type Own = Played;

    fn lock(&self) -> &Mutex<Played> {
        &self.0
    }
}

impl PmGame {
    /// A game that is there, and what happened in it last.
    pub fn of(game: Game, last: Turn) -> PmGame {
        PmGame(Mutex::new(Played::new(game, last)))
    }
}

/// The contents of the handle of a game.
pub struct Played {
    game: Game,
    last: Turn,
    engine: Option<Box<Engine>>,
    painter: Option<Painter>,
    /// The last hint, as JSON.
    hint: Option<String>,
}

/// A time that C gave.
pub fn time(now: f64) -> Result<f64, Fault> {
    match now.is_finite() {
        true => Ok(now),
        false => Err(Fault::input(format!("now is {now}; it must be a time in milliseconds"))),
    }
}

/// The numbers in place of kinds are those of the engine.
const _: () = assert!(
    PM_EMPTY == Kind::EMPTY
        && PM_HOLE == Kind::HOLE
        && PM_SLIPPERY == Kind::SLIPPERY
        && PM_TEMPORARY_HOLE == Kind::TEMPORARY_HOLE
        && PM_OTHER == Kind::OTHER
        && PM_TILE_WITHOUT_NUMBER == Kind::TILE_WITHOUT_NUMBER
);

/// Returns kinds as JSON: the content and the value of each.
pub fn kinds(kinds: &[Kind]) -> Result<String, Fault> {
    json(&kinds.iter().map(polymerge_schema::Kind::of).collect::<Vec<_>>())
}

/// Reads the cells of a position of an engine as numbers.
pub fn read(engine: &mut Engine, position: &Position, mut board: Board) -> Outcome {
    let (given, cells) = (board.cells, position.height() * position.width());
    if given != cells {
        return Err(Fault::input(format!("board->cells is {given}; the game has {cells} cells")));
    }
    if let Some(kinds) = board.kinds() {
        engine.observe(position, kinds)?;
    }
    if let Some(values) = board.values() {
        engine.read_values(position, values)?;
    }
    if let Some(levels) = board.levels() {
        engine.read_levels(position, levels)?;
    }
    Ok(())
}

impl Played {
    /// A game that is there, and what happened in it last.
    pub fn new(game: Game, last: Turn) -> Played {
        Played { game, last, engine: None, painter: None, hint: None }
    }

    /// Puts another game in its place, whose kinds of tiles have the same numbers.
    pub fn replace(&mut self, game: Game, last: Turn) {
        self.game = game;
        self.happened(last);
    }

    fn happened(&mut self, turn: Turn) {
        self.last = turn;
        self.hint = None;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Copies the game, with other random numbers.
    pub fn fork(&self, seed: u64) -> PmGame {
        PmGame::of(self.game.fork(seed), Turn::default())
    }

    fn turn(&mut self, action: Action, now: f64) -> Result<&Turn, Fault> {
        let turn = self.game.act_at(action, time(now)?)?;
        self.happened(turn);
        Ok(&self.last)
    }

    /// Presses a direction. Returns true if anything moved, and the points.
    pub fn play(&mut self, direction: u32, now: f64) -> Result<(bool, f64), Fault> {
        let turn = self.turn(Action::Play(direction as usize), now)?;
        Ok((turn.moved, turn.score))
    }

    /// Does the action of a text.
    pub fn act(&mut self, action: &str, now: f64) -> Outcome {
        let timed: TimedAction = format!("{action}@0").parse().map_err(|_: Error| {
            Fault::input(format!(
                "{action:?} is no action: they are on, again, tick, play:0, tile:1:2, box:0"
            ))
        })?;
        self.turn(timed.action, now).map(drop)
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Outcome {
        if !self.game.undo() {
            return Err(Fault::refused("nothing-to-undo", "there is no step to take back"));
        }
        self.happened(Turn::default());
        Ok(())
    }

    /// Makes the last undone step again.
    pub fn redo(&mut self) -> Outcome {
        if !self.game.redo() {
            return Err(Fault::refused("nothing-to-redo", "there is no step to make again"));
        }
        self.happened(Turn::default());
        Ok(())
    }

    /// Returns the state of the game.
    pub fn status(&self) -> Result<ffi::Status, Fault> {
        let (game, state) = (&self.game, self.game.state());
        let (status, can_go_on) = match game.status()? {
            Status::Playing => (PM_PLAYING, false),
            Status::Won { can_go_on } => (PM_WON, can_go_on),
            _ => (PM_OVER, false),
        };
        let legal = game.legal()?.into_iter().filter(|direction| *direction < 64);
        Ok(ffi::Status {
            size: size_of::<ffi::Status>(),
            status,
            can_go_on: can_go_on.into(),
            was_won: game.is_won().into(),
            rows: state.height() as u32,
            columns: state.width() as u32,
            directions: game.rules().directions().len() as u32,
            score: game.score(),
            moves: game.moves(),
            legal: legal.fold(0, |mask, direction| mask | 1 << direction),
            undo_steps: game.steps() as u64,
            redo_steps: game.undone() as u64,
            seed: game.seed(),
        })
    }

    /// The board for an engine that reads it as numbers.
    fn position(&mut self) -> Result<(&mut Engine, Position), Fault> {
        Ok(self.game.position_in(&mut self.engine)?)
    }

    /// Reads its cells as numbers.
    pub fn read(&mut self, board: Board) -> Outcome {
        let (engine, position) = self.position()?;
        read(engine, &position, board)
    }

    /// Ranks the directions by random games of so many turns in all. Returns the best one, if
    /// any is legal, and whether the program has stopped it before.
    pub fn hint(&mut self, turns: u64, seed: u64) -> Result<(Option<usize>, Outcome), Fault> {
        let (engine, position) = self.game.position_in(&mut self.engine)?;
        let mut adviser = Adviser::rollouts(turns, seed);
        adviser.begin(engine, &position, seed)?;
        let mut asked = Ok(());
        adviser.advance_while(engine, HINT_PIECE, |_| {
            asked = interrupt::ask();
            asked.is_ok()
        })?;
        let advice = adviser.advice();
        let reasons = reasons_of_best(engine, &position, &advice.ranked());
        let (mut painter, state) = (Painter::of(self.game.rules()), self.game.state());
        let reasons = Reason::named(&reasons, engine, |tile| painter.tile_text(state, 0.0, tile));
        let directions = self.game.rules().directions();
        self.hint = Some(match &advice {
            Advice::Rollouts(ranking) => json(&Ranking::of(ranking, directions).with_reasons(reasons))?,
            Advice::Value(ranking) => json(&ValueRanking::of(ranking, directions).with_reasons(reasons))?,
        });
        let best = advice.best().filter(|_| asked.is_ok() || advice.work() > 0);
        Ok((best, asked))
    }

    /// Evaluates an expression on the game.
    pub fn evaluate(&self, expression: &str, into: &mut Buffer) -> Outcome {
        let value = self.game.eval(expression)?;
        into.put(polymerge::calc::json::write(&value).as_bytes())
    }

    /// Writes the game as text of one of the kinds above.
    pub fn text(&mut self, what: u32, into: &mut Buffer) -> Outcome {
        let text = match what {
            PM_GAME_CODE => self.game.code()?,
            PM_GAME_REPLAY => interrupt::asking(|goes_on| self.game.replay_code_while(goes_on))?,
            PM_GAME_MODE => self.game.mode_code()?,
            PM_GAME_SAVED => self.game.saved()?.to_json(),
            PM_GAME_EVENTS => json(&polymerge_schema::Turn::of(&self.last))?,
            PM_GAME_KINDS => {
                let (engine, _) = self.position()?;
                engine.number_first_kinds();
                kinds(engine.kinds())?
            }
            PM_GAME_MOVES => moves::of_game(&self.game)?,
            PM_GAME_HINT => {
                let none = || Fault::refused("no-hint", "pm_game_hint was not called since the last turn");
                self.hint.clone().ok_or_else(none)?
            }
            other => return Err(Fault::input(format!("there is no text of games of the kind {other}"))),
        };
        into.put(text.as_bytes())
    }

    /// A picture of it.
    pub fn picture(&mut self, format: u32, scale: f32, into: &mut Buffer) -> Outcome {
        let Played { game, painter, .. } = self;
        let painter = painter.get_or_insert_with(|| Painter::of(game.rules()));
        match format {
            PM_SVG => into.put(painter.svg(game)?.as_bytes()),
            #[cfg(feature = "png")]
            PM_PNG => into.put(&painter.png(game, scale)?),
            #[cfg(not(feature = "png"))]
            PM_PNG => {
                let _ = scale;
                let message =
                    "this library has no pictures as PNG: FEATURES=png of install.sh builds one that has";
                Err(Fault::refused("no-png", message))
            }
            other => Err(Fault::input(format!("there is no picture of the format {other}"))),
        }
    }
}
