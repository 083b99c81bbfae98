//! Scripts for every moment of a turn.

use std::sync::LazyLock;

use calcarray::Value;
use polymerge::advanced::modefile::triggers;

use super::expression::{expression, steps};
use super::list;
use crate::Picks;

/// All triggers, the simplest first, and the signals of generated scripts.
static TRIGGERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<&str> = triggers().map(|trigger| trigger.name).chain(["Ping", "Pong"]).collect();
    names.sort_by_key(|name| *name != "EndTurn");
    names
});

/// Scripts: expressions that change something, with what they run for.
pub(super) fn scripts(picks: &mut Picks<'_>) -> Value {
    list(picks.list(4, |picks| {
        let retain = Value::text(picks.one(&["@global_var_retain", "@CalcArray"]));
        let body = list([vec![retain, 0.0.into()], steps(picks)].concat());
        let triggers = match picks.below(4) {
            3 => list(picks.list(3, |picks| Value::text(picks.one(&TRIGGERS)))),
            _ => Value::text(picks.one(&TRIGGERS)),
        };
        let mut entries = vec![body, triggers];
        if picks.once_in(4) {
            entries.push(Value::Number(picks.one(&[1000.0, 0.0, f64::NAN, -1.0])));
            entries.push(expression(picks));
        }
        list(entries)
    }))
}
