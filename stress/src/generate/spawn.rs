//! Spawns of generated modes.

use calcarray::Value;

use super::expression::expression;
use super::{leaf, list};
use crate::Picks;

/// The spawn list, one entry at least.
pub(super) fn spawns(picks: &mut Picks<'_>, tile_entries: usize) -> Value {
    let count = 1 + picks.below(3);
    list((0..count).map(|_| spawn(picks, tile_entries)).collect::<Vec<_>>())
}

fn spawn(picks: &mut Picks<'_>, tile_entries: usize) -> Value {
    let tile = |picks: &mut Picks<'_>| match picks.below(6) {
        5 => list(["@CalcArray".into(), expression(picks)]),
        4 => list((0..tile_entries).map(|_| expression(picks)).collect::<Vec<_>>()),
        _ => leaf::tile(picks, tile_entries),
    };
    let weight = match picks.below(6) {
        0..=3 => 90.0.into(),
        4 => leaf::number(picks),
        _ => expression(picks),
    };
    match picks.below(6) {
        4 => {
            let mut entries = vec!["Box".into(), weight];
            for _ in 0..=picks.below(3) {
                entries.push(leaf::tile(picks, tile_entries));
                entries.push(Value::Number(picks.one(&[1.0, 2.0, 5.0, 0.0])));
            }
            list(entries)
        }
        5 => list(["@CalcArray".into(), list(["@Literal".into(), tile(picks), weight])]),
        _ => list([tile(picks), weight]),
    }
}

/// `[condition, moment, lose or [lose, once], tiles…]`
pub(super) fn forced_spawns(picks: &mut Picks<'_>, tile_entries: usize) -> Value {
    list(picks.list(3, |picks| {
        let condition = match picks.below(3) {
            0 => true.into(),
            1 => list(["@Moves".into(), "%".into(), 3.0.into(), "=".into(), 0.0.into()]),
            _ => expression(picks),
        };
        let moment = Value::text(picks.one(&["AfterSpawns", "BeforeSpawns"]));
        let lose = match picks.below(3) {
            0 => false.into(),
            1 => true.into(),
            _ => list([picks.once_in(2).into(), picks.once_in(2).into()]),
        };
        let mut entries = vec![condition, moment, lose];
        entries.extend(picks.list(3, |picks| match picks.below(5) {
            4 => "@TemporaryHole 2".into(),
            _ => leaf::tile(picks, tile_entries),
        }));
        list(entries)
    }))
}
