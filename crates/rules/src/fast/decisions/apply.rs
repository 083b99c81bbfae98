//! Applying known decisions in a turn of the interpreter.
//!
//! See docs/dev/fast-path.md, "What a cache key is".

use crate::board::heading::Heading;
use crate::error::TurnError;
use crate::fast::accelerator::Accelerator;
use crate::fast::decisions::{DecisionKind, KnownMerge};
use crate::turn::context::TurnContext;
use crate::turn::hooks::{Hooks, KnownRules};
use crate::turn::trigger::Trigger;
use crate::turn::wake_set::Passes;

/// Result of an attempt to apply a known merge.
enum ByMemory {
    /// The merge is applied, or only recorded for the line that is being recorded.
    Merged { is_recorded: bool },
    /// A tile cannot take part in another merge.
    CannotTakePart,
    /// The turn gives an account of the merge, or a script runs at it.
    Impossible,
}

impl Accelerator<'_> {
    /// Merges a tile with those ahead of it by a known decision.
    pub(crate) fn merge_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<KnownRules, TurnError> {
        let mut known = self.known_decision(play, index, (own, passes.heading), DecisionKind::Merge);
        while let Some(merge) = known.merge {
            match self.merge_as_before(play, merge, index, own, passes)? {
                ByMemory::Merged { .. } => return Ok(KnownRules::Merged),
                ByMemory::CannotTakePart => {
                    let after = DecisionKind::MergeAfter(known.first_rule);
                    known = self.known_decision(play, index, (own, passes.heading), after);
                }
                ByMemory::Impossible => break,
            }
        }
        Ok(KnownRules::TestFrom(known.first_rule))
    }

    fn merge_as_before(
        &self,
        play: &mut TurnContext<'_>,
        merge: usize,
        rear: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<ByMemory, TurnError> {
        if play.emit_events {
            return Ok(ByMemory::Impossible);
        }
        let has_scripts = play.rules.has_scripts_for(Trigger::Merge);
        let Some(decisions) = self.decisions.take() else { return Ok(ByMemory::Impossible) };
        let known = decisions.merge(merge);
        let (length, seen) = (known.length, known.seen_by_scripts.clone());
        let done = match has_scripts && seen.is_none() {
            true => ByMemory::Impossible,
            false => self.put_merged(play, known, rear, own, passes),
        };
        self.decisions.set(Some(decisions));
        if let ByMemory::Merged { is_recorded: false } = done {
            let changes = play.changes;
            if let Some(seen) = seen.filter(|_| has_scripts) {
                play.run_merge_scripts((play.state.grid.place(rear), length), own, &seen)?;
            }
            play.discover_merged(changes, passes)?;
        }
        Ok(done)
    }

    /// Puts the outputs of a merge into the cells.
    fn put_merged(
        &self,
        play: &mut TurnContext<'_>,
        known: &KnownMerge,
        rear: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> ByMemory {
        if !play.may_merge(rear, known.length, own, passes) {
            return ByMemory::CannotTakePart;
        }
        let mut next = play.front(rear, known.length, own);
        for (id, open) in &known.cells {
            let Some(index) = next else { break };
            play.state.grid.set_at(index, *id);
            passes.note_merged(index, *open);
            next = own.behind(&play.state.grid, index);
        }
        play.state.merges += 1.0;
        play.state.score += known.points;
        passes.wake_all();
        let is_recorded = self.merged(known.points, &mut known.cells.iter().map(|(id, _)| *id));
        ByMemory::Merged { is_recorded }
    }

    /// Changes a tile at the end of the turn by a known decision. Returns true if the
    /// decision is known; it may be that nothing changes.
    pub(crate) fn end_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        index: usize,
        heading: &Heading,
        rule: usize,
    ) -> Result<bool, TurnError> {
        let known = self.known_decision(play, index, (heading, heading), DecisionKind::EndOfTurn(rule));
        if known.first_rule > rule {
            return Ok(true);
        }
        let Some(change) = known.merge else { return Ok(false) };
        if play.emit_events {
            return Ok(false);
        }
        let Some(decisions) = self.decisions.take() else { return Ok(false) };
        let known = decisions.merge(change);
        // Only a change of the tile alone can be applied; the interpreter sets variables.
        let single = match (&*known.cells, &known.variables) {
            (&[(id, _)], None) => Some((id, known.points, known.seen_by_scripts.clone())),
            _ => None,
        };
        self.decisions.set(Some(decisions));
        let Some((id, points, seen)) = single else { return Ok(false) };
        match (play.rules.has_scripts_for(Trigger::ZeroMerge), seen) {
            (false, _) => {
                play.state.score += points;
                play.state.grid.set_at(index, id);
            }
            (true, Some(seen)) => {
                let before = play.state.grid.clone();
                play.state.score += points;
                play.state.grid.set_at(index, id);
                play.run_zero_merge_scripts(play.state.grid.place(index), heading, &before, &seen)?;
            }
            (true, None) => return Ok(false),
        }
        play.discover()?;
        Ok(true)
    }
}
