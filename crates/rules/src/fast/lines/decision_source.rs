//! What packed boards are told of lines that were not known, from what is known
//! of tests.

use std::sync::Arc;

use crate::board::lines::{Ways, WAYS_BITS};
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::collide::table::{Merging, Met, View};
use crate::fast::decisions::{Answer, KnownMerge, Purpose, Tests};
use crate::fast::lines::record::{Lesson, MOST_PASSES};
use crate::fast::lines::simulate::Foreseen;
use crate::fast::packed::ends::{Ended, TileEnd};
use crate::fast::packed::layout::{Teacher, Told, SETS};
use crate::fast::Variables;
use crate::game::state::{Shared, State};
use crate::turn::read_tracker::Side;

/// What is known of a test of a tile that sees only so much.
enum Seen {
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
pub(crate) struct Foresight<'m> {
    pub(crate) tests: &'m mut Tests,
    pub(crate) of: Foreseen<'m>,
    /// The lines of the move.
    pub(crate) ways: &'m Ways,
    pub(crate) tiles: &'m Arc<Tiles>,
    /// What tells lines of this move apart now; others were told apart by less.
    pub(crate) class: u32,
    pub(crate) by_direction: bool,
    pub(crate) by_variables: bool,
    /// The same of what becomes of tiles at the end of the turn.
    pub(crate) class_of_ends: u32,
    pub(crate) ends_by_variables: bool,
    /// The numbers of contents of variables, as lines are told apart by.
    pub(crate) variables: &'m mut Variables,
    pub(crate) lesson: &'m mut Lesson,
    /// How many lines were foreseen.
    pub(crate) lines: u64,
}

impl Teacher for Foresight<'_> {
    fn tell(&mut self, line: &[TileId], class: u32) -> Option<Told<'_>> {
        self.foresee(line, class)?;
        self.lines += 1;
        let lesson = &*self.lesson;
        let (points, exact) = lesson.sum();
        let merges = lesson.points.len() as u32 + lesson.sets * SETS;
        let turns = class_change(self.variables, self.of.state, lesson.variables.as_ref())?;
        if lesson.variables.is_some() && turns == 0 {
            // They are again what they were, but the other lines may have seen others.
            return None;
        }
        let Lesson { after, created, .. } = lesson;
        lesson.inert.then_some(Told { after, created, points, merges, exact, turns })
    }

    fn meet(&mut self, view: &View<'_>, class: u32) -> Met<'_> {
        let mut cells = view.ahead.iter().chain(view.behind).flatten();
        let is_plain = cells.all(|id| matches!(id.kind(), Kind::Tile | Kind::Empty));
        // In packed games tiles merge wherever they move, and no script sees it.
        // Nothing moves where there are NaN passes.
        let until_rest = self.of.direction.slide >= MOST_PASSES as f64;
        if !is_plain || !until_rest {
            return Met::Unclear;
        }
        let told_apart = self.tells_apart(self.tests.depend_on(self.of.rules), self.by_variables);
        if class != self.class || !told_apart || !self.tests.know(self.tiles) {
            return Met::Unknown;
        }
        match self.test(Purpose::Merge, view, None) {
            Seen::NoRule => self.rest(view),
            Seen::Merge(merge) => self.merge(merge, view),
            Seen::Further(side) => Met::Further(side),
            Seen::Other => Met::Unclear,
            Seen::Unknown => Met::Unknown,
        }
    }

    fn order(&mut self, lines: &[(usize, Vec<TileId>)], class: u32) -> Option<Vec<TileId>> {
        let neighbours = self.ways.heading.neighbours.as_deref()?;
        let mut made = Vec::new();
        for (number, line) in lines {
            self.foresee(line, class)?;
            let cells = self.ways.lines.get(*number)?;
            for (id, (pass, by, place)) in self.lesson.created.iter().zip(&self.lesson.made_at) {
                made.push((*pass, neighbours[cells[*by] as usize].place, cells[*place], *id));
            }
        }
        made.sort_by_key(|(pass, turn, cell, _)| (*pass, *turn, *cell));
        Some(made.into_iter().map(|(.., id)| id).collect())
    }

    fn end(&mut self, tile: TileId, class: u32) -> Ended {
        let mut end = TileEnd { id: tile, created: Vec::new(), turns: 0 };
        let told_apart = self.tells_apart(self.tests.ends_depend_on(), self.ends_by_variables);
        if class != self.class_of_ends || !told_apart || !self.tests.know(self.tiles) {
            return Ended::Unknown;
        }
        let mut variables: Option<Shared> = None;
        for rule in self.of.rules.end_of_turn_rules() {
            let view = View { ahead: &[Some(end.id)], behind: &[] };
            let merge = match self.test(Purpose::EndOfTurn(*rule), &view, variables.as_ref()) {
                Seen::NoRule => continue,
                Seen::Merge(merge) => self.tests.merge(merge),
                Seen::Further(_) | Seen::Other => return Ended::Unclear,
                Seen::Unknown => return Ended::Unknown,
            };
            let (&[(id, _)], true) = (&*merge.cells, merge.points.to_bits() == 0) else {
                return Ended::Unclear;
            };
            end.id = id;
            end.created.extend(Some(id).filter(|id| id.is_tile()));
            variables = merge.variables.clone().or(variables);
        }
        match class_change(self.variables, self.of.state, variables.as_ref()) {
            Some(turns) => end.turns = turns,
            None => return Ended::Unclear,
        }
        match end.id.kind() {
            Kind::Tile | Kind::Empty => Ended::Known(end),
            _ => Ended::Unclear,
        }
    }
}

