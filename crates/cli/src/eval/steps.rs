//! The steps of an evaluation, as lines of text.

use polymerge::evaluation::{Evaluation, Step};

/// The most steps to record. A longer evaluation ends with a note that there were more.
pub const MOST: usize = 10_000;

/// The number of characters to show of a value.
const SHOWN: usize = 60;

/// Returns all steps, a line each.
pub fn to_text(evaluation: &Evaluation) -> String {
    let mut out: String = evaluation.steps.iter().map(line).collect();
    if evaluation.more > 0 {
        out.push_str(&format!("… and {} more steps\n", evaluation.more));
    }
    out
}

fn line(step: &Step) -> String {
    let indent = "  ".repeat((step.depth as usize).saturating_sub(2).min(40));
    let mut operands = step.operands.iter().map(|operand| shown(operand));
    let running = operands.next().unwrap_or_default();
    let arguments: String = operands.map(|argument| format!(" {argument}")).collect();
    format!("{indent}{}: {running} {}{arguments} -> {}\n", step.place, step.operator, shown(&step.result))
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
