//! The resource of a game.

use std::cell::RefCell;

use polymerge::proof::{self, Run};
use polymerge::{Action, Engine, Error, Game, Painter, Position, Status, TimedAction, Turn};
use polymerge_player::{Advice, Adviser, reasons_of_best};
use polymerge_schema::{Kind, Ranking, Reason, ValueRanking};

use crate::bindings::exports::polymerge::engine::games;
use crate::bindings::exports::polymerge::engine::games::{Fault, GameText, GuestGame, Hint, Moved, Standing};
use crate::fault::json;
use crate::replay::OwnReplay;
use crate::rules::OwnRules;

/// The most turns of the random games of a hint: one game of a mode that never ends would never
/// end.
const MOST_TURNS: u64 = 10_000_000;

/// A game that is played.
pub struct OwnGame(RefCell<Played>);

/// A game, and what is kept for it.
struct Played {
    game: Game,
    last: Turn,
    engine: Option<Box<Engine>>,
    painter: Option<Painter>,
}

/// A time that a host gave.
pub fn time(now: f64) -> Result<f64, Fault> {
    match now.is_finite() {
        true => Ok(now),
        false => Err(Fault::input(format!("now is {now}; it must be a time in milliseconds"))),
    }
}

/// Returns kinds as JSON: the content and the value of each.
pub fn kinds(kinds: &[polymerge::engine::Kind]) -> Result<String, Fault> {
    json(&kinds.iter().map(Kind::of).collect::<Vec<_>>())
}

/// Reads a number of each cell of a position.
pub fn numbers<T: Clone + Default, E: Into<Fault>>(
    engine: &mut Engine,
    position: &Position,
    read: impl FnOnce(&mut Engine, &Position, &mut [T]) -> Result<usize, E>,
) -> Result<Vec<T>, Fault> {
    let mut numbers = vec![T::default(); position.height() * position.width()];
    read(engine, position, &mut numbers).map_err(Into::into)?;
    Ok(numbers)
}

/// The moves of a game so far as a move string, if they and the seed lead to it.
fn moves_of(game: &Game) -> Result<String, Fault> {
    let other = |code| {
        let message = "seed and moves alone do not lead to this game, as after clicks, or in a game \
                       that was not started from its seed; its replay has all that happened";
        Fault::record(code, message)
    };
    let moves: Option<Vec<usize>> = game.replay().directions().collect();
    let moves = moves.ok_or_else(|| other("clicks-in-moves"))?;
    let mut run = Run::start(game.rules(), game.seed())?.forgetful();
    for direction in &moves {
        run.play(*direction)?;
    }
    let (reached, state) = (run.game().state(), game.state());
    match reached.grid() == state.grid() && reached.score() == state.score() {
        true => Ok(proof::write_moves(game.rules(), &moves)?),
        false => Err(other("other-game")),
    }
}

impl OwnGame {
    /// A game in which nothing has happened yet.
    pub fn of(game: Game) -> OwnGame {
        OwnGame::after(game, Turn::default())
    }

    /// A game, and what happened in it last.
    pub fn after(game: Game, last: Turn) -> OwnGame {
        OwnGame(RefCell::new(Played { game, last, engine: None, painter: None }))
    }

    /// The state of the game.
    pub fn state(&self) -> polymerge::State {
        self.0.borrow().game.state().clone()
    }

    fn turn(&self, action: Action, now: f64) -> Result<Moved, Fault> {
        let mut played = self.0.borrow_mut();
        played.last = played.game.act_at(action, time(now)?)?;
        Ok(Moved { anything: played.last.moved, points: played.last.score })
    }

    fn read<T: Clone + Default>(
        &self,
        read: impl FnOnce(&mut Engine, &Position, &mut [T]) -> Result<usize, polymerge::TurnError>,
    ) -> Result<Vec<T>, Fault> {
        let Played { game, engine, .. } = &mut *self.0.borrow_mut();
        let (engine, position) = game.position_in(engine)?;
        numbers(engine, &position, read)
    }

    fn stepped(&self, step: impl FnOnce(&mut Game) -> bool, code: &str, message: &str) -> Result<(), Fault> {
        let mut played = self.0.borrow_mut();
        if !step(&mut played.game) {
            return Err(Fault::refused(code, message));
        }
        played.last = Turn::default();
        Ok(())
    }
}

