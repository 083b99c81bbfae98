//! Facts: known answers about single tiles.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::rc::Rc;

use calcarray::Value;

use crate::board::tile_table::TileId;
use crate::fast::Memory;
use crate::fast::accelerator::Accelerator;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::goal::Question;
use crate::turn::hooks::Hooks;
use crate::turn::read_tracker::ReadTracker;

/// Answers by tile. An answer is kept only if it depends on the tile alone.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The answers of each tile, two bits for each question: known, and the answer.
    answers: Vec<u8>,
    /// The answers about a new tile: a goal without tiles needs no test.
    first: u8,
    /// The filtered tile that is listed when a tile is discovered, if the mode has a filter
    /// and the result is known.
    filtered: Option<Vec<Option<Value>>>,
}

/// The answers of a tile that belongs to no goal.
const NO_GOAL: u8 = 0b0101;

impl Facts {
    /// Makes an empty table; a goal without tiles is answered already.
    pub(crate) fn new(rules: &Ruleset) -> Facts {
        let (winning, losing) = rules.goals();
        let first = u8::from(winning.tiles.is_empty()) | u8::from(losing.tiles.is_empty()) << 2;
        let filtered = (!rules.discovered_filter().is_empty()).then(Vec::new);
        Facts { answers: Vec::new(), first, filtered }
    }

    pub(crate) fn clear(&mut self) {
        self.answers.clear();
        if let Some(filtered) = &mut self.filtered {
            filtered.clear();
        }
    }

    /// Returns the value that is listed when a tile is discovered, if it is known.
    pub(crate) fn discovered_as<'f>(&'f self, id: TileId, tile: &'f Value) -> Option<&'f Value> {
        match &self.filtered {
            None => Some(tile),
            Some(filtered) => filtered.get(id.index())?.as_ref(),
        }
    }

    /// Returns the filtered form of a tile, if it is known.
    fn filtered(&self, id: TileId) -> Option<&Value> {
        self.filtered.as_ref()?.get(id.index())?.as_ref()
    }

    /// Records the filtered form of a tile.
    fn note_filtered(&mut self, id: TileId, tile: &Value) {
        if let Some(filtered) = &mut self.filtered {
            let index = id.index();
            filtered.resize(filtered.len().max(index + 1), None);
            filtered[index] = Some(tile.clone());
        }
    }

    /// Returns true if the tile is known to belong to no goal.
    pub(crate) fn is_of_no_goal(&self, id: TileId) -> bool {
        self.answers.get(id.index()).map_or(self.first, |answers| *answers) == NO_GOAL
    }

    pub(crate) fn answer(&self, question: Question, id: TileId) -> Option<bool> {
        let answers = self.answers.get(id.index())? >> (2 * question as u8);
        (answers & 1 == 1).then_some(answers & 2 != 0)
    }

    pub(crate) fn note(&mut self, question: Question, id: TileId, answer: bool) {
        let index = id.index();
        if self.answers.len() <= index {
            self.answers.resize(index + 1, self.first);
        }
        self.answers[index] |= (1 | u8::from(answer) << 1) << (2 * question as u8);
    }
}

impl Memory {
    /// Returns the known answer about a tile of the grid's table.
    pub(crate) fn goal(&mut self, state: &State, question: Question, id: TileId) -> Option<bool> {
        self.invalidate_if_changed(&state.grid);
        self.facts.answer(question, id)
    }

    /// Returns true if no tile of a grid belongs to a goal, as far as that is known of all of them.
    pub(crate) fn has_none_of(&mut self, state: &State, question: Question) -> bool {
        self.invalidate_if_changed(&state.grid);
        let is_none = |id: &TileId| !id.is_tile() || self.facts.answer(question, *id) == Some(false);
        state.grid.ids().iter().all(is_none)
    }

    /// Returns the filtered form of a tile of a grid, if it is known.
    pub(crate) fn filtered(&mut self, state: &State, id: TileId) -> Option<Value> {
        self.invalidate_if_changed(&state.grid);
        self.facts.filtered(id).cloned()
    }

    /// Records an answer that depends on the tile alone.
    pub(crate) fn note_goal(&mut self, state: &State, question: Question, id: TileId, answer: bool) {
        self.invalidate_if_changed(&state.grid);
        self.facts.note(question, id, answer);
    }

    /// Records the filtered form of a tile, which depends on the tile alone.
    pub(crate) fn note_filtered(&mut self, state: &State, id: TileId, tile: &Value) {
        self.invalidate_if_changed(&state.grid);
        self.facts.note_filtered(id, tile);
    }
}

impl Accelerator<'_> {
    /// Records which tiles on the grid and of the spawn list win or lose, as far as this
    /// depends on the tile alone. Other answers are known after a turn with these tiles.
    pub(crate) fn look_at_goals(&self, play: &mut TurnContext<'_>) {
        let mut ids = play.state.grid.ids().to_vec();
        if let Some(plan) = self.spawn_plan(&play.state) {
            ids.extend(plan.tiles().chain(plan.boxed.iter().copied()));
        }
        self.look_at_goals_of(play, &ids);
    }

    /// Records the answers about these tiles.
    pub(crate) fn look_at_goals_of(&self, play: &mut TurnContext<'_>, ids: &[TileId]) {
        let goals = play.rules.goals();
        for (question, goal) in [(Question::Wins, &goals.0), (Question::Loses, &goals.1)] {
            for id in ids.iter().copied() {
                if goal.tiles.is_empty() || !id.is_tile() || self.goal(&play.state, question, id).is_some() {
                    continue;
                }
                let tracker = Rc::new(ReadTracker::forbidding());
                let belongs = play.undone(&tracker, |play| {
                    let tile = play.filtered(id)?;
                    play.belongs(goal, &tile)
                });
                if let (Ok(belongs), true) = (belongs, tracker.reads().are_none()) {
                    self.note_goal(&play.state, question, id, belongs);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Direct, Limits, Mode, Rng, Rollout, Ruleset, Screen};

    /// Goals are about filtered tiles.
    #[test]
    fn goals_are_about_filtered_tiles() {
        let read = |text| calcarray::json::read(text, &Default::default()).unwrap();
        let mut mode = Mode::classic(4, 4);
        mode.discovered_filter = read(r#"["arr_map", ["@var_retain", "@Var -1", "+", 100]]"#);
        mode.win_conditions = read("[[101]]");
        mode.win_requirement = 1.0.into();
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        let mut random = Direct(Rng::new(7));
        let mut rollout = Rollout::new(rules, &mut random, 0.0).unwrap();
        rollout.restart(&mut random).unwrap();
        for direction in 0..4 {
            if rollout.screen() == Screen::Play {
                rollout.play(direction, &mut random).unwrap();
            }
        }
        assert_eq!(rollout.screen(), Screen::Win);
    }
}
