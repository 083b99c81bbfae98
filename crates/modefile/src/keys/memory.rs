//! The limits of the caches of the original site for merges and looks. These four numbers change
//! nothing in this engine (docs/spec/rules.md, "Known merge results"), but an exported mode needs
//! them there to play right and fast.

use polymerge_rules::Mode;

use crate::fields::{Context, Fields};
use crate::keys::parts::Parts;
use crate::table;
use crate::text::node::{Kind, Node, Span};

/// Reads `memory`; what is left out follows from the merge rules and scripts.
pub(crate) fn read(node: Option<Node>, merges: &Node, parts: &mut Parts, cx: &mut Context) {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let mut fields = node.and_then(|node| Fields::of(node, &table::MEMORY, cx));
    let defaults = match parts.get("scripts") {
        Some(scripts) => defaults(merges, scripts),
        None => defaults(merges, &Node::array(span, Vec::new())),
    };
    for (key, default) in table::MEMORY.keys.iter().zip(defaults) {
        let written = fields.as_mut().and_then(|fields| fields.take(key.name));
        parts.put(key.field, written.unwrap_or_else(|| from_number(default, span)));
    }
    if let Some(fields) = fields {
        fields.finish(cx);
    }
}

/// The numbers that are safe for these merge rules and scripts: looks are
/// always kept; merges are remembered only if that surely changes no game.
pub(crate) fn defaults(merges: &Node, scripts: &Node) -> [f64; 4] {
    let rules = merges.as_array().unwrap_or_default();
    let reads = Reads::of(merges);
    // What is remembered goes by this many tiles, so it has to cover all that
    // a condition reads ahead of a merge.
    let longest = rules.iter().map(longest).fold(2.0_f64.max(reads.ahead + 1.0), f64::max);
    let is_safe = reads.tiles_only
        && reads.lookback <= 1.0
        && rules.iter().all(keeps_to_its_cells)
        && !runs_at_merges(scripts);
    [3.0, if is_safe { 2.0 } else { 0.0 }, reads.lookback, longest]
}

/// A mode that lets the original site remember merges only where that surely
/// changes no game.
///
/// ```
/// use calcarray::json;
/// use polymerge_modefile::limit_memory;
/// use polymerge_rules::Mode;
///
/// let rules = |outputs: &str| -> Result<Mode, Box<dyn std::error::Error>> {
///     let text = format!(r#"[[2, ["@Next 1 0", "=", "@This 0"], true, {outputs}, 0]]"#);
///     let merge_rules = json::read(&text, &Default::default())?;
///     Ok(Mode { merge_rules, merge_result_known_level: 3.0, ..Mode::default() })
/// };
/// assert_eq!(limit_memory(rules("[[5]]")?).merge_result_known_level, 3.0);
/// // Whether there is room for a third tile is not remembered.
/// assert_eq!(limit_memory(rules("[[5], [6], [7]]")?).merge_result_known_level, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn limit_memory(mode: Mode) -> Mode {
    let [_, merges, ..] = defaults(&Node::from_value(&mode.merge_rules), &Node::from_value(&mode.scripts));
    match merges > 0.0 {
        true => mode,
        false => Mode { merge_result_known_level: 0.0, ..mode },
    }
}

/// Returns true if a merge takes no more cells than it has tiles, and does not look ahead at
/// others: the key of the original's cache holds neither the room behind the tiles nor what lies
/// beyond them.
fn keeps_to_its_cells(rule: &Node) -> bool {
    let [length, _, _, outputs, ..] = without_variables(rule) else { return false };
    let Kind::Number(length) = length.kind else { return false };
    // A rule of no length belongs to the end of a turn, where nothing is remembered.
    if length == 0.0 {
        return true;
    }
    let Kind::Array(outputs) = &outputs.kind else { return false };
    // What stands behind this word fills up cells that the merge has.
    let filled = outputs.iter().position(|output| output.is_word("fill"));
    let listed = &outputs[..filled.unwrap_or(outputs.len())];
    let is_computed =
        outputs.iter().any(|output| matches!(output.kind, Kind::Text(_)) && !output.is_word("fill"));
    !is_computed && listed.len() as f64 <= length && Reads::of(rule).ahead < length
}

