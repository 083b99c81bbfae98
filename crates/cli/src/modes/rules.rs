//! `polymerge modes show --rules`: the rules of a mode as formulas.

use polymerge::advanced::rules::Place;
use polymerge::calc::{Value, json};
use polymerge::formula::{NoNames, show, show_lines};
use polymerge::{Mode, Rules, why};
use polymerge_app::failure::Failure;

/// Returns the rules of a mode as text: merges, spawns, goals and scripts.
pub fn text(mode: &Mode) -> Result<String, Failure> {
    let rules = mode.compile().map_err(Failure::result)?;
    let mut page = Page::of(&rules);
    page.rules();
    Ok(page.text)
}

/// A text about the rules of a mode while it is written.
pub struct Page<'r> {
    pub rules: &'r Rules,
    written: Option<polymerge::advanced::modefile::Written>,
    pub text: String,
}

impl Page<'_> {
    pub fn of(rules: &Rules) -> Page<'_> {
        Page { rules, written: rules.written(), text: String::new() }
    }

    /// Adds variables, merges, spawns, goals and scripts.
    pub fn rules(&mut self) {
        self.variables();
        self.merges();
        self.spawns();
        self.goals();
        self.scripts();
    }

    pub fn line(&mut self, level: usize, text: &str) {
        self.text.push_str(&format!("{}{text}\n", "  ".repeat(level)));
    }

    pub fn title(&mut self, text: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        self.text.push_str(&format!("{gap}{text}\n"));
    }

    /// Returns an expression of a part of the mode as a formula.
    pub fn formula(&self, part: &Place, value: &Value) -> String {
        let shown = match &self.written {
            Some(written) => written.formula(part, value),
            None => show(value, &NoNames),
        };
        unbracketed(shown.strip_prefix("= ").unwrap_or(&shown)).to_owned()
    }

    /// Returns a tile: its entries, calculated ones as formulas.
    fn tile(&self, part: &Place, tile: &Value) -> String {
        match tile.as_array().map(|entries| entries.entries()) {
            Some(entries) if !entries.first().is_some_and(|first| first.is_word("@CalcArray")) => {
                let entries: Vec<String> = entries.iter().map(|entry| self.formula(part, entry)).collect();
                format!("[{}]", entries.join(", "))
            }
            _ => self.formula(part, tile),
        }
    }

    /// Returns where a part stands in its file, in brackets.
    fn place(&self, part: &Place) -> String {
        let place = self.written.as_ref().and_then(|written| written.place(part));
        place.map_or_else(String::new, |place| format!(" ({}:{})", place.file, place.line))
    }

    fn variables(&mut self) {
        let values = entries(&self.rules.ruleset().mode().game_variables).to_vec();
        if values.is_empty() {
            return;
        }
        self.title("Variables at the start");
        for (number, value) in values.iter().enumerate() {
            let name = self.written.as_ref().and_then(|written| written.variable(number));
            let name = name.map_or_else(|| format!("variable {number}"), str::to_owned);
            let value = why::shown(value);
            self.line(1, &format!("{name} = {value}"));
        }
    }

    fn merges(&mut self) {
        let ruleset = self.rules.ruleset().clone();
        if ruleset.merge_rules().is_empty() {
            return;
        }
        self.title("Merges, the first that applies");
        for (number, rule) in ruleset.merge_rules().iter().enumerate() {
            let part = Place::MergeRule(number);
            let mut parts = entries(rule);
            if let Some(([_], rest)) =
                parts.split_at_checked(1).filter(|(first, _)| first[0].is_word("@include_gvars"))
            {
                parts = rest;
            }
            let end = parts.iter().position(|part| part.is_word("@end_vars"));
            let (variables, parts) = end.map_or((&[][..], parts), |end| (&parts[..end], &parts[end + 1..]));
            let [length, condition, order, results, score, more @ ..] = parts else { continue };
            let tiles = match length {
                Value::Number(0.0) => "a tile at the end of the turn".to_owned(),
                Value::Number(1.0) => "1 tile".to_owned(),
                length => format!("{} tiles", self.formula(&part, length)),
            };
            let order = if *order == Value::Boolean(true) { "" } else { ", in any order" };
            let place = self.place(&part);
            self.line(1, &format!("{}. {tiles}{order}{place}", number + 1));
            for (number, variable) in variables.iter().enumerate() {
                let word = Value::text(format!("@Var {number}"));
                let name = self.formula(&part, &vec!["@var_retain".into(), word].into());
                let value = self.formula(&part, variable);
                self.line(3, &format!("let {name} = {value}"));
            }
            let condition = self.formula(&part, condition);
            self.line(3, &format!("when {condition}"));
            let tiles: Vec<String> = entries(results).iter().map(|tile| self.tile(&part, tile)).collect();
            self.line(
                3,
                &match tiles.is_empty() {
                    true => "they vanish".to_owned(),
                    false => format!("makes {}", tiles.join(", ")),
                },
            );
            let score = self.formula(&part, score);
            self.line(3, &format!("scores {score}"));
            let open = more.first().filter(|open| !is_usually_open(open, length, entries(results).len()));
            if let Some(open) = open {
                let open = self.formula(&part, open);
                self.line(3, &format!("cells that can merge again: {open}"));
            }
        }
    }

    fn spawns(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        let list = entries(&mode.spawns).to_vec();
        if list.is_empty() {
            return;
        }
        self.title(&format!("Spawns, {} each turn", json::write(&mode.tiles_per_turn.into())));
        for (number, spawn) in list.iter().enumerate() {
            let part = Place::Entry("spawns", number);
            let text = match entries(spawn) {
                [tile, weight] => {
                    format!("{}, weight {}", self.tile(&part, tile), self.formula(&part, weight))
                }
                _ => self.formula(&part, spawn),
            };
            self.line(1, &text);
        }
    }

    fn goals(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        let lists = [
            ("Wins", &mode.win_conditions, &mode.win_requirement, "win_conditions"),
            ("Loses", &mode.lose_conditions, &mode.lose_requirement, "lose_conditions"),
        ];
        for (title, tiles, needed, field) in lists {
            let tiles = entries(tiles).to_vec();
            let is_needed = matches!(needed, Value::Array(_));
            if tiles.is_empty() && !is_needed {
                continue;
            }
            self.title(title);
            for (number, tile) in tiles.iter().enumerate() {
                let part = Place::Entry(field, number);
                let tile = match entries(tile).get(1).and_then(Value::as_text) {
                    // A tile of entries, or a condition that a tile meets.
                    Some(_) => format!("with a tile for which {}", self.formula(&part, tile)),
                    None => format!("with {}", self.tile(&part, tile)),
                };
                self.line(1, &tile);
            }
            if let (Value::Number(count), false) = (needed, tiles.is_empty() || *needed == Value::Number(1.0))
            {
                self.line(1, &format!("{} of them are needed", json::write(&Value::Number(*count))));
            }
            if is_needed {
                let needed = self.formula(&Place::Field(field), needed);
                self.line(1, &format!("when {needed}"));
            }
        }
    }

    fn scripts(&mut self) {
        let mode = self.rules.ruleset().mode().clone();
        for (number, script) in entries(&mode.scripts).to_vec().iter().enumerate() {
            let [expression, triggers @ ..] = entries(script) else { continue };
            let names: Vec<String> = triggers
                .iter()
                .flat_map(|name| match name.as_array() {
                    Some(names) => names.to_vec(),
                    None => vec![name.clone()],
                })
                .filter_map(|name| Some(name.as_text()?.to_string_lossy()))
                .collect();
            let part = Place::Script(number, String::new());
            let place = self.place(&part);
            self.title(&format!("Script {}, on {}{place}", number + 1, names.join(", ")));
            let lines = match &self.written {
                Some(written) => written.lines(expression),
                None => show_lines(expression, &NoNames),
            };
            for line in lines {
                self.line(1, line.strip_prefix("= ").unwrap_or(&line));
            }
        }
    }
}

/// Returns true if the cells with a result can't merge again in the turn and all others can. A list
/// that is shorter than the rule leaves the cells after it undefined, which is not usual.
fn is_usually_open(open: &Value, length: &Value, results: usize) -> bool {
    let cells = entries(open);
    let usual = |(cell, open): (usize, &Value)| *open == Value::Boolean(cell >= results);
    let is_whole = length.as_number().is_none_or(|length| cells.len() as f64 >= length);
    cells.is_empty() || is_whole && cells.iter().enumerate().all(usual)
}

/// Returns a formula without brackets around all of it.
fn unbracketed(text: &str) -> &str {
    let mut depth = 0;
    let closed = text.char_indices().find(|(_, sign)| {
        depth += i32::from(*sign == '(') - i32::from(*sign == ')');
        depth == 0
    });
    match closed {
        Some((end, ')')) if end + 1 == text.len() => unbracketed(&text[1..end]),
        _ => text,
    }
}

pub fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |entries| entries.entries())
}
