//! A line source that answers packed boards from known decisions.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use std::sync::Arc;

use crate::board::shared_values::Shared;
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::{CollisionMerge, CollisionResult, View};
use crate::fast::context_key::{ContextKey, KeyDelta, Variables};
use crate::fast::decisions::{Decision, DecisionKind, DecisionTrie, KnownMerge};
use crate::fast::line_result::TileLine;
use crate::fast::lines::record::MOST_PASSES;
use crate::fast::lines::recording::LineRecording;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::packed::layout::{Ended, LineSource, TileEnd};
use crate::game::state::State;
use crate::turn::read_tracker::Side;

/// The known result of a test that sees a limited view.
enum DecisionAt {
    /// No rule applies.
    NoRule,
    /// The merge at this place applies.
    Merge(usize),
    /// The test looks at the next cell ahead or behind.
    Further(Side),
    /// The test depends on something else, or its rule does something else.
    Other,
    /// The trie has no answer.
    Unknown,
}

/// A source of the lines of a move of a packed game.
pub(crate) struct DecisionSource<'m> {
    /// The decisions that are asked.
    pub(crate) decisions: &'m mut DecisionTrie,
    /// The move.
    pub(crate) of: MoveContext<'m>,
    pub(crate) tiles: &'m Arc<Tiles>,
    /// The present context key of lines of this move. Lines with an older, smaller key are
    /// not answered.
    pub(crate) context_key: ContextKey,
    /// Flag: keys contain the direction.
    pub(crate) by_direction: bool,
    /// Flag: keys of lines contain the variables.
    pub(crate) by_variables: bool,
    /// The present context key of the end of the turn.
    pub(crate) context_key_of_ends: ContextKey,
    /// Flag: keys of the end of a turn contain the variables.
    pub(crate) ends_by_variables: bool,
    /// The numbers of contents of variables that keys contain.
    pub(crate) variables: &'m mut Variables,
    /// Memory for the line that is simulated.
    pub(crate) recording: &'m mut LineRecording,
    /// The number of lines that were simulated.
    pub(crate) lines: u64,
}

impl LineSource for DecisionSource<'_> {
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>> {
        self.simulate(line, context_key)?;
        self.lines += 1;
        (self.recording.inert || !self.of.rules.may_be_eligible()).then(|| self.recording.result())
    }

    fn collide(&mut self, view: &View<'_>, context_key: ContextKey) -> CollisionResult<'_> {
        // In collisions tiles merge wherever they move. A slide amount of NaN moves nothing.
        let until_rest = self.of.direction.slide >= MOST_PASSES as f64;
        if !until_rest || !self.of.direction.strength.merges {
            return CollisionResult::Unclear;
        }
        let is_distinguished = self.distinguishes(self.decisions.depend_on(self.of.rules), self.by_variables);
        if context_key != self.context_key || !is_distinguished || !self.decisions.know(self.tiles) {
            return CollisionResult::Unknown;
        }
        match self.test(DecisionKind::Merge, view, None) {
            DecisionAt::NoRule => self.rest(view),
            DecisionAt::Merge(merge) => self.merge(merge, view),
            DecisionAt::Further(side) => CollisionResult::Further(side),
            DecisionAt::Other => CollisionResult::Unclear,
            DecisionAt::Unknown => CollisionResult::Unknown,
        }
    }

    fn end(&mut self, tile: TileId, context_key: ContextKey) -> Ended {
        let mut end = TileEnd { id: tile, created: Vec::new(), delta: KeyDelta::NONE };
        let is_distinguished = self.distinguishes(self.decisions.ends_depend_on(), self.ends_by_variables);
        if context_key != self.context_key_of_ends || !is_distinguished || !self.decisions.know(self.tiles) {
            return Ended::Unknown;
        }
        let mut variables: Option<Shared> = None;
        // Each rule sees the tile that the rules before it have made, and the variables
        // that they set.
        for rule in self.of.rules.end_of_turn_rules() {
            let view = View { ahead: &[Some(end.id)], behind: &[] };
            let merge = match self.test(DecisionKind::EndOfTurn(*rule), &view, variables.as_ref()) {
                DecisionAt::NoRule => continue,
                DecisionAt::Merge(merge) => self.decisions.merge(merge),
                DecisionAt::Further(_) | DecisionAt::Other => return Ended::Unclear,
                DecisionAt::Unknown => return Ended::Unknown,
            };
            let (&[(id, _)], true) = (&*merge.cells, merge.points.to_bits() == 0) else {
                return Ended::Unclear;
            };
            end.id = id;
            end.created.extend(Some(id).filter(|id| id.is_tile()));
            variables = merge.variables.clone().or(variables);
        }
        match delta_to(self.variables, self.of.state, variables.as_ref()) {
            Some(delta) => end.delta = delta,
            None => return Ended::Unclear,
        }
        match end.id.kind() {
            Kind::Tile | Kind::Empty => Ended::Known(end),
            _ => Ended::Unclear,
        }
    }
}

