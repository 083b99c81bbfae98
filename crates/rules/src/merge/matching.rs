//! Testing merge rules and carrying merges out (docs/spec/rules.md, "Whether a
//! rule applies" to "Output positions and overflow", "Choosing the rule" and
//! "Merging").

use std::sync::Arc;

use calcarray::{
    Board, Container, Coordinate, Error, ErrorKind, Meter, Position, Program, Value, Variables, convert,
};

use crate::board::cell::Cell;
use crate::board::grid::{Grid, Step};
use crate::board::heading::{Heading, Info};
use crate::board::tile_table::{Kind, TileId};
use crate::error::{Place, TurnError};
use crate::merge::instance::{Arrangement, Order, Output, RuleInstance};
use crate::merge::overflow::{Overflow, room};
use crate::merge::rule::Variant;
use crate::merge::unmet::{self, Unmet, is_chance};
use crate::turn::account::Lack;
use crate::turn::context::{TurnContext, failed};
use crate::turn::read_tracker::TrackedGrid;

/// The work of compiling an arrangement that is not kept.
const COMPILING: u64 = 1000;

/// A rule that applies at a tile.
pub(crate) struct Match {
    /// The index of the rule.
    pub(crate) rule: usize,
    /// The number of tiles that merge; 0 for a rule of the end of a turn.
    pub(crate) length: usize,
    /// The rear tile.
    pub(crate) rear: Cell,
    pub(crate) instance: Arc<RuleInstance>,
    pub(crate) arrangement: Arc<Arrangement>,
    pub(crate) variables: Variables,
}

/// The nearness of a rule to applying at a tile.
pub(crate) enum Nearness {
    /// The rule applies.
    Applies,
    /// The rule does not apply.
    Lacks(Lack),
    /// The rule can't be tested, or there can't be that many tiles.
    Unknown,
}

impl Nearness {
    /// The share of it that holds; 1 if the rule applies, below 0 if it lacks tiles.
    pub(crate) fn share(&self) -> f64 {
        match self {
            Nearness::Applies => 2.0,
            Nearness::Lacks(Lack::Room) => 1.0,
            Nearness::Lacks(Lack::Condition { held, parts, .. }) => *held as f64 / (*parts).max(1) as f64,
            Nearness::Lacks(Lack::Tiles { .. }) => -1.0,
            Nearness::Unknown => -2.0,
        }
    }

    /// Returns true if it depends on chance whether the rule applies.
    pub(crate) fn depends_on_chance(&self) -> bool {
        matches!(self, Nearness::Lacks(Lack::Condition { unmet, .. }) if unmet.depends_on_chance)
    }

    pub(crate) fn lack(self) -> Option<Lack> {
        match self {
            Nearness::Lacks(lack) => Some(lack),
            Nearness::Applies | Nearness::Unknown => None,
        }
    }
}

/// The contents that a merge put into the cells, the front one first.
pub(crate) struct Placed {
    pub(crate) cells: Vec<(Cell, Value)>,
    /// The outputs of the rule, with the tiles that were pushed.
    pub(crate) outputs: Vec<Value>,
}

/// A test of a rule: the meter that pays for its evaluations.
struct Test<'m> {
    meter: &'m mut Meter,
    /// True if every evaluation is a top-level one; otherwise the test is part of an evaluation
    /// that pays for it.
    top: bool,
}

impl Test<'_> {
    fn run(
        &mut self,
        play: &mut TurnContext<'_>,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
    ) -> Result<Value, Error> {
        if self.top {
            play.run(program, position, variables, self.meter)
        } else {
            program.run_with(play, position, self.meter, variables)
        }
    }
}

