//! Stat boxes that a player can add to any mode, and bounds of the caches
//! (docs/spec/modifiers.md, "Stat boxes and memory levels").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::extras::{COUNTERS, Extras, STAMPS, TIMERS};
use crate::parts::expression::{IntoValue, appended, entries, list};
use crate::parts::variable::add_variable;

/// The origin of the box of discovered tiles: setting 2.
const DISCOVERED_ORIGIN: f64 = -3.0;

pub(crate) fn apply(mode: &mut Mode, extras: &Extras) {
    mode.tile_display_known_level = mode.tile_display_known_level.min(extras.tile_display_level);
    mode.merge_result_known_level = mode.merge_result_known_level.min(extras.merge_result_level);
    if extras.discovered {
        discovered(mode);
    }
    for ((title, counter), wanted) in COUNTERS.iter().zip(extras.counters) {
        if wanted && !shows(mode, |shown| is_or_holds(shown, &Value::from(*counter))) {
            add(mode, list![*title, list![*counter]]);
        }
    }
    for (place, ((title, time), wanted)) in TIMERS.iter().zip(extras.timers).enumerate() {
        if let Some(step) = wanted
            && !shows_time(mode, time)
        {
            add(mode, time_box(title, time, Some(step), place == 0));
            mode.display_interval = mode.display_interval.min(500.0 * step);
            let mut reductions = entries(&mode.display_lag_reductions).to_vec();
            if let Some(entry) = reductions.get_mut(4) {
                *entry = Value::Boolean(false);
                mode.display_lag_reductions = Value::array(reductions);
            }
        }
    }
    for ((title, time), wanted) in STAMPS.iter().zip(extras.stamps) {
        if wanted && !shows_time(mode, time) {
            add(mode, time_box(title, time, None, false));
        }
    }
}

fn add(mode: &mut Mode, stat_box: Value) {
    mode.stat_boxes = appended(&mode.stat_boxes, [stat_box]);
}

/// Returns true if a stat box shows a value that passes the test.
fn shows(mode: &Mode, test: impl Fn(&Value) -> bool) -> bool {
    entries(&mode.stat_boxes).iter().any(|stat_box| entries(stat_box).get(1).is_some_and(&test))
}

fn shows_time(mode: &Mode, time: &str) -> bool {
    shows(mode, |shown| entries(shown).first().is_some_and(|first| first.is_word(time)))
}

fn is_or_holds(shown: &Value, expression: &Value) -> bool {
    shown == expression || entries(shown) == std::slice::from_ref(expression)
}

/// Two boxes that take turns when clicked: how many tiles, and which.
fn discovered(mode: &mut Mode) {
    let count = list!["@DiscTiles", "arr_length"];
    if shows(mode, |shown| is_or_holds(shown, &"@DiscTiles".into()) || *shown == count) {
        return;
    }
    let k = add_variable(mode, 0usize.into(), DISCOVERED_ORIGIN);
    let showing = |which: usize| list![format!("@MVar {k}").into_value(), "=", which];
    let show = |which: usize| list![0, "@edit_mvar", k, which];
    let title = "Discovered Tiles";
    let none = Value::Undefined;
    add(mode, list![title, count, false, none.clone(), none.clone(), none, showing(0), show(1), true]);
    let tiles = list!["@DiscTiles"];
    add(mode, list![title, tiles, true, false, "TileArray", "Self", showing(1), show(0), true]);
}

/// A time in seconds, or "N/A" before there is one. Only the first of these
/// boxes closes its `@else`; it makes no difference.
fn time_box(title: &str, time: &str, step: Option<f64>, closed: bool) -> Value {
    let missing = list!["@Parent -2", "<", 0];
    let mut shown = vec![time.into(), "@if".into(), missing, "2nd".into(), "N/A".into(), "@end-if".into()];
    shown.push("@else".into());
    if let Some(step) = step {
        shown.extend(["round".into(), step.into()]);
    }
    shown.push("defaultAbbrev".into());
    if closed {
        shown.push("@end-else".into());
    }
    let unit = list![" s", "@if", list![time, "<", 0], "2nd", "", "@end-if"];
    list![title, list!["@TextE", Value::array(shown), unit]]
}
