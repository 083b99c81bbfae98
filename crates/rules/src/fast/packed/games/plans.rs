//! Spawn plans of packed games.
//!
//! If the weights of a spawn list depend on discoveries, the plan of a game changes with
//! every tile that it discovers. A tree of the discovered tiles, in order, leads from one
//! plan to the next. It grows when a game is packed after a turn of the interpreter.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::shared_values::{Shared, are_identical};
use crate::board::tile_table::Tiles;
use crate::fast::choices::Choices;
use crate::fast::packed::layout::{BoardLayout, CodeSet, TileCode};
use crate::game::state::State;
use crate::turn::spawn::plan::SpawnPlan;

/// The largest number of different plans.
const PLANS: usize = 64;
/// The largest number of lists of discovered tiles; nodes have no larger numbers.
const NODES: usize = 1 << 12;

/// A node of the tree: a list of discovered codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node(u16);

impl Default for Node {
    fn default() -> Node {
        Node::NOWHERE
    }
}

impl Node {
    /// The node of the empty list.
    pub(crate) const ROOT: Node = Node(0);
    /// The mark for a list that is not known or does not matter.
    pub(crate) const NOWHERE: Node = Node(u16::MAX);
}

/// The plans of packed games.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    /// The plans, each with its choices.
    plans: Vec<(Arc<SpawnPlan>, Choices)>,
    /// The spawn list of the tree.
    spawns: Option<Shared>,
    /// The plan of each node, if it is known.
    nodes: Vec<Option<u8>>,
    /// The branches of the tree.
    next: HashMap<(Node, TileCode), Node>,
}

impl Plans {
    /// Returns the choices of a plan.
    #[inline]
    pub(crate) fn get(&self, place: u8) -> Option<&Choices> {
        self.plans.get(usize::from(place)).map(|(_, choices)| choices)
    }

    /// Returns a plan as it is in the spawn list.
    pub(crate) fn plan(&self, place: u8) -> Option<&Arc<SpawnPlan>> {
        self.plans.get(usize::from(place)).map(|(plan, _)| plan)
    }

    /// Returns the place of a plan, which is added if it is missing; `None` if there is no
    /// room.
    pub(crate) fn place<P: BoardLayout>(&mut self, plan: &Arc<SpawnPlan>, boards: &mut P) -> Option<u8> {
        let known = self.plans.iter().position(|(own, _)| Arc::ptr_eq(own, plan));
        if let Some(place) = known {
            return Some(place as u8);
        }
        let choices = Choices::of(plan, boards)?;
        if let Some(place) = self.plans.iter().position(|(_, own)| *own == choices) {
            self.plans[place].0 = Arc::clone(plan);
            return Some(place as u8);
        }
        if self.plans.len() >= PLANS {
            return None;
        }
        self.plans.push((Arc::clone(plan), choices));
        Some(self.plans.len() as u8 - 1)
    }

    /// Records the plan of a game under the list of its discoveries, and returns the node.
    /// `inert_codes` may be discovered on the way. Returns `None` if the tree can't hold
    /// the plan.
    pub(crate) fn record<P: BoardLayout>(
        &mut self,
        place: u8,
        state: &State,
        tiles: &Tiles,
        boards: &mut P,
        inert_codes: P::Codes,
    ) -> Option<Node> {
        let choices = self.get(place)?;
        let is_of_other_list = self.spawns.as_ref().is_some_and(|own| !are_identical(own, &state.spawns));
        // A bit of the box stands for a place in the full box, so all plans of a tree need
        // the same one.
        let has_other_box = self.nodes.iter().flatten().next().and_then(|first| self.get(*first));
        let has_other_box = has_other_box.is_some_and(|first| !first.has_box_of(choices));
        if is_of_other_list || has_other_box || !choices.codes().all(|code| inert_codes.has(code)) {
            return None;
        }
        if self.nodes.is_empty() {
            self.spawns = Some(Arc::clone(&state.spawns));
            self.nodes.push(None);
        }
        let mut node = Node::ROOT;
        for tile in state.discoveries.tiles.iter() {
            let code = boards.code(tiles.intern(tile)?)?;
            let new = Node(self.nodes.len() as u16);
            node = match self.next.get(&(node, code)) {
                Some(next) => *next,
                None if self.nodes.len() >= NODES => return None,
                None => *self.next.entry((node, code)).or_insert(new),
            };
            if node == new {
                self.nodes.push(None);
            }
        }
        self.nodes[usize::from(node.0)] = Some(place);
        Some(node)
    }

    /// Returns the node and the plan after another discovery, if they are known.
    #[cold]
    pub(crate) fn after(&self, node: Node, code: TileCode) -> Option<(Node, u8)> {
        let next = *self.next.get(&(node, code))?;
        Some((next, (*self.nodes.get(usize::from(next.0))?)?))
    }

    /// Returns the plan of games without discoveries, if it is known.
    pub(crate) fn of_nothing(&self, spawns: &Shared) -> Option<u8> {
        let own = self.spawns.as_ref().is_some_and(|own| are_identical(own, spawns));
        (*self.nodes.first()?).filter(|_| own)
    }
}
