//! A list that only grows, shared between a game and its clones.

use std::sync::Arc;

/// A list to append to. Clones share what they have in common, so a game with
/// a long history is cloned as fast as a new one.
#[derive(Debug)]
pub(crate) struct Trail<T> {
    last: Option<Arc<Link<T>>>,
    length: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Arc<Link<T>>>,
}

impl<T: Clone> Trail<T> {
    pub(crate) fn push(&mut self, item: T) {
        let before = self.last.take();
        self.last = Some(Arc::new(Link { item, before }));
        self.length += 1;
    }

    pub(crate) fn to_vec(&self) -> Vec<T> {
        let mut items: Vec<T> = self.newest_first().cloned().collect();
        items.reverse();
        items
    }
}

impl<T> Trail<T> {
    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    fn newest_first(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| &link.item)
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Trail<T> {
        Trail { last: None, length: 0 }
    }
}

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Trail<T> {
        Trail { last: self.last.clone(), length: self.length }
    }
}

impl<T: Clone> FromIterator<T> for Trail<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Trail<T> {
        let mut trail = Trail::default();
        for item in items {
            trail.push(item);
        }
        trail
    }
}

impl<T: PartialEq> PartialEq for Trail<T> {
    fn eq(&self, other: &Trail<T>) -> bool {
        if self.length != other.length {
            return false;
        }
        let (mut ours, mut theirs) = (&self.last, &other.last);
        while let (Some(a), Some(b)) = (ours, theirs) {
            if Arc::ptr_eq(a, b) {
                return true;
            }
            if a.item != b.item {
                return false;
            }
            (ours, theirs) = (&a.before, &b.before);
        }
        true
    }
}

/// Link by link rather than by recursion, which a long history would carry
/// too deep.
impl<T> Drop for Trail<T> {
    fn drop(&mut self) {
        let mut link = self.last.take();
        while let Some(mut own) = link.and_then(Arc::into_inner) {
            link = own.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_go_their_own_ways() {
        let mut one: Trail<u32> = (0..3).collect();
        let mut other = one.clone();
        one.push(3);
        other.push(4);
        assert_eq!(one.to_vec(), [0, 1, 2, 3]);
        assert_eq!(other.to_vec(), [0, 1, 2, 4]);
        assert_ne!(one, other);
        assert_eq!(one, (0..4).collect());
    }

    #[test]
    fn a_long_trail_is_dropped_without_recursion() {
        drop((0..1_000_000).collect::<Trail<u32>>());
    }
}
