//! Merges that numbers of the tiles decide and tell the result of.
//!
//! Most rules of most modes compute the numbers of one tile from those of
//! others. Their expressions need no position, variables or host then, and
//! neither do the cells and the score need anything but numbers.

use calcarray::{Formula, Glance, Limits, Pair};

use crate::form::{Arrangement, Form, Open, Output};
use crate::play::Play;
use crate::row::Row;
use crate::trigger::Trigger;

/// What a rule is for its tiles in one arrangement.
#[derive(Debug)]
pub(crate) struct Case {
    /// Where it does not hold, the rule does not apply.
    pub(crate) glance: Glance,
    /// What it asks, if that is not more than this.
    pub(crate) pair: Option<Pair>,
    /// Whether nothing else decides if the rule applies.
    pub(crate) decides: bool,
    /// How much work it is to look.
    pub(crate) cost: u64,
    /// What the rule makes of the tiles if it does.
    recipe: Option<Recipe>,
}

/// What a merge makes of tiles.
#[derive(Debug)]
struct Recipe {
    /// The numbers of each output, the front one first.
    outputs: Vec<Vec<Formula>>,
    points: Formula,
    /// Whether the cells take part in merges then, the front one first: as many
    /// as tiles merge.
    open: Vec<Open>,
    /// How many entries it reads of a tile at most.
    width: usize,
    cost: u64,
}

/// All outputs of a recipe have no more numbers than this together.
const MOST_NUMBERS: usize = 8;

/// No tile of so many numbers is larger (see [`calcarray::Value::size`]).
const LARGEST: u64 = 32 * (MOST_NUMBERS as u64 + 1);

/// What a merge makes of certain tiles.
pub(crate) struct Made<'r> {
    recipe: &'r Recipe,
    numbers: [f64; MOST_NUMBERS],
    pub(crate) points: f64,
}

impl Made<'_> {
    /// How many tiles merge.
    pub(crate) fn length(&self) -> usize {
        self.recipe.open.len()
    }

    /// How much work it was.
    pub(crate) fn cost(&self) -> u64 {
        self.recipe.cost
    }

    /// Calls `put` with the numbers of the tile in each cell, none if it is
    /// empty, and with whether it takes part in merges then, the front one first.
    #[inline]
    pub(crate) fn cells(&self, mut put: impl FnMut(&[f64], Open)) {
        let mut numbers = &self.numbers[..];
        for (place, open) in self.recipe.open.iter().enumerate() {
            let entries = self.recipe.outputs.get(place).map_or(0, Vec::len);
            let (tile, rest) = numbers.split_at(entries.min(numbers.len()));
            numbers = rest;
            put(tile, *open);
        }
    }
}

impl Case {
    /// Of a rule that looks at so many tiles, of which so many merge; `None` if
    /// its condition asks for something else than numbers of these.
    pub(crate) fn of(
        form: &Form,
        arrangement: &Arrangement,
        (tiles, length): (usize, usize),
        limits: &Limits,
    ) -> Option<Case> {
        let glance = arrangement.condition.glance(limits).filter(|glance| glance.reach() <= tiles)?;
        // Outputs beyond the tiles that merge need room.
        let needs_room = arrangement.outputs.len() > length.max(1);
        let decides = glance.is_whole() && arrangement.check_end.is_none() && !needs_room;
        let makes = decides && length > 0;
        let recipe = makes.then(|| Recipe::of(form, arrangement, length, limits)).flatten();
        Some(Case { pair: glance.as_pair(), decides, cost: 1 + glance.cost(), glance, recipe })
    }
}

impl Recipe {
    /// Of a rule that merges so many tiles into no more than there are.
    fn of(form: &Form, arrangement: &Arrangement, tiles: usize, limits: &Limits) -> Option<Recipe> {
        let formulas = |output: &Output| match output {
            Output::Entries(entries) => entries.iter().map(|entry| entry.formula(limits)).collect(),
            Output::Computed(_) | Output::Content(_) => None,
        };
        let outputs: Vec<Vec<Formula>> = arrangement.outputs.iter().map(formulas).collect::<Option<_>>()?;
        let points = arrangement.score.formula(limits)?;
        let all: Vec<&Formula> = outputs.iter().flatten().chain([&points]).collect();
        let is_simple = form.keywords.count == 0
            && outputs.iter().all(|entries| !entries.is_empty())
            && all.len() <= MOST_NUMBERS + 1
            && all.iter().all(|formula| formula.reach() <= tiles);
        let width = all.iter().map(|formula| formula.width()).max().unwrap_or_default();
        let cost = all.iter().map(|formula| 1 + formula.cost() + LARGEST).sum();
        let open = (0..tiles).map(|place| form.flag(place)).collect();
        is_simple.then_some(Recipe { outputs, points, open, width, cost })
    }