/// Returns true if a script runs when tiles merge: the original tells it less of a merge that comes
/// from the cache.
fn runs_at_merges(scripts: &Node) -> bool {
    let runs = |script: &Node| script.as_array().is_none_or(|parts| parts.iter().skip(1).any(names_merge));
    scripts.as_array().is_none_or(|scripts| scripts.iter().any(runs))
}

fn names_merge(trigger: &Node) -> bool {
    trigger.is_word("Merge") || trigger.as_array().is_some_and(|names| names.iter().any(names_merge))
}

/// A rule without the variables that stand before it.
fn without_variables(rule: &Node) -> &[Node] {
    let entries = rule.as_array().unwrap_or_default();
    let prefix = entries.iter().position(|entry| entry.is_word("@end_vars")).map_or(0, |end| end + 1);
    &entries[prefix..]
}

/// A number as a tree, infinity as its text.
pub(crate) fn from_number(number: f64, span: Span) -> Node {
    let node = Node::from_value(&number.into());
    Node::new(span, node.kind)
}

/// The longest merge a rule can make; endless if that is computed.
fn longest(rule: &Node) -> f64 {
    let entries = without_variables(rule);
    let length = |node: &Node| match &node.kind {
        Kind::Number(number) => *number,
        Kind::Array(list) if list.iter().all(|entry| matches!(entry.kind, Kind::Number(_))) => {
            let number = |entry: &Node| if let Kind::Number(number) = entry.kind { number } else { 0.0 };
            list.iter().map(number).fold(0.0, f64::max)
        }
        _ => f64::INFINITY,
    };
    match entries {
        [_, _, _, _, _, _, _, _, _, max, ..] => length(max),
        [first, ..] => length(first),
        [] => 0.0,
    }
}

/// The cells that rules read.
struct Reads {
    /// True if the rules read only tiles that are part of the cache key.
    tiles_only: bool,
    /// The number of tiles behind that are read.
    lookback: f64,
    /// The farthest `@Next`.
    ahead: f64,
}

/// Control words whose effect ends with the expression.
const CONTROL: [&str; 16] = [
    "@if",
    "@else",
    "@else-if",
    "@end-if",
    "@end-else",
    "@end-else-if",
    "@repeat",
    "@end-repeat",
    "@end_vars",
    "@var_retain",
    "@var_copy",
    "@add_var",
    "@edit_var",
    "@insert_var",
    "@remove_var",
    "@global_var_none",
];

/// Values that are written as they are, or are a part of a merge.
const VALUES: [&str; 14] = [
    "@This",
    "@MLength",
    "@Var",
    "@Parent",
    "@BigInt",
    "@BigRational",
    "@GaussianBigInt",
    "@Infinity",
    "@-Infinity",
    "@NaN",
    "@undefined",
    "@Literal",
    "@CalcArray",
    "@STCalcArray",
];

/// Operators whose result is not that of their operands alone.
const OF_THE_GAME: [&str; 6] = [
    "tileValue",
    "mergeRuleApplies",
    "mergeRuleApplies_nonRecursive",
    "rand_int",
    "rand_float",
    "rand_bigint",
];

