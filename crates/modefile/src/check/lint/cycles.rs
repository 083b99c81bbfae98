//! Lints of rules of length 0: each is used once a turn on a tile, one after the other, and
//! later ones see what earlier ones have made.

use calcarray::{Program, Value};

use crate::check::lint::possible_tiles::shown;
use crate::check::lint::recipe::{Reader, Recipe};
use crate::check::lint::row::Row;
use crate::check::lint::{CheckedMode, Finding, spawns};
use crate::check::merge_rule::Rule;
use crate::text::node::{Node, Span};

/// The number of tiles that are tried.
const MOST_TILES: usize = 100;

/// A rule of length 0 of which it is known what it makes of a tile.
struct Ending {
    span: Span,
    recipe: Recipe,
}

impl Ending {
    /// Applies the rule to a tile; gives the tile itself if the rule does not apply; `None` if that
    /// can't be told.
    fn apply(&self, tile: &Value, row: &mut Row) -> Option<Value> {
        row.lay(std::slice::from_ref(tile));
        let mut variables = Vec::new();
        for variable in &self.recipe.variables {
            let value = row.run(variable, 1, &variables)?;
            variables.push(value);
        }
        for (term, _) in &self.recipe.terms {
            if !row.run(term, 1, &variables)?.is_true() {
                return Some(tile.clone());
            }
        }
        let [entries] = self.recipe.results.as_slice() else { return None };
        let run = |program: &Program| row.run(program, 1, &variables);
        Some(Value::array(entries.iter().map(run).collect::<Option<Vec<_>>>()?))
    }
}

/// The rules of length 0; `None` if one of them reads more than its tile.
fn endings(mode: &CheckedMode, reader: &Reader) -> Option<Vec<Ending>> {
    let rules = mode.parts.list("merge_rules").iter();
    let rules = rules.filter(|rule| Rule::of(rule).length() == Some(0));
    let ending = |rule: &Node| {
        let recipe = reader.recipe(&rule.to_value().ok()?).filter(|recipe| recipe.is_exact)?;
        Some(Ending { span: rule.span, recipe })
    };
    rules.map(ending).collect()
}

/// Tiles that there can be: those that are made, or else those that spawn.
fn tiles(mode: &CheckedMode) -> Vec<Value> {
    match &mode.made {
        Some(made) => made.borrow().tiles().into_iter().map(|tile| tile.value.clone()).collect(),
        None => {
            let spawned = mode.parts.list("spawns").iter().flat_map(spawns::tiles);
            spawned.filter(|tile| tile.as_array().is_some()).filter_map(|tile| tile.to_value().ok()).collect()
        }
    }
}

/// Rules of length 0 that undo one another: a tile is changed, and changed back in the same
/// turn.
pub(super) fn undone(mode: &CheckedMode) -> Vec<Finding> {
    let mut row = Row::of(mode.rules);
    let constant = !mode.parts.any_text(|word| word.starts_with('@') && word.ends_with("_gvar"));
    let reader = Reader { limits: row.limits(), constant };
    let Some(endings) = endings(mode, &reader).filter(|endings| endings.len() > 1) else { return Vec::new() };
    for tile in tiles(mode).into_iter().take(MOST_TILES) {
        let mut way = vec![tile.clone()];
        for ending in &endings {
            let Some(now) = way.last() else { break };
            let Some(next) = ending.apply(now, &mut row) else { return Vec::new() };
            if next == *now {
                continue;
            }
            way.push(next);
            if way.last() == Some(&tile) {
                let names: Vec<String> = way.iter().map(shown).collect();
                let message = format!(
                    "this rule undoes what rules of length 0 before it have done: {} in one turn",
                    names.join(" → ")
                );
                let help = "each rule of length 0 is used once a turn, in their order, and sees what those \
                            before it have made; one rule can do both: \"result\": [\"= if … { … } else { … }\"]";
                return vec![Finding::at(ending.span, message, help)];
            }
        }
    }
    Vec::new()
}