impl Foresight<'_> {
    /// What a line becomes is the lesson then.
    fn foresee(&mut self, line: &[TileId], class: u32) -> Option<()> {
        if class != self.class {
            return None;
        }
        let reads = self.tests.foresee(self.of, self.tiles, line.iter().copied(), self.lesson)?;
        self.tells_apart((reads.direction, reads.variables), self.by_variables).then_some(())
    }

    /// Whether all is told apart that something depends on: the direction, and the
    /// variables.
    fn tells_apart(&self, (direction, variables): (bool, bool), by_variables: bool) -> bool {
        (!direction || self.by_direction) && (!variables || by_variables)
    }

    /// What is known of a test of a tile that sees only so much. `variables` are
    /// those of the game, if they were set.
    fn test(&mut self, purpose: Purpose, view: &View<'_>, variables: Option<&Shared>) -> Seen {
        let (state, index) = (self.of.state, Some(self.of.index));
        let variables = variables.unwrap_or(&state.game_variables);
        let root = self.tests.root_with(index, (state, variables), purpose);
        match self.test_from(root, purpose, view) {
            Seen::Unknown => {}
            seen => return seen,
        }
        // A test that comes to nothing may have done so while variables held others.
        let root = self.tests.root_of_any(index, purpose);
        match self.test_from(root, purpose, view) {
            Seen::NoRule => Seen::NoRule,
            Seen::Further(side) if !self.tests.conditions_vary() => Seen::Further(side),
            _ => Seen::Unknown,
        }
    }

    /// The same of tests that begin here.
    fn test_from(&self, root: Option<[u32; 3]>, purpose: Purpose, view: &View<'_>) -> Seen {
        let Some(begin) = root.and_then(|root| self.tests.begin_seldom(root)) else { return Seen::Unknown };
        let (mut ahead, mut behind, mut lacks) = (view.ahead.iter(), view.behind.iter(), None);
        let answer = self.tests.walk(Some(begin), |side| {
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
            (Some(side), _) if view.is_whole(side) => Seen::Other,
            (Some(side), _) => Seen::Further(side),
            (None, None) => Seen::Unknown,
            (None, Some(Answer::Merge(merge))) => Seen::Merge(merge),
            (None, Some(Answer::Rule(rule))) if rule >= purpose.no_rule(rules) => Seen::NoRule,
            (None, Some(Answer::Rule(_) | Answer::Unsure)) => Seen::Other,
        }
    }

    /// What a tile does at the end of the turn that rests, as long as it is not
    /// changed by itself alone.
    fn rest(&mut self, view: &View<'_>) -> Met<'static> {
        for rule in self.of.rules.end_of_turn_rules_of_lines() {
            match self.test(Purpose::EndOfTurn(*rule), view, None) {
                Seen::NoRule => {}
                Seen::Merge(_) | Seen::Other => return Met::Unclear,
                Seen::Further(side) => return Met::Further(side),
                Seen::Unknown => return Met::Unknown,
            }
        }
        Met::Rests
    }

    /// A merge of tiles that meet.
    fn merge(&mut self, merge: usize, view: &View<'_>) -> Met<'_> {
        let rules = self.of.rules;
        let ends = !rules.end_of_turn_rules_of_lines().is_empty();
        let behind = self.test(Purpose::MergeAfter(self.tests.merge(merge).rule), view, None);
        // A tile that rests for want of tiles that may merge has to be looked at for
        // the end of the turn, too.
        let is_last = matches!(behind, Seen::NoRule) && (!ends || self.rest(view) == Met::Rests);
        let KnownMerge { cells, length, points, variables, .. } = self.tests.merge(merge);
        let turns = class_change(self.variables, self.of.state, variables.as_ref());
        // What variables hold might tell what others do.
        let sets_in_peace = turns.is_some_and(|turns| turns != 0) && !self.tests.conditions_vary();
        if cells.len() != *length || variables.is_some() && !sets_in_peace {
            return Met::Unclear;
        }
        let (multi, points, turns) = (rules.multi_merge(), *points, turns.unwrap_or(0));
        Met::Merges(Merging { cells, multi, points, turns, is_last, ends })
    }
}

/// What changes of the class of lines if these become the game variables of a
/// state; `None` if they have no number.
fn class_change(variables: &mut Variables, state: &State, set: Option<&Shared>) -> Option<u32> {
    set.map_or(Some(0), |set| Some(variables.change_to(state, set)? << WAYS_BITS))
}
