//! The steps of an evaluation, as lines of text.

use polymerge::calcarray::trace::{Trace, Traced};
use polymerge::{json, Value};

/// How many steps are kept; a longer evaluation says that there were more.
const MOST: usize = 10_000;

/// How many characters of a value are shown.
const SHOWN: usize = 60;

/// Collects steps.
#[derive(Default)]
pub struct Steps {
    lines: Vec<String>,
    more: usize,
}

impl Trace for Steps {
    fn step(&mut self, step: Traced<'_>) {
        if self.lines.len() == MOST {
            self.more += 1;
            return;
        }
        let indent = "  ".repeat((step.depth as usize).saturating_sub(2).min(40));
        let mut operands = step.operands.iter().map(shown);
        let running = operands.next().unwrap_or_default();
        let arguments: String = operands.map(|argument| format!(" {argument}")).collect();
        let line = format!(
            "{indent}{}: {running} {}{arguments} -> {}",
            step.place,
            step.operator,
            shown(step.result)
        );
        self.lines.push(line);
    }
}

impl Steps {
    /// All of them.
    pub fn to_text(&self) -> String {
        let mut out: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        if self.more > 0 {
            out.push_str(&format!("… and {} more steps\n", self.more));
        }
        out
    }
}

fn shown(value: &Value) -> String {
    let text = json::write(value);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
