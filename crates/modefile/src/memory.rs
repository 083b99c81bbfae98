//! How much the original site remembers of merges and looks: four numbers
//! that change nothing in this engine (spec/rules.md, section 9), but that an
//! exported mode needs there to play right and fast.

use crate::fields::{Context, Fields};
use crate::node::{Kind, Node, Span};
use crate::parts::Parts;

/// The four numbers, in the order of save codes.
pub(crate) const KEYS: [&str; 4] = ["looks", "merges", "lookback", "longest"];

/// Reads `memory`; what is left out follows from the merge rules.
pub(crate) fn read(node: Option<Node>, merges: &Node, parts: &mut Parts, cx: &mut Context) {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    let mut fields = node.and_then(|node| Fields::of(node, "\"memory\"", cx));
    for (key, default) in KEYS.into_iter().zip(defaults(merges)) {
        let written = fields.as_mut().and_then(|fields| fields.take(key));
        parts.put(key, written.unwrap_or_else(|| from_number(default, span)));
    }
    if let Some(fields) = fields {
        fields.finish(cx);
    }
}

/// The numbers that are safe for these merge rules: looks are always kept;
/// merges are remembered only if the rules read nothing but tiles.
pub(crate) fn defaults(merges: &Node) -> [f64; 4] {
    let rules = merges.as_array().unwrap_or_default();
    let mut reads = Reads { tiles_only: true, lookback: 0.0, ahead: 0.0 };
    reads.node(merges);
    // What is remembered goes by this many tiles, so it has to cover all that
    // a condition reads ahead of a merge.
    let longest = rules.iter().map(longest).fold(2.0_f64.max(reads.ahead + 1.0), f64::max);
    [3.0, if reads.tiles_only { 2.0 } else { 0.0 }, reads.lookback, longest]
}

/// A number as a tree, infinity as its text.
pub(crate) fn from_number(number: f64, span: Span) -> Node {
    let node = Node::from_value(&number.into());
    Node::new(span, node.kind)
}

/// The longest merge a rule can make; endless if that is computed.
fn longest(rule: &Node) -> f64 {
    let entries = rule.as_array().unwrap_or_default();
    let prefix = entries.iter().position(|entry| entry.is_word("@end_vars")).map_or(0, |end| end + 1);
    let entries = &entries[prefix..];
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

struct Reads {
    tiles_only: bool,
    lookback: f64,
    /// The farthest `@Next`.
    ahead: f64,
}

impl Reads {
    fn node(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.node(entry)),
            Kind::Text(text) => self.text(&text.to_string_lossy()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let mut parts = text.split(' ');
        let head = parts.next().unwrap_or("");
        match head {
            "@NextNE" | "@NextFull" => {
                if let Some(back) = parts.next().and_then(|part| part.parse::<f64>().ok()) {
                    self.lookback = self.lookback.max(-back);
                }
            }
            "@Next" => {
                if let Some(ahead) = parts.next().and_then(|part| part.parse::<f64>().ok()) {
                    self.ahead = self.ahead.max(ahead);
                }
            }
            "@This" | "@MLength" | "@Var" | "@Parent" | "@BigInt" | "@BigRational" => {}
            "@GaussianBigInt" | "@Infinity" | "@-Infinity" | "@NaN" | "@undefined" => {}
            "@Literal" | "@CalcArray" | "@STCalcArray" | "@CheckStart" | "@CheckEnd" => {}
            _ if head.starts_with("@MergeOverflow") || head == "@MergeReverseStart" => {}
            _ if head.starts_with("@edit_") || head.starts_with("@add_") || head.starts_with("@run_") => {
                self.tiles_only &= head == "@edit_var" || head == "@add_var";
            }
            // Control words are in small letters, what a game knows in capitals.
            _ if head.starts_with('@') => {
                let control = head[1..].starts_with(|char: char| char.is_ascii_lowercase());
                self.tiles_only &= control && head != "@include_gvars" && head != "@replace_tile";
            }
            _ => self.tiles_only &= !head.starts_with("rand_"),
        }
    }
}
