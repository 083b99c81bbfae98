//! Reasons why the best direction is better than the next best one, in words.

use polymerge::{Engine, Painter, State, Value};
use polymerge_player::{Ranked, reasons_of_best};
use polymerge_schema::Reason;

use crate::object::object;

/// Returns the reasons for the first of ranked directions of a state; none if there are no directions,
/// or if the next one is as good.
pub fn of(engine: &mut Engine, state: &State, ranked: &[Ranked]) -> Vec<Reason> {
    let Ok(position) = engine.position(state.clone()) else { return Vec::new() };
    let reasons = reasons_of_best(engine, &position, ranked);
    let mut painter = Painter::of_ruleset(state.rules(), Default::default());
    Reason::named(&reasons, engine, |tile| painter.tile_text(state, 0.0, tile))
}

/// Returns the reasons as a line for people; empty if there are none. `names` are those of the
/// directions.
pub fn line(reasons: &[Reason], ranked: &[Ranked], names: &[&str]) -> String {
    let Some((best, others)) = ranked.split_first() else { return String::new() };
    let name = |own: &Ranked| names.get(own.direction).copied().unwrap_or_default();
    if reasons.is_empty() {
        return String::new();
    }
    let texts: Vec<&str> = reasons.iter().map(|own| own.text.as_str()).collect();
    let rather = others.first().map_or(String::new(), |other| format!(" rather than {}", name(other)));
    format!("\n{}{rather}: {}\n", name(best), texts.join("; "))
}

/// Returns the reasons for programs.
pub fn machine(reasons: &[Reason]) -> Value {
    let reason = |own: &Reason| {
        object([
            ("reason", own.reason.into()),
            ("text", own.text.as_str().into()),
            ("tiles", Value::from(own.tiles.iter().map(|tile| tile.as_str().into()).collect::<Vec<Value>>())),
            ("amount", own.amount.map_or(Value::Null, Value::Number)),
        ])
    };
    Value::from(reasons.iter().map(reason).collect::<Vec<Value>>())
}
