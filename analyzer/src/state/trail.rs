//! What a path has done so far, in order.
//!
//! It only grows. A trail is a chain of links, the newest first, and forks share all that they have in common: a state that
//! is put aside holds on to no copy of its own, however often the path forks and however long it is.

use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Trail<T> {
    newest: Option<Arc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Arc<Link<T>>>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail { newest: None, len: 0 }
    }
}

impl<T> Trail<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn push(&mut self, item: T) {
        let before = self.newest.take();
        self.newest = Some(Arc::new(Link { item, before }));
        self.len += 1;
    }

    pub fn clear(&mut self) {
        *self = Trail::default();
    }

    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.newest.as_deref(), |link| link.before.as_deref()).map(|link| &link.item)
    }

    /// The oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        let mut items = Vec::with_capacity(self.len);
        items.extend(self.newest_first());
        items.into_iter().rev()
    }
}

impl<T> FromIterator<T> for Trail<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut trail = Trail::default();
        for item in items {
            trail.push(item);
        }
        trail
    }
}

/// Link by link: a chain that drops itself would need a stack as deep as it is long.
impl<T> Drop for Trail<T> {
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;

    #[test]
    fn forks_share_the_past_and_nothing_else() {
        let mut trail: Trail<u32> = [1, 2].into_iter().collect();
        let mut fork = trail.clone();
        trail.push(3);
        fork.push(4);
        assert_eq!((trail.iter().copied().collect::<Vec<u32>>(), trail.len()), (vec![1, 2, 3], 3));
        assert_eq!(fork.newest_first().copied().collect::<Vec<u32>>(), [4, 2, 1]);
    }

    #[test]
    fn a_long_trail_is_dropped_without_recursion() {
        let trail: Trail<u32> = (0..1_000_000).collect();
        let fork = trail.clone();
        drop(trail);
        assert_eq!(fork.len(), 1_000_000);
    }
}
