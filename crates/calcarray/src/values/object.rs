//! JSON objects, which the language lacks but a save code may carry.

use crate::text::Text;
use crate::value::Value;

/// A JSON object: members in the order in which ECMAScript lists them.
#[derive(Clone, Debug)]
pub struct Object {
    members: Vec<(Text, Value)>,
    size: u64,
}

impl Object {
    /// The members: integer-like keys ascending, then the others as inserted.
    pub fn members(&self) -> &[(Text, Value)] {
        &self.members
    }

    /// Returns the size of all members together (see [`Value::size`]).
    pub fn size(&self) -> u64 {
        self.size
    }

    /// An object of these members; of equal keys the last value wins, at the
    /// place of the first.
    pub fn new(members: Vec<(Text, Value)>) -> Object {
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<(Text, Value)> = Vec::with_capacity(members.len());
        for (key, value) in members {
            match places.get(&key) {
                Some(&place) => {
                    let member: &mut (Text, Value) = &mut kept[place];
                    member.1 = value;
                }
                None => {
                    places.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        kept.retain(|(_, value)| !matches!(value, Value::Undefined));
        kept.sort_by_key(|(key, _)| array_index(key).map_or((1, 0), |index| (0, index)));
        let sizes = kept.iter().map(|(key, value)| value.size().saturating_add(2 * key.len() as u64));
        let size = sizes.fold(0, u64::saturating_add);
        Object { members: kept, size }
    }
}

/// The number that an ECMAScript engine would take this key for.
fn array_index(key: &Text) -> Option<u32> {
    let text = key.to_utf8()?;
    let index: u32 = text.parse().ok()?;
    (index != u32::MAX && index.to_string() == text).then_some(index)
}
