//! Games at their start: modes in which nothing ever moves.
//!
//! Anything can keep tiles from moving: no tiles, no room, no directions, a
//! condition that blocks them all. So games are begun and directions pressed. A mode in
//! which something moves in one game is left at this game, which is the first one nearly
//! always.

use std::sync::Arc;

use calcarray::json;
use polymerge_rules::{Cell, GameState, Rng, Ruleset, Screen, TurnError, World};

use crate::draft::Draft;
use crate::text::node::{Kind, Span};
use crate::text::problem::{Problems, Severity};

/// The number of games that are begun, and the least number that shows something.
const STARTS: u64 = 100;
const FEWEST: u64 = 10;

/// Steps that all games together may take, and how many each press or click counts for at
/// least.
const WORK: u64 = 10_000_000;
const ACTION: u64 = 1_000;

/// The time that passes before directions are pressed again, in milliseconds: scripts on time
/// may set tiles in motion.
const WAITS: [f64; 3] = [1_000.0, 60_000.0, 3_600_000.0];

/// A game in which nothing has moved.
struct StuckGame {
    /// The grid of the game at the start.
    grid: String,
    has_tiles: bool,
    /// Set if there was a direction to press.
    has_presses: bool,
}

/// Says that no direction moves anything, in as many games as were begun.
pub(super) fn check(draft: &Draft, rules: &Arc<Ruleset>, problems: &mut Problems) {
    let mut left = WORK;
    let mut seen: Option<StuckGame> = None;
    let mut games = 0;
    while games < STARTS && left > 0 {
        // What fails is said by games that are played on.
        let Ok(Some(stuck)) = begin(rules, games, &mut left) else { return };
        games += 1;
        seen.get_or_insert(stuck);
    }
    let Some(stuck) = seen.filter(|_| games >= FEWEST) else { return };
    let (span, why) = cause(draft, &stuck);
    let message = format!("no direction moves anything, in {games} of {games} games");
    match (span != Span::default()).then_some(span) {
        Some(span) => problems.error("no-moves", span, message).help(why),
        None => problems.without_place(Severity::Error, "no-moves", message).help(why),
    }
}

/// Begins the game of a seed and presses all directions; `None` if something moves, the game
/// is won at once, or that takes more work than is left.
fn begin(rules: &Arc<Ruleset>, seed: u64, left: &mut u64) -> Result<Option<StuckGame>, TurnError> {
    let mut random = Rng::new(seed);
    let mut world = World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules.clone(), &mut world)?;
    let stuck = StuckGame {
        grid: json::write(&game.grid()),
        has_tiles: cells(&game).any(|cell| is_tile(&game, cell)),
        has_presses: !game.legal_moves()?.is_empty(),
    };
    let mut attempt = Attempt { world, actions: 0, most: *left };
    let is_still = game.screen() != Screen::Win && attempt.is_still(&mut game)?;
    *left = left.saturating_sub(attempt.work());
    Ok(is_still.then_some(stuck))
}

/// An attempt to move something, within bounds.
struct Attempt<'w> {
    world: World<'w>,
    /// Presses and clicks so far.
    actions: u64,
    /// The most work that they may be.
    most: u64,
}

impl Attempt<'_> {
    fn work(&self) -> u64 {
        self.world.work.saturating_add(self.actions.saturating_mul(ACTION))
    }

    /// Tells whether nothing moves, as far as that can be told.
    fn is_still(&mut self, game: &mut GameState) -> Result<bool, TurnError> {
        for wait in WAITS {
            // A copy is pressed: once all directions are pressed, the game is over.
            if !self.presses_nothing(&mut game.clone())? {
                return Ok(false);
            }
            if game.screen() != Screen::Play {
                break;
            }
            self.world.now += wait;
            self.try_other_actions(game)?;
        }
        Ok(self.work() < self.most)
    }

    /// Presses every direction, and then again those that scripts have freed; whether none of
    /// them moves anything.
    fn presses_nothing(&mut self, game: &mut GameState) -> Result<bool, TurnError> {
        for _ in 0..2 {
            for direction in game.legal_moves()? {
                let moved = match game.play(direction, &mut self.world) {
                    Ok(turn) => turn.moved || game.screen() == Screen::Win,
                    Err(TurnError::Refused(_)) => false,
                    Err(error) => return Err(error),
                };
                self.actions += 1;
                if moved || self.work() >= self.most {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Does what may change the grid without a direction: lets scripts on time run, and clicks
    /// everything.
    fn try_other_actions(&mut self, game: &mut GameState) -> Result<(), TurnError> {
        game.tick(&mut self.world)?;
        let boxes = game.rules().mode().stat_boxes.as_array().map_or(0, |boxes| boxes.entries().len());
        for index in 0..boxes {
            self.actions += 1;
            if self.work() < self.most {
                refused(game.click_stat_box(index, &mut self.world))?;
            }
        }
        let tiles: Vec<Cell> = cells(game).filter(|cell| is_tile(game, *cell)).collect();
        for cell in tiles {
            self.actions += 1;
            if self.work() < self.most {
                refused(game.click_tile(cell, &mut self.world))?;
            }
        }
        Ok(())
    }
}

/// Passes over clicks on what can't be clicked.
fn refused<T>(result: Result<T, TurnError>) -> Result<(), TurnError> {
    match result {
        Ok(_) | Err(TurnError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn cells(game: &GameState) -> impl Iterator<Item = Cell> {
    let (height, width) = (game.height(), game.width());
    (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(row, column)))
}

fn is_tile(game: &GameState, cell: Cell) -> bool {
    game.cell(cell).is_some_and(|content| content.as_array().is_some())
}

/// Finds what keeps the tiles from moving, and where that is written.
fn cause(draft: &Draft, stuck: &StuckGame) -> (Span, String) {
    let parts = &draft.parts;
    let span = |field: &str| parts.get(field).map(|node| node.span).unwrap_or_default();
    let first_of = |fields: &[&str]| {
        fields.iter().map(|field| span(field)).find(|span| *span != Span::default()).unwrap_or_default()
    };
    let is_zero = |field: &str| parts.get(field).is_some_and(|node| matches!(node.kind, Kind::Number(0.0)));
    match () {
        () if parts.list("directions").is_empty() => {
            (span("directions"), "the mode has no directions".to_owned())
        }
        () if !stuck.has_tiles && is_zero("start_tiles") => (
            span("start_tiles"),
            "no tile is in the grid, and tiles spawn only after a move: write \"start_tiles\": 2".to_owned(),
        ),
        () if !stuck.has_tiles => {
            let why = "no tile is in the grid, and tiles spawn only after a move: \"spawns\", \"start_tiles\" \
                       and free cells of the grid give the first ones";
            (first_of(&["spawn_tile_blocked", "starting_grid"]), why.to_owned())
        }
        () if !stuck.has_presses => {
            (span("direction_blocked"), "every direction is blocked, or not available".to_owned())
        }
        () => {
            let grid = shorten(&stuck.grid);
            let why = format!("no tile has room to move to, or a tile to merge with: {grid}");
            (first_of(&["movement_parameters", "starting_grid", "start_tiles"]), why)
        }
    }
}

/// A grid cut where it gets too long to read.
fn shorten(grid: &str) -> String {
    const LONGEST: usize = 200;
    match grid.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &grid[..end]),
        None => grid.to_owned(),
    }
}