impl Reads {
    fn of(rules: &Node) -> Reads {
        let mut reads = Reads { tiles_only: true, lookback: 0.0, ahead: 0.0 };
        reads.node(rules);
        reads
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.node(entry)),
            Kind::Text(text) => self.text(&text.to_string_lossy()),
            _ => {}
        }
    }

    /// Whatever is not known to be harmless counts as something else than tiles.
    fn text(&mut self, text: &str) {
        let mut parts = text.split(' ');
        let head = parts.next().unwrap_or("");
        let mut place =
            || parts.next().and_then(|part| part.parse::<f64>().ok()).filter(|place| place.fract() == 0.0);
        self.tiles_only &= match head {
            "@NextNE" => self.behind(place()),
            "@NextFull" => {
                self.behind(place());
                false
            }
            "@Next" => self.before(place()),
            _ if head.starts_with('@') => VALUES.contains(&head) || CONTROL.contains(&head),
            _ => !OF_THE_GAME.contains(&head),
        };
    }

    /// The tile behind is a part of what is remembered, those before it that
    /// are looked for past empty cells are not.
    fn behind(&mut self, place: Option<f64>) -> bool {
        let Some(place) = place else { return false };
        self.lookback = self.lookback.max(-place);
        place == -1.0
    }

    fn before(&mut self, place: Option<f64>) -> bool {
        let Some(place) = place else { return false };
        self.ahead = self.ahead.max(place);
        place >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node {
        Node::from_value(&calcarray::json::read(text, &Default::default()).unwrap())
    }

    fn remembers(rules: &str, scripts: &str) -> bool {
        defaults(&node(rules), &node(scripts))[1] > 0.0
    }

    #[test]
    fn merges_are_remembered_only_where_that_changes_no_game() {
        let equal = r#"["@Next 1 0","=","@This 0"]"#;
        let rule = |outputs: &str| format!("[[2,{equal},true,{outputs},0]]");
        let on = |condition: &str| format!("[[2,{condition},true,[[5]],0]]");
        for (rules, safe) in [
            (rule("[[5]]"), true),
            (rule("[[5],[6]]"), true),
            (rule(r#"[[5],"fill",[6],[7],[8]]"#), true),
            // Whether there is room behind is not remembered.
            (rule("[[5],[6],[7]]"), false),
            (rule(r#"["@MergeOverflowPush",[5]]"#), false),
            (rule(r#"["@MergeReverseStart",[5]]"#), false),
            (rule(r#"["@CalcArray",["@Literal",[5],[6],[7]]]"#), false),
            (rule(r#"[["@This 0","rand_int",3]]"#), false),
            (rule(r#"[["@This 0","tileValue"]]"#), false),
            (rule(r#"[["@GVar 0"]]"#), false),
            (format!(r#"[["@include_gvars",2,{equal},true,[[5]],0]]"#), false),
            (format!(r#"[[3,"@end_vars",2,{equal},true,[[5]],0]]"#), true),
            (format!(r#"[[3,"@end_vars",2,{equal},true,[[5],[6],[7]],0]]"#), false),
            (format!("[[[2],{equal},true,[[5]],0]]"), false),
            (format!("[[0,{equal},true,[[5],[6]],0]]"), true),
            (format!("[[2,{equal},true,[[5]],0,[],2,1,1,\"@Infinity\"]]"), true),
            // Cells beyond the merge are remembered only where nothing has merged.
            (on(r#"["@Next 2 0","=",1]"#), false),
            (on(r#"["@Next -1 0","=",1]"#), false),
            (on(r#"["@NextNE -1 0","=",1]"#), true),
            (on(r#"["@NextNE -2 0","=",1]"#), false),
            (on(r#"["@NextNE 1 0","=",1]"#), false),
            (on(r#"["@NextFull -1 0","=",1]"#), false),
            (on(r#"["@HDir","=",1]"#), false),
            (on(r#"[true,"@edit_gvar",0,1]"#), false),
            (on(r#"[true,"@insert_gvar",0,1]"#), false),
            (on(r#"[true,"@remove_spawn",0]"#), false),
        ] {
            assert_eq!(remembers(&rules, "[]"), safe, "{rules}");
        }
        assert!(remembers(&rule("[[5]]"), r#"[[[0],"EndTurn"]]"#));
        assert!(!remembers(&rule("[[5]]"), r#"[[[0],"EndTurn","Merge"]]"#));
    }
}
