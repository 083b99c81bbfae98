//! Move strings: a game as the directions that were pressed.

use polymerge::proof::{self, Run};
use polymerge::{Game, Rules};

use crate::fault::{Fault, Outcome};
use crate::ffi::{Buffer, Filled, Moves};
use crate::interrupt;

/// Writes moves as a move string.
pub fn write(rules: &Rules, moves: &Moves, into: &mut Buffer) -> Outcome {
    let moves: Vec<usize> = moves.list()?.iter().map(|direction| *direction as usize).collect();
    into.put(proof::write_moves(rules, &moves)?.as_bytes())
}

/// Reads a move string.
pub fn read(rules: &Rules, text: &str, into: Filled<'_, Moves>) -> Outcome {
    let mut found = into.given("moves")?;
    let moves = proof::read_moves(text, rules.limits())?;
    let list = proof::directions(rules, &moves)?;
    (found.count, found.least) = (list.len(), proof::count_moves(&moves).least);
    into.fill("moves", found)?;
    if let Some(room) = found.room()? {
        room.iter_mut().zip(list).for_each(|(into, direction)| *into = direction as u32);
    }
    Ok(())
}

/// The moves of a game so far as a move string, if they and the seed lead to it.
pub fn of_game(game: &Game) -> Result<String, Fault> {
    let other = |code| {
        let message = "seed and moves alone do not lead to this game, as after clicks, or in a game \
                       that was not started from its seed; PM_GAME_REPLAY has all that happened";
        Fault::record(code, message)
    };
    let replay = game.replay();
    let moves: Option<Vec<usize>> = replay.directions().collect();
    let moves = moves.ok_or_else(|| other("clicks-in-moves"))?;
    let mut run = Run::start(game.rules(), game.seed())?.forgetful();
    for direction in &moves {
        interrupt::ask_at(run.moves())?;
        run.play(*direction)?;
    }
    let (reached, state) = (run.game().state(), game.state());
    match reached.grid() == state.grid() && reached.score() == state.score() {
        true => Ok(proof::write_moves(game.rules(), &moves)?),
        false => Err(other("other-game")),
    }
}