impl GuestGame for OwnGame {
    fn play(&self, direction: u32, now: f64) -> Result<Moved, Fault> {
        self.turn(Action::Play(direction as usize), now)
    }

    fn act(&self, action: String, now: f64) -> Result<(), Fault> {
        let timed: TimedAction = format!("{action}@0").parse().map_err(|_: Error| {
            Fault::input(format!(
                "{action:?} is no action: they are on, again, tick, play:0, tile:1:2, box:0"
            ))
        })?;
        self.turn(timed.action, now).map(drop)
    }

    fn undo(&self) -> Result<(), Fault> {
        self.stepped(Game::undo, "nothing-to-undo", "there is no step to take back")
    }

    fn redo(&self) -> Result<(), Fault> {
        self.stepped(Game::redo, "nothing-to-redo", "there is no step to make again")
    }

    fn fork(&self, seed: u64) -> games::Game {
        games::Game::new(OwnGame::of(self.0.borrow().game.fork(seed)))
    }

    fn status(&self) -> Result<games::Status, Fault> {
        let game = &self.0.borrow().game;
        let (standing, can_go_on) = match game.status()? {
            Status::Playing => (Standing::Playing, false),
            Status::Won { can_go_on } => (Standing::Won, can_go_on),
            _ => (Standing::Over, false),
        };
        Ok(games::Status {
            standing,
            can_go_on,
            was_won: game.is_won(),
            score: game.score(),
            moves: game.moves(),
            legal: game.legal()?.into_iter().map(|direction| direction as u32).collect(),
            rows: game.state().height() as u32,
            columns: game.state().width() as u32,
        })
    }

    fn seed(&self) -> u64 {
        self.0.borrow().game.seed()
    }

    fn rules(&self) -> games::Rules {
        games::Rules::new(OwnRules(self.0.borrow().game.rules().clone()))
    }

    fn kinds(&self) -> Result<Vec<i32>, Fault> {
        self.read(Engine::observe)
    }

    fn values(&self) -> Result<Vec<f64>, Fault> {
        self.read(Engine::read_values)
    }

    fn levels(&self) -> Result<Vec<f32>, Fault> {
        self.read(Engine::read_levels)
    }

    fn eval(&self, expression: String) -> Result<String, Fault> {
        Ok(polymerge::calc::json::write(&self.0.borrow().game.eval(&expression)?))
    }

    fn text(&self, what: GameText) -> Result<String, Fault> {
        let Played { game, last, engine, painter } = &mut *self.0.borrow_mut();
        Ok(match what {
            GameText::Code => game.code()?,
            GameText::Replay => game.replay_code()?,
            GameText::Mode => game.mode_code()?,
            GameText::Saved => game.saved()?.to_json(),
            GameText::Events => json(&polymerge_schema::Turn::of(last))?,
            GameText::Kinds => {
                let (engine, _) = game.position_in(engine)?;
                engine.number_first_kinds();
                kinds(engine.kinds())?
            }
            GameText::Moves => moves_of(game)?,
            GameText::Picture => painter.get_or_insert_with(|| Painter::of(game.rules())).svg(game)?,
        })
    }

    fn hint(&self, turns: u64, seed: u64) -> Result<Hint, Fault> {
        let Played { game, engine, .. } = &mut *self.0.borrow_mut();
        let (engine, position) = game.position_in(engine)?;
        let mut adviser = Adviser::rollouts(turns.min(MOST_TURNS), seed);
        let advice = adviser.advise(engine, &position, seed)?;
        let reasons = reasons_of_best(engine, &position, &advice.ranked());
        let (mut painter, state) = (Painter::of(game.rules()), game.state());
        let reasons = Reason::named(&reasons, engine, |tile| painter.tile_text(state, 0.0, tile));
        let directions = game.rules().directions();
        let ranking = match &advice {
            Advice::Rollouts(ranking) => json(&Ranking::of(ranking, directions).with_reasons(reasons))?,
            Advice::Value(ranking) => json(&ValueRanking::of(ranking, directions).with_reasons(reasons))?,
        };
        Ok(Hint { best: advice.best().map(|direction| direction as u32), ranking })
    }

    fn replay(&self) -> Result<games::Replay, Fault> {
        Ok(games::Replay::new(OwnReplay::of(self.0.borrow().game.replay_player()?)))
    }
}
