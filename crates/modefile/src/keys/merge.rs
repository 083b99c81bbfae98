//! A merge rule with named keys (docs/spec/rules.md, "Forms"), both ways.

use crate::fields::{Context, Fields};
use crate::keys::tile::{self, Missing};
use crate::keys::variables::{LocalVariables, write_prefix};
use crate::table;
use crate::text::node::{Kind, Node, Span};

/// Reads a rule into the list that save codes have.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, &table::MERGE, cx)?;
    let span = fields.span;
    let vars = LocalVariables::take(&mut fields, cx);
    let patterns = fields.take("match").and_then(|node| patterns(node, cx));
    let length = fields.take("length");
    let when = fields.take("when");
    let order = fields.take("order");
    let results = results(&mut fields, cx);
    let score = fields.take("score");
    let open = fields.take("open");
    let longer = fields.take("longer").and_then(|node| longer(node, cx));
    fields.finish(cx);

    let (matched, pattern_count, alike) = match patterns {
        Some(patterns) => (conditions(&patterns, cx), Some(patterns.len()), alike(&patterns)),
        None => (Vec::new(), None, true),
    };
    if let (Some(count), Some(length)) = (pattern_count, &length) {
        // A rule of length 0 looks at one tile.
        let fits = |number: f64| number == count as f64 || (number == 0.0 && count == 1);
        if !matches!(length.kind, Kind::Number(number) if fits(number)) {
            cx.error("length", length.span, format!("\"match\" has {count} tiles, so this is {count} too"));
        }
    }
    let length = length.unwrap_or_else(|| Node::number(span, pattern_count.unwrap_or(2) as f64));
    if let (Some(_), Some(when)) = (pattern_count, &when) {
        cx.conditions.push(when.clone());
    }
    let condition = condition(matched, when, &vars, span);
    let order = match order {
        Some(node) if node.is_word("fixed") => Node::boolean(node.span, true),
        Some(node) if node.is_word("any") => Node::boolean(node.span, false),
        Some(Node { kind: Kind::Text(_), span }) => {
            cx.error("wrong-type", span, "the order is \"fixed\", \"any\" or an expression");
            Node::boolean(span, true)
        }
        Some(node) => node,
        None => Node::boolean(span, alike),
    };
    let score = score.unwrap_or_else(|| score_of(&results, span, cx));
    let multiple = longer.is_some();
    let open = open_flags(open, &length, &results, multiple, span);

    let before = if vars.with_game_variables { cx.variable_count } else { 0 };
    // The game variables that come first have no names here.
    cx.rule_variables.push([vec![String::new(); before], vars.names.clone()].concat());
    let mut parts = vec![length, condition, order, results, score];
    match (open, longer) {
        (None, None) => {}
        (Some(open), None) => parts.push(open),
        (open, Some(longer)) => {
            parts.push(open.unwrap_or_else(|| Node::array(span, Vec::new())));
            let length = parts[0].clone();
            parts.extend(longer.parts(length, span, cx));
        }
    }
    // The length does not see the variables of its rule.
    let parts: Vec<Node> = parts.into_iter().map(|part| vars.resolve(part, before, cx)).collect();
    let mut rule = vars.prefix(span, before, cx);
    rule.extend(parts);
    Some(Node::array(span, rule))
}

type Pattern = Vec<Option<Node>>;

