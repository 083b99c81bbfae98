//! Turns in which nothing happens but that tiles move and one appears.
//!
//! Most turns of many modes are such. Where it is known beforehand that no
//! script runs, nothing is discovered, won or lost, what is left of a turn is
//! short; everything else takes the long way through `turn/steps.rs`.

use std::sync::Arc;

use crate::board::lines::Ways;
use crate::board::tile_table::{Kind, TileId};
use crate::fast::line_result::LineResult;
use crate::fast::lines::table::{Sum, Table};
use crate::fast::packed::games::is_plain;
use crate::fast::strategy::{Attempt, Reason};
use crate::fast::Memory;
use crate::game::state::State;
use crate::game::Screen;
use crate::random::{Placement, Randomness};
use crate::ruleset::Ruleset;
use crate::turn::outcome::Requirement;
use crate::turn::spawn::conveyor::{SpawnPlan, Spawned};
use crate::turn::steps::Mover;

impl Memory {
    /// Plays a turn if it is eligible. The direction exists, and can be pressed.
    /// `was_fast` tells whether the turn before was such a one, too, and nothing
    /// happened since: most of what must be so can't have changed then.
    pub(crate) fn unpacked_turn<R: Randomness + ?Sized>(
        &mut self,
        rules: &Ruleset,
        state: &mut State,
        direction: usize,
        random: &mut R,
        now: f64,
        was_fast: bool,
    ) -> Attempt {
        // What becomes of single tiles at the end is known to packed boards only.
        let may_be = self.limits.lines > 0 && !rules.needs_packed_boards();
        // A tile that found no room in a fast turn is on the conveyor now.
        let was_fast = was_fast && has_empty_conveyor(state);
        let is_eligible = !was_fast && may_be && self.is_eligible(rules, state);
        if !(was_fast || is_eligible && self.plan_is_settled(rules, state)) {
            let of_mode = !may_be || !rules.may_be_eligible();
            let of_state = if is_eligible { Reason::SpawnsUnknown } else { Reason::State };
            return Attempt::NotEligible(if of_mode { Reason::Mode } else { of_state });
        }
        let Some(ways) = rules.lines().of_directions.get(direction) else {
            return Attempt::NotEligible(Reason::NoDirection);
        };
        let Sum { result, moved, .. } = match self.look_up_lines(rules, state, ways) {
            Ok(sum) => sum,
            Err(unknown) => return unknown,
        };
        let LineResult { made: discovered, points, merges, .. } = result;
        let is_weighed_anew = |plan: Arc<SpawnPlan>| plan.by_discovery;
        if discovered.is_some() && self.any_spawn_plan(state).is_some_and(is_weighed_anew) {
            return Attempt::NotEligible(Reason::SpawnsUnknown);
        }
        if !moved {
            state.available[direction] = false;
        } else {
            let mut spare = std::mem::take(&mut self.spare);
            spare.clear();
            spare.extend_from_slice(state.grid.ids());
            self.lines.put_lines(&ways.lines, &self.found, &mut state.grid);
            let plan = self.any_spawn_plan(state).ok_or(Attempt::NotEligible(Reason::SpawnsUnknown));
            let amount = rules.mode().tiles_per_turn;
            let spawned = plan.and_then(|plan| self.spawn_from_plan(&plan, state, amount, random));
            let spawned = match spawned {
                Ok(spawned) => spawned,
                Err(why) => {
                    state.grid.set_all(&spare);
                    self.spare = spare;
                    return why;
                }
            };
            self.spare = spare;
            for id in discovered.into_iter().chain(spawned) {
                if id.is_tile() && !state.discoveries.has_seen(&state.grid, id) {
                    state.discoveries.list_plain(&state.grid, id);
                }
            }
            state.score += points;
            state.merges += f64::from(merges);
            state.moves += 1.0;
            state.manual_moves += 1.0;
            if merges > 0 {
                state.merge_moves += 1.0;
                state.merges_before += f64::from(merges);
            }
            state.available.fill(true);
            state.clock.first_move.get_or_insert(now);
            state.clock.move_start = Some(now);
            state.clock.move_end = Some(now);
        }
        state.last_mover = Some(Mover::Player(direction));
        if !state.available.contains(&true) {
            state.clock.game_over = Some(now);
            state.screen = Screen::GameOver;
        }
        Attempt::Done(moved)
    }

