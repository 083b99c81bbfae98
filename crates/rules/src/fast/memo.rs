//! Results that depend on a place, its content and the variables, and on nothing else: the steps of
//! tiles in modes that compute them, and whether a direction is blocked.
//!
//! See docs/dev/fast-path.md, "Moves of the interpreter".

use std::rc::Rc;
use std::sync::Arc;

use crate::board::heading::Heading;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::fast::Memory;
use crate::fast::accelerator::Accelerator;
use crate::fast::context_key::Variables;
use crate::game::state::State;
use crate::turn::context::TurnContext;
use crate::turn::read_tracker::ReadTracker;

/// Known results of one kind of evaluation.
#[derive(Debug)]
pub(crate) struct Memo<T> {
    /// The results at each place, by the content there and the number of the variables.
    places: Vec<Vec<(TileId, u32, T)>>,
    /// The number of results.
    count: usize,
    /// Flag: results depend on the content, so keys contain it.
    by_content: bool,
    /// Flag: results depend on variables, so keys contain their number.
    by_variables: bool,
    /// Flag: a result depended on something else, so none is kept any more.
    depends_on_more: bool,
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo { places: Vec::new(), count: 0, by_content: false, by_variables: false, depends_on_more: false }
    }
}

/// The largest number of results.
const MOST: usize = 1 << 14;
/// The largest number of results at a place, which are searched one by one.
const MOST_AT_PLACE: usize = 64;
/// The number of places.
const PLACES: usize = 1 << 16;

/// An answer of a memo.
enum Known<T> {
    Is(T),
    /// The result is to be noted.
    Unknown,
    /// Results are not kept.
    Never,
}

impl<T: Clone> Memo<T> {
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.count = 0;
    }

    fn get(&self, variables: &mut Variables, state: &State, (place, id): (usize, TileId)) -> Known<T> {
        if self.depends_on_more || place >= PLACES {
            return Known::Never;
        }
        let number = if self.by_variables { variables.number(state) } else { Some(0) };
        let Some(number) = number else { return Known::Never };
        let id = if self.by_content { id } else { TileId::EMPTY };
        let known = self
            .places
            .get(place)
            .and_then(|known| known.iter().find(|(own, variables, _)| (*own, *variables) == (id, number)));
        known.map_or(Known::Unknown, |(_, _, result)| Known::Is(result.clone()))
    }

    fn note(
        &mut self,
        variables: &mut Variables,
        state: &State,
        (place, id): (usize, TileId),
        (tracker, result): (&ReadTracker, &T),
    ) {
        let (reads, by_content) = (tracker.reads(), tracker.has_read_line());
        self.depends_on_more |= reads.depend_on_more_than_variables();
        let needs_larger_key = reads.variables && !self.by_variables || by_content && !self.by_content;
        if self.depends_on_more || needs_larger_key {
            self.clear();
        }
        self.by_variables |= reads.variables;
        self.by_content |= by_content;
        let id = if self.by_content { id } else { TileId::EMPTY };
        let number = if self.by_variables { variables.number(state) } else { Some(0) };
        let Some(number) = number.filter(|_| !self.depends_on_more) else { return };
        if self.count >= MOST {
            self.clear();
        }
        if self.places.len() <= place {
            self.places.resize_with(place + 1, Vec::new);
        }
        let known = &mut self.places[place];
        if known.len() >= MOST_AT_PLACE {
            self.count -= known.len();
            known.clear();
        }
        known.push((id, number, result.clone()));
        self.count += 1;
    }
}

