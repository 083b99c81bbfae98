//! Judgements from games: what lints took for impossible and came about, and what was
//! meant to happen and never did.

use std::collections::{BTreeMap, BTreeSet};

use calcarray::{Value, json};
use polymerge_rules::GameState;

use crate::check::merge_rule::Rule;
use crate::check::played::MOST_TILES;
use crate::check::rule::is_tile;
use crate::draft::Draft;
use crate::table::triggers;
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Problems;

/// Triggers that random games may never come to: players click, and few games are won.
const RARE: [&str; 7] =
    ["TileClick", "Victory", "GameOver", "PossibleOver", "Interval", "StayStill", "TileSpawnFail"];

/// Triggers that come before what the first values of variables are compared with.
const STARTS: [&str; 4] = ["StartModeBM", "StartModeAM", "RestartMode", "EndModeSetup"];

/// Notes that are taken while games are played.
#[derive(Default)]
pub(super) struct Evidence {
    games: u64,
    /// Game variables that had another value than their first one, by their numbers.
    changed: BTreeSet<usize>,
    /// Tiles that won or lost, by their texts.
    goals: BTreeSet<String>,
    /// Tiles that were made or spawned, by their texts.
    tiles: BTreeSet<String>,
}

impl Evidence {
    /// Looks at a game after a turn.
    pub fn turn(&mut self, game: &GameState, first: &Value) {
        let first = first.as_array().map_or(&[][..], |first| first.entries());
        for (number, value) in game.game_variables().iter().enumerate() {
            if !self.changed.contains(&number) && first.get(number) != Some(value) {
                self.changed.insert(number);
            }
        }
    }

    /// Notes a tile that was there, by its text.
    pub fn tile(&mut self, text: &str) {
        if self.tiles.len() < MOST_TILES && !self.tiles.contains(text) {
            self.tiles.insert(text.to_owned());
        }
    }

    /// Looks at a game that is played no further.
    pub fn game(&mut self, game: &GameState) {
        self.games += 1;
        let goals = game.discovered_winning().iter().chain(game.discovered_losing());
        self.goals.extend(goals.map(json::write));
    }

    /// Withdraws what games have disproved, and says what never came about.
    pub fn apply(&self, draft: &Draft, fired: &BTreeSet<usize>, problems: &mut Problems) {
        disproved_rules(draft, fired, problems);
        self.disproved_looks(draft, problems);
        self.disproved_goals(draft, problems);
        self.never_changed(draft, problems);
    }

    fn random_games(&self) -> String {
        match self.games {
            1 => "1 random game".to_owned(),
            games => format!("{games} random games"),
        }
    }

    /// A goal is met if its tile was there; one that is an expression, if a tile won or lost
    /// that no other goal names.
    fn disproved_goals(&self, draft: &Draft, problems: &mut Problems) {
        let all = ["win_conditions", "lose_conditions"].map(|field| draft.parts.list(field));
        let goals: Vec<(&Node, Option<String>)> = all
            .into_iter()
            .flatten()
            .map(|goal| {
                let is_named = goal.as_array().is_some_and(is_tile);
                (goal, goal.to_value().ok().filter(|_| is_named).map(|tile| json::write(&tile)))
            })
            .collect();
        let named: BTreeSet<&String> = goals.iter().filter_map(|(_, tile)| tile.as_ref()).collect();
        let has_others = self.goals.iter().any(|tile| !named.contains(tile));
        for (goal, tile) in &goals {
            let is_met = match tile {
                Some(tile) => self.tiles.contains(tile) || self.goals.contains(tile),
                None => has_others,
            };
            if is_met {
                problems.withdraw("unreachable-goal", goal.span);
            }
        }
    }

    /// A look for a tile that was there is used.
    fn disproved_looks(&self, draft: &Draft, problems: &mut Problems) {
        for look in draft.parts.list("tile_types") {
            let look = Rule::of(look);
            let tile = look.parts.first().and_then(|tile| tile.to_value().ok());
            if tile.is_some_and(|tile| self.tiles.contains(&json::write(&tile))) {
                problems.withdraw("unused-look", look.span);
            }
        }
    }

    /// Variables that scripts change, and that kept their first value.
    fn never_changed(&self, draft: &Draft, problems: &mut Problems) {
        for writer in Writers::of(draft).lasting() {
            let variable = writer.variable;
            if self.changed.contains(&variable) || writer.is_rare {
                continue;
            }
            let name = draft.file.variable_names.get(variable).cloned().unwrap_or(variable.to_string());
            let message = format!(
                "the variable `{name}` kept its first value in {}, though this is to change it",
                self.random_games()
            );
            let help = "it may need positions that these games did not reach, and more games may tell (--games N); \
                        or the value ends before an operator: a value that is calculated is a list of its own";
            problems.warning("never-changed", writer.span, message).help(help);
        }
    }
}

/// A step that changes a game variable.
struct Writer {
    variable: usize,
    span: Span,
    /// Set if random games may never come to it.
    is_rare: bool,
    /// Set if the value that it gives is made of the one before.
    goes_on: bool,
}

/// All steps that change game variables; those that begin a game with a value are none.
#[derive(Default)]
struct Writers {
    list: Vec<Writer>,
    /// Set if there is a step of which it is not known which variable it changes.
    has_unknown: bool,
}

