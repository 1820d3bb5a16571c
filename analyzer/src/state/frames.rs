//! The frames of a state, innermost on top.
//!
//! A fork shares them: a stack is a chain of nodes, and a change copies the nodes from the top down to the changed frame,
//! which is nearly always the top itself. Copying a state costs the same in the hundredth call of a recursion as in the
//! first.

use std::sync::Arc;

use super::Frame;

#[derive(Clone, Debug, Default)]
pub struct Frames {
    top: Option<Arc<Node>>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Node {
    frame: Arc<Frame>,
    below: Option<Arc<Node>>,
}

impl Frames {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn push(&mut self, frame: Arc<Frame>) {
        let below = self.top.take();
        self.top = Some(Arc::new(Node { frame, below }));
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<Arc<Frame>> {
        let Node { frame, below } = Arc::unwrap_or_clone(self.top.take()?);
        self.top = below;
        self.len -= 1;
        Some(frame)
    }

    pub fn last(&self) -> Option<&Frame> {
        self.top.as_ref().map(|node| &*node.frame)
    }

    pub fn last_mut(&mut self) -> Option<&mut Frame> {
        self.top.as_mut().map(|node| Arc::make_mut(&mut Arc::make_mut(node).frame))
    }

    /// The frame that is the last one when `len` frames are there.
    pub fn nth_mut(&mut self, len: usize) -> Option<&mut Frame> {
        let above = self.len.checked_sub(len)?;
        let mut node = self.top.as_mut()?;
        for _ in 0..above {
            node = Arc::make_mut(node).below.as_mut()?;
        }
        Some(Arc::make_mut(&mut Arc::make_mut(node).frame))
    }

    pub fn clear(&mut self) {
        *self = Frames::default();
    }

    pub fn innermost_first(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.top.as_deref(), |node| node.below.as_deref()).map(|node| &*node.frame)
    }
}