impl Accelerator<'_> {
    /// Returns a known result, or computes it and notes it if it may be kept and is small.
    fn remember<T: Clone>(
        &self,
        play: &mut TurnContext<'_>,
        which: fn(&mut Memory) -> (&mut Memo<T>, &mut Variables),
        (place, tracker): ((usize, TileId), impl FnOnce(&State) -> ReadTracker),
        compute: impl FnOnce(&mut TurnContext<'_>) -> Result<T, TurnError>,
        is_small: fn(&T) -> bool,
    ) -> Result<T, TurnError> {
        // Whatever is tracked already has to see what the evaluation reads.
        if play.tracker.is_some() {
            return compute(play);
        }
        let known = self.with_memory(|memory| {
            memory.invalidate_if_changed(&play.state.grid);
            if memory.limits.lines == 0 {
                return Known::Never;
            }
            let (memo, variables) = which(memory);
            memo.get(variables, &play.state, place)
        });
        match known {
            Some(Known::Is(result)) => return Ok(result),
            Some(Known::Unknown) => {}
            Some(Known::Never) | None => return compute(play),
        }
        let tracker = Rc::new(tracker(&play.state));
        play.tracker = Some(Rc::clone(&tracker));
        let result = compute(play);
        play.tracker = None;
        let result = result?;
        if !is_small(&result) {
            return Ok(result);
        }
        self.with_memory(|memory| {
            let (memo, variables) = which(memory);
            memo.note(variables, &play.state, place, (&tracker, &result));
        });
        Ok(result)
    }

    /// Returns the heading of the tile in a cell, in a move with this heading, which `compute`
    /// computes if it is not known.
    pub(crate) fn parameters_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        (heading, index): (&Heading, usize),
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<Heading, TurnError>,
    ) -> Result<Arc<Heading>, TurnError> {
        let (grid, mover) = (&play.state.grid, place_of_mover(heading));
        let place = mover.saturating_mul(grid.size()).saturating_add(index);
        let place = (place, grid.ids()[index]);
        let tracker = |state: &State| ReadTracker::cell_alone(&state.grid, index, heading.step);
        self.remember(
            play,
            |memory| (&mut memory.movement, &mut memory.variables),
            (place, tracker),
            |play| compute(play).map(Arc::new),
            // A slide may be any value.
            |own| own.info.slide.as_number().is_some(),
        )
    }

    /// Returns true if the mode blocks a direction, which `compute` computes if it is not known.
    pub(crate) fn blocked_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        direction: usize,
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<bool, TurnError>,
    ) -> Result<bool, TurnError> {
        let place = (direction, TileId::EMPTY);
        self.remember(
            play,
            |memory| (&mut memory.blocked, &mut memory.variables),
            (place, |_: &State| ReadTracker::nowhere()),
            compute,
            |_| true,
        )
    }
}

/// Returns a number for the mover of a move: indices of directions begin with 1, those of automatic
/// moves with -1.
fn place_of_mover(heading: &Heading) -> usize {
    let index = heading.info.index.as_number().unwrap_or_default();
    2 * (index.abs() as usize) + usize::from(index < 0.0)
}

#[cfg(test)]
mod tests {
    use crate::error::Place;
    use crate::{Direct, Limits, Mode, Rng, Rollout, Ruleset, Screen};

    /// Returns the number of evaluations of a part of a mode in 1,000 presses.
    fn evaluations(mode: Mode, part: &Place) -> u64 {
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        let mut random = Direct(Rng::new(7));
        let mut game = Rollout::new(rules, &mut random, 0.0).unwrap();
        game.engine().take_times(|| 0);
        for press in 0..1000 {
            match game.screen() {
                Screen::Play if game.is_available(press % 4) => drop(game.play(press % 4, &mut random)),
                Screen::Play => {}
                _ => game.restart(&mut random).unwrap(),
            }
        }
        let times = game.engine().times();
        times.iter().find(|(place, _)| place == part).map_or(0, |(_, cost)| cost.runs)
    }

    /// Cases: the part, its text, and the most evaluations in 1,000 presses.
    #[test]
    fn what_depends_on_little_is_rarely_evaluated() {
        let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
        let movement = |slide: &str| {
            format!(r#"["@VDir", "@HDir", ["@SlideAmount", "@if", {slide}, "2nd", 1, "@end-if"]]"#)
        };
        let classic = || Mode { game_variables: read("[0]"), ..Mode::classic(4, 4) };
        let moving = |slide| Mode { movement_parameters: read(&movement(slide)), ..classic() };
        let blocked = |text| Mode { direction_blocked: read(text), ..classic() };
        let ending = |text: &str| {
            let rule = format!(r#"[0, {text}, true, [["@This 0"]], 0]"#);
            let usual = r#"[2, ["@This 0", "=", "@Next 1 0"], true, [["@This 0", "*", 2]], "@This 0"]"#;
            Mode { merge_rules: read(&format!("[{usual}, {rule}]")), ..classic() }
        };
        let (parameters, own) = (Place::Field("movement_parameters"), Place::Field("direction_blocked"));
        let rule = Place::MergeRule(1);
        // Three expressions for each cell and content in each direction.
        let few = 4 * 16 * 8 * 3;
        for (mode, part, most) in [
            (moving(r#"["@HCoord", ">", 1]"#), &parameters, few),
            (moving(r#"["@This 0", ">", 4]"#), &parameters, few),
            (moving(r#"["@GVar 0", "=", 1]"#), &parameters, few),
            (blocked(r#"["@GVar 0", "=", 1, "&&", ["@VDir", "=", 1]]"#), &own, 8),
            (
                ending(r#"["@Relative -1 0", "=", "@Empty", "&&", ["@Relative 0 1", "=", "@Empty"]]"#),
                &rule,
                few,
            ),
        ] {
            let count = evaluations(mode, part);
            assert!((1..=most).contains(&count), "{part}: {count}");
        }
        // What depends on more is evaluated each time.
        for (mode, part) in [
            (moving(r#"["@Moves", "%", 3, "=", 1]"#), &parameters),
            (blocked(r#"["@Score", ">", 1e9]"#), &own),
        ] {
            let count = evaluations(mode, part);
            assert!(count > 1000, "{part}: {count}");
        }
    }
}
