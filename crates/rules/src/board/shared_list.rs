//! A list that only grows, shared between a game and its clones.

use std::sync::Arc;

/// A list to append to. Clones share what they have in common, so a game with
/// a long history is cloned as fast as a new one.
#[derive(Debug)]
pub(crate) struct SharedList<T> {
    last: Option<Arc<Link<T>>>,
    length: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Arc<Link<T>>>,
}

impl<T: Clone> SharedList<T> {
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

impl<T> SharedList<T> {
    /// Returns the number of items.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    fn newest_first(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| &link.item)
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> SharedList<T> {
        SharedList { last: None, length: 0 }
    }
}

impl<T> Clone for SharedList<T> {
    fn clone(&self) -> SharedList<T> {
        SharedList { last: self.last.clone(), length: self.length }
    }
}

impl<T: Clone> FromIterator<T> for SharedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> SharedList<T> {
        let mut list = SharedList::default();
        for item in items {
            list.push(item);
        }
        list
    }
}

impl<T: PartialEq> PartialEq for SharedList<T> {
    fn eq(&self, other: &SharedList<T>) -> bool {
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
impl<T> Drop for SharedList<T> {
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
    fn clones_append_separately() {
        let mut one: SharedList<u32> = (0..3).collect();
        let mut other = one.clone();
        one.push(3);
        other.push(4);
        assert_eq!(one.to_vec(), [0, 1, 2, 3]);
        assert_eq!(other.to_vec(), [0, 1, 2, 4]);
        assert_ne!(one, other);
        assert_eq!(one, (0..4).collect());
    }

    #[test]
    fn a_long_list_is_dropped_without_recursion() {
        drop((0..1_000_000).collect::<SharedList<u32>>());
    }
}
