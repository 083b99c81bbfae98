//! Expectimax over all moves and all spawns to a depth, with a table of the values of positions.
//!
//! Nothing here depends on how the learned value is owned, so this crate compiles it once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use polymerge_rules::{Afterstate, Direct, Engine, Position, Rng, Screen, Spawn, Spawns, TurnError};

use crate::learned::value::{Evaluator, LearnedValue, MoveValue};
use crate::stream::{derive, mix};

/// The number of turns that are sampled where the spawns are not listed.
const SAMPLES: u64 = 4;
/// The part of all probability that rare spawns have together: what follows them counts little, and
/// is searched one move less deep.
const RARE: f64 = 0.15;
/// The number of places of the transposition table.
const TABLE: usize = 1 << 16;

/// The value of a position or a move, in units. It is exact if the learned value was not needed:
/// everything that can happen until the end of the game was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NodeValue {
    pub units: f32,
    pub exact: bool,
}

/// The reasons to stop: the budget is spent, or a turn has failed.
pub(super) enum Stop {
    Spent,
    Failed(TurnError),
}

impl From<TurnError> for Stop {
    fn from(error: TurnError) -> Stop {
        Stop::Failed(error)
    }
}

/// The engine of the positions, and the value that they are evaluated by.
pub(super) struct With<'a> {
    pub engine: &'a mut Engine,
    pub value: &'a mut LearnedValue,
}

/// The memory of searches from one root after another.
#[derive(Debug)]
pub(super) struct Tree {
    pub evaluator: Evaluator,
    /// The board that is being read.
    kinds: Vec<u32>,
    seed: u64,
    /// Values of positions: each with its key, in which are the depth and the decision.
    table: Vec<(u64, NodeValue)>,
    decisions: u64,
    /// The number of positions that the present decision has evaluated.
    pub nodes: u64,
    /// The most positions that it may evaluate; the largest number as long as it may not stop.
    pub budget: u64,
    /// Ends searches before their budget is spent.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Tree {
    pub(super) fn new(cells: usize, seed: u64) -> Tree {
        Tree {
            evaluator: Evaluator::new(cells, seed),
            kinds: vec![0; cells],
            seed,
            table: Vec::new(),
            decisions: 0,
            nodes: 0,
            budget: 0,
            interrupt: None,
        }
    }

