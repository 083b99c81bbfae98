//! JSON objects for output.

use std::sync::Arc;

use polymerge::json::Object;
use polymerge::Value;

/// An object of these members.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.map(|(key, value)| (key.into(), value));
    Value::Object(Arc::new(Object::new(members.to_vec())))
}
