//! JSON objects for output.

use std::sync::Arc;

use polymerge::Value;
use polymerge::calc::json::Object;

/// Returns an object of these members.
pub fn object<'m>(members: impl IntoIterator<Item = (&'m str, Value)>) -> Value {
    let members = members.into_iter().map(|(key, value)| (key.into(), value));
    Value::Object(Arc::new(Object::new(members.collect())))
}