/// The tiles of `match`: for each tile what its entries must be.
fn patterns(node: Node, cx: &mut Context) -> Option<Vec<Pattern>> {
    let span = node.span;
    let Kind::Array(tiles) = node.kind else {
        cx.expected("a list of tiles", &node).help("two equal tiles are written \"match\": [{}, {}]");
        return None;
    };
    if cx.entries.is_empty() {
        cx.error("name", span, "\"match\" needs names for the entries of a tile: \"tile\": [...]");
        return None;
    }
    if tiles.is_empty() {
        cx.error("length", span, "\"match\" needs at least one tile");
        return None;
    }
    let mut patterns = Vec::new();
    for tile in tiles {
        let mut pattern: Pattern = vec![None; cx.entries.len()];
        match tile.kind {
            Kind::Object(members) => {
                for member in members {
                    match cx.entries.iter().position(|name| *name == member.key) {
                        Some(place) => pattern[place] = Some(member.value),
                        None => tile::unknown_entry(&member.key, member.key_span, cx),
                    }
                }
            }
            Kind::Array(entries) if entries.len() == pattern.len() => {
                pattern = entries.into_iter().map(Some).collect();
            }
            _ => {
                let first = cx.entries[0].clone();
                let value = tile.as_number().map_or("1".to_owned(), calcarray::number::to_text);
                let help = format!("write {{ \"{first}\": {value} }}; two equal tiles are [{{}}, {{}}]");
                cx.expected("an object of tile entries", &tile).help(help);
            }
        }
        patterns.push(pattern);
    }
    Some(patterns)
}

/// Returns true if every tile of the rule has to meet the same pattern.
fn alike(patterns: &[Pattern]) -> bool {
    let same = |a: &Option<Node>, b: &Option<Node>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.same(b),
        _ => false,
    };
    patterns.windows(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(a, b)| same(a, b)))
}

/// One comparison for each entry that has to be something: what its pattern
/// says, or, if it says nothing, what the first tile has. `"*"` is anything.
fn conditions(patterns: &[Pattern], cx: &Context) -> Vec<Node> {
    let mut terms = Vec::new();
    for (place, pattern) in patterns.iter().enumerate() {
        for (entry, wanted) in pattern.iter().enumerate() {
            let span = wanted.as_ref().map_or(cx.tile_value.span, |wanted| wanted.span);
            let reference = |place: usize| match place {
                0 => Node::text(span, &format!("@This {entry}")),
                place => Node::text(span, &format!("@Next {place} {entry}")),
            };
            let wanted = match wanted {
                Some(node) if node.is_word("*") => continue,
                Some(node) => node.clone(),
                None if place == 0 => continue,
                None => reference(0),
            };
            terms.push(Node::array(span, vec![reference(place), Node::text(span, "="), wanted]));
        }
    }
    terms
}

/// Joins the terms and the author's own condition.
fn condition(mut terms: Vec<Node>, when: Option<Node>, vars: &LocalVariables, span: Span) -> Node {
    if terms.is_empty() {
        return when.unwrap_or_else(|| Node::boolean(span, true));
    }
    terms.extend(when);
    if terms.len() == 1
        && vars.is_empty()
        && let Some(only) = terms.pop()
    {
        return only;
    }
    let mut entries = Vec::new();
    if !vars.is_empty() {
        entries.push(Node::text(span, "@var_retain"));
    }
    for (place, term) in terms.into_iter().enumerate() {
        if place > 0 {
            entries.push(Node::text(span, "&&"));
        }
        entries.push(term);
    }
    Node::array(span, entries)
}

fn results(fields: &mut Fields, cx: &mut Context) -> Node {
    let span = fields.span;
    match (fields.take("result"), fields.take("results")) {
        (Some(tile), None) => {
            let span = tile.span;
            Node::array(span, vec![tile::read(tile, Missing::Same, cx)])
        }
        (None, Some(list)) => {
            let span = list.span;
            if let Some(raw) = crate::fields::raw(&list) {
                return raw.clone();
            }
            let Kind::Array(tiles) = list.kind else {
                cx.expected("a list of tiles", &list);
                return Node::array(span, Vec::new());
            };
            let tiles = tiles.into_iter().map(|tile| tile::read(tile, Missing::Same, cx)).collect();
            Node::array(span, tiles)
        }
        (Some(_), Some(list)) => {
            cx.error("wrong-type", list.span, "a merge rule has either \"result\" or \"results\"");
            list
        }
        (None, None) => {
            cx.problems
                .error("missing-key", span, "a merge rule needs the key \"result\"")
                .help("for tiles that vanish, write \"results\": []");
            Node::array(span, Vec::new())
        }
    }
}