    /// Becomes a new tree with another seed, perhaps for positions of another engine.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.evaluator = self.evaluator.fresh(seed);
        self.table.clear();
        (self.seed, self.decisions) = (seed, 0);
    }

    /// Begins a decision, which may not stop before its first depth is complete.
    pub(super) fn begin(&mut self) {
        self.decisions += 1;
        (self.nodes, self.budget) = (0, u64::MAX);
        self.table.resize(TABLE, (0, NodeValue::default()));
    }

    /// Returns the direction of the highest value, without search; `None` if nothing can be moved.
    pub(super) fn best_at_once(
        &mut self,
        With { engine, value }: With<'_>,
        position: &Position,
    ) -> Result<Option<usize>, TurnError> {
        let best = value.best(&mut self.evaluator, engine, position, None)?;
        Ok(best.map(|(direction, _)| direction))
    }

    /// Returns true if no more positions may be evaluated.
    fn is_spent(&self) -> bool {
        let is_interrupted =
            || self.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
        self.nodes >= self.budget || self.budget < u64::MAX && is_interrupted()
    }

    /// Returns the value of a direction: its reward and the value of what follows; `None` if it
    /// moves nothing.
    pub(super) fn direction(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        direction: usize,
        depth: u32,
    ) -> Result<Option<NodeValue>, Stop> {
        if depth <= 1 {
            let own = with.value.move_value(&mut self.evaluator, with.engine, position, direction)?;
            return Ok(own.map(|own| NodeValue { units: own.total(), exact: own.ends }));
        }
        // Only the reward is needed of boards behind which the search goes on.
        let after = match with.engine.afterstate(position, direction) {
            Ok(Some(after)) if !after.moved() => return Ok(None),
            Ok(after) => after,
            Err(TurnError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let own = match &after {
            Some(after) => Some(with.value.of_move(with.engine, after.points(), after.board().screen())),
            None => with.value.sampled(&mut self.evaluator, with.engine, position, direction)?,
        };
        let Some(own) = own else { return Ok(None) };
        if own.ends {
            return Ok(Some(NodeValue { units: own.reward, exact: true }));
        }
        let later = self.spawns(with, position, (direction, &own), after, depth)?;
        Ok(Some(NodeValue { units: own.reward + later.units, exact: later.exact }))
    }

    /// Returns the mean value over all spawns after a move.
    fn spawns(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        (direction, own): (usize, &MoveValue),
        after: Option<Afterstate>,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        let spawns = match &after {
            Some(after) => with.engine.spawns(after)?,
            None => Spawns::Sampled,
        };
        if let (Spawns::Exact(spawns), Some(after)) = (&spawns, &after) {
            return self.listed(with, position, (after, spawns), depth);
        }
        // The draws of a sample may change its points, too.
        let samples = if spawns == Spawns::Nothing { 1 } else { SAMPLES };
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut chance = Direct(Rng::new(derive(self.seed ^ sample, u64::from(depth))));
            let mut next = position.clone();
            with.engine.play(&mut next, direction, &mut chance)?;
            let points = next.score() - position.score();
            let reward = with.value.reward_of(points) - own.reward;
            let board = self.read(with, &next, position)?;
            let key = key(board, self.salt(next.moves()), depth - 1);
            let later = match self.known(key) {
                Some(later) => later,
                None => self.position(with, &mut next, key, depth - 1)?,
            };
            sum += reward + later.units;
        }
        Ok(NodeValue { units: sum / samples as f32, exact: false })
    }

    /// Returns the mean value over the listed spawns after a move. The board that follows a spawn is
    /// that of the move with one more tile: its key is known before the turn is made.
    fn listed(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        (after, spawns): (&Afterstate, &[Spawn]),
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        let mut chance = Direct(Rng::new(derive(self.seed, u64::from(depth))));
        let board = self.read(with, after.board(), position)?;
        let (width, salt) = (position.width(), self.salt(after.board().moves()));
        let rare = rare_below(spawns.iter().map(|spawn| spawn.probability));
        let empty = self.kinds.clone();
        let mut mean = NodeValue { units: 0.0, exact: true };
        for spawn in spawns {
            let below = if spawn.probability < rare { depth - 2 } else { depth - 1 }.max(1);
            let (cell, mut kind) = (spawn.cell.row * width + spawn.cell.column, [spawn.kind]);
            with.value.codes.identify(&mut kind, with.engine.kinds());
            let before = of_cell(cell, empty.get(cell).copied().unwrap_or_default());
            let key = key(board.wrapping_sub(before).wrapping_add(of_cell(cell, kind[0])), salt, below);
            let own = match self.known(key) {
                Some(own) => own,
                None => {
                    let mut next = position.clone();
                    with.engine.play_spawn(&mut next, after.direction(), spawn, &mut chance)?;
                    self.position(with, &mut next, key, below)?
                }
            };
            mean.units += spawn.probability as f32 * own.units;
            mean.exact &= own.exact;
        }
        Ok(mean)
    }

    /// Returns the value of a position under its best direction; 0 if the game is over.
    fn position(
        &mut self,
        with: &mut With<'_>,
        position: &mut Position,
        key: u64,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        match position.screen() {
            Screen::Play => {}
            Screen::Win if with.engine.rules().postgame_allowed() => {
                with.engine.continue_after_win(position)?;
            }
            Screen::Win | Screen::GameOver => return Ok(NodeValue { units: 0.0, exact: true }),
        }
        if self.is_spent() {
            return Err(Stop::Spent);
        }
        self.nodes += 1;
        let value = match depth {
            1 => {
                let best = with.value.best(&mut self.evaluator, with.engine, position, None)?;
                best.map_or(NodeValue { units: 0.0, exact: true }, |(_, own)| NodeValue {
                    units: own.total(),
                    exact: false,
                })
            }
            _ => {
                let (mut best, mut exact) = (None, true);
                for direction in 0..with.engine.rules().directions().len() {
                    if position.is_available(direction) {
                        let own = self.direction(with, position, direction, depth)?;
                        exact &= own.is_none_or(|own| own.exact);
                        let own = own.map(|own| own.units);
                        best = if own > best { own } else { best };
                    }
                }
                NodeValue { units: best.unwrap_or_default(), exact }
            }
        };
        if let Some(own) = self.table.get_mut(key as usize % TABLE) {
            *own = (key, value);
        }
        Ok(value)
    }

    /// Returns the value that the table has for a key.
    fn known(&self, key: u64) -> Option<NodeValue> {
        self.table.get(key as usize % TABLE).filter(|(own, _)| *own == key).map(|(_, value)| *value)
    }

    /// Reads a board that follows another one; returns its hash, the sum of the hashes of its cells.
    fn read(&mut self, with: &mut With<'_>, board: &Position, before: &Position) -> Result<u64, TurnError> {
        with.engine.read_kinds(board, &mut self.kinds)?;
        with.value.meet(with.engine, &self.kinds, before);
        with.value.codes.identify(&mut self.kinds, with.engine.kinds());
        let cells = self.kinds.iter().enumerate().map(|(cell, kind)| of_cell(cell, *kind));
        Ok(cells.fold(0, u64::wrapping_add))
    }

    /// Returns the hash of the decision and a number of moves. What else may be in a position is much
    /// the same after as many moves of one decision.
    fn salt(&self, moves: f64) -> u64 {
        derive(self.seed, self.decisions.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ moves.to_bits())
    }
}