    /// Finds what the lines of a move become, and what they do together.
    fn look_up_lines(&mut self, rules: &Ruleset, state: &State, ways: &Ways) -> Result<Sum, Attempt> {
        if ways.lines.is_empty() || self.limits.lines < ways.lines.len() {
            return Err(Attempt::NotEligible(Reason::NoLines));
        }
        let context = self.context_key(state, ways).ok_or(Attempt::NotEligible(Reason::ManyVariables))?;
        self.found.clear();
        for cells in &ways.lines {
            let tiles = cells.iter().map(|cell| state.grid.ids()[*cell as usize]);
            let hash = Table::hash(context, tiles.clone());
            self.found.push(self.lines.find(hash, context, tiles).ok_or(Attempt::UnknownLines)?);
        }
        let sum = self.lines.sum(&self.found, state.score, |id| !self.is_settled(state, id));
        let sum = sum.map_err(Attempt::NotEligible)?;
        if !sum.inert {
            return Err(Attempt::NotEligible(Reason::EndOfTurn));
        }
        if sum.result.made.is_some_and(|id| !self.can_be_discovered(rules, state, id)) {
            return Err(Attempt::NotEligible(Reason::NewTile));
        }
        self.backoff.note(ways.lines.len() as u32, true);
        Ok(sum)
    }

    /// Whether the turn to come is eligible, apart from what the
    /// tiles become.
    pub(crate) fn is_eligible(&mut self, rules: &Ruleset, state: &State) -> bool {
        let unmet = |requirement: &Requirement, found: usize| match requirement {
            Requirement::Count(count) => (found as f64) < *count,
            Requirement::Constant(met) => !met,
            Requirement::Condition(_) => false,
        };
        let (winning, losing) = rules.goals();
        rules.may_be_eligible()
            && Arc::ptr_eq(&self.tiles, state.grid.tiles())
            && (state.won == -1.0
                || (state.won >= 0.0
                    && unmet(&winning.requirement, state.discoveries.winning.len())
                    && state.won == state.discoveries.winning.len() as f64))
            && unmet(&losing.requirement, state.discoveries.losing.len())
            && !state.record.kept
            && (rules.next_tiles() > 0 || has_empty_conveyor(state))
            && state
                .grid
                .ids()
                .iter()
                .all(|id| id.kind() != Kind::TemporaryHole && self.is_settled(state, *id))
    }

    /// Whether a tile was discovered before, and neither wins nor loses or has
    /// been counted for that.
    fn is_settled(&self, state: &State, id: TileId) -> bool {
        let (discoveries, grid) = (&state.discoveries, &state.grid);
        !id.is_tile()
            || discoveries.has_seen(grid, id)
                && (self.facts.is_of_no_goal(id) || discoveries.has_counted(grid, id))
    }

    /// Whether nothing else happens when a tile is seen for the first time than
    /// that it is put on the list.
    fn can_be_discovered(&self, rules: &Ruleset, state: &State, id: TileId) -> bool {
        rules.discovered_filter().is_empty()
            && self.facts.is_of_no_goal(id)
            && is_plain(state.grid.value(id))
            && state.discoveries.tiles.iter().all(is_plain)
    }

    fn plan_is_settled(&mut self, rules: &Ruleset, state: &State) -> bool {
        let Some(plan) = self.any_spawn_plan(state) else { return false };
        let one_at_a_time = rules.mode().tiles_per_turn == 1.0;
        let may_come = |id| one_at_a_time && self.can_be_discovered(rules, state, id);
        (plan.is_constant() || one_at_a_time)
            && plan.tiles().all(|id| self.is_settled(state, id) || may_come(id))
    }