/// The score if none is written: what the first new tile is worth.
fn score_of(results: &Node, span: Span, cx: &mut Context) -> Node {
    let first = results.as_array().and_then(|tiles| tiles.iter().find(|tile| tile.as_text().is_none()));
    let Some(tile) = first.and_then(Node::as_array) else {
        return Node::number(span, 0.0);
    };
    let computed =
        tile.first().is_some_and(|entry| entry.is_word("@CalcArray") || entry.is_word("@STCalcArray"));
    let value = if computed { None } else { insert(cx.tile_value, tile) };
    value.unwrap_or_else(|| {
        cx.problems
            .error("missing-key", span, "the score of this rule has to be written")
            .help("only where the result and \"tile_value\" are plain can it be left out");
        Node::number(span, 0.0)
    })
}

/// The value of a tile with the entries of a result in place of the tile's.
fn insert(value: &Node, tile: &[Node]) -> Option<Node> {
    Some(match &value.kind {
        Kind::Text(text) if text.starts_with("@This") => {
            let written = text.to_utf8()?;
            let entry: usize = written.strip_prefix("@This ")?.parse().ok()?;
            tile.get(entry)?.clone()
        }
        Kind::Text(text) if text.starts_with("@Literal") || text.starts_with("@Next") => return None,
        Kind::Array(entries) => {
            let mut inserted = entries.iter().map(|entry| insert(entry, tile)).collect::<Option<Vec<_>>>()?;
            // An entry of the result that reads variables gets them from the list around it. A list
            // with variables of its own keeps to these.
            let has_variables = |entry: &Node| entry.is_word("@end_vars") || entry.is_word("@var_retain");
            let reads =
                entries.iter().zip(&inserted).any(|(entry, new)| entry.as_text().is_some() && shares(new));
            if reads && entries.iter().any(|entry| entry.is_word("@end_vars")) {
                return None;
            }
            if reads && !entries.iter().any(has_variables) {
                inserted.insert(0, Node::text(value.span, "@var_retain"));
            }
            Node::array(value.span, inserted)
        }
        _ => value.clone(),
    })
}

/// Returns true if an expression begins with the word that lets it read variables.
fn shares(node: &Node) -> bool {
    node.as_array().and_then(<[Node]>::first).is_some_and(|first| first.is_word("@var_retain"))
}

/// Returns the cells that may merge again: one flag for each tile of the rule.
fn open_flags(open: Option<Node>, length: &Node, results: &Node, multiple: bool, span: Span) -> Option<Node> {
    match open {
        Some(node) if node.is_word("default") => None,
        Some(node) => Some(node),
        None if multiple => None,
        None => {
            let Kind::Number(length) = length.kind else { return None };
            let tiles = results.as_array()?;
            let plain = |tile: &Node| matches!(tile.kind, Kind::Array(_));
            let whole = (1.0..=64.0).contains(&length) && length.fract() == 0.0;
            if !whole || !tiles.iter().all(plain) || tiles.len() > length as usize {
                return None;
            }
            let flag = |place| Node::boolean(span, place >= tiles.len());
            Some(Node::array(span, (0..length as usize).map(flag).collect()))
        }
    }
}

struct Longer {
    base: Option<Node>,
    shift: Option<Node>,
    step: Option<Node>,
    max: Option<Node>,
}

fn longer(node: Node, cx: &mut Context) -> Option<Longer> {
    if matches!(node.kind, Kind::Boolean(false)) {
        return None;
    }
    if matches!(node.kind, Kind::Boolean(true)) {
        return Some(Longer { base: None, shift: None, step: None, max: None });
    }
    let mut fields = Fields::of(node, &table::LONGER, cx)?;
    let longer = Longer {
        base: fields.take("base"),
        shift: fields.take("shift"),
        step: fields.take("step"),
        max: fields.take("max"),
    };
    fields.finish(cx);
    Some(longer)
}

