//! The surroundings of an expression that runs.

use crate::host::Host;
use crate::ir::language::Language;
use crate::ir::memo::Memo;
use crate::limits::Meter;
use crate::trace::Trace;

/// Runs expressions: holds the game that they see, and the meter that counts their work.
///
/// How they are run is in `exec`; what runs only they see is a
/// [`Scope`](crate::ir::scope::Scope).
pub(crate) struct Evaluator<'e> {
    pub host: &'e mut dyn Host,
    pub meter: &'e mut Meter,
    pub trace: Option<&'e mut dyn Trace>,
    /// A cache of results that may be needed again.
    pub memo: Option<Box<Memo>>,
    pub language: &'static dyn Language,
}
