//! Expectimax over all moves and all spawns to a depth, with a table of the values of positions.
//!
//! Nothing here depends on how the learned value is owned, so this crate compiles it once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use polymerge_rules::{Afterstate, Direct, Engine, Position, Rng, Ruleset, Spawn, Spawns, TurnError};

use crate::hidden::{Hidden, draws, is_empty, read_beside};
use crate::learned::value::{Evaluator, LearnedValue};
use crate::rollout::continue_game;
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

/// The value of a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DirectionValue {
    /// The value in units; `None` if the direction moves nothing.
    pub units: Option<f32>,
    /// True if that is exact.
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

/// The parts of a position that its key is made of, by the rules.
#[derive(Clone, Debug)]
struct Beside {
    /// The hidden state that may change in a game, if there is any.
    hidden: Option<Hidden>,
    numbers: Vec<u64>,
    /// True if a position is known by its board, and a spawn changes nothing but the cell that it
    /// fills. Then the key of a position is known before its turn is made.
    by_board: bool,
}

impl Beside {
    fn of(rules: &Ruleset) -> Beside {
        let hidden = Hidden::that_changes(rules);
        // Scripts in turns and forced spawns count as hidden state.
        let by_board = hidden.is_none() && is_empty(&rules.mode().auto_directions) && !draws(rules.mode());
        Beside { hidden, numbers: Vec::new(), by_board }
    }

    /// Returns the hash of what a position has beside its board.
    fn hash(&mut self, engine: &Engine, position: &Position) -> Result<u64, TurnError> {
        let available = position.available();
        read_beside(self.hidden.as_ref(), engine, position, available, &mut self.numbers)?;
        Ok(self.numbers.iter().fold(1, |hash, number| mix(hash ^ number)))
    }
}

/// The memory of searches from one root after another.
#[derive(Debug)]
pub(super) struct Tree {
    pub evaluator: Evaluator,
    /// The board that is being read.
    kinds: Vec<u32>,
    /// Made when the first decision begins.
    beside: Option<Beside>,
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
    /// Leaves the table out.
    #[cfg(test)]
    pub forgets: bool,
}

impl Tree {
    pub(super) fn new(cells: usize, seed: u64) -> Tree {
        Tree {
            evaluator: Evaluator::new(cells, seed),
            kinds: vec![0; cells],
            beside: None,
            seed,
            table: Vec::new(),
            decisions: 0,
            nodes: 0,
            budget: 0,
            interrupt: None,
            #[cfg(test)]
            forgets: false,
        }
    }

