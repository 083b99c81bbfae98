//! Beginnings of lines that look at the grid and have an operation of their own: the grid made flat, a
//! cell compared with `@Empty`, a cell taken by row and column.

use std::sync::Arc;

use crate::compile::lower::{First, Lowering, Sequence};
use crate::ir::code::{Op, Register};
use crate::ir::line::{Action, Body, Node, Step};
use crate::ir::operator::{Family, Purity, Run, Typed};
use crate::ir::special::{Part, Special, Subject};
use crate::value::Value;

impl Lowering {
    /// The beginning of a line that is one operation: the grid made flat.
    pub(super) fn flat_grid(&mut self, first: &Node, step: &Step, to: Register, entry: u16) -> bool {
        let (Node::Special(special), Action::Apply(operator, arguments)) = (first, &step.action) else {
            return false;
        };
        let is_grid = matches!(&special.subject, Subject::Grid(steps) if steps.is_empty());
        let is_flat = matches!(operator.facts.typed, Typed::Flat)
            && matches!(&arguments[..], [Node::Value(Value::Number(levels))] if *levels == 2.0);
        if !is_grid || !is_flat || special.overrides.is_some() || self.next(to).is_none() {
            return false;
        }
        self.at(entry, Some(step.place));
        let special = self.special(special);
        self.push(Op::FlatGrid { to, special, operator }).is_some()
    }

    /// The beginning of a line that compares a cell with `@Empty`; gives the jump that is taken where
    /// that is known.
    pub(super) fn is_empty(&mut self, first: &Node, step: &Step, to: Register) -> Option<usize> {
        let (Node::Special(special), Action::Apply(operator, arguments)) = (first, &step.action) else {
            return None;
        };
        let same = match operator.facts.typed {
            Typed::Equal => true,
            Typed::Unequal => false,
            _ => return None,
        };
        let is_empty = matches!(&arguments[..], [Node::Special(word)] if word.text.is("@Empty"));
        let is_cell =
            matches!(special.subject, Subject::This(Part::Whole) | Subject::Relative(_, _, Part::Whole));
        if !is_empty || !is_cell || special.overrides.is_some() {
            return None;
        }
        let special = self.special(special);
        self.jump(Op::IsEmpty { to, special, same, target: 0 })
    }

    /// The beginning of a line that takes a cell from the grid: `["@Grid", "arr_elem", row,
    /// "arr_elem", column]`. Row and column are computed first, so they must neither look at the
    /// grid as the running value nor change anything.
    pub(super) fn grid_cell(
        &mut self,
        First { node: first, place: first_place, level: entry }: First,
        Sequence { steps, to, level }: Sequence,
        index: usize,
    ) -> Option<()> {
        let is_grid = matches!(first, Node::Special(special)
            if matches!(&special.subject, Subject::Grid(parts) if parts.is_empty()) && special.overrides.is_none());
        let elements = [steps.get(index)?, steps.get(index + 1)?].map(|step| match &step.action {
            Action::Apply(operator, arguments) if matches!(operator.facts.typed, Typed::Element) => {
                arguments.first().map(|argument| (step.place, *operator, argument))
            }
            _ => None,
        });
        let [Some((row_place, operator, row)), Some((column_place, _, column))] = elements else {
            return None;
        };
        let mut variables = Vec::new();
        if !is_grid || !only_reads(row, &mut variables) || !only_reads(column, &mut variables) {
            return None;
        }
        // The values of a call may lie in registers.
        if !variables.is_empty() && self.is_call() {
            return None;
        }
        // The step of the row is counted by the caller.
        self.charge(1)?;
        let next = self.next(to)?;
        let behind = self.next(next)?;
        let mut unless = Vec::new();
        for variable in &variables {
            let special = self.special(variable);
            unless.push(self.jump(Op::UnlessSimple { special, target: 0 })?);
        }
        let ahead = match steps_ahead(row, column) {
            Some(ahead) => Some(self.jump(Op::CellAhead { to, ahead, steps: 0, target: 0 })?),
            None => None,
        };
        let begin = self.ops.len();
        self.argument(row, Family::Number, next, (level, row_place + 1))?;
        self.argument(column, Family::Number, behind, (level, column_place + 1))?;
        // Without a look at row and column, their steps count nevertheless.
        let count = |op: &Op| if let Op::Charge(steps) = op { *steps } else { 0 };
        let counted = self.ops[begin..].iter().map(count).sum();
        if let Some(Op::CellAhead { steps, .. }) = ahead.and_then(|ahead| self.ops.get_mut(ahead)) {
            *steps = counted;
        }
        let cell = self.jump(Op::GridCell { to, target: 0 })?;
        // The grid as a list of lists; row and column are computed already, or in their turn.
        let by_lists = |own: &mut Self, computed: bool| {
            own.at(entry, Some(first_place));
            own.operand(first, Family::Array, to)?;
            if !computed {
                own.argument(row, Family::Number, next, (level, row_place + 1))?;
            }
            own.at(level, Some(row_place));
            own.push(Op::Element(to, operator))?;
            own.at(level, Some(column_place));
            own.push(Op::Running(to, Family::Array))?;
            if computed {
                own.push(Op::Copy { to: next, from: behind, family: Family::Number })?;
            } else {
                own.argument(column, Family::Number, next, (level, column_place + 1))?;
                own.at(level, Some(column_place));
            }
            own.push(Op::Element(to, operator))
        };
        by_lists(self, true)?;
        if !unless.is_empty() {
            let end = self.jump(Op::Jump(0))?;
            unless.into_iter().for_each(|jump| self.land(jump));
            by_lists(self, false)?;
            self.land(end);
        }
        self.land(cell);
        if let Some(ahead) = ahead {
            self.land(ahead);
        }
        Some(())
    }
}

