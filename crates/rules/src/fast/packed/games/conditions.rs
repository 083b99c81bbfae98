//! Conditions on counters of the game: goals such as a score or a number of moves, and forced spawns
//! that come after so many moves.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::sync::Arc;

use calcarray::Value;
use calcarray::host::Counter;
use calcarray::internals::{self, Counted};

use crate::fast::packed::games::Progress;
use crate::fast::strategy::Reason;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::turn::goal::{Goal, Requirement};
use crate::turn::spawn::plan::is_written_out;

/// The conditions on counters of which none may hold in a turn on a packed board.
#[derive(Debug)]
pub(crate) struct Conditions {
    winning: Option<Arc<Counted>>,
    losing: Option<Arc<Counted>>,
    /// The forced spawns of the mode, with their conditions.
    forced: Vec<(Value, Counted)>,
}

/// The largest number of forced spawns on packed boards: a bit stands for each.
const MOST_FORCED: usize = u32::BITS as usize;

/// The part of the state from which a game was packed that conditions depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConditionBase {
    moves: u32,
    merges: u32,
    merge_moves: u32,
    merges_before: u32,
    /// The forced spawns that are not used up, a bit for each.
    forced: u32,
    /// Flag: the game is won already, so that it can only be lost.
    is_won: bool,
}

/// The counters of a packed game: those since its base, and those of the base.
type Counters<'g> = (&'g Progress, &'g ConditionBase);

/// The growth of the counters in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Added {
    pub(crate) points: f64,
    pub(crate) merges: u32,
    pub(crate) moves: u32,
}

/// Returns the conditions of the forced spawns of a mode; `None` if some read more than counters, or
/// what spawns has to be computed: that could fail, so that a direction is not legal.
pub(crate) fn forced(rules: &Ruleset) -> Option<Vec<(Value, Counted)>> {
    let limits = &rules.limits().evaluation;
    let entries = rules.mode().forced_spawns.as_array()?.entries();
    let counted = |entry: &Value| {
        let [condition, _, _, tiles @ ..] = entry.as_array()?.entries() else { return None };
        if !tiles.iter().all(is_written_out) {
            return None;
        }
        Some((entry.clone(), internals::counted(&rules.program(condition).ok()?, limits)?))
    };
    let all = (entries.len() <= MOST_FORCED).then(|| entries.iter().map(counted));
    all?.collect()
}

impl Conditions {
    /// Makes the conditions of a mode; `None` if it has none on counters.
    pub(crate) fn of(rules: &Ruleset) -> Option<Conditions> {
        let counted = |goal: &Goal| match &goal.requirement {
            Requirement::Condition(condition) => condition.counted(&rules.limits().evaluation).cloned(),
            Requirement::Count(_) | Requirement::Constant(_) => None,
        };
        let (winning, losing) = (counted(&rules.goals().0), counted(&rules.goals().1));
        let forced = forced(rules).unwrap_or_default();
        let has_any = winning.is_some() || losing.is_some() || !forced.is_empty();
        has_any.then_some(Conditions { winning, losing, forced })
    }

    /// Returns the reason for which a turn can't be played on a packed board: a condition that holds
    /// after it.
    #[inline(never)]
    pub(crate) fn that_hold(&self, of: Counters<'_>, added: Added) -> Option<Reason> {
        let holds = |condition: &Counted| holds(condition, of, added);
        let is_met = |goal: &Option<Arc<Counted>>| goal.as_ref().is_some_and(|goal| holds(goal));
        if is_met(&self.losing) || !of.1.is_won && is_met(&self.winning) {
            return Some(Reason::GoalMet);
        }
        // Nothing spawns in a turn that moves nothing.
        (added.moves > 0 && self.force_spawns(of, added)).then_some(Reason::SpawnForced)
    }

    /// Returns true if a forced spawn is due.
    pub(crate) fn force_spawns(&self, of: Counters<'_>, added: Added) -> bool {
        let mut forced = self.forced.iter().zip(0..);
        forced
            .any(|((_, condition), bit): (_, u32)| of.1.forced >> bit & 1 == 1 && holds(condition, of, added))
    }

    /// Returns the part of a state that the conditions depend on; `None` if some counters are no small
    /// counts, or the state has other forced spawns than the mode.
    pub(crate) fn base(&self, state: &State) -> Option<ConditionBase> {
        let small = |counter: Counter| {
            let count = state.counter(counter);
            let is_count = count.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&count);
            // A division tells -0 from 0.
            let is_count = is_count && count.is_sign_positive();
            is_count.then_some(count as u32)
        };
        let (mut forced, mut own) = (0, self.forced.iter().zip(0..));
        for entry in state.forced_spawns.iter() {
            let (_, bit) = own.find(|((own, _), _)| own.identical(entry))?;
            forced |= 1_u32 << bit;
        }
        Some(ConditionBase {
            moves: small(Counter::Moves)?,
            merges: small(Counter::Merges)?,
            merge_moves: small(Counter::MergeMoves)?,
            merges_before: small(Counter::MergesBefore)?,
            forced,
            is_won: state.won == -1.0,
        })
    }
}

/// Returns true if a condition holds after what a turn adds to the counters.
fn holds(condition: &Counted, (progress, base): Counters<'_>, added: Added) -> bool {
    let count = |base: u32, own: u64, more: u32| (u64::from(base) + own + u64::from(more)) as f64;
    let counter = |counter: Counter| match counter {
        Counter::Score => progress.score + added.points,
        Counter::Moves => count(base.moves, progress.moves, added.moves),
        Counter::Merges => count(base.merges, progress.merges, added.merges),
        Counter::MergesBefore => count(base.merges_before, progress.merges, added.merges),
        Counter::MergeMoves => count(base.merge_moves, progress.merge_moves, u32::from(added.merges > 0)),
    };
    condition.holds(counter)
}
