//! The beginning of a game: of a mode, a code or a file, and by moves in a text.

use std::time::{SystemTime, UNIX_EPOCH};

use polymerge::proof::Run;
use polymerge::{Error, Game, Limits, Mode, Turn, why};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::input;
use crate::source::{Content, Opened};

/// Starts the game of the arguments.
pub fn begin(opened: Opened, changes: &Changes, seed: u64) -> Result<Game, Failure> {
    let name = opened.name.clone();
    let content = match opened.content {
        content if changes.is_empty() => content,
        content => Content::Mode(changes.apply(Opened { content, ..opened })?.into()),
    };
    start(content, seed, 0.0).map_err(|failure| failure.of(name))
}

/// Begins the game of the arguments, and plays these moves.
pub fn begin_after(
    opened: Opened,
    changes: &Changes,
    seed: u64,
    moves: Option<&str>,
) -> Result<Game, Failure> {
    let game = begin(opened, changes, seed)?;
    match moves {
        Some(moves) => Ok(by_moves(game, moves)?.into_game()),
        None => Ok(game),
    }
}

/// Starts a mode, or resumes a game. Of a replay, the mode is started.
pub fn start(content: Content, seed: u64, now: f64) -> Result<Game, Failure> {
    let begin = |mode: &Mode| Ok(mode.compile()?.start_at(seed, now)?.0);
    let game: Result<Game, Error> = match content {
        Content::Mode(mode) => begin(&mode),
        Content::Game(saved) => saved.reseeded(seed).resume(now, &Limits::default()),
        Content::Replay(replay) => begin(&Mode::from_raw(replay.mode().clone())),
    };
    game.map_err(Failure::input)
}

/// Returns a seed from the clock.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

/// Plays the moves in a text. What expressions print goes to standard error.
pub fn by_moves(game: Game, text: &str) -> Result<Run, Failure> {
    by_moves_with(game, text, &mut |_| Ok(()))
}

/// Plays the moves in a text, and does something after each of them.
pub fn by_moves_with(
    game: Game,
    text: &str,
    after: &mut dyn FnMut(&Run) -> Result<(), Failure>,
) -> Result<Run, Failure> {
    let moves = game.rules().parse_moves(text).map_err(Failure::input)?;
    let mut run = Run::of(game);
    for direction in moves {
        let turn = run.play(direction).map_err(Failure::input)?;
        for line in printed(&turn) {
            input::note(&line);
        }
        after(&run)?;
    }
    Ok(run)
}

/// Returns the lines that expressions printed in a turn.
pub fn printed(turn: &Turn) -> impl Iterator<Item = String> {
    why::outputs(turn).into_iter().map(|line| format!("> {line}"))
}
