//! Giving an account of a turn: noting why tiles merge or do not, and what scripts do.

use std::ops::Range;

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::board::tile_table::Kind;
use crate::error::TurnError;
use crate::game::event::Event;
use crate::game::state::State;
use crate::merge::matching::Nearness;
use crate::turn::account::{MOST, Outcome, Pair, ScriptRun};
use crate::turn::context::TurnContext;

/// Of each script, no more changed cells are kept than this.
const MOST_CELLS: usize = 100;

/// The state before a script.
pub(crate) struct BeforeScript(Box<State>);

impl TurnContext<'_> {
    /// Adds to the account why the tile of a cell merges, or does not. `work` tests the rules and
    /// carries out the one that applies; it gives true if one did.
    pub(crate) fn accounted_merge(
        &mut self,
        index: usize,
        own: &Heading,
        is_at_end: bool,
        may_merge: bool,
        rules: Range<usize>,
        work: impl FnOnce(&mut Self) -> Result<bool, TurnError>,
    ) -> Result<bool, TurnError> {
        let Some(account) = self.account.as_mut() else { return work(self) };
        let grid = &self.state.grid;
        let cell = grid.place(index);
        let next = if is_at_end { None } else { own.next(grid, index) };
        let ahead = next.map(|next| (grid.place(next), grid.content(grid.place(next)).clone()));
        let tile = grid.content(cell).clone();
        let is_known = account.pairs.iter().any(|pair| {
            (pair.cell, &pair.tile, &pair.ahead, pair.is_at_end) == (cell, &tile, &ahead, is_at_end)
        });
        let is_blocked = is_at_end || next.is_some_and(|next| grid.ids()[next].kind() == Kind::Tile);
        if !is_blocked || account.pairs.len() >= MOST {
            account.is_cut |= is_blocked;
            return work(self);
        }
        let (mut nearest, mut by_chance) = (None, None);
        // The reasons for a pair are found once.
        if !is_known && may_merge {
            let mut budget = account.work_left;
            (nearest, by_chance) = self.nearest_rule(rules.clone(), cell, own, &mut budget);
            if let Some(account) = self.account.as_mut() {
                account.work_left = budget;
                account.is_cut |= budget == 0;
            }
        }
        let events = self.events.len();
        let applied = work(self)?;
        let of_rule = |event: &Event| match event {
            Event::Merge { rule, .. } | Event::EndOfTurnRule { rule, .. } => Some(*rule),
            _ => None,
        };
        let rule = self.events.iter().skip(events).find_map(of_rule);
        let outcome = match (rule, nearest) {
            (Some(rule), _) if applied => Outcome::Applied { rule },
            _ if is_known => return Ok(applied),
            _ if !may_merge => Outcome::NoMerges,
            (_, Some((rule, Nearness::Applies))) => Outcome::Merged { rule: Some(rule) },
            (_, nearest) => {
                let nearest = nearest.and_then(|(rule, nearness)| Some((rule, nearness.lack()?)));
                Outcome::Nothing { tested: rules.len(), nearest }
            }
        };
        if let Some(account) = self.account.as_mut() {
            account.note(Pair { cell, tile, ahead, is_at_end, outcome, by_chance });
        }
        Ok(applied)
    }

    /// Returns the rule that comes nearest to applying at a tile: the first one that applies, or
    /// the one of which the largest part holds. Also returns the first one that depends on chance.
    fn nearest_rule(
        &self,
        rules: Range<usize>,
        cell: Cell,
        own: &Heading,
        budget: &mut u64,
    ) -> (Option<(usize, Nearness)>, Option<usize>) {
        let (mut best, mut by_chance): (Option<(usize, Nearness)>, Option<usize>) = (None, None);
        for rule in rules {
            if *budget == 0 {
                break;
            }
            // On a copy, without chance: what a condition changes is lost.
            let mut look = TurnContext::look(self.rules, self.state.clone(), self.now);
            look.moving = self.moving;
            let nearness = look.nearness(rule, cell, own);
            by_chance = by_chance.or(nearness.depends_on_chance().then_some(rule));
            // The copy is work, too.
            let copy = 1 + self.state.grid.size() as u64;
            *budget = budget.saturating_sub(look.work_done()).saturating_sub(copy);
            if best.as_ref().is_none_or(|(_, known)| nearness.share() > known.share()) {
                let applies = matches!(nearness, Nearness::Applies);
                best = Some((rule, nearness));
                if applies {
                    break;
                }
            }
        }
        (best, by_chance)
    }

    /// Keeps what a script may change, if an account is wanted.
    pub(crate) fn before_script(&self) -> Option<BeforeScript> {
        self.account.as_ref().map(|_| BeforeScript(self.state.clone()))
    }

    /// Adds to the account what a script did.
    pub(crate) fn after_script(
        &mut self,
        before: Option<BeforeScript>,
        script: usize,
        trigger: &str,
        source: &Value,
    ) {
        let (Some(BeforeScript(before)), Some(account)) = (before, self.account.as_mut()) else { return };
        if account.scripts.len() >= MOST {
            account.is_cut = true;
            return;
        }
        let state = &self.state;
        let value = |number: &usize| Some((*number, before.game_variables.get(*number)?.clone()));
        let mut numbers = Vec::new();
        mentioned(source, &mut numbers);
        let set = before.game_variables.iter().zip(state.game_variables.iter()).enumerate();
        let set = set.filter(|(_, (before, after))| before != after);
        let cells = (0..state.grid.size()).map(|index| state.grid.place(index));
        let contents =
            |cell: Cell| (cell, before.grid.content(cell).clone(), state.grid.content(cell).clone());
        let run = ScriptRun {
            script,
            trigger: trigger.into(),
            read: numbers.iter().filter_map(value).collect(),
            set: set.map(|(number, (before, after))| (number, before.clone(), after.clone())).collect(),
            cells: cells
                .map(contents)
                .filter(|(_, before, after)| before != after)
                .take(MOST_CELLS)
                .collect(),
            score: crate::turn::context::gain(before.score, state.score),
        };
        account.scripts.push(run);
    }
}

/// Adds the numbers of the game variables that an expression mentions.
fn mentioned(source: &Value, numbers: &mut Vec<usize>) {
    match source {
        Value::Array(entries) => entries.entries().iter().for_each(|entry| mentioned(entry, numbers)),
        Value::Text(text) => {
            let number = text.to_utf8().and_then(|text| text.strip_prefix("@GVar ")?.parse().ok());
            if let Some(number) = number.filter(|number| !numbers.contains(number)) {
                numbers.push(number);
            }
        }
        _ => {}
    }
}