/// Returns the key of a board that is searched to a depth. Positions of different turns may be
/// searched equally deep, since what follows rare spawns is searched less deep: their salts differ.
fn key(board: u64, salt: u64, depth: u32) -> u64 {
    mix(board ^ salt.wrapping_add(u64::from(depth)))
}

/// The hash of the content of a cell.
fn of_cell(cell: usize, kind: u32) -> u64 {
    mix((cell as u64) << 32 | u64::from(kind))
}

/// Returns the probability below which spawns are rare. All that are rarer come to at most [`RARE`] of
/// the sum; equally likely ones are rare together or not at all, wherever they are listed.
fn rare_below(probabilities: impl Iterator<Item = f64>) -> f64 {
    // Lists have each tile in one cell after another, so they come down to a few runs.
    let mut runs: Vec<(f64, f64)> = Vec::new();
    for probability in probabilities {
        match runs.last_mut() {
            Some((own, sum)) if *own == probability => *sum += probability,
            _ => runs.push((probability, probability)),
        }
    }
    runs.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let mut left = RARE * runs.iter().map(|(_, sum)| sum).sum::<f64>();
    let first_other = runs.into_iter().find(|(_, sum)| {
        left -= sum;
        left < 0.0
    });
    first_other.map_or(0.0, |(probability, _)| probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_spawns_are_the_last_part_of_all_probability() {
        let rare = |list: &[(usize, f64)]| {
            let all = || list.iter().flat_map(|(times, probability)| vec![*probability; *times]);
            let below = rare_below(all());
            all().filter(|probability| *probability < below).count()
        };
        // Plain rules with five empty cells, equal spawns, one spawn and none.
        assert_eq!(rare(&[(5, 0.18), (5, 0.02)]), 5);
        assert_eq!((rare(&[(20, 0.05)]), rare(&[(1, 1.0)]), rare(&[])), (0, 0, 0));
        // One likely spawn and many that are half of the probability together.
        assert_eq!(rare(&[(1, 0.5), (20, 0.025)]), 0);
        assert_eq!(rare(&[(1, 0.5), (15, 0.03), (5, 0.01)]), 5);
        // Equal ones apart in the list are rare together or not at all.
        assert_eq!(rare(&[(5, 0.02), (1, 0.8), (5, 0.02)]), 0);
    }
}
