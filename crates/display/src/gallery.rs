//! A selection of tiles that show best how a mode looks.

use std::collections::HashSet;

use calcarray::{Integer, Value, json};
use polymerge_rules::Mode;

/// The number of tiles that are made up if the mode names few.
const ENOUGH: usize = 24;

/// The tiles that a mode's display rules, spawns and win conditions name, in
/// that order, each once. If these are few and tiles are single numbers, the
/// first numbers of the same kind.
pub fn gallery_tiles(mode: &Mode) -> Vec<Value> {
    let entries = |value: &Value| value.as_array().map_or(Vec::new(), |list| list.to_vec());
    let conditions =
        entries(&mode.tile_types).into_iter().filter_map(|rule| rule.as_array()?.first().cloned());
    let spawns = entries(&mode.spawns).into_iter().filter_map(|spawn| spawn.as_array()?.first().cloned());
    let all = conditions.chain(spawns).chain(entries(&mode.win_conditions));
    let named = each_once(all.filter(|tile| is_tile(tile, mode.tile_entries)));
    if named.len() >= ENOUGH / 2 || mode.tile_entries != 1 {
        return named;
    }
    let whole =
        named.iter().any(|tile| matches!(tile.as_array().and_then(|t| t.first()), Some(Value::Integer(_))));
    let number = |n: usize| if whole { Value::Integer(Integer::from(n as i64)) } else { n.into() };
    (1..=ENOUGH).map(|n| Value::array(vec![number(n)])).collect()
}

/// Tiles in their order, each once.
pub fn each_once(tiles: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut known = HashSet::new();
    tiles.into_iter().filter(|tile| known.insert(json::write(tile))).collect()
}

/// Returns true if an array is a tile rather than an expression: numbers
/// throughout.
fn is_tile(value: &Value, tile_entries: usize) -> bool {
    let is_number = |entry: &Value| {
        matches!(entry, Value::Number(_) | Value::Integer(_) | Value::Rational(_) | Value::Gaussian(_))
    };
    value.as_array().is_some_and(|tile| tile.len() == tile_entries && tile.iter().all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_tiles_or_the_first_numbers() {
        let read = |text: &str| json::read(text, &Default::default()).unwrap();
        let mut mode = Mode { spawns: read(r#"[[["@BigInt 2"],1]]"#), ..Mode::default() };
        let tiles = gallery_tiles(&mode);
        assert_eq!(tiles.len(), ENOUGH);
        assert_eq!(tiles[0], read(r#"["@BigInt 1"]"#));
        mode.tile_entries = 2;
        mode.tile_types = read(r##"[[[1,2],"a","#fff","#000"],[["@This 0","=",1],"b","#fff","#000"]]"##);
        assert_eq!(gallery_tiles(&mode), [read("[1,2]")]);
    }
}
