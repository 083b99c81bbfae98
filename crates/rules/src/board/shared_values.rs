//! Lists of values that games share until one of them changes its list.

use std::sync::Arc;

use calcarray::Value;

/// A list of values, shared until it is changed.
pub(crate) type Shared = Arc<Vec<Value>>;

/// Returns true if two shared lists have identical values, which no expression can distinguish.
pub(crate) fn are_identical(own: &Shared, other: &Shared) -> bool {
    Arc::ptr_eq(own, other) || have_identical(own, other)
}

/// Returns true if two lists have identical values in the same order; neither is shared.
pub(crate) fn have_identical(own: &[Value], other: &[Value]) -> bool {
    own.len() == other.len() && own.iter().zip(other).all(|(own, other)| own.identical(other))
}

/// Takes over what another place holds, if it is not the same thing already:
/// counting references costs more than comparing addresses.
pub(crate) fn share<T: ?Sized>(own: &mut Arc<T>, other: &Arc<T>) {
    if !Arc::ptr_eq(own, other) {
        *own = Arc::clone(other);
    }
}

/// Adds a value to the end of a list. One that is shared is copied with no more
/// room than it needs: many games hold lists that hardly grow again.
pub(crate) fn push(list: &mut Shared, value: Value) {
    match Arc::get_mut(list) {
        Some(own) => own.push(value),
        None => *list = Arc::new(list.iter().cloned().chain([value]).collect()),
    }
}

/// Takes over what another place holds, if it is identical: one of them is enough.
pub(crate) fn share_identical(own: &mut Shared, other: &Shared) {
    if are_identical(own, other) {
        share(own, other);
    }
}