/// Returns true if the evaluation of an operand neither reads running values of the lines around nor
/// changes anything, as long as these variables hold nothing that is evaluated.
fn only_reads(node: &Node, variables: &mut Vec<Arc<Special>>) -> bool {
    match node {
        Node::Value(value) => !matches!(value, Value::Array(_)),
        Node::Special(special) => match special.subject {
            _ if special.overrides.is_some() => false,
            Subject::Variable(Some(_)) | Subject::Stored(_, Some(_)) => {
                variables.push(Arc::clone(special));
                true
            }
            Subject::VCoord
            | Subject::HCoord
            | Subject::VDir
            | Subject::HDir
            | Subject::GridWidth
            | Subject::GridHeight
            | Subject::Counter(_)
            | Subject::TileOrder => true,
            _ => false,
        },
        Node::Line(line) => match &line.body {
            Body::Steps(first, _, steps) => {
                line.declarations.is_empty()
                    && only_reads(first, variables)
                    && steps.iter().all(|step| step_only_reads(step, variables))
            }
            _ => false,
        },
        Node::Literal(_) | Node::Inserted(_) | Node::Callback(_) => false,
    }
}

/// Returns true for steps of which, in addition, no result is a text, which could be evaluated.
fn step_only_reads(step: &Step, variables: &mut Vec<Arc<Special>>) -> bool {
    match &step.action {
        Action::Number1(..) | Action::Nothing => true,
        Action::Number2(_, _, argument) => only_reads(argument, variables),
        Action::Apply(operator, arguments) => {
            let gives_no_text = matches!(operator.result, Family::Number | Family::Boolean | Family::Integer)
                || matches!(operator.facts.typed, Typed::Element | Typed::Least | Typed::Greatest);
            gives_no_text
                && operator.facts.purity != Purity::Impure
                && !matches!(operator.run, Run::Callback(_) | Run::Lazy(_))
                && arguments.iter().all(|argument| only_reads(argument, variables))
        }
        _ => false,
    }
}

/// Returns the number of steps ahead of the cell with this row and column: `["@VCoord", "+",
/// ["@VDir", "*", steps]]`, and the same for the column.
fn steps_ahead(row: &Node, column: &Node) -> Option<u8> {
    let row = steps_along(row, "@VCoord", "@VDir")?;
    let column = steps_along(column, "@HCoord", "@HDir")?;
    (row == column && (0.0..64.0).contains(&row) && row.fract() == 0.0).then_some(row as u8)
}

fn steps_along(node: &Node, coordinate: &str, direction: &str) -> Option<f64> {
    let (first, (sum, distance)) = one_step(node)?;
    let (factor, (product, steps)) = one_step(distance)?;
    let steps = match steps {
        Node::Value(Value::Number(steps)) => *steps,
        node => match one_step(node)? {
            (Node::Value(Value::Number(a)), (Action::Number2(_, f, _), Node::Value(Value::Number(b)))) => {
                f(*a, *b)
            }
            _ => return None,
        },
    };
    let is = |node: &Node, text| matches!(node, Node::Special(own) if own.text.is(text));
    let is_of =
        |action: &Action, name| matches!(action, Action::Number2(operator, ..) if operator.name == name);
    (is(first, coordinate) && is(factor, direction) && is_of(sum, "+") && is_of(product, "*"))
        .then_some(steps)
}

/// Returns the first entry of a line of one step with an argument, the step and its argument.
fn one_step(node: &Node) -> Option<(&Node, (&Action, &Node))> {
    let Node::Line(line) = node else { return None };
    match &line.body {
        Body::Steps(first, _, steps) if line.declarations.is_empty() && !line.include_game_variables => {
            match &steps[..] {
                [Step { action: action @ Action::Number2(_, _, argument), .. }] => {
                    Some((first, (action, argument)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
