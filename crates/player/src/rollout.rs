//! A single rollout: a direction, followed by a random game.

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, Screen, TurnError};

use crate::stream::below;

/// The number of further turns that count as survival.
pub const SURVIVAL: u64 = 50;

/// The result of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// The score at its end.
    pub score: f64,
    /// Turns until its end.
    pub turns: u64,
    /// True if the game was won on the way.
    pub won: bool,
    pub end: End,
    /// The presses that it took, those that moved nothing included.
    pub presses: u64,
}

/// The reason why a rollout ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum End {
    /// The game went on beyond the number of turns that a rollout may take.
    #[default]
    Cut,
    Over,
    /// The game was won, and the mode ends with that.
    Won,
    /// A turn failed or reached a limit of the engine.
    Failed,
}

/// Presses `first`, then plays at random until the game is over or has taken `horizon`
/// turns. All random numbers come from the stream of this seed.
pub(crate) fn rollout(
    engine: &mut Engine,
    root: &Position,
    first: usize,
    stream: u64,
    horizon: u64,
) -> Sample {
    let mut random = Direct(Rng::new(stream));
    let mut choice = Rng::new(!stream);
    let mut position = root.clone();
    let mut sample = Sample { presses: 1, ..Sample::default() };
    let mut moved = engine.play(&mut position, first, &mut random);
    sample.end = loop {
        match moved {
            Ok(true) => sample.turns += 1,
            Ok(false) | Err(TurnError::Refused(_)) => break End::Over,
            Err(_) => break End::Failed,
        }
        match continue_game(engine, &mut position, &mut sample.won) {
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(_) => break End::Failed,
        }
        if sample.turns >= horizon {
            break End::Cut;
        }
        moved = random_turn(engine, &mut position, &mut choice, &mut random, &mut sample.presses);
    };
    sample.score = position.score();
    sample
}

/// Returns true if games of the mode can be won.
pub(crate) fn has_goal(engine: &Engine) -> bool {
    engine.rules().mode().win_conditions.as_array().is_some_and(|list| !list.is_empty())
}

/// Returns true if a goal is open: the mode has one, and the game was not won yet.
pub fn is_goal_open(engine: &Engine, position: &Position) -> bool {
    !position.won() && has_goal(engine)
}

/// Continues after a win where the mode allows it. Returns the reason of the end if the game has
/// ended.
#[inline]
pub(crate) fn continue_game(
    engine: &mut Engine,
    position: &mut Position,
    won: &mut bool,
) -> Result<Option<End>, TurnError> {
    match position.screen() {
        Screen::Play => Ok(None),
        Screen::GameOver => Ok(Some(End::Over)),
        Screen::Win => {
            *won = true;
            if !engine.rules().postgame_allowed() {
                return Ok(Some(End::Won));
            }
            engine.continue_after_win(position)?;
            Ok(None)
        }
    }
}

/// Makes a move drawn from the legal ones, by drawing directions without repetition until one moves
/// something. Returns true if there was one.
///
/// Simulated turns are drawn in this way, turns of games by [`RandomMoves`](polymerge_rules::RandomMoves),
/// which waits for scripts of the mode that come to the rescue. Both give every legal direction the
/// same chance, by other numbers: so the hint of a seed and the game of a seed stay what they are.
#[inline]
pub(crate) fn random_turn<R: Randomness>(
    engine: &mut Engine,
    position: &mut Position,
    choice: &mut Rng,
    random: &mut R,
    presses: &mut u64,
) -> Result<bool, TurnError> {
    if engine.rules().directions().len() > 64 {
        return random_turn_of_many(engine, position, choice, random, presses);
    }
    let mut untried = position.available();
    while untried != 0 {
        let direction = nth_bit(untried, below(choice, untried.count_ones()));
        untried &= !(1 << direction);
        *presses += 1;
        if moves(engine.play(position, direction, random))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Does the same as [`random_turn`] if there are more directions than a word has bits.
#[cold]
fn random_turn_of_many<R: Randomness>(
    engine: &mut Engine,
    position: &mut Position,
    choice: &mut Rng,
    random: &mut R,
    presses: &mut u64,
) -> Result<bool, TurnError> {
    let all = engine.rules().directions().len();
    let mut untried: Vec<usize> = (0..all).filter(|direction| position.is_available(*direction)).collect();
    while !untried.is_empty() {
        let count = u32::try_from(untried.len()).unwrap_or(u32::MAX);
        let direction = untried.swap_remove(below(choice, count) as usize);
        *presses += 1;
        if moves(engine.play(position, direction, random))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns true if a press moved something. A refused press did not.
#[inline]
pub(crate) fn moves(pressed: Result<bool, TurnError>) -> Result<bool, TurnError> {
    match pressed {
        Err(TurnError::Refused(_)) => Ok(false),
        pressed => pressed,
    }
}

/// The place of the set bit that has `n` set bits below it.
#[inline]
fn nth_bit(mut bits: u64, n: u32) -> usize {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        for (n, place) in [(0, 1), (1, 4), (2, 63)] {
            assert_eq!(nth_bit(1 << 1 | 1 << 4 | 1 << 63, n), place);
        }
    }
}