impl<'m> DecisionSource<'m> {
    /// Simulates a line; the recording then holds its result.
    fn simulate(&mut self, line: &[TileId], context_key: ContextKey) -> Option<()> {
        if context_key != self.context_key {
            return None;
        }
        let reads = self.decisions.simulate(self.of, self.tiles, line.iter().copied(), self.recording)?;
        self.distinguishes((reads.direction, reads.variables), self.by_variables).then_some(())
    }

    /// Returns true if keys contain all that a result depends on.
    fn distinguishes(&self, (direction, variables): (bool, bool), by_variables: bool) -> bool {
        (!direction || self.by_direction) && (!variables || by_variables)
    }

    /// Returns the known result of a test with this view. `variables` are the game
    /// variables, if a rule has set them in this turn.
    fn test(&mut self, purpose: DecisionKind, view: &View<'_>, variables: Option<&Shared>) -> DecisionAt {
        let (state, index) = (self.of.state, Some(self.of.index));
        let variables = variables.unwrap_or(&state.game_variables);
        let root = self.decisions.root_with(index, (state, variables), purpose);
        match self.test_from(root, purpose, view) {
            DecisionAt::Unknown => {}
            seen => return seen,
        }
        // If no rule applied, the test may have been recorded with other variables.
        let root = self.decisions.root_of_any(index, purpose);
        match self.test_from(root, purpose, view) {
            DecisionAt::NoRule => DecisionAt::NoRule,
            DecisionAt::Further(side) if !self.decisions.conditions_vary() => DecisionAt::Further(side),
            _ => DecisionAt::Unknown,
        }
    }

    /// Returns the known result of tests that start at this root.
    fn test_from(&self, root: Option<[u32; 3]>, purpose: DecisionKind, view: &View<'_>) -> DecisionAt {
        let Some(begin) = root.and_then(|root| self.decisions.begin_uncached(root)) else {
            return DecisionAt::Unknown;
        };
        let (mut ahead, mut behind, mut lacks) = (view.ahead.iter(), view.behind.iter(), None);
        let answer = self.decisions.walk(Some(begin), |side| {
            let next = match side {
                Side::Ahead => ahead.next(),
                Side::Behind => behind.next(),
            };
            if next.is_none() {
                lacks = lacks.or(Some(side));
            }
            next.copied().flatten()
        });
        let rules = self.of.rules.rules().len();
        match (lacks, answer) {
            // The view has no further cell on this side, so a longer one would not help.
            (Some(side), _) if view.is_whole(side) => DecisionAt::Other,
            (Some(side), _) => DecisionAt::Further(side),
            (None, None) => DecisionAt::Unknown,
            (None, Some(Decision::Merge(merge))) => DecisionAt::Merge(merge),
            (None, Some(Decision::Rule(rule))) if rule >= purpose.no_rule(rules) => DecisionAt::NoRule,
            (None, Some(Decision::Rule(_) | Decision::Unsure)) => DecisionAt::Other,
        }
    }

    /// Returns the result of a tile that rests: it stays a plain rest only if no rule of
    /// the end of the turn applies to it, apart from those that change single tiles.
    fn rest(&mut self, view: &View<'_>) -> CollisionResult<'static> {
        for rule in self.end_of_turn_rules() {
            match self.test(DecisionKind::EndOfTurn(*rule), view, None) {
                DecisionAt::NoRule => {}
                DecisionAt::Merge(_) | DecisionAt::Other => return CollisionResult::Unclear,
                DecisionAt::Further(side) => return CollisionResult::Further(side),
                DecisionAt::Unknown => return CollisionResult::Unknown,
            }
        }
        CollisionResult::Rests
    }

    /// Returns the rules that must not apply at the end of the turn. Where turns are not played on
    /// packed boards, the end of the turn is no matter of lines.
    fn end_of_turn_rules(&self) -> &'m [usize] {
        let rules = self.of.rules;
        match rules.may_be_eligible() {
            true => rules.end_of_turn_rules_of_lines(),
            false => &[],
        }
    }

    /// Returns the result of a collision that merges.
    fn merge(&mut self, merge: usize, view: &View<'_>) -> CollisionResult<'_> {
        let rules = self.of.rules;
        let ends = !self.end_of_turn_rules().is_empty();
        let behind = self.test(DecisionKind::MergeAfter(self.decisions.merge(merge).rule), view, None);
        // If a tile rests because others can't take part, the end of the turn has to be
        // clear, too.
        let is_last =
            matches!(behind, DecisionAt::NoRule) && (!ends || self.rest(view) == CollisionResult::Rests);
        let KnownMerge { cells, length, points, .. } = self.decisions.merge(merge);
        if cells.len() != *length {
            return CollisionResult::Unclear;
        }
        let (multi, points) = (rules.multi_merge(), *points);
        CollisionResult::Merges(CollisionMerge { cells, multi, points, is_last, ends })
    }
}

/// Returns the change of the context key if these become the game variables of a state;
/// `None` if they have no number.
fn delta_to(variables: &mut Variables, state: &State, set: Option<&Shared>) -> Option<KeyDelta> {
    set.map_or(Some(KeyDelta::NONE), |set| variables.delta_to(state, set))
}
