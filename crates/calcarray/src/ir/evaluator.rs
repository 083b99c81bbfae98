//! What an expression runs on.

use crate::host::Host;
use crate::ir::language::Language;
use crate::ir::memo::Memo;
use crate::limits::Meter;
use crate::trace::Trace;

/// What runs expressions: the game they see, and the meter they pay into.
///
/// How they are run is in `exec`; what runs only they see is a
/// [`Scope`](crate::ir::scope::Scope).
pub(crate) struct Evaluator<'e> {
    pub host: &'e mut dyn Host,
    pub meter: &'e mut Meter,
    pub trace: Option<&'e mut dyn Trace>,
    /// What was computed before and may be asked for again.
    pub memo: Option<Box<Memo>>,
    pub language: &'static dyn Language,
}