    /// What it makes of a row of tiles; `None` if one of its numbers is none.
    #[inline]
    fn make(&self, row: &Row<'_>) -> Option<Made<'_>> {
        let points = self.points.value(|ahead| row.tile(ahead))?;
        let mut made = Made { recipe: self, numbers: [0.0; MOST_NUMBERS], points };
        for (number, formula) in made.numbers.iter_mut().zip(self.outputs.iter().flatten()) {
            *number = formula.value(|ahead| row.tile(ahead))?;
        }
        Some(made)
    }
}

impl Play<'_> {
    /// Whether merges may be carried out by recipe: nobody hears of them or
    /// watches what they look at.
    pub(crate) fn may_merge_by_recipe(&self) -> bool {
        !self.telling
            && self.tests.is_none()
            && self.watch.is_none()
            && !self.rules.has_scripts_for(Trigger::Merge)
            && self.rules.limits().content >= LARGEST
    }

    /// What a rule makes of the tiles of a row, if that is told by their numbers.
    #[inline]
    pub(crate) fn make<'r>(&self, case: &'r Case, row: &Row<'_>) -> Option<Made<'r>> {
        let recipe = case.recipe.as_ref().filter(|own| own.width <= self.rules.mode().tile_entries)?;
        recipe.make(row)
    }
}

#[cfg(test)]
mod tests {
    use calcarray::{json, Value};

    use crate::merge_rule::MergeRule;

    fn has_recipe(rule: &str) -> Vec<bool> {
        let rule: Value = json::read(rule, &Default::default()).unwrap();
        let rule = MergeRule::new(&rule, &Default::default()).unwrap();
        rule.cases().unwrap_or_default().iter().map(|case| case.recipe.is_some()).collect()
    }

    #[test]
    fn rules_that_compute_numbers_from_numbers_have_recipes() {
        const SAME: &str = r#"["@This 0", "=", "@Next 1 0"]"#;
        const MORE: &str = r#"[["@This 0", "+", 1]]"#;
        for (rule, arrangements) in [
            (format!("[2, {SAME}, true, [{MORE}], [2, \"^\", \"@This 0\"]]"), 1),
            (format!("[2, {SAME}, true, [{MORE}], 0]"), 1),
            (format!("[2, {SAME}, true, [[3, \"@Next 1 0\"], {MORE}], \"@This 0\"]"), 1),
            (format!("[3, {SAME}, true, [], 1, [true, false, true]]"), 1),
            (format!("[2, {SAME}, false, [{MORE}], 1]"), 2),
            (format!("[3, {SAME}, false, [{MORE}], 1]"), 6),
        ] {
            assert_eq!(has_recipe(&rule), vec![true; arrangements], "{rule}");
        }
        for rule in [
            // More than numbers of tiles, in the condition, the outputs or the score.
            format!("[2, [\"@NextNE -1\", \"!=\", \"@This\", \"&&\", {SAME}], true, [{MORE}], 1]"),
            format!("[2, {SAME}, true, [[[\"@Moves\", \"+\", 1]]], 1]"),
            format!("[2, {SAME}, true, [[\"two\"]], 1]"),
            format!("[2, {SAME}, true, [{MORE}], [\"@Moves\", \"+\", 1]]"),
            format!("[2, {SAME}, true, [{MORE}], [\"@NextNE -1 0\", \"+\", 1]]"),
            // Cells beyond the tiles, and outputs that are more than entries.
            format!("[2, {SAME}, true, [{MORE}, {MORE}, {MORE}], 1]"),
            format!("[2, {SAME}, true, [\"@MergeOverflowSlot\", {MORE}], 1]"),
            format!("[2, {SAME}, true, [[\"@STCalcArray\", \"@Empty\"]], 1]"),
            format!("[2, {SAME}, true, [[]], 1]"),
            // Another condition after the first, and rules of the end of a turn.
            format!("[2, {SAME}, [\"@CheckEnd\", \"@Score\", \"<\", 9], [{MORE}], 1]"),
            format!("[0, [\"@This 0\", \"=\", 1], true, [{MORE}], 1]"),
        ] {
            assert!(has_recipe(&rule).iter().all(|has| !has), "{rule}");
        }
    }
}
