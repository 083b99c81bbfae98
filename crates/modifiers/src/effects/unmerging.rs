//! `unmerging`: tiles that can't merge for a turn (docs/spec/modifiers.md,
//! "unmerging").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::effects::garbage::Left;
use crate::effects::mark::{self, Mark};
use crate::error::ModifierError;
use crate::parts::expression::{list, next, this};

pub(crate) fn apply(mode: &mut Mode, count: u32, left: &mut Left) -> Result<(), ModifierError> {
    let slot = mode.tile_entries;
    let mark = Mark {
        modifier: "unmerging",
        count,
        slot,
        overlay: rays(slot),
        result: Value::Number(1.0),
        rule: &|rule| {
            rule.require(list![this(slot), "!=", 0]);
            for ahead in rule.ahead()? {
                rule.require(list![next(ahead, slot), "!=", 0]);
            }
            Ok(())
        },
    };
    mark::apply(mode, &mark, left)
}

fn rays(slot: usize) -> Value {
    #[rustfmt::skip]
    let rays = list![
        "@repeating-conic-gradient", -15.0,
        "#0000", 0, 5, "#000", 5, "#acb973", 10, 20, "#000", 25, "#0000", 25, 30
    ];
    let shade = list!["#0000", "@if", list![this(slot), "=", 0], "2nd", "#000f", "@end-if"];
    list!["PrimeImage", rays, list!["@radial-gradient", shade, "#0000", 50]]
}