impl Writers {
    fn of(draft: &Draft) -> Writers {
        let mut writers = Writers::default();
        for script in draft.parts.list("scripts") {
            let [what, on, ..] = script.as_array().unwrap_or_default() else { continue };
            let on = on.as_array().unwrap_or(std::slice::from_ref(on));
            let names: Vec<String> = on.iter().filter_map(Node::as_string).collect();
            let is = |known: &[&str]| names.iter().all(|name| known.contains(&name.as_str()));
            // Signals, and scripts that others run, may come to nothing.
            let is_known = names.iter().any(|name| triggers().any(|trigger| trigger.name == name));
            if !is(&STARTS) {
                writers.find(what, is(&RARE) || !is_known);
            }
        }
        for field in OTHER_FIELDS {
            draft.parts.get(field).into_iter().for_each(|node| writers.find(node, true));
        }
        writers
    }

    fn find(&mut self, node: &Node, is_rare: bool) {
        let entries = node.as_array().unwrap_or_default();
        for (place, entry) in entries.iter().enumerate() {
            // With them, the numbers of other variables change.
            self.has_unknown |= entry.is_word("@insert_gvar") || entry.is_word("@remove_gvar");
            if !entry.is_word("@edit_gvar") {
                self.find(entry, is_rare);
                continue;
            }
            match entries.get(place + 1).map(|number| &number.kind) {
                Some(Kind::Number(number)) if *number >= 0.0 => {
                    let variable = *number as usize;
                    let own = format!("@GVar {variable}");
                    let goes_on =
                        entries.get(place + 2).is_some_and(|value| value.any_text(&|text| text == own));
                    self.list.push(Writer { variable, span: entry.span, is_rare, goes_on });
                }
                _ => self.has_unknown = true,
            }
        }
    }

    /// Returns one step for each variable that no other step can have set back within the turn:
    /// there is no other, or all of them compute the new value from the one before.
    fn lasting(&self) -> Vec<&Writer> {
        if self.has_unknown {
            return Vec::new();
        }
        let mut by_variable: BTreeMap<usize, Vec<&Writer>> = BTreeMap::new();
        for writer in &self.list {
            by_variable.entry(writer.variable).or_default().push(writer);
        }
        let goes_on = |writer: &&Writer| writer.goes_on && !writer.is_rare;
        let lasts = |writers: &Vec<&Writer>| writers.len() == 1 || writers.iter().all(goes_on);
        by_variable.into_values().filter(lasts).filter_map(|writers| writers.first().copied()).collect()
    }
}

/// Fields besides scripts in which variables may be changed.
const OTHER_FIELDS: [&str; 6] =
    ["merge_rules", "spawns", "forced_spawns", "spawn_conditions", "stat_boxes", "direction_blocked"];

/// A rule that was used can be used.
fn disproved_rules(draft: &Draft, fired: &BTreeSet<usize>, problems: &mut Problems) {
    for (place, rule) in draft.parts.list("merge_rules").iter().enumerate() {
        if fired.contains(&place) {
            problems.withdraw("never-merges", rule.span);
            problems.withdraw("unreachable", rule.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::draft;
    use crate::expand::setting::Choices;
    use crate::text::options::ReadOptions;
    use crate::text::source::{NoFiles, SourceFile};

    const MODE: &str = r##"{
        "title": "Mine",
        "spawns": [{ "tile": [2] }],
        "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
        "win": [[8], { "when": ["@This value", ">", 9] }],
        "tiles": [{ "tile": [4], "colour": "#eee4da" }, { "colour": "#a04040" }],
    }"##;

    /// The codes that stay of a warning of each lint, after games with these tiles and fired
    /// rules in which these tiles won.
    fn left(tiles: &[&str], fired: &[usize], won: &[&str]) -> Vec<&'static str> {
        let mut problems = Problems::default();
        let (file, options) = (SourceFile::new("my.jsonc", MODE.as_bytes()), ReadOptions::default());
        let draft = draft(&file, &NoFiles, &options, &Choices::default(), &mut problems).unwrap();
        let span = |field: &str, place: usize| draft.parts.list(field)[place].span;
        problems.warning("never-merges", span("merge_rules", 0), "");
        problems.warning("unreachable-goal", span("win_conditions", 0), "a tile");
        problems.warning("unreachable-goal", span("win_conditions", 1), "an expression");
        problems.warning("unused-look", span("tile_types", 0), "");
        let mut evidence = Evidence::default();
        tiles.iter().for_each(|tile| evidence.tile(tile));
        evidence.goals = won.iter().map(|tile| tile.to_string()).collect();
        evidence.apply(&draft, &fired.iter().copied().collect(), &mut problems);
        problems.list().iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn what_games_disprove_is_withdrawn() {
        let all = ["never-merges", "unreachable-goal", "unreachable-goal", "unused-look"];
        assert_eq!(left(&[], &[], &[]), all);
        assert_eq!(left(&["[4]"], &[], &[]), all[..3]);
        assert_eq!(left(&[], &[0], &[]), all[1..]);
        assert_eq!(left(&["[8]"], &[], &[]), ["never-merges", "unreachable-goal", "unused-look"]);
        assert_eq!(left(&[], &[], &["[8]"]), ["never-merges", "unreachable-goal", "unused-look"]);
        assert_eq!(left(&[], &[0], &["[8]", "[16]"]), ["unused-look"]);
    }
}
