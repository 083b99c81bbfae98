//! Features that make a mode special, in a few words each.

use calcarray::Value;
use polymerge_rules::Mode;

/// Returns the features of a mode that plain 2048 does not have: the words that a list of modes
/// shows and a search finds.
pub fn features(mode: &Mode) -> Vec<&'static str> {
    let rules: Vec<&[Value]> = entries(&mode.merge_rules).iter().map(parts).collect();
    let length = |rule: &[Value]| rule.first().and_then(Value::as_number);
    let any = |test: &dyn Fn(&[Value]) -> bool| rules.iter().any(|rule| test(rule));
    let filled = |value: &Value| !entries(value).is_empty();
    let list: [(&'static str, bool); 22] = [
        ("hexagonal", mode.hexagonal.is_true()),
        ("holes", mentions(&mode.starting_grid, &|word| word == "@Void") && !mode.hexagonal.is_true()),
        ("unusual directions", entries(&mode.directions).len() != 4 && !mode.hexagonal.is_true()),
        ("automatic moves", filled(&mode.auto_directions)),
        ("any-order rules", any(&|rule| rule.get(2).is_some_and(|order| !order.is_true()))),
        (
            "merges of 3 or more",
            any(&|rule| rule.len() >= 10 || length(rule).is_some_and(|length| length > 2.0)),
        ),
        ("any length", any(&|rule| rule.len() >= 10)),
        ("look-behind", mentions(&mode.merge_rules, &|word| word.starts_with("@NextNE -"))),
        ("several results", any(&|rule| rule.get(3).is_some_and(|results| entries(results).len() > 1))),
        ("vanishing tiles", any(&|rule| rule.get(3).is_some_and(|results| entries(results).is_empty()))),
        ("end-of-turn rules", any(&|rule| length(rule) == Some(0.0))),
        ("big integers", holds(&mode.spawns, &|value| matches!(value, Value::Integer(_)))),
        ("fractions", holds(&mode.merge_rules, &|value| matches!(value, Value::Rational(_)))),
        ("Gaussian integers", holds(&mode.spawns, &|value| matches!(value, Value::Gaussian(_)))),
        (
            "spawn box",
            entries(&mode.spawns)
                .iter()
                .any(|entry| entries(entry).first().is_some_and(|word| word.is_word("Box"))),
        ),
        (
            "computed spawns",
            mentions(&mode.spawns, &|word| {
                word.starts_with("@GVar") || word == "@CalcArray" || word == "@DiscTiles"
            }),
        ),
        ("forced spawns", filled(&mode.forced_spawns)),
        ("variables", filled(&mode.game_variables)),
        ("scripts", filled(&mode.scripts)),
        ("special colours", mentions(&mode.tile_types, &|word| word == "@ColorScheme")),
        ("can be lost", filled(&mode.lose_conditions) || mode.lose_requirement.as_array().is_some()),
        ("real time", mode.display_interval.is_finite()),
    ];
    list.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |array| array.entries())
}

/// A rule without its variables.
fn parts(rule: &Value) -> &[Value] {
    let rule = entries(rule);
    let end = rule.iter().position(|entry| entry.is_word("@end_vars"));
    &rule[end.map_or(0, |end| end + 1)..]
}

fn mentions(value: &Value, test: &dyn Fn(&str) -> bool) -> bool {
    holds(value, &|value| value.as_text().is_some_and(|text| test(&text.to_string_lossy())))
}

/// Returns true if a test holds for a value or one anywhere in it.
fn holds(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if test(value) {
            return true;
        }
        pending.extend(entries(value));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::features;
    use crate::catalogue;

    #[test]
    fn features_are_what_differs_from_2048() {
        for (name, expected) in
            [("001-2048", &[][..]), ("002-2187", &["any-order rules"]), ("crummy", &["scripts"])]
        {
            let mode = catalogue::find(name).and_then(|mode| mode.read().ok()).map(|file| file.mode);
            assert_eq!(mode.as_ref().map(features).as_deref(), Some(expected), "{name}");
        }
    }
}