impl Longer {
    /// The last entries of the rule: base, increments, step, max.
    fn parts(self, length: Node, span: Span, cx: &mut Context) -> Vec<Node> {
        let base = self.base.unwrap_or(length);
        let shift = self.shift.or_else(|| usual_shift(&base, span)).unwrap_or_else(|| {
            cx.error("missing-key", span, "\"longer\" needs \"shift\" here: how far references move");
            Node::array(span, Vec::new())
        });
        let step = self.step.unwrap_or_else(|| Node::number(span, 1.0));
        let max = self.max.unwrap_or_else(|| Node::text(span, "@Infinity"));
        let mut parts = vec![base, shift, step];
        if !max.is_word("none") {
            parts.push(max);
        }
        parts
    }
}

/// Returns the default of how far references move with each repetition: the rear tile stays, all
/// others move by one.
fn usual_shift(base: &Node, span: Span) -> Option<Node> {
    let Kind::Number(base) = base.kind else { return None };
    let shift = |place| Node::number(span, if place == 0 { 0.0 } else { 1.0 });
    let plain = (1.0..=64.0).contains(&base);
    plain.then(|| Node::array(span, (0..base as usize).map(shift).collect()))
}

/// Writes a rule of a save code with named keys.
pub(crate) fn write(rule: &Node, _: &Context) -> Option<Node> {
    let mut members = Vec::new();
    let rest = write_prefix(rule.as_array()?, &mut members);
    let span = Span::default();
    let [length, when, order, results, score, more @ ..] = rest else { return None };
    let two = matches!(length.kind, Kind::Number(length) if length == 2.0);
    if !two {
        members.insert(0, ("length", length.clone()));
    }
    members.push(("when", when.clone()));
    match order.kind {
        Kind::Boolean(true) => {}
        Kind::Boolean(false) => members.push(("order", Node::text(span, "any"))),
        _ => members.push(("order", order.clone())),
    }
    match results.as_array() {
        Some([tile]) if tile.as_array().is_some() => members.push(("result", tile.clone())),
        Some(_) => members.push(("results", results.clone())),
        None => members.push(("results", Node::object(vec![("raw", results.clone())]))),
    }
    members.push(("score", score.clone()));
    let usual = open_flags(None, length, results, more.len() > 1, span);
    match (more.first(), &usual) {
        (Some(open), Some(usual)) if open.same(usual) => {}
        (None, None) => {}
        (Some(open), None) if more.len() > 1 && open.as_array().is_some_and(<[Node]>::is_empty) => {}
        (Some(open), _) => members.push(("open", open.clone())),
        (None, Some(_)) => members.push(("open", Node::text(span, "default"))),
    }
    if let Some(rest) = more.get(1..).filter(|rest| !rest.is_empty()) {
        if rest.len() > table::LONGER.keys.len() || rest.len() < 3 {
            return None;
        }
        let mut keys: Vec<(&str, Node)> = table::LONGER.names().zip(rest.iter().cloned()).collect();
        if rest.len() == 3 {
            keys.push(("max", Node::text(span, "none")));
        }
        let usual = |(key, value): &(&str, Node)| match *key {
            "base" => value.same(length),
            "shift" => usual_shift(&rest[0], span).is_some_and(|usual| value.same(&usual)),
            "step" => matches!(value.kind, Kind::Number(step) if step == 1.0),
            _ => value.is_word("@Infinity"),
        };
        keys.retain(|key| !usual(key));
        let longer = if keys.is_empty() { Node::boolean(span, true) } else { Node::object(keys) };
        members.push(("longer", longer));
    }
    Some(Node::object(members))
}
