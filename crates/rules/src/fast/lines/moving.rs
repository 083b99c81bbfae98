//! Directions that move something, as far as known lines and decisions tell: without a copy of the game.
//!
//! See docs/dev/fast-path.md, "Moves of the interpreter".

use crate::board::lines::DirectionLines;
use crate::board::moves::Move;
use crate::fast::Memory;
use crate::fast::decisions::DecisionTrie;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::lines::table::Table;
use crate::game::state::State;
use crate::ruleset::Ruleset;

impl Memory {
    /// Returns true if the tiles of a board move or merge in a direction; `None` if neither known lines
    /// nor known decisions tell.
    pub(crate) fn known_to_move(
        &mut self,
        (rules, decisions): (&Ruleset, &mut DecisionTrie),
        state: &State,
        mv: Move<'_>,
    ) -> Option<bool> {
        let lines = rules.direction_lines(mv.mover).filter(|_| rules.moves_by_lines())?;
        if lines.lines.is_empty() || self.limits.lines < lines.lines.len() {
            return None;
        }
        self.invalidate_if_changed(&state.grid);
        if !self.backoff_of_packed.is_resting() {
            let grid_move = self.grid_move((rules, state), (mv.mover, lines))?;
            let known = self.grid_moves(grid_move, &state.grid);
            if known.is_some() {
                return known;
            }
        }
        let index = mv.heading.info.index.as_number()?;
        let of = MoveContext { rules, state, direction: mv.direction, index };
        self.lines_move((of, decisions), lines)
    }

    /// Returns true if one of the lines moves, if all are known. A line that is not known may fail: what
    /// is known of the others decides nothing then, or the answer would depend on what is remembered.
    fn lines_move(
        &mut self,
        (of, decisions): (MoveContext<'_>, &mut DecisionTrie),
        lines: &DirectionLines,
    ) -> Option<bool> {
        let grid = &of.state.grid;
        let context_key = match self.backoff.is_resting() {
            true => None,
            false => Some(self.context_key(of.state, lines)?),
        };
        let (mut any_moves, recording) = (false, &mut self.recording);
        for cells in &lines.lines {
            let tiles = cells.iter().map(|cell| grid.ids()[*cell as usize]);
            let known = context_key
                .and_then(|key| self.lines.find(Table::hash(key, tiles.clone()), key, tiles.clone()));
            let moves = match known.map(|place| self.lines.entry(place)).filter(|entry| entry.usable) {
                Some(entry) => Some(entry.moved),
                None if decisions.is_wanted() => {
                    decisions.simulate(of, grid.tiles(), tiles, recording).map(|_| recording.moved)
                }
                None => None,
            };
            any_moves |= moves?;
        }
        Some(any_moves)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::heading::Mover;
    use crate::fast::backoff::{Backoff, Policy};
    use crate::{Direct, Engine, Limits, Mode, Rng, Ruleset, Screen};

    /// An engine of a mode whose boards are not packed, because a script runs in turns. Nothing wins.
    fn engine() -> Engine {
        engine_of("EndMovement")
    }

    /// An engine of a mode with a script on a trigger. Nothing wins.
    fn engine_of(trigger: &str) -> Engine {
        let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
        let mode = Mode {
            scripts: read(&format!(r#"[[[0, "@add_score", 0], "{trigger}"]]"#)),
            win_conditions: read("[]"),
            win_requirement: false.into(),
            ..Mode::classic(4, 4)
        };
        Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0)
    }

    /// Plays turns; `look` is called between them.
    fn play(engine: &mut Engine, turns: usize, mut look: impl FnMut(&mut Engine, &crate::Position)) {
        let mut random = Direct(Rng::new(7));
        let mut position = engine.start(&mut random).unwrap();
        for turn in 0..turns {
            match position.screen() {
                Screen::Play if position.is_available(turn % 4) => {
                    engine.play(&mut position, turn % 4, &mut random).unwrap();
                }
                Screen::Play => {}
                _ => position = engine.start(&mut random).unwrap(),
            }
            look(engine, &position);
        }
    }

    #[test]
    fn masks_on_known_lines_take_no_turn() {
        let mut engine = engine();
        play(&mut engine, 2000, |_, _| {});
        let (mut looks, mut with_work) = (0, 0);
        play(&mut engine, 500, |engine, position| {
            let before = engine.work();
            engine.legal(position).unwrap();
            looks += 1;
            with_work += u32::from(engine.work() != before);
        });
        assert!(with_work < looks / 50, "{with_work} of {looks} looks took turns");
    }

    #[test]
    fn a_move_that_moves_nothing_is_over_unless_its_scripts_run() {
        for (trigger, runs) in [
            ("EndTurn", false),
            // Rules of length 0 apply only in turns in which something has moved.
            ("ZeroMerge", false),
            ("EndMovementMoveless", true),
            ("TrueEndTurn", true),
        ] {
            assert_eq!(engine_of(trigger).rules.only_tiles_move(), !runs, "{trigger}");
        }
    }

    /// A board with a line that is not known is for the interpreter: that line may fail.
    #[test]
    fn masks_are_known_where_all_lines_are() {
        let mut engine = engine();
        let (mut known, mut others) = (0, 0);
        play(&mut engine, 300, |engine, position| {
            for direction in (0..4).filter(|direction| position.is_available(*direction)) {
                let rules = engine.rules.clone();
                let mv = rules.move_of(Mover::Player(direction)).unwrap();
                let decided =
                    engine.memory.known_to_move((&rules, &mut engine.decisions), position.state(), mv);
                let before = engine.memory_use().plain;
                engine.play(&mut position.clone(), direction, &mut Direct(Rng::new(1))).unwrap();
                match decided {
                    Some(_) => {
                        assert_eq!(engine.memory_use().plain, before, "a line was not known");
                        known += 1;
                    }
                    None => others += 1,
                }
            }
        });
        assert!(known > 100 && others > 10, "{known} boards were known, {others} were not");
    }

    #[test]
    fn lines_are_simulated_where_they_are_not_kept() {
        let mut engine = engine();
        play(&mut engine, 2000, |_, _| {});
        // No layout is asked, and the line table is left alone.
        for backoff in [&mut engine.memory.backoff, &mut engine.memory.backoff_of_packed] {
            *backoff = Backoff::new(Policy::LINES);
            backoff.note(1 << 20, 0);
        }
        let before = engine.memory_use();
        play(&mut engine, 500, |_, _| {});
        let after = engine.memory_use();
        let [remembered, plain] = [after.remembered - before.remembered, after.plain - before.plain];
        assert!(remembered > 300 && plain < remembered / 20, "{remembered} moves, and {plain} by passes");
    }
}
