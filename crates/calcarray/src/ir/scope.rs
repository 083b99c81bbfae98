//! The surroundings of a line besides the game: its place, its variables and the running values of
//! the lines around it.

use std::cell::RefCell;

use crate::ir::board::Position;
use crate::ir::line::Node;
use crate::ir::variables::{Inherit, Variables};
use crate::value::Value;

/// The surroundings of a line besides the game.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s> {
    pub position: &'s Position<'s>,
    pub variables: &'s Variables,
    pub inherit: Inherit,
    pub parents: Option<&'s Parent<'s>>,
    /// The values that [`Node::Inserted`] stands for.
    pub inserted: &'s [Value],
}

impl<'s> Scope<'s> {
    /// Returns the scope of an expression that stands in no other.
    pub fn outermost(position: &'s Position<'s>, variables: &'s Variables) -> Scope<'s> {
        Scope { position, variables, inherit: Inherit::Nothing, parents: None, inserted: &[] }
    }

    /// Notes the running value for `@Parent`, if anything could ask.
    pub fn note(&self, value: &Value) {
        if let Some(parent) = self.parents {
            parent.set(value);
        }
    }

    pub fn with_variables(&self, variables: &'s Variables) -> Scope<'s> {
        Scope { variables, ..*self }
    }

    /// The value that a callback puts into the line at this place.
    pub fn inserted(&self, index: usize) -> Value {
        self.inserted.get(index).cloned().unwrap_or_default()
    }
}

/// The running value of a line, for `@Parent`: lines within lines make a
/// chain of them.
pub(crate) struct Parent<'p> {
    outer: Option<&'p Parent<'p>>,
    level: usize,
    /// The first entry, until it has been evaluated.
    pub first: &'p Node,
    pub running: RefCell<Option<Value>>,
}

impl<'p> Parent<'p> {
    pub fn new(outer: Option<&'p Parent<'p>>, first: &'p Node) -> Parent<'p> {
        Parent { outer, level: outer.map_or(0, |outer| outer.level + 1), first, running: RefCell::new(None) }
    }

    /// Notes the running value.
    pub fn set(&self, value: &Value) {
        *self.running.borrow_mut() = Some(value.clone());
    }

    /// The line at this index: the outermost is 0, the line itself -1.
    pub fn at(&self, index: f64) -> Option<&Parent<'p>> {
        let index = if index.is_nan() { 0.0 } else { index.trunc() };
        let count = (self.level + 1) as f64;
        let index = if index < 0.0 { index + count } else { index };
        if !(0.0..count).contains(&index) {
            return None;
        }
        let mut parent = self;
        for _ in index as usize..self.level {
            parent = parent.outer?;
        }
        Some(parent)
    }
}
