//! The account of a turn: why it went as it did, for authors of modes.

use std::ops::Range;

use calcarray::{Text, Value};

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::board::tile_table::Kind;
use crate::error::TurnError;
use crate::game::event::{Event, Turn};
use crate::game::state::State;
use crate::merge::matching::Nearness;
use crate::merge::unmet::Unmet;
use crate::turn::context::TurnContext;

/// The account of a turn: which rules were tested where, what scripts did, what could spawn. Made
/// by [`GameState::why`](crate::GameState::why).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// The turn itself, with its events.
    pub turn: Turn,
    /// The tiles that could not slide on, each with the tile ahead of it, in order. The same tiles
    /// are listed once.
    pub pairs: Vec<Pair>,
    /// The scripts that ran, in order.
    pub scripts: Vec<ScriptRun>,
    /// The lists that tiles were drawn from.
    pub draws: Vec<Draw>,
    /// True if more happened than is kept.
    pub is_cut: bool,
    /// The work that is left for finding reasons.
    work_left: u64,
}

/// A tile that could not slide on, or that the rules of the end of a turn were asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The cell of the tile.
    pub cell: Cell,
    /// The tile.
    pub tile: Value,
    /// The cell ahead of it and what is in it; none at the edge, and at the end of a turn.
    pub ahead: Option<(Cell, Value)>,
    /// True for the rules of the end of a turn.
    pub is_at_end: bool,
    /// The outcome of testing the rules.
    pub outcome: Outcome,
    /// The first rule whose test draws random numbers, if one was tested: another time it may
    /// apply or not.
    pub by_chance: Option<usize>,
}

/// The outcome of testing the rules for a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A rule applied, and was carried out.
    Applied {
        /// The index of the rule.
        rule: usize,
    },
    /// Moves in this direction merge nothing.
    NoMerges,
    /// A rule would apply, but a tile has already merged in this turn.
    Merged {
        /// The index of the rule; none if no rule was tested.
        rule: Option<usize>,
    },
    /// No rule applied.
    Nothing {
        /// The number of rules that were tested.
        tested: usize,
        /// The rule that came nearest, and what it lacks.
        nearest: Option<(usize, Lack)>,
    },
}

/// The reason why a rule does not apply.
#[derive(Clone, Debug, PartialEq)]
pub enum Lack {
    /// There are not as many tiles ahead.
    Tiles {
        /// The number of tiles that the rule merges.
        length: usize,
    },
    /// A part of its condition does not hold, or depends on chance.
    Condition {
        /// The part.
        unmet: Unmet,
        /// The number of parts that hold.
        held: usize,
        /// The number of all parts.
        parts: usize,
    },
    /// Its results have no room.
    Room,
}

/// A script that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptRun {
    /// The index in the list of scripts.
    pub script: usize,
    /// The trigger or signal that ran it.
    pub trigger: Text,
    /// The game variables that the script mentions, with their values before it: number, value.
    pub read: Vec<(usize, Value)>,
    /// The game variables that are different afterwards: number, before, after.
    pub set: Vec<(usize, Value, Value)>,
    /// The cells that are different afterwards: before, after.
    pub cells: Vec<(Cell, Value, Value)>,
    /// The growth of the score.
    pub score: f64,
}

/// A list that a tile was drawn from, by weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// The entries of the spawn list and their weights.
    pub weights: Vec<(Value, f64)>,
    /// The index of the entry that was drawn, if one was.
    pub drawn: Option<usize>,
}

/// An account keeps no more pairs and scripts than this.
const MOST: usize = 1_000;
/// An account keeps no more lists that tiles were drawn from than this: one may be long.
const MOST_DRAWS: usize = 20;
/// Of each script, no more changed cells are kept than this.
const MOST_CELLS: usize = 100;
/// The work for finding reasons, in all: a second or two.
const MOST_WORK: u64 = 5_000_000;

impl Account {
    pub(crate) fn new() -> Account {
        Account { work_left: MOST_WORK, ..Account::default() }
    }

    /// The account of this turn.
    pub(crate) fn of(self, turn: Turn) -> Account {
        Account { turn, ..self }
    }

    fn note(&mut self, pair: Pair) {
        match self.pairs.len() < MOST {
            true if self.pairs.contains(&pair) => {}
            true => self.pairs.push(pair),
            false => self.is_cut = true,
        }
    }

    pub(crate) fn note_draw(&mut self, weights: impl Iterator<Item = (Value, f64)>, drawn: Option<usize>) {
        match self.draws.len() < MOST_DRAWS {
            true => self.draws.push(Draw { weights: weights.collect(), drawn }),
            false => self.is_cut = true,
        }
    }
}

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
