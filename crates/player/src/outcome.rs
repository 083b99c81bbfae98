//! The outcome of a game that a function plays.

use polymerge_rules::{Direct, Ending, Engine, EngineGame, Position, Rng, Step, TurnError, make_turn_of};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The score.
    pub score: f64,
    /// Turns that were made.
    pub turns: u64,
    /// True if the goal was reached, also if the game went on after that.
    pub won: bool,
    /// True if the game has ended; false if it was cut.
    pub ended: bool,
    /// True if the game ended because a turn failed or reached a limit of the engine.
    pub failed: bool,
}

/// Chooses a direction of a game; `None` if none is legal.
type Choose<'c> = dyn FnMut(&mut EngineGame<'_, Direct<Rng>>) -> Result<Option<usize>, TurnError> + 'c;

/// Plays a game on from a position, by a function: at most `most_turns` turns, and as
/// long as `goes_on` says so, which is asked before each turn. Turns are compiled here once, as fast as this crate, for all callers.
pub(crate) fn play_on(
    engine: &mut Engine,
    mut position: Position,
    random: &mut Direct<Rng>,
    most_turns: u64,
    choose: &mut Choose<'_>,
    goes_on: &mut dyn FnMut(&Engine, &Position) -> bool,
) -> Outcome {
    let mut turns = 0;
    let end = loop {
        if !goes_on(engine, &position) {
            break Ok(Ending::Cut);
        }
        let step = EngineGame::new(engine, &mut position, random)
            .and_then(|mut game| make_turn_of(&mut game, most_turns - turns, &mut *choose));
        match step {
            Ok(Step::Turn(_)) => turns += 1,
            Ok(Step::End(ending)) => break Ok(ending),
            Err(error) => break Err(error),
        }
    };
    Outcome {
        score: position.score(),
        turns,
        won: position.won(),
        ended: end != Ok(Ending::Cut),
        failed: end.is_err(),
    }
}
