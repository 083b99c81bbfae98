//! Conditions, blocks and loops.

use std::sync::Arc;

use crate::compile::lower::{Kind, Lowering, Sequence};
use crate::ir::code::{COUNTS, Op, Register};
use crate::ir::line::{Action, Block, Node, Repeat, Steps};
use crate::ir::variables::Inherit;

impl Lowering {
    /// A flag for that the last condition did not hold, if a step asks for it.
    pub(super) fn flag(&mut self, steps: &Steps) -> Option<Option<u8>> {
        if !steps.iter().any(|step| matches!(step.action, Action::Else(_) | Action::ElseIf(..))) {
            return Some(None);
        }
        let flag = self.now.flags;
        self.now.flags += 1;
        self.push(Op::Skip(flag, false))?;
        (flag < 64).then_some(Some(flag))
    }

    pub(super) fn set_flag(&mut self, flag: Option<u8>, skipped: bool) -> Option<()> {
        match flag {
            Some(flag) => self.push(Op::Skip(flag, skipped)).map(drop),
            None => Some(()),
        }
    }

    /// A condition; gives the jump that is taken where it does not hold.
    pub(super) fn condition(&mut self, node: &Node, place: usize, to: Register, level: u16) -> Option<usize> {
        let next = self.next(to)?;
        self.at(level, Some(place + 1));
        self.evaluated(node, next)?;
        self.jump(Op::Unless(next, 0))
    }

    /// The block of the step of a sequence.
    pub(super) fn block(&mut self, block: &Block, sequence: Sequence, index: usize) -> Option<()> {
        let Sequence { steps, to, level } = sequence;
        self.steps.push((Arc::clone(steps), index));
        let number = (self.steps.len() - 1) as u16;
        let begin = self.deeper(|own| {
            own.at(level, None);
            let begin = own.jump(Op::Block(to, number, 0))?;
            own.steps(None, Sequence { steps: &block.steps, ..sequence })?;
            Some(begin)
        })?;
        self.land(begin);
        Some(())
    }

    pub(super) fn repeat(&mut self, repeat: &Repeat, sequence: Sequence, index: usize) -> Option<Kind> {
        let Sequence { steps, to, level } = sequence;
        let place = steps.get(index)?.place;
        let next = self.next(to)?;
        let counter = self.now.counts;
        self.now.counts += 1;
        if usize::from(counter) >= COUNTS {
            return None;
        }
        self.at(level, Some(place + 1));
        let kind = self.evaluated(&repeat.count, next)?;
        let other = match kind {
            Kind::Number | Kind::Exact => None,
            _ => Some(self.jump(Op::UnlessNumber(next, 0))?),
        };
        if !repeat.count.is_value() {
            self.at(level, Some(place + 1));
            self.evaluated(&repeat.count, next)?;
        }
        self.push(Op::Count(next, counter))?;
        // Arithmetic on doubles takes lines without a word for those that inherit nothing.
        let inherits = self.now.inherit != Inherit::Nothing;
        let computes = !self.is_call() && !self.now.alone && !inherits;
        let step = self.steps.len() as u16;
        self.steps.push((Arc::clone(steps), index));
        self.at(level, None);
        if repeat.block.doubles.is_some() && computes {
            self.push(Op::Doubles { to, count: counter, step })?;
        }
        let again = self.here();
        if repeat.rounds.is_some() && computes {
            self.push(Op::Rounds { to, count: counter, step })?;
            // The block of a round is one, too.
            self.takes_levels(1 + repeat.rounds.as_ref().map_or(0, |own| own.levels));
        }
        let round = self.jump(Op::Round(counter, 0))?;
        self.charge(1)?;
        self.block(&repeat.block, sequence, index)?;
        self.jump(Op::Jump(again))?;
        self.land(round);
        let Some(other) = other else { return Some(Kind::Any) };
        if !repeat.is_array {
            self.land(other);
            return Some(Kind::Any);
        }
        let end = self.jump(Op::Jump(0))?;
        self.land(other);
        let again = self.here();
        self.charge(1)?;
        let unless = self.condition(&repeat.count, place, to, level)?;
        self.block(&repeat.block, sequence, index)?;
        self.jump(Op::Jump(again))?;
        self.land(unless);
        self.land(end);
        Some(Kind::Any)
    }
}
