//! The boards of a game that are not learned from yet, learning from them (TD(lambda)), and
//! positions to restart from.

use polymerge_rules::Position;

use crate::learned::weight::{Scale, Weights};

/// The λ of TD(λ): the weight of later boards in the target of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lambda {
    /// 0: the next board alone. Small patterns are met so often that its value is known well, and
    /// what is further away only adds noise.
    Zero,
    /// 0.5: each board half as much as the one before it. Large patterns are met so seldom that values
    /// have to get around sooner.
    Half,
}

impl Lambda {
    fn weight(self) -> f32 {
        match self {
            Lambda::Zero => 0.0,
            Lambda::Half => 0.5,
        }
    }
}

/// The most boards that wait. Learning starts at the end of the game, or as soon as there are this
/// many: boards that are further away count next to nothing.
const FULL: usize = 16;

/// The boards since the game or the last update began.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The places of the weights of each.
    indices: Vec<u32>,
    /// The reward of the move before each board.
    rewards: Vec<f32>,
    /// The number of weights of a board.
    lookups: usize,
    lambda: Lambda,
}

impl Trace {
    pub(crate) fn new(lookups: usize, lambda: Lambda) -> Trace {
        Trace { indices: Vec::new(), rewards: Vec::new(), lookups, lambda }
    }

    /// Adds a board, by the places of its weights; `None` if the game ends with it, so that nothing
    /// comes after it. Returns true if the buffer is full and its boards are to be learned from.
    #[inline]
    pub(crate) fn add(&mut self, indices: Option<&[u32]>, reward: f32) -> bool {
        match indices {
            Some(indices) => self.indices.extend_from_slice(indices),
            // No weight has this place.
            None => self.indices.extend(std::iter::repeat_n(u32::MAX, self.lookups)),
        }
        self.rewards.push(reward);
        self.rewards.len() >= FULL
    }

    /// Learns from the boards, the last one first, and forgets them. While the game
    /// continues, the last board keeps its value, and is the first board of the next
    /// update. `part` returns random numbers from 0 to 1.
    pub(crate) fn learn(
        &mut self,
        goes_on: bool,
        weights: &mut Weights,
        scale: &mut Scale,
        mut part: impl FnMut() -> f32,
    ) {
        let boards = self.indices.chunks_exact(self.lookups.max(1)).zip(&self.rewards).rev();
        let (mut target, later) = (0.0, self.lambda.weight());
        for (back, (indices, reward)) in boards.enumerate() {
            let mut value = weights.value(indices);
            if back == 0 && goes_on {
                target = value;
            } else {
                value += weights.learn(indices, target - value, (scale, part()));
            }
            target = reward + later * target + (1.0 - later) * value;
        }
        let kept = if goes_on { self.rewards.len().min(1) } else { 0 };
        self.indices.drain(..self.indices.len() - kept * self.lookups);
        self.rewards.drain(..self.rewards.len() - kept);
    }

    pub(crate) fn clear(&mut self) {
        self.indices.clear();
        self.rewards.clear();
    }
}

/// Positions of a game, as many turns apart as it takes to keep few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    positions: Vec<Position>,
    /// The distance of kept positions in turns, as a power of 2.
    apart: u32,
}

/// The most positions that are kept.
const MOST_KEPT: usize = 32;
/// The fewest positions of a game whose middle is worth a restart.
const LEAST_KEPT: usize = 12;

impl Checkpoints {
    /// Offers a position after this number of turns.
    #[inline]
    pub(crate) fn add(&mut self, turns: u64, position: &Position) {
        if turns & ((1 << self.apart) - 1) == 0 {
            self.keep(position);
        }
    }

    fn keep(&mut self, position: &Position) {
        if self.positions.len() >= MOST_KEPT {
            let mut place = 0;
            self.positions.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.apart += 1;
        }
        self.positions.push(position.clone());
    }

    /// The position in the middle of the game; `None` if it was short.
    pub(crate) fn middle(&self) -> Option<Position> {
        let long = self.positions.len() >= LEAST_KEPT;
        self.positions.get(self.positions.len() / 2).filter(|_| long).cloned()
    }

    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.apart = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, play_game};
    use polymerge_rules::{Direct, Engine, EngineGame, Limits, Mode, Rng, Ruleset, make_turn};

    #[test]
    fn the_middle_of_a_game_is_kept() {
        let rules = Ruleset::compile(Mode::classic(5, 5), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let turns = play_game(&mut engine, &mut Player::random(1), 1, 400).unwrap().turns;
        let (mut random, mut player) = (Direct(Rng::new(1)), Player::random(1));
        let mut position = engine.start(&mut random).unwrap();
        let mut checkpoints = Checkpoints::default();
        for turn in 0..turns {
            checkpoints.add(turn, &position);
            assert_eq!(checkpoints.middle().is_some(), turn + 1 >= LEAST_KEPT as u64);
            assert!(checkpoints.positions.len() <= MOST_KEPT);
            let mut game = EngineGame::new(&mut engine, &mut position, &mut random).unwrap();
            make_turn(&mut game, |game| player.choose(game)).unwrap();
        }
        let part = checkpoints.middle().unwrap().moves() / turns as f64;
        assert!(turns > 100 && (0.4..0.6).contains(&part), "{part} of {turns}");
    }
}