    /// Puts random tiles of the spawn plan into random free cells, and gives the
    /// last one. An error is what the turn comes to: it is not known what tile the
    /// first random number chooses, or there were none left.
    pub(crate) fn spawn_from_plan<R: Randomness + ?Sized>(
        &mut self,
        plan: &SpawnPlan,
        state: &mut State,
        amount: f64,
        random: &mut R,
    ) -> Result<Option<TileId>, Attempt> {
        let cells = state.grid.ids();
        if (amount, random.placement()) == (1.0, Placement::Direct) {
            return self.spawn_one(state, plan, random);
        }
        let pool = &mut self.pool;
        pool.clear();
        match random.placement() {
            Placement::ByTrial => pool.extend(0..cells.len() as u32),
            Placement::Direct => {
                pool.extend((0..).zip(cells).filter(|(_, id)| **id == TileId::EMPTY).map(|(index, _)| index));
            }
        }
        let (mut spawned, mut last) = (0.0, None);
        while spawned < amount && !pool.is_empty() {
            let mut tile = draw_tile(plan, random)?;
            let cell = loop {
                if pool.is_empty() {
                    break None;
                }
                let draw = random.next().ok_or(Attempt::OutOfRandomness)?;
                let place = ((draw * pool.len() as f64) as usize).min(pool.len() - 1);
                let cell = pool.remove(place);
                if state.grid.ids()[cell as usize] == TileId::EMPTY {
                    break Some(cell);
                }
            };
            match cell {
                Some(cell) => {
                    if tile == TileId::EMPTY {
                        // Where nothing came up, the conveyor draws once more.
                        tile = draw_tile(plan, random)?;
                    }
                    state.grid.set_at(cell as usize, tile);
                    last = Some(tile);
                }
                None => {
                    state.conveyor = vec![state.grid.value(tile).clone()];
                    break;
                }
            }
            spawned += 1.0;
        }
        Ok(last)
    }
}

/// Draws a tile. An error: it is not known, or there was no random number left.
fn draw_tile<R: Randomness + ?Sized>(plan: &SpawnPlan, random: &mut R) -> Result<TileId, Attempt> {
    let number = random.next().ok_or(Attempt::OutOfRandomness)?;
    match plan.choose(number).map(|entry| plan.entries[entry].0) {
        Some(Spawned::Tile(id)) => Ok(id),
        // Nothing came up, and another one is drawn behind the cell.
        None if plan.is_constant() => Ok(TileId::EMPTY),
        _ => Err(Attempt::SpawnToCompute(number)),
    }
}

/// Whether there is nothing but a free slot on the conveyor.
pub(crate) fn has_empty_conveyor(state: &State) -> bool {
    matches!(&state.conveyor[..], [slot] if slot.is_word("@Empty"))
}

impl Memory {
    /// Puts one random tile into a free cell that is drawn directly, if there is
    /// one. For errors see [`Memory::spawn_from_plan`].
    fn spawn_one<R: Randomness + ?Sized>(
        &mut self,
        state: &mut State,
        plan: &SpawnPlan,
        random: &mut R,
    ) -> Result<Option<TileId>, Attempt> {
        let is_empty = |id: &&TileId| **id == TileId::EMPTY;
        let empty = state.grid.ids().iter().filter(is_empty).count();
        if empty == 0 {
            return Ok(None);
        }
        let mut tile = draw_tile(plan, random)?;
        let number = random.next().ok_or(Attempt::OutOfRandomness)?;
        let place = ((number * empty as f64) as usize).min(empty - 1);
        if tile == TileId::EMPTY {
            // Where nothing came up, the conveyor draws once more.
            tile = draw_tile(plan, random)?;
        }
        let cell = state.grid.ids().iter().enumerate().filter(|(_, id)| is_empty(id)).nth(place);
        if let Some((cell, _)) = cell {
            self.put(state, cell, tile);
        }
        Ok(Some(tile))
    }
}
