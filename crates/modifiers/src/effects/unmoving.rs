//! `unmoving`: tiles that can't move for a turn (docs/spec/modifiers.md,
//! "unmoving").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::effects::garbage::Left;
use crate::effects::mark::{self, Mark};
use crate::error::ModifierError;
use crate::parts::expression::{appended, entries, list, this};

pub(crate) fn apply(mode: &mut Mode, count: u32, left: &mut Left) -> Result<(), ModifierError> {
    let slot = mode.tile_entries;
    let smallest = list!["min", list!["@var_retain", "@Var -1", "arr_elem", slot]];
    let mark = Mark {
        modifier: "unmoving",
        count,
        slot,
        overlay: frame(slot, mode.hexagonal.is_true()),
        // A merge of a tile that can't move can't move either.
        result: list!["@Next", "arr_reduce", 1, smallest, "min", this(slot)],
        rule: &|_| Ok(()),
    };
    mark::apply(mode, &mark, left)?;
    let mut parameters = entries(&mode.movement_parameters).to_vec();
    if let Some(slide) = parameters.get_mut(2) {
        // Not a number, such as infinity times 0, counts as 0.
        let nan = list!["@Parent -2", "!=", "@Parent -2"];
        *slide = list![slide.clone(), "*", this(slot), "@if", nan, "2nd", 0, "@end-if"];
    }
    mode.movement_parameters = Value::array(parameters);
    Ok(())
}

/// Bars along the sides of the cell.
fn frame(slot: usize, hexagonal: bool) -> Value {
    let bars = |angle: Option<f64>, [a, b, c, d, e, f]: [f64; 6]| {
        #[rustfmt::skip]
        let stops = list![
            "#0008", a, "#acb97388", b, "#0000", c, d, "#acb97388", e, "#0008", f
        ];
        let start = list!["@linear-gradient"];
        appended(&appended(&start, angle.map(Value::from)), entries(&stops).iter().cloned())
    };
    let gradients = if hexagonal {
        let slanted = [10.0, 18.0, 18.0, 82.0, 82.0, 90.0];
        list![
            "@multi-gradient",
            bars(None, [0.0, 8.0, 8.0, 92.0, 92.0, 100.0]),
            bars(Some(60.0), slanted),
            bars(Some(120.0), slanted)
        ]
    } else {
        let straight = [0.0, 10.0, 10.0, 90.0, 90.0, 100.0];
        list!["@multi-gradient", bars(None, straight), bars(Some(90.0), straight)]
    };
    let shade = || list!["#0000", "@if", list![this(slot), "=", 0], "2nd", "#000", "@end-if"];
    list!["PrimeImage", gradients, list!["@linear-gradient", shade(), shade()]]
}
