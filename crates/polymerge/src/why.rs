//! Reasons why a turn goes as it does, in sentences, for authors of modes.
//!
//! ```
//! use polymerge::{why, Limits, Mode};
//!
//! let file = r#"{ "extends": "classic.jsonc" }"#;
//! let game = Mode::from_text(file, &Limits::default())?.compile()?.start(7)?;
//! let board = polymerge::calc::json::read(r#"[[[1],[2],"@Empty","@Empty"]]"#, &Default::default()).unwrap();
//! # let empty = || polymerge::Value::array(vec!["@Empty".into(); 4]);
//! # let row = board.as_array().unwrap().entries()[0].clone();
//! # let board = polymerge::Value::array(vec![row, empty(), empty(), empty()]);
//! let game = game.with_board(board)?;
//! let text = why::text(&why::explain(&game, &game.why(2)?));
//! assert!(text.contains("next.exponent == exponent"), "{text}");
//! # Ok::<(), polymerge::Error>(())
//! ```

use calcarray::Value;
use polymerge_formula::{NoNames, show};
use polymerge_modefile::{Place as FilePlace, Written};
use polymerge_rules::{Cell, Event, Place, Turn};

use crate::game::Game;

pub use polymerge_rules::{Account, Draw, Lack, Outcome, Pair, ScriptRun, Unmet};

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of levels that it is within: 0 for a title.
    pub level: usize,
    /// The text.
    pub text: String,
    /// The place of the rule or script that the line speaks of, in its file.
    pub place: Option<FilePlace>,
}

/// Explains the account of a turn in the words of the mode's file, where there is one.
pub fn explain(game: &Game, account: &Account) -> Vec<Line> {
    let written = game.rules().written();
    let mut explanation = Explanation { written: written.as_ref(), lines: Vec::new() };
    explanation.turn(account);
    explanation.pairs(account);
    explanation.scripts(account);
    explanation.draws(account);
    explanation.outputs(account);
    if account.is_cut {
        explanation.add(0, "More happened than is listed.");
    }
    explanation.lines
}

/// Returns lines as one text, two spaces for each level.
pub fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{}{}\n", "  ".repeat(line.level), line.text)).collect()
}

/// Returns the text that an `output` of an expression prints.
pub fn printed(argument: &Value, value: &Value) -> String {
    match argument {
        Value::Text(label) => format!("{}: {}", label.to_string_lossy(), shown(value)),
        _ => shown(argument),
    }
}

/// Returns the lines that expressions printed in a turn, those of automatic moves included.
pub fn outputs(turn: &Turn) -> Vec<String> {
    let lines = |event: &Event| match event {
        Event::Output { argument, value } => vec![printed(argument, value)],
        Event::AutoMove { turn, .. } => outputs(turn),
        _ => Vec::new(),
    };
    turn.events.iter().flat_map(lines).collect()
}

/// No more entries of a spawn list, and lines that were printed, are listed than this.
const MOST: usize = 30;

/// The longest value that is shown whole, in characters.
const LONGEST: usize = 200;

/// Returns a value as formulas write it; of a long one, the beginning.
pub fn shown(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    cut(&text)
}

/// Returns a text, or its beginning if it is long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes a value as formulas write it.
fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(entries) => {
            text.push('[');
            for (place, entry) in entries.entries().iter().enumerate() {
                if text.len() > 4 * LONGEST {
                    break;
                }
                text.push_str(if place > 0 { ", " } else { "" });
                write(entry, text);
            }
            text.push(']');
        }
        value => text.push_str(show(value, &NoNames).trim_start_matches("= ")),
    }
}

fn place_of(cell: Cell) -> String {
    format!("row {}, column {}", cell.row, cell.column)
}

struct Explanation<'w> {
    written: Option<&'w Written>,
    lines: Vec<Line>,
}

