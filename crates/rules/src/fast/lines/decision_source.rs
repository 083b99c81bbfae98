//! What packed boards are told of lines that were not known, from what is known
//! of tests.

use std::sync::Arc;

use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::{CollisionMerge, CollisionResult, View};
use crate::fast::context_key::{ContextKey, KeyDelta, Variables};
use crate::fast::decisions::{Decision, DecisionKind, DecisionTrie, KnownMerge};
use crate::fast::line_result::TileLine;
use crate::fast::lines::record::{LineRecording, MOST_PASSES};
use crate::fast::lines::simulate::MoveContext;
use crate::fast::packed::ends::{Ended, TileEnd};
use crate::fast::packed::layout::LineSource;
use crate::game::state::{Shared, State};
use crate::turn::read_tracker::Side;

/// What is known of a test of a tile that sees only so much.
enum DecisionAt {
    /// No rule applies.
    NoRule,
    /// This merge comes of it.
    Merge(usize),
    /// It looks at the next cell ahead or behind.
    Further(Side),
    /// It looks at something else, or something else comes of it.
    Other,
    Unknown,
}

/// Foresees the lines of a move of a packed game.
pub(crate) struct DecisionSource<'m> {
    pub(crate) decisions: &'m mut DecisionTrie,
    pub(crate) of: MoveContext<'m>,
    pub(crate) tiles: &'m Arc<Tiles>,
    /// What tells lines of this move apart now; others were told apart by less.
    pub(crate) context_key: ContextKey,
    pub(crate) by_direction: bool,
    pub(crate) by_variables: bool,
    /// What tells ends of turns apart now.
    pub(crate) context_key_of_ends: ContextKey,
    pub(crate) ends_by_variables: bool,
    /// The numbers of contents of variables, as lines are told apart by.
    pub(crate) variables: &'m mut Variables,
    pub(crate) recording: &'m mut LineRecording,
    /// How many lines were simulated.
    pub(crate) lines: u64,
}

impl LineSource for DecisionSource<'_> {
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>> {
        self.simulate(line, context_key)?;
        self.lines += 1;
        self.recording.inert.then(|| self.recording.result())
    }

    fn collide(&mut self, view: &View<'_>, context_key: ContextKey) -> CollisionResult<'_> {
        // In packed games tiles merge wherever they move, and no script sees it.
        // Nothing moves where there are NaN passes.
        let until_rest = self.of.direction.slide >= MOST_PASSES as f64;
        if !until_rest {
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

impl DecisionSource<'_> {
    /// The recording then says what a line becomes.
    fn simulate(&mut self, line: &[TileId], context_key: ContextKey) -> Option<()> {
        if context_key != self.context_key {
            return None;
        }
        let reads = self.decisions.simulate(self.of, self.tiles, line.iter().copied(), self.recording)?;
        self.distinguishes((reads.direction, reads.variables), self.by_variables).then_some(())
    }

    /// Whether all is told apart that something depends on: the direction, and the
    /// variables.
    fn distinguishes(&self, (direction, variables): (bool, bool), by_variables: bool) -> bool {
        (!direction || self.by_direction) && (!variables || by_variables)
    }

    /// What is known of a test of a tile that sees only so much. `variables` are
    /// those of the game, if they were set.
    fn test(&mut self, purpose: DecisionKind, view: &View<'_>, variables: Option<&Shared>) -> DecisionAt {
        let (state, index) = (self.of.state, Some(self.of.index));
        let variables = variables.unwrap_or(&state.game_variables);
        let root = self.decisions.root_with(index, (state, variables), purpose);
        match self.test_from(root, purpose, view) {
            DecisionAt::Unknown => {}
            seen => return seen,
        }
        // A test that comes to nothing may have done so while variables held others.
        let root = self.decisions.root_of_any(index, purpose);
        match self.test_from(root, purpose, view) {
            DecisionAt::NoRule => DecisionAt::NoRule,
            DecisionAt::Further(side) if !self.decisions.conditions_vary() => DecisionAt::Further(side),
            _ => DecisionAt::Unknown,
        }
    }

    /// What is known of tests that begin at this root.
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
            (Some(side), _) if view.is_whole(side) => DecisionAt::Other,
            (Some(side), _) => DecisionAt::Further(side),
            (None, None) => DecisionAt::Unknown,
            (None, Some(Decision::Merge(merge))) => DecisionAt::Merge(merge),
            (None, Some(Decision::Rule(rule))) if rule >= purpose.no_rule(rules) => DecisionAt::NoRule,
            (None, Some(Decision::Rule(_) | Decision::Unsure)) => DecisionAt::Other,
        }
    }

    /// What a tile does at the end of the turn that rests, as long as it is not
    /// changed by itself alone.
    fn rest(&mut self, view: &View<'_>) -> CollisionResult<'static> {
        for rule in self.of.rules.end_of_turn_rules_of_lines() {
            match self.test(DecisionKind::EndOfTurn(*rule), view, None) {
                DecisionAt::NoRule => {}
                DecisionAt::Merge(_) | DecisionAt::Other => return CollisionResult::Unclear,
                DecisionAt::Further(side) => return CollisionResult::Further(side),
                DecisionAt::Unknown => return CollisionResult::Unknown,
            }
        }
        CollisionResult::Rests
    }

    /// A merge of tiles that meet.
    fn merge(&mut self, merge: usize, view: &View<'_>) -> CollisionResult<'_> {
        let rules = self.of.rules;
        let ends = !rules.end_of_turn_rules_of_lines().is_empty();
        let behind = self.test(DecisionKind::MergeAfter(self.decisions.merge(merge).rule), view, None);
        // A tile that rests for want of tiles that may merge has to be looked at for
        // the end of the turn, too.
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

/// What changes of the context key if these become the game variables of a state;
/// `None` if they have no number.
fn delta_to(variables: &mut Variables, state: &State, set: Option<&Shared>) -> Option<KeyDelta> {
    set.map_or(Some(KeyDelta::NONE), |set| variables.delta_to(state, set))
}
