//! The language that the compiler and the interpreter work for: the table of operators, and
//! shortcuts for what is compiled.

use std::any::Any;
use std::fmt::Debug;

use crate::error::Error;
use crate::host::{Host, Position};
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Line, Step};
use crate::ir::on_tiles::OnTiles;
use crate::ir::operator::Operator;
use crate::ir::outcome::Outcome;
use crate::ir::scope::{Scope, Variables};
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

/// A set of operators, with or without shortcuts.
///
/// Without shortcuts, everything is interpreted, and comes to equal values.
pub(crate) trait Language: Sync {
    /// The operator of this name.
    fn operator(&self, name: &Text) -> Option<&'static Operator>;

    /// The shortcut of a line.
    fn line(&self, _: &Line) -> LineShortcuts {
        LineShortcuts::default()
    }

    /// The shortcut of all calls of a callback, which is this line.
    fn callback(&self, _: &Line) -> Option<Box<dyn CallShortcut>> {
        None
    }

    /// The shortcut of a loop with these steps.
    fn repeat(&self, _: &[Step]) -> Option<Box<dyn LoopShortcut>> {
        None
    }
}

/// The shortcuts of a line.
#[derive(Debug, Default)]
pub(crate) struct LineShortcuts {
    /// The shortcut of a line that reads nothing but numbers of tiles.
    pub on_tiles: Option<Box<OnTiles>>,
    /// The shortcut of the line as it stands.
    pub whole: Option<Box<dyn LineShortcut>>,
    /// The shortcut of the line as a part of another line, whose running value it reads.
    pub part: Option<Box<dyn LineShortcut>>,
}

/// A faster way to the value of a line. `None`: nothing has happened, and the
/// line is to be interpreted.
///
/// Values come as an [`Outcome`], in registers; only a caller that needs one
/// makes a [`Value`] of it.
pub(crate) trait LineShortcut: Any + Debug + Send + Sync {
    /// The value of a line that stands in no other, and sees these variables if
    /// it wants to.
    fn outermost(
        &self,
        host: &dyn Host,
        position: &Position<'_>,
        variables: &Variables,
        meter: &mut Meter,
    ) -> Option<Outcome>;

    /// The value of a line within others.
    fn nested(&self, evaluator: &mut Evaluator<'_>, scope: &Scope<'_>) -> Option<Outcome>;
}

/// A faster way through all calls of a callback. `None`: nothing has happened,
/// and the calls are to be made one by one.
pub(crate) trait CallShortcut: Debug + Send + Sync {
    /// Returns the value of the call for each entry.
    fn map(&self, evaluator: &mut Evaluator<'_>, entries: &[Value], scope: &Scope<'_>) -> Option<Vec<Value>>;

    /// The entries for which it gives what counts as true.
    fn filter(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        scope: &Scope<'_>,
    ) -> Option<Vec<Value>>;

    /// The total, from `initial` on.
    fn reduce(
        &self,
        evaluator: &mut Evaluator<'_>,
        entries: &[Value],
        initial: &Value,
        from_end: bool,
        scope: &Scope<'_>,
    ) -> Option<f64>;
}

/// A faster way through a loop.
pub(crate) trait LoopShortcut: Debug + Send + Sync {
    /// The running value after so many rounds from `a` on. `None`: nothing has
    /// happened, and the rounds are to be made one by one.
    fn run(
        &self,
        evaluator: &mut Evaluator<'_>,
        count: f64,
        a: &Value,
        scope: &Scope<'_>,
    ) -> Option<Result<Value, Error>>;
}
