//! What spawns in packed games.
//!
//! Where the weights of a spawn list depend on what was discovered, games go from
//! one plan to the next with every tile that they discover: a tree of what was
//! discovered, in order, leads there. It grows where games come back from a turn
//! that was played as a whole.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::tile_table::Tiles;
use crate::fast::choices::Choices;
use crate::fast::packed::layout::{BoardLayout, CodeSet, TileCode};
use crate::game::state::{are_identical, Shared, State};
use crate::turn::spawn::conveyor::SpawnPlan;

/// How many different plans there may be.
const PLANS: usize = 64;
/// How many lists of discovered tiles are told apart: no more than have numbers.
const NODES: usize = 1 << 12;

/// Where games are in the tree: a list of discovered kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node(u16);

impl Default for Node {
    fn default() -> Node {
        Node::NOWHERE
    }
}

impl Node {
    /// Nothing was discovered.
    pub(crate) const ROOT: Node = Node(0);
    /// It is not known, or does not matter.
    pub(crate) const NOWHERE: Node = Node(u16::MAX);
}

/// The plans of packed games.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    plans: Vec<(Arc<SpawnPlan>, Choices)>,
    /// The spawn list that the tree is about.
    spawns: Option<Shared>,
    /// The plan of each node, if it is known.
    nodes: Vec<Option<u8>>,
    next: HashMap<(Node, TileCode), Node>,
}

impl Plans {
    /// What a plan has to choose from.
    #[inline]
    pub(crate) fn get(&self, place: u8) -> Option<&Choices> {
        self.plans.get(usize::from(place)).map(|(_, choices)| choices)
    }

    /// A plan as it is in the spawn list.
    pub(crate) fn plan(&self, place: u8) -> Option<&Arc<SpawnPlan>> {
        self.plans.get(usize::from(place)).map(|(plan, _)| plan)
    }

    /// The place of a plan.
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

    /// Learns which plan a game has after what it discovered, and tells where that
    /// is. `harmless` are kinds that may be discovered on the way. `None` if that
    /// can't be told apart.
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
        // What is left in a box is told by its place in a full one.
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

    /// Where a game comes by discovering a kind, and its plan then, if that is
    /// known.
    #[cold]
    pub(crate) fn after(&self, node: Node, code: TileCode) -> Option<(Node, u8)> {
        let next = *self.next.get(&(node, code))?;
        Some((next, (*self.nodes.get(usize::from(next.0))?)?))
    }

    /// The plan of games that have discovered nothing, if it is known.
    pub(crate) fn of_nothing(&self, spawns: &Shared) -> Option<u8> {
        let own = self.spawns.as_ref().is_some_and(|own| are_identical(own, spawns));
        (*self.nodes.first()?).filter(|_| own)
    }
}