    /// Becomes a new tree with another seed, perhaps for positions of another engine.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.evaluator = self.evaluator.fresh(seed);
        self.table.clear();
        self.beside = None;
        (self.seed, self.decisions) = (seed, 0);
    }

    /// Begins a decision, which may not stop before its first depth is complete.
    pub(super) fn begin(&mut self, rules: &Ruleset) {
        self.beside.get_or_insert_with(|| Beside::of(rules));
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

    /// Returns the value of a direction: its reward and the value of what follows.
    pub(super) fn direction(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        direction: usize,
        depth: u32,
    ) -> Result<DirectionValue, Stop> {
        const UNMOVED: DirectionValue = DirectionValue { units: None, exact: true };
        if depth <= 1 {
            let luck = self.evaluator.luck().clone();
            let own = with.value.move_value(&mut self.evaluator, with.engine, position, direction)?;
            let ends = own.is_none_or(|own| own.ends);
            return Ok(DirectionValue {
                units: own.map(|own| own.total()),
                exact: ends && luck == *self.evaluator.luck(),
            });
        }
        // Only the reward is needed of boards behind which the search goes on.
        let after = match with.engine.afterstate(position, direction) {
            Ok(Some(after)) if !after.moved() => return Ok(UNMOVED),
            Ok(Some(after)) => after,
            Ok(None) => return self.sampled(with, position, direction, SAMPLES, depth),
            Err(TurnError::Refused(_)) => return Ok(UNMOVED),
            Err(error) => return Err(error.into()),
        };
        let own = with.value.of_move(with.engine, after.points(), after.board().screen());
        if own.ends {
            return Ok(DirectionValue { units: Some(own.reward), exact: true });
        }
        let later = match with.engine.spawns(&after)? {
            Spawns::Exact(spawns) => self.listed(with, position, (&after, &spawns, own.reward), depth)?,
            Spawns::Nothing => return self.sampled(with, position, direction, 1, depth),
            Spawns::Sampled => return self.sampled(with, position, direction, SAMPLES, depth),
        };
        Ok(DirectionValue { units: Some(own.reward + later.units), exact: later.exact })
    }

    /// Returns the mean value of a direction over some turns. Draws may change their points, too, and
    /// whether they end the game or move anything.
    fn sampled(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        direction: usize,
        samples: u64,
        depth: u32,
    ) -> Result<DirectionValue, Stop> {
        let (mut sum, mut moved) = (0.0, false);
        for sample in 0..samples {
            let mut next = position.clone();
            moved |= with.engine.play(&mut next, direction, &mut self.luck(sample, depth))?;
            let reward = with.value.reward_of(next.score() - position.score());
            sum += reward + self.after_turn(with, &mut next, position, None, depth - 1)?.units;
        }
        Ok(DirectionValue { units: moved.then_some(sum / samples as f32), exact: false })
    }

    /// Returns the mean value over the listed spawns after a move with a reward. Where positions are
    /// known by their boards, the board that follows a spawn is that of the move with one more tile: its
    /// key is known before the turn is made.
    fn listed(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        (after, spawns, reward): (&Afterstate, &[Spawn], f32),
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        let board = self.read(with, after.board(), position)?;
        let (width, salt) = (position.width(), self.salt(after.board().moves()));
        let rare = rare_below(spawns.iter().map(|spawn| spawn.probability));
        let by_board = self.beside.as_ref().is_some_and(|beside| beside.by_board);
        let empty = self.kinds.clone();
        let mut mean = NodeValue { units: 0.0, exact: true };
        for (number, spawn) in spawns.iter().enumerate() {
            let below = if spawn.probability < rare { depth - 2 } else { depth - 1 }.max(1);
            let (cell, mut kind) = (spawn.cell.row * width + spawn.cell.column, [spawn.kind]);
            with.value.codes.identify(&mut kind, with.engine.kinds());
            let before = of_cell(cell, empty.get(cell).copied().unwrap_or_default());
            let board = board.wrapping_sub(before).wrapping_add(of_cell(cell, kind[0]));
            let key = by_board.then(|| key(board, salt, below));
            let own = match key.and_then(|key| self.known(key)) {
                Some(own) => own,
                None => {
                    let luck = self.luck(number as u64, depth);
                    let (mut next, mut chance) = (position.clone(), luck.clone());
                    with.engine.play_spawn(&mut next, after.direction(), spawn, &mut chance)?;
                    // What acts after the spawn may bring points of its own.
                    let points = next.score() - position.score();
                    let more = if by_board { 0.0 } else { with.value.reward_of(points) - reward };
                    let own = self.after_turn(with, &mut next, position, key, below)?;
                    NodeValue { units: more + own.units, exact: own.exact && chance == luck }
                }
            };
            mean.units += spawn.probability as f32 * own.units;
            mean.exact &= own.exact;
        }
        Ok(mean)
    }

    /// Returns the value of a position after a turn, from the table if it is there; 0 if the game has
    /// ended. `key` is its key, if that is known.
    fn after_turn(
        &mut self,
        with: &mut With<'_>,
        position: &mut Position,
        before: &Position,
        key: Option<u64>,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        if continue_game(with.engine, position, &mut false)?.is_some() {
            return Ok(NodeValue { units: 0.0, exact: true });
        }
        if let Some(key) = key {
            return self.position(with, position, key, depth);
        }
        let board = self.read(with, position, before)?;
        let beside = match &mut self.beside {
            Some(beside) => beside.hash(with.engine, position)?,
            None => 0,
        };
        let key = self::key(board.wrapping_add(beside), self.salt(position.moves()), depth);
        match self.known(key) {
            Some(own) => Ok(own),
            None => self.position(with, position, key, depth),
        }
    }

    /// Returns the value of a position, in which the game goes on, under its best direction; 0 if
    /// nothing moves.
    fn position(
        &mut self,
        with: &mut With<'_>,
        position: &Position,
        key: u64,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        if self.is_spent() {
            return Err(Stop::Spent);
        }
        self.nodes += 1;
        let value = match depth {
            1 => {
                // Luck is that of the position, on whatever way it was reached.
                self.evaluator.reseed(key);
                let luck = self.evaluator.luck().clone();
                let best = with.value.best(&mut self.evaluator, with.engine, position, None)?;
                NodeValue {
                    units: best.map_or(0.0, |(_, own)| own.total()),
                    exact: best.is_none() && luck == *self.evaluator.luck(),
                }
            }
            _ => {
                let (mut best, mut exact) = (None, true);
                for direction in 0..with.engine.rules().directions().len() {
                    if position.is_available(direction) {
                        let own = self.direction(with, position, direction, depth)?;
                        exact &= own.exact;
                        best = if own.units > best { own.units } else { best };
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

    /// The luck of a turn: the same in all directions.
    fn luck(&self, number: u64, depth: u32) -> Direct<Rng> {
        Direct(Rng::new(derive(self.seed ^ number, u64::from(depth))))
    }

    /// Returns the value that the table has for a key.
    fn known(&self, key: u64) -> Option<NodeValue> {
        #[cfg(test)]
        if self.forgets {
            return None;
        }
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

    /// Returns the hash of the decision and a number of moves.
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