impl Explanation<'_> {
    fn add(&mut self, level: usize, text: impl Into<String>) {
        self.lines.push(Line { level, text: text.into(), place: None });
    }

    /// Adds a line that speaks of a part of the mode.
    fn add_of(&mut self, part: &Place, level: usize, text: impl FnOnce(&str) -> String) {
        let name = self.name(part);
        let place = self.place(part);
        self.lines.push(Line { level, text: text(&name), place });
    }

    fn place(&self, part: &Place) -> Option<FilePlace> {
        self.written.and_then(|written| written.place(part))
    }

    /// A part of the mode by its number from 1, and where it stands.
    fn name(&self, part: &Place) -> String {
        let name = match part {
            Place::MergeRule(rule) => format!("rule {}", rule + 1),
            Place::Script(script, _) => format!("script {}", script + 1),
            other => other.to_string(),
        };
        match self.place(part) {
            Some(place) => format!("{name} ({}:{})", place.file, place.line),
            None => name,
        }
    }

    fn formula(&self, part: &Place, expression: &Value) -> String {
        let text = match self.written {
            Some(written) => written.formula(part, expression),
            None => show(expression, &NoNames),
        };
        cut(text.strip_prefix("= ").unwrap_or(&text))
    }

    fn turn(&mut self, account: &Account) {
        let score = account.turn.score;
        self.add(
            0,
            match (account.turn.moved, score == 0.0) {
                (false, _) => "Nothing moves.".to_owned(),
                (true, true) => "Something moves.".to_owned(),
                (true, false) => format!("Something moves. Score: {score:+}"),
            },
        );
    }

    fn pairs(&mut self, account: &Account) {
        // Rules of the end of a turn that do not apply are no news.
        let is_news = |pair: &&Pair| !pair.is_at_end || matches!(pair.outcome, Outcome::Applied { .. });
        for pair in account.pairs.iter().filter(is_news) {
            let tile = format!("{} in {}", shown(&pair.tile), place_of(pair.cell));
            match &pair.ahead {
                Some((cell, ahead)) => {
                    self.add(0, format!("{tile} meets {} in {}", shown(ahead), place_of(*cell)))
                }
                None => self.add(0, format!("{tile}, at the end of the turn")),
            }
            self.outcome(&pair.outcome);
            self.chance(pair);
        }
    }

    fn outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Applied { rule } => {
                self.add_of(&Place::MergeRule(*rule), 1, |name| format!("{name} applies"));
            }
            Outcome::NoMerges => self.add(1, "moves in this direction merge nothing"),
            Outcome::Merged { rule } => {
                let text =
                    |name: &str| format!("{name} would apply, but one of the tiles has merged in this turn");
                match rule {
                    Some(rule) => self.add_of(&Place::MergeRule(*rule), 1, text),
                    None => self.add(1, text("a rule")),
                }
            }
            Outcome::Nothing { nearest: None, .. } => self.add(1, "no rule applies"),
            Outcome::Nothing { tested, nearest: Some((rule, lack)) } => {
                let part = Place::MergeRule(*rule);
                self.add_of(&part, 1, |name| match tested {
                    1 => format!("{name} does not apply"),
                    _ => format!("no rule applies; {name} comes nearest"),
                });
                self.lack(&part, lack);
            }
        }
    }

    /// The rule that may apply another time, unless what the nearest one lacks has said so.
    fn chance(&mut self, pair: &Pair) {
        let Some(rule) = pair.by_chance else { return };
        let is_said = matches!(
            &pair.outcome,
            Outcome::Nothing { nearest: Some((nearest, Lack::Condition { unmet, .. })), .. }
                if *nearest == rule && unmet.depends_on_chance
        );
        if !is_said {
            let name = self.name(&Place::MergeRule(rule));
            self.add(2, format!("whether {name} applies depends on chance"));
        }
    }

    fn lack(&mut self, part: &Place, lack: &Lack) {
        match lack {
            Lack::Tiles { length } => self.add(2, format!("it needs {length} tiles in a row")),
            Lack::Room => self.add(2, "its results have no room"),
            Lack::Condition { unmet, held, parts } => {
                let fault = if unmet.depends_on_chance { "depends on chance" } else { "does not" };
                let count = match (parts, unmet.depends_on_chance) {
                    (1, true) => "its condition depends on chance".to_owned(),
                    (1, false) => "its condition does not hold".to_owned(),
                    _ => format!("{held} of {parts} conditions hold, and this one {fault}"),
                };
                let condition = self.formula(part, &unmet.part);
                self.add(2, format!("{count}: {condition}"));
                for (expression, value) in &unmet.values {
                    let expression = self.formula(part, expression);
                    self.add(3, format!("{expression} is {}", shown(value)));
                }
                if let Some(failure) = &unmet.failure {
                    self.add(3, format!("it fails: {failure}"));
                }
            }
        }
    }

    fn variable(&self, number: usize) -> String {
        let name = self.written.and_then(|written| written.variable(number));
        name.map_or_else(|| format!("variable {number}"), str::to_owned)
    }

    fn scripts(&mut self, account: &Account) {
        for run in &account.scripts {
            let trigger = run.trigger.to_string_lossy();
            let part = Place::Script(run.script, trigger.clone());
            self.add_of(&part, 0, |name| format!("{trigger}: {name}"));
            for (number, value) in &run.read {
                let name = self.variable(*number);
                self.add(1, format!("{name} is {}", shown(value)));
            }
            for (number, before, after) in &run.set {
                let name = self.variable(*number);
                self.add(1, format!("sets {name} from {} to {}", shown(before), shown(after)));
            }
            for (cell, before, after) in &run.cells {
                let place = place_of(*cell);
                self.add(1, format!("puts {} into {place}, where {} was", shown(after), shown(before)));
            }
            if run.score != 0.0 {
                self.add(1, format!("score: {:+}", run.score));
            }
            if run.set.is_empty() && run.cells.is_empty() && run.score == 0.0 {
                self.add(1, "changes nothing");
            }
        }
    }

    fn draws(&mut self, account: &Account) {
        for draw in &account.draws {
            let total: f64 = draw.weights.iter().map(|(_, weight)| weight.max(0.0)).sum();
            let entry = |(entry, weight): &(Value, f64)| {
                let tile = entry.as_array().and_then(|entry| entry.first()).unwrap_or(entry);
                format!("{} {:.1} %", shown(tile), 100.0 * weight.max(0.0) / total.max(f64::MIN_POSITIVE))
            };
            let mut list: Vec<String> = draw.weights.iter().take(MOST).map(entry).collect();
            let more = draw.weights.len().saturating_sub(MOST);
            list.extend((more > 0).then(|| format!("and {more} more")));
            self.add(0, format!("A tile spawns, drawn from {}", list.join(", ")));
            match draw.drawn.and_then(|index| draw.weights.get(index)) {
                Some((drawn, _)) => {
                    let tile = drawn.as_array().and_then(|entry| entry.first()).unwrap_or(drawn);
                    self.add(1, format!("{} comes", shown(tile)));
                }
                None => self.add(1, "none comes: all weights are 0"),
            }
        }
    }

    fn outputs(&mut self, account: &Account) {
        let lines = outputs(&account.turn);
        for line in lines.iter().take(MOST) {
            self.add(0, format!("Printed: {line}"));
        }
        if lines.len() > MOST {
            self.add(0, "More was printed.");
        }
    }
}