impl TurnContext<'_> {
    /// Tests rule `rule` with its rear tile at `rear`.
    pub(crate) fn test_rule(
        &mut self,
        rule: usize,
        rear: Cell,
        heading: &Heading,
    ) -> Result<Option<Match>, TurnError> {
        let rules = self.rules;
        let Some(merge_rule) = rules.rules().get(rule) else { return Ok(None) };
        self.metered(
            || Place::MergeRule(rule),
            |play, meter| {
                let mut test = Test { meter, top: true };
                // Most tests end here. A prefilter draws no random numbers and changes
                // nothing, so to ask it first makes no difference to the result.
                if play.is_ruled_out(merge_rule, rear, heading) {
                    return Ok(None);
                }
                let variant = merge_rule.own()?;
                let Some((length, outputs, variables)) =
                    play.begin_test(variant, rear, heading, &mut test)?
                else {
                    return Ok(None);
                };
                let seen = merge_rule.tiles_needed.is_some();
                if !seen && !play.tiles_ahead(rear, heading, 0..length.max(1) as i64) {
                    return Ok(None);
                }
                let own;
                let instance = match variant.first_form(length).filter(|_| outputs.is_none()) {
                    Some(instance) => instance,
                    None => {
                        own = variant.instance(length, outputs)?;
                        &own
                    }
                };
                let Some(arrangement) =
                    play.arranged(instance, rear, length, heading, &variables, &mut test)?
                else {
                    return Ok(None);
                };
                if !play.has_room(instance, &arrangement, rear, length, heading.step) {
                    return Ok(None);
                }
                Ok(Some(Match { rule, length, rear, instance: Arc::clone(instance), arrangement, variables }))
            },
        )
        .map_err(|error| failed(Place::MergeRule(rule), error))
    }

    /// Returns how near a rule comes to applying with its rear tile in this cell. The parts of its
    /// condition are tested one by one.
    pub(crate) fn nearness(&mut self, rule: usize, rear: Cell, heading: &Heading) -> Nearness {
        let rules = self.rules;
        let Some(merge_rule) = rules.rules().get(rule) else { return Nearness::Unknown };
        let tested = self.metered(
            || Place::MergeRule(rule),
            |play, meter| {
                let mut test = Test { meter, top: true };
                let variant = merge_rule.own()?;
                let Some((length, outputs, variables)) =
                    play.begin_test(variant, rear, heading, &mut test)?
                else {
                    return Ok(Nearness::Unknown);
                };
                if !play.tiles_ahead(rear, heading, 0..length.max(1) as i64) {
                    return Ok(Nearness::Lacks(Lack::Tiles { length }));
                }
                let instance = variant.instance(length, outputs)?;
                play.nearest_arrangement(&instance, rear, length, heading, &variables, &mut test)
            },
        );
        match tested {
            Ok(nearness) => nearness,
            // What comes before the condition draws random numbers: its variables, say.
            Err(error) if is_chance(&error) => {
                let condition = merge_rule.own().map(|own| own.condition().clone());
                condition.map_or(Nearness::Unknown, |condition| {
                    let unmet = Unmet::by_chance(condition);
                    Nearness::Lacks(Lack::Condition { unmet, held: 0, parts: 1 })
                })
            }
            Err(_) => Nearness::Unknown,
        }
    }

    /// The arrangement of the tiles of which the largest part of the condition holds.
    fn nearest_arrangement(
        &mut self,
        instance: &RuleInstance,
        rear: Cell,
        length: usize,
        heading: &Heading,
        variables: &Variables,
        test: &mut Test<'_>,
    ) -> Result<Nearness, Error> {
        /// Arrangements that are looked at.
        const MOST: u64 = 24;
        let by_chance = match self.arranged(instance, rear, length, heading, variables, test) {
            Ok(Some(arrangement)) => {
                let has_room = self.has_room(instance, &arrangement, rear, length, heading.step);
                return Ok(if has_room { Nearness::Applies } else { Nearness::Lacks(Lack::Room) });
            }
            Ok(None) => None,
            Err(error) if is_chance(&error) => Some(error),
            Err(error) => return Err(error),
        };
        let position = heading.with_length(rear, length.into());
        let mut best = Nearness::Unknown;
        let mut spare = None;
        for index in 0..instance.arrangements.clamp(1, MOST) {
            let arrangement = match instance.order {
                Order::AsWritten | Order::Computed(_) if index == 0 => instance.as_written()?,
                Order::AsWritten => break,
                _ => instance.arrangement(index, &mut spare)?,
            };
            let mut evaluate = |part: &Value| {
                self.work(part.size().saturating_mul(2).saturating_add(1))?;
                let program = Program::compile(part, &self.rules.limits().evaluation)?;
                let variables = Variables::new(variables.borrow().clone());
                test.run(self, &program, &position, &variables)
            };
            let tested = unmet::test(arrangement.condition.source(), &mut evaluate);
            let nearness = match tested.unmet {
                Some(unmet) => {
                    Nearness::Lacks(Lack::Condition { unmet, held: tested.held, parts: tested.parts })
                }
                None => Nearness::Unknown,
            };
            if nearness.share() > best.share() {
                best = nearness;
            }
        }
        match by_chance {
            // Not a part of the condition draws: the order of the tiles does, say.
            Some(error) if matches!(best, Nearness::Unknown) => Err(error),
            _ => Ok(best),
        }
    }

    /// `mergeRuleApplies`: whether a rule applies with all references moved by
    /// `offset` (docs/spec/rules.md, "The mergeRuleApplies operator").
    pub(crate) fn rule_applies(
        &mut self,
        rule: f64,
        offset: f64,
        alone: bool,
        position: &Position<'_>,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        let rules = self.rules;
        let merge_rule = crate::game::record::whole(rule).and_then(|rule| rules.rules().get(rule));
        let merge_rule =
            merge_rule.ok_or_else(|| ErrorKind::no_entry("merge rule", rule, rules.rules().len()))?;
        let (Coordinate::At(row), Coordinate::At(column)) = (position.v, position.h) else {
            return Err(ErrorKind::BadIndex("cell here: a tile is looked at that lies nowhere".into()).into());
        };
        let rear = crate::game::record::whole(row).zip(crate::game::record::whole(column));
        let rear =
            rear.map(|(row, column)| Cell::new(row, column)).filter(|cell| self.state.grid.contains(*cell));
        let size = (self.state.grid.height(), self.state.grid.width());
        let rear = rear.ok_or_else(|| ErrorKind::no_cell(row, column, size))?;
        // The further information is one place off in the tested rule.
        let [length, slide, kind, _] = position.info.clone();
        let heading = Heading {
            step: Step::new(position.vdir as i64, position.hdir as i64),
            info: Info { slide: length, kind: slide, index: kind },
            neighbours: None,
        };
        meter.enter()?;
        if let Some(tracker) = &self.tracker {
            tracker.steps(heading.step);
        }
        let variant = merge_rule.moved(offset, alone, &rules.limits().evaluation)?;
        let mut test = Test { meter: &mut *meter, top: false };
        let applies = self.moved_rule_applies(&variant, rear, offset, &heading, &mut test)?;
        meter.leave();
        Ok(applies)
    }

    fn moved_rule_applies(
        &mut self,
        variant: &Variant,
        rear: Cell,
        offset: f64,
        heading: &Heading,
        test: &mut Test<'_>,
    ) -> Result<bool, Error> {
        let Some((length, outputs, variables)) = self.begin_test(variant, rear, heading, test)? else {
            return Ok(false);
        };
        let from = offset.clamp(-1e9, 1e9) as i64;
        if !self.tiles_ahead(rear, heading, from..from + length.max(1) as i64) {
            return Ok(false);
        }
        let instance = variant.instance(length, outputs)?;
        let arrangement = self.arranged(&instance, rear, length, heading, &variables, test)?;
        Ok(arrangement
            .is_some_and(|arrangement| self.has_room(&instance, &arrangement, rear, length, heading.step)))
    }

    /// Step "Variables and length" (docs/spec/rules.md, "Whether a rule
    /// applies"), with computed outputs. `None` if there can't be that many
    /// tiles.
    #[allow(clippy::type_complexity)]
    fn begin_test(
        &mut self,
        variant: &Variant,
        rear: Cell,
        heading: &Heading,
        test: &mut Test<'_>,
    ) -> Result<Option<(usize, Option<Value>, Variables)>, Error> {
        let position = || heading.with_length(rear, variant.raw_length.clone());
        let mut variables = Variables::default();
        if variant.with_game_variables {
            if let Some(tracker) = &self.tracker {
                tracker.variables();
            }
            variables = Variables::new(self.state.game_variables.to_vec());
        }
        for variable in &variant.variables {
            let value = test.run(self, variable, &position(), &variables)?;
            variables.borrow_mut().push(value);
        }
        let length = match &variant.raw_length {
            Value::Number(length) => *length,
            _ => match test.run(self, &variant.length, &position(), &Variables::default())? {
                Value::Number(length) => length,
                _ => 1.0,
            },
        };
        let length = if length.is_nan() { 0.0 } else { length.ceil().max(0.0) };
        if length > self.state.grid.size() as f64 {
            return Ok(None);
        }
        self.work(length as u64 / 16)?;
        let outputs = match &variant.computed_outputs {
            Some(outputs) => Some(test.run(self, outputs, &position(), &Variables::default())?),
            None => None,
        };
        Ok(Some((length as usize, outputs, variables)))
    }

    /// Step "Cells": whether these cells, counted from the rear tile, are tiles.
    /// Cells behind it are not looked at.
    pub(crate) fn tiles_ahead(&self, rear: Cell, heading: &Heading, wanted: std::ops::Range<i64>) -> bool {
        let grid = &self.state.grid;
        let mut cell = grid.index(rear);
        for place in 0..wanted.end.max(0) {
            if place > 0 {
                match heading.next(grid, cell) {
                    Some(next) => cell = next,
                    None => {
                        if let Some(tracker) = &self.tracker {
                            tracker.edge_ahead();
                        }
                        return false;
                    }
                }
            }
            if let Some(tracker) = &self.tracker {
                tracker.cell(cell);
            }
            if place >= wanted.start && !grid.ids()[cell].is_tile() {
                return false;
            }
            if place > grid.size() as i64 {
                return false;
            }
        }
        true
    }

    /// Step "Condition": the first arrangement of the tiles for which the
    /// condition holds (docs/spec/rules.md, "Arrangements").
    fn arranged(
        &mut self,
        instance: &RuleInstance,
        rear: Cell,
        length: usize,
        heading: &Heading,
        variables: &Variables,
        test: &mut Test<'_>,
    ) -> Result<Option<Arc<Arrangement>>, Error> {
        let position = heading.with_length(rear, length.into());
        let as_written = match &instance.order {
            Order::AsWritten => true,
            Order::Free => false,
            Order::Computed(order) => test.run(self, order, &position, variables)?.is_true(),
            Order::CheckStart(check) => {
                if !convert::is_truthy(&test.run(self, check, &position, variables)?) {
                    return Ok(None);
                }
                false
            }
        };
        let arrangements = if as_written { 1 } else { instance.arrangements };
        for index in 0..arrangements {
            let mut spare = None;
            let arrangement = match as_written {
                true => instance.as_written()?,
                false => instance.arrangement(index, &mut spare)?,
            };
            if !as_written && instance.is_costly(index) {
                self.work(COMPILING)?;
            }
            if !test.run(self, &arrangement.condition, &position, variables)?.is_true() {
                continue;
            }
            let holds = match &arrangement.check_end {
                Some(check) => convert::is_truthy(&test.run(self, check, &position, variables)?),
                None => true,
            };
            return Ok(holds.then(|| Arc::clone(arrangement)));
        }
        Ok(None)
    }

    /// Step "Room": whether outputs beyond the tiles have room.
    fn has_room(
        &self,
        instance: &RuleInstance,
        arrangement: &Arrangement,
        rear: Cell,
        length: usize,
        step: Step,
    ) -> bool {
        let extra = arrangement.outputs.len().saturating_sub(length.max(1));
        let step = if instance.keywords.reverse { step } else { step.back() };
        let tracker = self.tracker.as_deref();
        extra == 0 || room(&self.state.grid, rear, step, instance.keywords.overflow, extra, tracker).1
    }

    /// The merging cells, the rear one first.
    pub(crate) fn merging_cells(&self, found: &Match, step: Step) -> Vec<Cell> {
        let next = |cell: &Cell| self.state.grid.next(*cell, step);
        std::iter::successors(Some(found.rear), next).take(found.length.max(1)).collect()
    }

    /// Evaluates the outputs, in order. Counts the work of placing them, too.
    pub(crate) fn outputs(
        &mut self,
        found: &Match,
        position: &Position<'_>,
    ) -> Result<Vec<Value>, TurnError> {
        let result = self.metered(
            || Place::MergeRule(found.rule),
            |play, meter| {
                let mut test = Test { meter, top: true };
                let mut outputs = Vec::with_capacity(found.arrangement.outputs.len());
                for output in &found.arrangement.outputs {
                    let content = play.output(output, found.length, position, &found.variables, &mut test)?;
                    play.permit_content(&content)?;
                    outputs.push(content);
                }
                play.work(play.state.grid.size() as u64 / 8)?;
                Ok(outputs)
            },
        );
        result.map_err(|error| failed(Place::MergeRule(found.rule), error))
    }

    fn output(
        &mut self,
        output: &Output,
        length: usize,
        position: &Position<'_>,
        variables: &Variables,
        test: &mut Test<'_>,
    ) -> Result<Value, Error> {
        match output {
            Output::Entries(entries) => {
                let mut tile = Vec::with_capacity(entries.len());
                for entry in entries {
                    tile.push(test.run(self, entry, position, variables)?);
                }
                Ok(Value::array(tile))
            }
            Output::Computed(list) => {
                let list = test.run(self, list, position, variables)?;
                let Some(entries) = list.as_array() else {
                    return Err(
                        ErrorKind::Host("an output computed by @CalcArray is no list".to_owned()).into()
                    );
                };
                let mut tile = Vec::with_capacity(entries.len());
                for entry in entries.iter() {
                    let program = self.rules.program(entry)?;
                    tile.push(test.run(self, &program, position, variables)?);
                }
                Ok(Value::array(tile))
            }
            // At the end of a turn the reference knows no such outputs and
            // takes the word for the first entry of a tile (docs/spec/rules.md,
            // "Length-0 rules").
            Output::Content(content) if length == 0 => {
                let mut tile = vec![Value::text("@STCalcArray")];
                for entry in content.source().as_array().map_or(&[][..], |entries| entries.entries()) {
                    let program = self.rules.program(entry)?;
                    tile.push(test.run(self, &program, position, variables)?);
                }
                Ok(Value::array(tile))
            }
            Output::Content(content) => match test.run(self, content, position, variables)? {
                Value::Boolean(_) => Ok(Value::text("@Empty")),
                content => Ok(content),
            },
        }
    }

    /// Puts the outputs into the cells: the first one into the front cell, the
    /// others behind it (docs/spec/rules.md, "Output positions and overflow").
    pub(crate) fn place_outputs(
        &mut self,
        found: &Match,
        merging: &[Cell],
        mut outputs: Vec<Value>,
        step: Step,
    ) -> Placed {
        let mut cells: Vec<Cell> = merging.iter().rev().copied().collect();
        let extra = outputs.len().saturating_sub(cells.len());
        if extra > 0 {
            let overflow = found.instance.keywords.overflow;
            let tracker = self.tracker.as_deref();
            let (more, enough) = room(&self.state.grid, found.rear, step.back(), overflow, extra, tracker);
            if !enough {
                // Only with @MergeReverseStart, whose test looks the other way.
                outputs.clear();
            } else if overflow == Overflow::Push {
                let pushed = more.iter().filter(|cell| self.state.grid.kind(**cell) == Kind::Tile);
                outputs.extend(pushed.map(|cell| self.state.grid.content(*cell).clone()));
            }
            cells.extend(more);
        }
        let empty = self.state.grid.value(TileId::EMPTY).clone();
        let contents = outputs.iter().chain(std::iter::repeat(&empty));
        let cells: Vec<(Cell, Value)> = cells.into_iter().zip(contents.cloned()).collect();
        for (cell, content) in &cells {
            self.state.grid.set(*cell, content);
        }
        Placed { cells, outputs }
    }

    /// Adds the score of a merge, whose expression sees the grid as it was
    /// before. Gives the points.
    pub(crate) fn score(
        &mut self,
        found: &Match,
        before: &Grid,
        position: Position<'_>,
    ) -> Result<f64, TurnError> {
        let tracked = self.tracker.clone().map(|tracker| TrackedGrid { grid: before, tracker });
        let board: &dyn Board = tracked.as_ref().map_or(before, |tracked| tracked);
        let position = Position { container: Container::Board(board), ..position };
        let place = Place::MergeRule(found.rule);
        let score = self.evaluate_with(&found.arrangement.score, &position, &found.variables, place)?;
        let points = score.as_number().unwrap_or(0.0);
        self.state.score += points;
        Ok(points)
    }
}
