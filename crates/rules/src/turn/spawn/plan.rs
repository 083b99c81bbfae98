//! Spawn lists, as far as it is known what comes of them: their tiles, weights and boxes
//! (docs/spec/rules.md, "Conveyor", "Boxes").

use calcarray::Value;

use crate::board::tile_table::{TileId, Tiles};
use crate::error::{Place, TurnError};

pub(crate) const SPAWNS: Place = Place::Field("spawns");

/// Returns the tiles of a full `Box`: each as often as the number behind it says, once if there is
/// none.
pub(crate) fn full_box(entry: &[Value], limit: usize) -> Result<Vec<Value>, TurnError> {
    let mut tiles = Vec::new();
    let mut rest = entry.get(2..).unwrap_or_default().iter().peekable();
    while let Some(tile) = rest.next() {
        let count = match rest.peek() {
            Some(Value::Number(count)) => {
                rest.next();
                *count
            }
            _ => 1.0,
        };
        if tiles.len() as f64 + count > limit as f64 {
            return Err(TurnError::Limit("entries"));
        }
        tiles.extend(std::iter::repeat_n(tile, count.max(0.0).ceil() as usize).cloned());
    }
    Ok(tiles)
}

pub(crate) fn is_box(entry: &[Value]) -> bool {
    entry.first().is_some_and(|first| first.is_word("Box"))
}

/// A spawn list, as far as it is known what comes of it.
#[derive(Debug)]
pub(crate) struct SpawnPlan {
    pub(crate) entries: Vec<(Spawned, f64)>,
    pub(crate) total: f64,
    /// The tiles of the full box, if there is one.
    pub(crate) boxed: Vec<TileId>,
    /// True if the weights depend on the discovered tiles.
    pub(crate) by_discovery: bool,
}

/// The kind of tile that an entry of a spawn list gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spawned {
    Tile(TileId),
    /// A tile drawn from the box.
    Box,
    /// A tile that is computed when it spawns.
    Computed,
}

/// A plan's box holds no more than there are bits for.
const BOXED: usize = u32::BITS as usize;

impl SpawnPlan {
    /// `None` if an entry is computed as a whole, or drawn from one of several
    /// boxes, or wrong, or if its weight is not known: `weigh` gives those that
    /// have to be computed.
    pub(crate) fn of(
        spawns: &[Value],
        tiles: &Tiles,
        mut weigh: impl FnMut(&Value) -> Option<f64>,
    ) -> Option<SpawnPlan> {
        let mut plan = SpawnPlan {
            entries: Vec::with_capacity(spawns.len()),
            total: 0.0,
            boxed: Vec::new(),
            by_discovery: false,
        };
        for value in spawns {
            let entry = value.as_array()?.entries();
            let weight = match entry.get(1)? {
                Value::Number(weight) => *weight,
                weight @ Value::Array(_) => weigh(weight)?,
                _ => return None,
            };
            if weight.is_nan() || computed(value).is_some() {
                return None;
            }
            let spawned = if is_box(entry) {
                let is_first = plan.boxed.is_empty();
                plan.boxed = boxed(entry, tiles).filter(|_| is_first)?;
                Spawned::Box
            } else {
                match constant_tile(entry.first()?) {
                    Some(tile) => Spawned::Tile(tiles.intern(&tile)?),
                    None => Spawned::Computed,
                }
            };
            plan.entries.push((spawned, weight));
        }
        plan.total = plan.entries.iter().map(|(_, weight)| weight).sum();
        Some(plan)
    }

    /// Returns this plan with new weights for the entries whose weights are computed.
    pub(crate) fn with_weights(
        &self,
        spawns: &[Value],
        mut weigh: impl FnMut(&Value) -> Option<f64>,
    ) -> Option<SpawnPlan> {
        let mut entries = self.entries.clone();
        for ((_, weight), entry) in entries.iter_mut().zip(spawns) {
            if let Some(computed @ Value::Array(_)) = entry.as_array()?.get(1) {
                *weight = weigh(computed)?;
            }
        }
        let total = entries.iter().map(|(_, weight)| weight).sum();
        Some(SpawnPlan { entries, total, boxed: self.boxed.clone(), ..*self })
    }

    /// The tiles that are known, without those of the box.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = TileId> + '_ {
        self.entries.iter().filter_map(|(spawned, _)| match spawned {
            Spawned::Tile(id) => Some(*id),
            Spawned::Box | Spawned::Computed => None,
        })
    }

    /// The place of the box in the list.
    pub(crate) fn place_of_box(&self) -> Option<usize> {
        self.entries.iter().position(|(spawned, _)| *spawned == Spawned::Box)
    }

    /// Returns the tiles of the full box that are left in it, a bit for each. Of equal tiles the
    /// first ones are taken as left.
    pub(crate) fn left_in_box(&self, left: &[Value], tiles: &Tiles) -> Option<u32> {
        let mut places = (0..).zip(&self.boxed);
        let mut bits = 0;
        for tile in left {
            let (place, _) = places.find(|(_, own)| tiles.get(**own).identical(tile))?;
            bits |= 1_u32.checked_shl(place)?;
        }
        (bits != 0).then_some(bits)
    }

    /// Returns the entry that a random number chooses.
    pub(crate) fn choose(&self, draw: f64) -> Option<usize> {
        let mut rest = draw * self.total;
        self.entries.iter().position(|(_, weight)| {
            rest -= weight;
            rest <= 0.0
        })
    }
}

/// Returns the tiles of a full box, if all of them are written as they are, without expressions.
fn boxed(entry: &[Value], tiles: &Tiles) -> Option<Vec<TileId>> {
    let full = full_box(entry, BOXED).ok().filter(|full| !full.is_empty())?;
    let boxed = full.iter().map(|tile| match tile {
        Value::Array(_) if is_written_out(tile) => tiles.intern(tile),
        _ => None,
    });
    boxed.collect()
}

