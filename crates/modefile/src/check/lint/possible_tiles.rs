//! The tiles that can be made: spawns, the results of merge rules on them, and so on, as far as the
//! limits here allow.
//!
//! No game is played: every rule is tried on all known tiles, the smallest first. The order of the
//! rules is ignored, and conditions on other cells count as met. So the list may hold tiles that no
//! game has, but if it is complete, no game has other tiles.

use std::collections::{HashMap, HashSet};

use calcarray::{Program, Value, json};
use polymerge_rules::Ruleset;

use crate::check::lint::recipe::{Reader, Recipe};
use crate::check::lint::row::Row;
use crate::check::lint::spawns;
use crate::check::play::origins;
use crate::check::rule::is_tile;
use crate::expand::template::number;
use crate::keys::parts::Parts;
use crate::text::node::Node;

/// The characters of all tiles that are made, at most; each tile counts each time.
const TEXT: usize = 1 << 20;

/// The number of tiles that rules are tried on, at most.
const MOST_TILES: usize = 400;

/// A tile and what it is worth.
pub(super) struct Tile {
    pub value: Value,
    pub tile_value: f64,
    /// The tile as text.
    key: String,
}

/// The tiles that can be made.
pub(super) struct PossibleTiles {
    reader: Reader,
    row: Row,
    tile_value: Program,
    /// Tiles of which all was made that can be, in that order.
    done: Vec<Tile>,
    waiting: Vec<Tile>,
    /// The known tiles by their texts, with the number of cells that it takes to make each, at
    /// least: tiles that merge have to lie in the grid together.
    known: HashMap<String, usize>,
    /// The number of tiles that the grid holds; infinite if a rule makes several tiles of some.
    room: usize,
    /// The number of characters of tiles that may still be written.
    text_left: usize,
    /// Tiles of which it is known that they can be there, by their texts: those that spawn, and
    /// what rules make of these where no earlier rule takes the tiles.
    sure: HashSet<String>,
    /// True if these are all tiles that can be made.
    pub is_complete: bool,
    /// True if each of the tiles can be there in a game, as far as the rules say.
    pub is_exact: bool,
    /// True if the results of every merge have more value than the largest of its tiles.
    rises: bool,
    /// The rules as they are played that were used.
    fired: Vec<bool>,
    /// The written rules from which these come.
    origins: Vec<usize>,
}

impl PossibleTiles {
    /// The tiles of a mode; `None` if scripts or computed spawns make others, or if nothing
    /// spawns.
    pub fn of(parts: &Parts, rules: &Ruleset) -> Option<PossibleTiles> {
        if parts.any_text(|word| word.contains("replace_tile") || is_change_of_spawns(word)) {
            return None;
        }
        let constant = !parts.any_text(|word| word.starts_with('@') && word.ends_with("_gvar"));
        let row = Row::of(rules);
        let reader = Reader { limits: row.limits(), constant };
        let recipes: Vec<Recipe> =
            rules.merge_rules().iter().map(|rule| reader.recipe(rule)).collect::<Option<_>>()?;
        let makes_one = recipes.iter().all(|recipe| recipe.results.len() < 2);
        let mut made = PossibleTiles {
            tile_value: reader.program(parts.get("tile_value")?)?,
            reader,
            row,
            done: Vec::new(),
            waiting: Vec::new(),
            known: HashMap::new(),
            room: if makes_one { room(parts).unwrap_or(usize::MAX) } else { usize::MAX },
            text_left: TEXT,
            sure: HashSet::new(),
            is_complete: false,
            is_exact: recipes.iter().all(|recipe| recipe.is_exact),
            rises: true,
            fired: vec![false; recipes.len()],
            origins: origins(parts.list("merge_rules"), rules.merge_rules()),
        };
        made.begin(parts)?;
        if made.waiting.is_empty() {
            return None;
        }
        made.sure = made.known.keys().cloned().collect();
        let target = made.target(parts);
        made.go_on(&recipes, target);
        Some(made)
    }

