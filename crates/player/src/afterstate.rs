//! The board right after a direction, also where chance takes part in the move.

use polymerge_rules::{Direct, Engine, Position, Rng, Slide, TurnError};

use crate::rollout::continue_game;

/// Writes the kinds of the board after a direction into a slice, as [`Engine::slide_kinds`] does. Where
/// chance takes part in the move, a whole turn is made on a copy as it may go, with the numbers of
/// `chance`; a game that is won by it is continued first, if the mode allows that.
///
/// # Errors
/// As [`Engine::slide_kinds`].
#[inline]
pub(crate) fn slide_or_sample(
    engine: &mut Engine,
    position: &Position,
    direction: usize,
    chance: &mut Direct<Rng>,
    kinds: &mut [u32],
) -> Result<Slide, TurnError> {
    match engine.slide_kinds(position, direction, kinds)? {
        Some(slide) => Ok(slide),
        None => sample(engine, position, direction, chance, kinds),
    }
}

#[cold]
fn sample(
    engine: &mut Engine,
    position: &Position,
    direction: usize,
    chance: &mut Direct<Rng>,
    kinds: &mut [u32],
) -> Result<Slide, TurnError> {
    let mut fork = position.clone();
    let moved = engine.play(&mut fork, direction, chance)?;
    let slide = Slide { moved, points: fork.score() - position.score(), screen: fork.screen() };
    if moved {
        continue_game(engine, &mut fork, &mut false)?;
        engine.read_kinds(&fork, kinds)?;
    }
    Ok(slide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::engine_of;
    use polymerge_rules::{Mode, Screen};

    /// Merges of two make a tile of a random level, so that the board before a spawn depends on chance.
    const RANDOM_MERGES: &str = r#"[[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", [1, "rand_int", 2]]]], 1, [false, true]]]"#;

    #[test]
    fn a_move_with_chance_is_made_as_it_may_go() {
        let json = |text| calcarray::json::read(text, &Default::default()).unwrap();
        for (goal, screen) in [("[]", Screen::Play), ("[[2], [3]]", Screen::Win)] {
            let mode =
                Mode { merge_rules: json(RANDOM_MERGES), win_conditions: json(goal), ..Mode::classic(3, 1) };
            let mut engine = engine_of(mode);
            let start = engine.start(&mut Rng::new(7)).unwrap();
            let position = engine.arranged(&start, &[1, 1, 0]).unwrap();
            let mut after = |seed| {
                let mut kinds = [9; 3];
                let mut chance = Direct(Rng::new(seed));
                let slide = slide_or_sample(&mut engine, &position, 2, &mut chance, &mut kinds).unwrap();
                assert_eq!((slide.moved, slide.screen), (true, screen), "{kinds:?}");
                kinds
            };
            let boards: Vec<[u32; 3]> = (0..20).map(&mut after).collect();
            assert_eq!(boards, (0..20).map(after).collect::<Vec<_>>());
            assert!(boards.iter().any(|board| board[0] != boards[0][0]), "{boards:?}");
        }
    }

    #[test]
    fn the_board_is_left_as_it_is_where_nothing_moves() {
        let mut engine = engine_of(Mode::classic(3, 1));
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &[1, 2, 1]).unwrap();
        let mut kinds = [9; 3];
        let slide = slide_or_sample(&mut engine, &position, 2, &mut Direct(Rng::new(1)), &mut kinds);
        assert_eq!((slide.map(|slide| slide.moved), kinds), (Ok(false), [9; 3]));
    }
}