/// The tile that an entry of the spawn list stands for, if nothing has to be
/// computed for it but lists that stand there as they are.
fn constant_tile(tile: &Value) -> Option<Value> {
    let entries = tile.as_array()?.entries();
    if entries.first().is_some_and(|first| first.is_word("@CalcArray")) {
        return None;
    }
    let constant = entries.iter().map(|entry| match entry {
        Value::Array(list) => literal(list.entries()),
        entry => Some(entry.clone()),
    });
    Some(Value::array(constant.collect::<Option<Vec<Value>>>()?))
}

/// The list that `["@Literal", …]` is, if nothing in it could be evaluated.
fn literal(list: &[Value]) -> Option<Value> {
    let [word, entries @ ..] = list else { return None };
    let scalar = |entry: &Value| match entry {
        Value::Array(_) | Value::Object(_) => false,
        Value::Text(text) => !text.is_special(),
        _ => true,
    };
    (word.is_word("@Literal") && entries.iter().all(scalar)).then(|| Value::array(entries.to_vec()))
}

/// Returns true if `evaluated_tile` gives a tile as it is, so that nothing can fail.
pub(crate) fn is_written_out(tile: &Value) -> bool {
    let Some(entries) = tile.as_array() else { return true };
    let is_computed = entries.first().is_some_and(|first| first.is_word("@CalcArray"));
    !is_computed && !entries.iter().any(|entry| matches!(entry, Value::Array(_)))
}

/// The expression of `["@CalcArray", …]`.
pub(crate) fn computed(value: &Value) -> Option<Value> {
    let entries = value.as_array()?;
    let (first, rest) = entries.split_first()?;
    first.is_word("@CalcArray").then(|| Value::array(rest.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan as text: what each entry gives, in order. Weights that have to be
    /// computed are 5.
    fn planned(spawns: &str) -> Option<String> {
        let read = calcarray::json::read(spawns, &Default::default()).unwrap();
        let tiles = Tiles::new();
        let plan = SpawnPlan::of(read.as_array().unwrap().entries(), &tiles, |_| Some(5.0))?;
        let text = |id: &TileId| calcarray::json::write(tiles.get(*id));
        let entries = plan.entries.iter().map(|(spawned, weight)| match spawned {
            Spawned::Tile(id) => format!("{} {weight}", text(id)),
            Spawned::Box => {
                format!("box {} {weight}", plan.boxed.iter().map(text).collect::<Vec<_>>().join(""))
            }
            Spawned::Computed => format!("computed {weight}"),
        });
        Some(entries.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn plans_tell_what_need_not_be_computed() {
        for (spawns, expected) in [
            (r#"[[[1], 90], [[2], 10]]"#, Some("[1] 90, [2] 10")),
            (r#"[[[0, ["@Literal", false, 1], "x"], 100]]"#, Some(r#"[0,[false,1],"x"] 100"#)),
            (r#"[[[["@Literal"]], 100]]"#, Some("[[]] 100")),
            (r#"[[[["@Literal", ["@Literal"]]], 100]]"#, Some("computed 100")),
            (r#"[[[["@Literal", "@GVar 0"]], 100]]"#, Some("computed 100")),
            (r#"[[[[1, "+", 1]], 100], [[0], 1]]"#, Some("computed 100, [0] 1")),
            (r#"[[["@CalcArray", 1], 100]]"#, Some("computed 100")),
            (r#"[[[1], [1, "+", 1]]]"#, Some("[1] 5")),
            (r#"[[[1], "@Score"]]"#, None),
            (r#"[["@CalcArray", [1], 100]]"#, None),
            (r#"[["Box", 1, [0], 2, [1, "x"]]]"#, Some(r#"box [0][0][1,"x"] 1"#)),
            (r#"[["Box", 1, [0], 0, [1]]]"#, Some("box [1] 1")),
            (r#"[["Box", 1, [0]], [[1], 2]]"#, Some("box [0] 1, [1] 2")),
            (r#"[["Box", 1]]"#, None),
            (r#"[["Box", 1, [0], 33]]"#, None),
            (r#"[["Box", 1, [[1, "+", 1]]]]"#, None),
            (r#"[["Box", 1, ["@CalcArray", 1]]]"#, None),
            (r#"[["Box", 1, [{"a": [1]}]]]"#, Some(r#"box [{"a":[1]}] 1"#)),
            (r#"[["Box", 1, "@Empty"]]"#, None),
            (r#"[["Box", 1, [0]], ["Box", 1, [0]]]"#, None),
        ] {
            assert_eq!(planned(spawns).as_deref(), expected, "{spawns}");
        }
    }

    #[test]
    fn what_is_left_in_a_box_is_found_in_order() {
        let table = Tiles::new();
        let full = calcarray::json::read(r#"[["Box", 1, [0], 2, [1], [0], 1, [2], 2]]"#, &Default::default());
        let plan = SpawnPlan::of(full.unwrap().as_array().unwrap().entries(), &table, |_| None).unwrap();
        for (left, bits) in [
            (&[0.0, 0.0, 1.0, 0.0, 2.0, 2.0][..], Some(0b11_1111)),
            (&[0.0, 2.0], Some(0b01_0001)),
            (&[1.0, 0.0, 2.0], Some(0b01_1100)),
            (&[2.0, 0.0], None),
            (&[2.0, 2.0, 2.0], None),
            (&[3.0], None),
            (&[], None),
        ] {
            let left: Vec<Value> = left.iter().map(|number| Value::array(vec![(*number).into()])).collect();
            assert_eq!(plan.left_in_box(&left, &table), bits, "{left:?}");
        }
    }
}