    /// Takes in what spawns and what lies in the grid at the start.
    fn begin(&mut self, parts: &Parts) -> Option<()> {
        for entry in parts.list("spawns") {
            if entry.as_array()?.first()?.is_word("@CalcArray") {
                return None;
            }
            self.spawn(spawns::tiles(entry))?;
        }
        for entry in parts.list("forced_spawns") {
            self.spawn(entry.as_array()?.get(3..)?)?;
        }
        for cell in parts.list("starting_grid").iter().filter_map(Node::as_array).flatten() {
            // It becomes a tile of its own.
            if cell.is_word("@BlackBox") {
                return None;
            }
            if cell.as_array().is_some() {
                self.add(cell.to_value().ok()?, 1)?;
            }
        }
        Some(())
    }

    fn spawn(&mut self, tiles: &[Node]) -> Option<()> {
        for entries in tiles.iter().filter_map(Node::as_array) {
            let programs = self.reader.tile(entries, 0, false)?;
            self.row.lay(&[]);
            let tile =
                programs.iter().map(|program| self.row.run(program, 1, &[])).collect::<Option<Vec<_>>>()?;
            self.add(Value::array(tile), 1)?;
        }
        Some(())
    }

    /// The largest worth of the tiles that a mode names as goals or in looks; endless if
    /// a goal is an expression, or worth more than any number.
    fn target(&mut self, parts: &Parts) -> f64 {
        let goals = || parts.list("win_conditions").iter().chain(parts.list("lose_conditions"));
        let is_named = |node: &&Node| node.as_array().is_some_and(is_tile);
        if !goals().all(|goal| is_named(&goal)) {
            return f64::INFINITY;
        }
        let looks = parts.list("tile_types").iter().filter_map(|look| look.as_array()?.first());
        let tiles = goals().chain(looks).filter(is_named).filter_map(|node| node.to_value().ok());
        tiles.map(|tile| self.tile_value(&tile)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the value of a tile; infinite if that is no number.
    pub fn tile_value(&mut self, tile: &Value) -> f64 {
        self.row.lay(std::slice::from_ref(tile));
        let tile_value = self.row.run(&self.tile_value, 1, &[]);
        tile_value
            .as_ref()
            .and_then(number)
            .filter(|tile_value| !tile_value.is_nan())
            .unwrap_or(f64::INFINITY)
    }

    /// Notes a tile that it takes so many cells to make; `None` if that is too much.
    fn add(&mut self, tile: Value, cells: usize) -> Option<()> {
        let key = json::write(&tile);
        self.text_left = self.text_left.checked_sub(key.len())?;
        match self.known.get_mut(&key) {
            Some(known) => *known = cells.min(*known),
            None => {
                self.known.insert(key.clone(), cells);
                let tile_value = self.tile_value(&tile);
                self.waiting.push(Tile { value: tile, tile_value, key });
            }
        }
        Some(())
    }

    fn cells(&self, tile: &Tile) -> usize {
        self.known.get(&tile.key).copied().unwrap_or(1)
    }

    /// Returns the number of cells that it takes to make the tiles of a merge: the largest is made
    /// first, and those that are ready occupy cells while the others are made.
    fn cells_of(&self, tiles: &[usize]) -> usize {
        let mut cells: Vec<usize> = tiles.iter().map(|&tile| self.cells(&self.done[tile])).collect();
        cells.sort_unstable_by(|a, b| b.cmp(a));
        cells.iter().enumerate().map(|(ready, cells)| cells.saturating_add(ready)).max().unwrap_or(1)
    }

    /// Makes tiles of tiles until all are known, or those up to a worth.
    fn go_on(&mut self, recipes: &[Recipe], target: f64) {
        while let Some(tile) = self.smallest() {
            let is_enough = self.rises && tile.tile_value > target && self.all_fired();
            self.waiting.push(tile);
            if is_enough || self.is_full() || self.known.len() > MOST_TILES {
                return;
            }
            self.done.extend(self.waiting.pop());
            for (number, recipe) in recipes.iter().enumerate() {
                for first in 0..recipe.length {
                    let earlier = recipes.get(..number).unwrap_or_default();
                    if self.merges(number, recipe, earlier, first, &mut Vec::new()).is_none() {
                        // Of this tile it is not known what can be made.
                        self.waiting.extend(self.done.pop());
                        return;
                    }
                }
            }
        }
        self.is_complete = true;
    }

    fn smallest(&mut self) -> Option<Tile> {
        let place = (0..self.waiting.len())
            .min_by(|&a, &b| self.waiting[a].tile_value.total_cmp(&self.waiting[b].tile_value))?;
        Some(self.waiting.remove(place))
    }

    /// Tries a rule on all tiles of which the latest stands for the first time in this
    /// place; `None` if that is too much work.
    fn merges(
        &mut self,
        number: usize,
        recipe: &Recipe,
        earlier: &[Recipe],
        first: usize,
        tiles: &mut Vec<usize>,
    ) -> Option<()> {
        self.row.count()?;
        let place = tiles.len();
        if place == recipe.length {
            return self.merge(number, recipe, earlier, tiles);
        }
        let latest = self.done.len() - 1;
        let choices = match place.cmp(&first) {
            std::cmp::Ordering::Less => 0..latest,
            std::cmp::Ordering::Equal => latest..latest + 1,
            std::cmp::Ordering::Greater => 0..latest + 1,
        };
        for choice in choices {
            tiles.push(choice);
            self.row.lay(&self.values(tiles));
            let mut holds = true;
            let asked = recipe.terms.iter().filter(|(_, reads)| *reads == place + 1);
            for (term, _) in asked.filter(|(_, reads)| *reads < recipe.length || recipe.variables.is_empty())
            {
                holds = holds && self.row.run(term, recipe.length, &[])?.is_true();
            }
            if holds {
                self.merges(number, recipe, earlier, first, tiles)?;
            }
            tiles.pop();
        }
        Some(())
    }

    /// Merges tiles that meet what the rule asks of tiles alone.
    fn merge(&mut self, number: usize, recipe: &Recipe, earlier: &[Recipe], tiles: &[usize]) -> Option<()> {
        self.row.lay(&self.values(tiles));
        let mut variables = Vec::new();
        for variable in &recipe.variables {
            let value = self.row.run(variable, recipe.length, &variables)?;
            variables.push(value);
        }
        if !variables.is_empty() {
            for (term, _) in recipe.terms.iter().filter(|(_, reads)| *reads == recipe.length) {
                if !self.row.run(term, recipe.length, &variables)?.is_true() {
                    return Some(());
                }
            }
        }
        let mut results = Vec::new();
        for entries in &recipe.results {
            let run = |program: &Program| self.row.run(program, recipe.length, &variables);
            results.push(Value::array(entries.iter().map(run).collect::<Option<Vec<_>>>()?));
        }
        if let Some(fired) = self.fired.get_mut(number) {
            *fired = true;
        }
        let taken = tiles.iter().map(|&tile| self.done[tile].tile_value).fold(f64::NEG_INFINITY, f64::max);
        let cells = self.cells_of(tiles);
        let is_sure = cells <= self.room
            && tiles.iter().all(|&tile| self.sure.contains(&self.done[tile].key))
            && !earlier.iter().any(|recipe| self.may_take(recipe, tiles));
        for tile in results {
            self.rises &= self.tile_value(&tile) > taken;
            if is_sure {
                self.sure.insert(json::write(&tile));
            }
            self.add(tile, cells)?;
        }
        Some(())
    }

    /// Tells whether a rule may merge some of these tiles, as far as that shows: a rule takes its
    /// tiles in any order, and with others.
    fn may_take(&mut self, recipe: &Recipe, tiles: &[usize]) -> bool {
        let values = self.values(tiles);
        let mut fails = |tiles: &[Value]| {
            self.row.lay(tiles);
            let asked = recipe.terms.iter().filter(|(_, reads)| *reads <= tiles.len().min(recipe.length));
            let plain = asked.filter(|(_, reads)| *reads < recipe.length || recipe.variables.is_empty());
            plain
                .map(|(term, _)| self.row.run(term, recipe.length, &[]))
                .any(|value| value == Some(Value::Boolean(false)))
        };
        let reversed: Vec<Value> = values.iter().rev().cloned().collect();
        !(fails(&values) && fails(&reversed))
    }

    fn values(&self, tiles: &[usize]) -> Vec<Value> {
        tiles.iter().map(|&tile| self.done[tile].value.clone()).collect()
    }

    /// Tells whether it is known that there can be this tile.
    pub fn is_sure(&self, tile: &Value) -> bool {
        self.sure.contains(&json::write(tile))
    }

    /// Returns true if no game can have this tile.
    pub fn never_makes(&mut self, tile: &Value) -> bool {
        if self.known.contains_key(&json::write(tile)) {
            return false;
        }
        // What is yet to be made is worth more than the least that is waiting.
        let least = self.waiting.iter().map(|tile| tile.tile_value).fold(f64::INFINITY, f64::min);
        self.is_complete || (self.rises && self.all_fired() && self.tile_value(tile) < least)
    }

    /// Returns true if the grid is too small for this tile.
    pub fn never_fits(&self, tile: &Value) -> bool {
        let key = json::write(tile);
        match self.done.iter().find(|tile| tile.key == key) {
            Some(tile) => self.rises && self.cells(tile) > self.room,
            None => self.is_full(),
        }
    }

    /// Tells whether a tile holds a value of another kind than all tiles that are known, at its
    /// place: a text among numbers.
    pub fn is_strange(&self, tile: &Value) -> bool {
        let kinds = |tile: &Value| -> Vec<std::mem::Discriminant<Value>> {
            tile.as_array()
                .map_or(&[][..], |tile| tile.entries())
                .iter()
                .map(std::mem::discriminant)
                .collect()
        };
        let wanted = kinds(tile);
        let fits =
            |place: usize, kind| self.tiles().iter().any(|tile| kinds(&tile.value).get(place) == Some(kind));
        !wanted.iter().enumerate().all(|(place, kind)| fits(place, kind))
    }

    /// Returns true if the grid is too small for all waiting tiles, and so for all that are made of
    /// them.
    fn is_full(&self) -> bool {
        self.rises && self.waiting.iter().all(|tile| self.cells(tile) > self.room)
    }

    fn all_fired(&self) -> bool {
        self.fired.iter().all(|fired| *fired)
    }

    /// All tiles that are known, the smallest first.
    pub fn tiles(&self) -> Vec<&Tile> {
        let mut tiles: Vec<&Tile> = self.done.iter().chain(&self.waiting).collect();
        tiles.sort_by(|a, b| a.tile_value.total_cmp(&b.tile_value));
        tiles
    }

    /// The tile worth most for which there is room.
    pub fn largest(&self) -> String {
        let tiles = self.tiles();
        let fits = tiles.iter().rev().find(|tile| self.cells(tile) <= self.room);
        fits.map_or_else(|| "none".to_owned(), |tile| shown(&tile.value))
    }

    /// The tiles as a message lists them.
    pub fn list(&self) -> String {
        const LISTED: usize = 12;
        let tiles = self.tiles();
        let listed: Vec<String> = tiles.iter().take(LISTED).map(|tile| shown(&tile.value)).collect();
        let more = if tiles.len() > LISTED { ", …" } else { "" };
        format!("{}{more}", listed.join(", "))
    }

    /// A condition that goals and looks ask of a tile by itself; `None` if it asks for
    /// anything else.
    pub fn condition(&self, node: &Node) -> Option<Program> {
        self.reader.condition(node)
    }

    /// Returns the value of a condition for a tile by itself; `None` if that can't be evaluated.
    pub fn holds(&mut self, condition: &Program, tile: &Value) -> Option<bool> {
        Some(self.row.run_alone(condition, tile)?.is_true())
    }

    /// Returns true if a condition holds for no tile that can be made.
    pub fn none_holds(&mut self, condition: &Node) -> bool {
        let Some(condition) = self.condition(condition).filter(|_| self.is_complete) else { return false };
        let tiles: Vec<Value> = self.tiles().into_iter().map(|tile| tile.value.clone()).collect();
        tiles.iter().all(|tile| self.holds(&condition, tile) == Some(false))
    }

    /// Returns true if no rule that comes from this written one was used.
    pub fn never_fired(&self, written: usize) -> bool {
        self.is_complete
            && !self.origins.iter().zip(&self.fired).any(|(origin, fired)| *origin == written && *fired)
    }
}

/// Returns the number of tiles that the grid of a mode holds; `None` if it holds none, which other
/// checks report.
fn room(parts: &Parts) -> Option<usize> {
    let cells = parts.list("starting_grid").iter().filter_map(Node::as_array).flatten();
    let room = cells.filter(|cell| !cell.is_word("@Void") && !cell.is_word("@Slippery")).count();
    (room > 0).then_some(room)
}

fn is_change_of_spawns(word: &str) -> bool {
    ["@edit_", "@add_", "@insert_", "@remove_"].iter().any(|start| word.starts_with(start))
        && word.ends_with("_spawn")
}

/// A tile as a message shows it.
pub(super) fn shown(tile: &Value) -> String {
    const LONGEST: usize = 60;
    let text = json::write(tile);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
