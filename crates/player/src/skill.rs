//! The parts that the player and luck have in the results of a mode.
//!
//! Of each seed several games are played by a player and as many at random, all with the same random
//! numbers of the game. The gain of the player is a mean over seeds. Results that games of one seed
//! have in common come from the seed. All errors are by the jackknife: from the figures without each
//! of the seeds.

use polymerge_rules::{Engine, Position, TurnError};

use crate::adviser::Adviser;
use crate::game::{Player, play_game_seen};
use crate::learned::value::LearnedValue;
use crate::objective::signed_log;
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::stream::derive;

/// The games of one seed.
#[derive(Clone, Debug, Default)]
pub struct SeedGames {
    /// The player's games.
    pub player: Vec<Outcome>,
    /// The games at random.
    pub random: Vec<Outcome>,
    /// The choices in positions of those of the player.
    pub choices: Choices,
}

/// The games of several seeds.
///
/// ```
/// use polymerge_player::{Outcome, SeedGames, SkillGames};
///
/// let game = |score| Outcome { score, turns: 9, won: false, ended: true, failed: false };
/// let mut games = SkillGames::default();
/// games.add(SeedGames { player: vec![game(31.0)], random: vec![game(7.0)], ..SeedGames::default() });
/// games.add(SeedGames { player: vec![game(63.0)], random: vec![game(15.0)], ..SeedGames::default() });
/// // (31 + 1) / (7 + 1) and (63 + 1) / (15 + 1) are two doublings each.
/// assert!((games.doublings().value - 2.0).abs() < 1e-12);
/// // The player's worse game has more points than both at random.
/// assert_eq!(games.better().value, 1.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SkillGames {
    seeds: Vec<SeedGames>,
}

/// A figure with its standard error, which is known from two seeds on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub error: Option<f64>,
}

/// The two sides of the games of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The player.
    Player,
    /// Chance.
    Random,
}

impl SkillGames {
    /// Adds the games of another seed.
    pub fn add(&mut self, games: SeedGames) {
        self.seeds.push(games);
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> usize {
        self.seeds.len()
    }

    /// Returns the games of each seed.
    pub fn of_seeds(&self) -> impl Iterator<Item = &SeedGames> {
        self.seeds.iter()
    }

    /// Returns the games of one side.
    pub fn games(&self, side: Side) -> impl Iterator<Item = &Outcome> {
        self.seeds.iter().flat_map(move |games| of(games, side))
    }

    /// Returns true if scores distinguish games. Otherwise turns are compared.
    pub fn by_score(&self) -> bool {
        let mut scores = self.games(Side::Player).chain(self.games(Side::Random)).map(|game| game.score);
        scores.next().is_some_and(|first| scores.any(|score| score != first))
    }

    /// Returns the gain of the player over random play, in doublings of the score (or turns): 1 is
    /// twice as much.
    pub fn doublings(&self) -> Estimate {
        let gains: Vec<f64> = self
            .results()
            .iter()
            .map(|(player, random)| (mean(player) - mean(random)) / std::f64::consts::LN_2)
            .collect();
        jackknife(gains.len(), |left_out| mean_without(&gains, left_out))
    }

    /// Returns the share of pairs of a game of the player with one at random, of any seeds, in which
    /// that of the player is better; equal ones count half. 1/2 is no skill at all.
    pub fn better(&self) -> Estimate {
        let results = self.results();
        let sorted = |results: &[(Vec<f64>, Vec<f64>)]| {
            let mut random: Vec<f64> = results.iter().flat_map(|(_, random)| random).copied().collect();
            random.sort_by(f64::total_cmp);
            random
        };
        // The games at random that a game is better than. Halves are added without rounding, so
        // that what is left out can be taken off again.
        let beaten = |random: &[f64], player: &[f64]| {
            let below = |one: &f64| random.partition_point(|other| other < one);
            let up_to = |one: &f64| random.partition_point(|other| other <= one);
            player.iter().map(|one| (below(one) + up_to(one)) as f64 / 2.0).sum::<f64>()
        };
        let random = sorted(&results);
        let all: f64 = results.iter().map(|(player, _)| beaten(&random, player)).sum();
        let players: usize = results.iter().map(|(player, _)| player.len()).sum();
        jackknife(results.len(), |left_out| {
            let (mut sum, mut pairs) = (all, players * random.len());
            if let Some(own) = left_out.and_then(|seed| results.get(seed..=seed)) {
                let own_random = sorted(own);
                let own_players: usize = own.iter().map(|(player, _)| player.len()).sum();
                sum -= results.iter().map(|(player, _)| beaten(&own_random, player)).sum::<f64>();
                sum -= own.iter().map(|(player, _)| beaten(&random, player)).sum::<f64>();
                // Pairs within the seed were taken off twice.
                sum += own.iter().map(|(player, _)| beaten(&own_random, player)).sum::<f64>();
                pairs = (players - own_players) * (random.len() - own_random.len());
            }
            if pairs == 0 { 0.5 } else { sum / pairs as f64 }
        })
    }

    /// Returns the share of the variance of one side's results that its seeds decide, from 0 to 1:
    /// the intraclass correlation of games of one seed. `None` if no seed has two games, or all
    /// games are equal.
    pub fn seed_share(&self, side: Side) -> Option<Estimate> {
        let results: Vec<Vec<f64>> = self
            .results()
            .into_iter()
            .map(|(player, random)| if side == Side::Player { player } else { random })
            .collect();
        correlation(&results, None)?;
        // Without a seed that alone differs nothing may be left to compare.
        Some(jackknife(results.len(), |left_out| correlation(&results, left_out).unwrap_or_default()))
    }

    /// Returns the choices in positions of the player's games.
    pub fn choices(&self) -> Choices {
        self.choices_without(None)
    }

    /// Returns the share of choices with a best direction: 0 if two looks at a position agree as
    /// often as chance would, or if there is no choice, 1 if they always agree.
    pub fn clear_choices(&self) -> Estimate {
        jackknife(self.seeds.len(), |left_out| self.choices_without(left_out).clear())
    }

    fn choices_without(&self, left_out: Option<usize>) -> Choices {
        let mut all = Choices::default();
        let kept = self.seeds.iter().enumerate().filter(|(seed, _)| Some(*seed) != left_out);
        kept.for_each(|(_, games)| all.add(games.choices));
        all
    }

    /// Returns the logarithms of the results of each seed: those of the player, those at random.
    fn results(&self) -> Vec<(Vec<f64>, Vec<f64>)> {
        let by_score = self.by_score();
        let result = |game: &Outcome| signed_log(if by_score { game.score } else { game.turns as f64 });
        let results = |games: &[Outcome]| games.iter().map(result).collect();
        self.seeds.iter().map(|games| (results(&games.player), results(&games.random))).collect()
    }
}

/// Returns the games of one side.
fn of(games: &SeedGames, side: Side) -> &[Outcome] {
    match side {
        Side::Player => &games.player,
        Side::Random => &games.random,
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Returns the mean without the number at a place.
fn mean_without(numbers: &[f64], left_out: Option<usize>) -> f64 {
    let sum: f64 =
        numbers.iter().enumerate().filter(|(at, _)| Some(*at) != left_out).map(|(_, one)| one).sum();
    sum / (numbers.len() - usize::from(left_out.is_some())).max(1) as f64
}

/// Returns a figure of all seeds, with the error that those without each of the seeds give.
fn jackknife(seeds: usize, figure: impl Fn(Option<usize>) -> f64) -> Estimate {
    let without: Vec<f64> = (0..seeds).map(|seed| figure(Some(seed))).collect();
    let middle = mean(&without);
    let squares: f64 = without.iter().map(|one| (one - middle) * (one - middle)).sum();
    let error = (seeds > 1).then(|| (squares * (seeds - 1) as f64 / seeds as f64).sqrt());
    Estimate { value: figure(None), error }
}

/// Returns the intraclass correlation of groups of equal size (analysis of variance, one way), at
/// least 0.
fn correlation(groups: &[Vec<f64>], left_out: Option<usize>) -> Option<f64> {
    let size = groups.first()?.len();
    let kept = || {
        let kept = groups.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
        kept.map(|(_, group)| group).filter(|group| group.len() == size)
    };
    let count = kept().count();
    if size < 2 || count < 2 {
        return None;
    }
    let means: Vec<f64> = kept().map(|group| mean(group)).collect();
    let middle = mean(&means);
    let between: f64 = means.iter().map(|one| (one - middle) * (one - middle)).sum();
    let between = between * size as f64 / (count - 1) as f64;
    let within: f64 = kept()
        .zip(&means)
        .flat_map(|(group, own)| group.iter().map(move |one| (one - own) * (one - own)))
        .sum();
    let within = within / (count * (size - 1)) as f64;
    let all = between + (size - 1) as f64 * within;
    (all > 0.0).then(|| ((between - within) / all).max(0.0))
}

/// The settings of [`skill_games`].
#[derive(Clone, Copy, Debug)]
pub struct SkillPlan {
    /// Games of each side for a seed.
    pub repeats: u64,
    /// The most turns of a game.
    pub most_turns: u64,
    /// Positions of the player's games of a seed whose choices are examined.
    pub positions: usize,
    /// The turns that are simulated to examine a position.
    pub examined_by: u64,
}

/// The choices in positions of a player's games. Each position was looked at twice, by rollouts with
/// other random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Choices {
    /// The positions.
    pub positions: u64,
    /// The positions with more than one legal direction.
    pub open: u64,
    /// The positions with a choice in which both looks found the same best direction.
    pub agreed: u64,
    /// The positions in which they would agree if chance put directions first.
    pub by_chance: f64,
}

impl Choices {
    /// Adds those of other positions.
    fn add(&mut self, other: Choices) {
        self.positions += other.positions;
        self.open += other.open;
        self.agreed += other.agreed;
        self.by_chance += other.by_chance;
    }

    /// Returns the share of choices with a best direction: 0 if two looks agree as often as chance
    /// would, 1 if they always agree. It is 0 without a choice.
    fn clear(&self) -> f64 {
        let room = self.open as f64 - self.by_chance;
        if room > 0.0 { ((self.agreed as f64 - self.by_chance) / room).max(0.0) } else { 0.0 }
    }
}

/// Plays the games of a seed, and looks twice at positions of those of the player.
///
/// Returns `None` if the player needs a learned value and there is none. A seed gives the same
/// figures everywhere, whatever was played by the value before.
///
/// # Errors
/// The start of a game fails.
pub fn skill_games(
    engine: &mut Engine,
    policy: Policy,
    mut value: Option<&mut LearnedValue>,
    seed: u64,
    plan: &SkillPlan,
) -> Result<Option<SeedGames>, TurnError> {
    let mut games = SeedGames::default();
    let mut sample = Sample::new(plan.positions);
    for repeat in 0..plan.repeats {
        let own = derive(!seed, repeat);
        let other = play_game_seen(engine, &mut Player::random(own), seed, plan.most_turns, |_| {})?;
        games.random.push(other);
        let mut play = |value: Option<&mut LearnedValue>| {
            let Some(mut player) = policy.player(value, own) else { return Ok(None) };
            let seen = |position: &Position| sample.see(position);
            play_game_seen(engine, &mut player, seed, plan.most_turns, seen).map(Some)
        };
        let played = match &mut value {
            Some(value) => value.apart(|value| play(Some(value)))?,
            None => play(None)?,
        };
        let Some(played) = played else { return Ok(None) };
        games.player.push(played);
    }
    for (number, position) in sample.kept.iter().enumerate() {
        games.choices.add(examined(engine, position, derive(seed, number as u64), plan.examined_by)?);
    }
    Ok(Some(games))
}

/// Looks twice at a position.
fn examined(engine: &mut Engine, position: &Position, seed: u64, turns: u64) -> Result<Choices, TurnError> {
    let mut adviser = Adviser::rollouts(turns, 0);
    let first = adviser.advise(engine, position, seed)?;
    let mut choices = Choices { positions: 1, ..Choices::default() };
    let directions = first.ranked().len();
    if directions > 1 {
        let second = adviser.advise(engine, position, !seed)?;
        choices.open = 1;
        choices.agreed = u64::from(first.best() == second.best());
        choices.by_chance = 1.0 / directions as f64;
    }
    Ok(choices)
}

/// A sample of the positions of games, evenly spread over them.
struct Sample {
    most: usize,
    /// The positions seen for one that is kept.
    stride: u64,
    seen: u64,
    kept: Vec<Position>,
}

impl Sample {
    fn new(most: usize) -> Sample {
        Sample { most, stride: 1, seen: 0, kept: Vec::new() }
    }

    fn see(&mut self, position: &Position) {
        if self.most > 0 && self.seen.is_multiple_of(self.stride) {
            if self.kept.len() == 2 * self.most {
                self.thin();
            }
            if self.seen.is_multiple_of(self.stride) {
                self.kept.push(position.clone());
            }
        }
        self.seen += 1;
    }

    /// Drops every second position.
    fn thin(&mut self) {
        let mut place = 0;
        self.kept.retain(|_| {
            place += 1;
            place % 2 == 1
        });
        self.stride *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::trainer::{Trainer, Training};
    use polymerge_rules::{Limits, Mode, Ruleset};

    fn game(score: f64) -> Outcome {
        Outcome { score, turns: score as u64, won: false, ended: true, failed: false }
    }

    fn games(seeds: &[(&[f64], &[f64])]) -> SkillGames {
        let mut games = SkillGames::default();
        for (player, random) in seeds {
            let outcomes = |scores: &[f64]| scores.iter().copied().map(game).collect();
            games.add(SeedGames {
                player: outcomes(player),
                random: outcomes(random),
                ..SeedGames::default()
            });
        }
        games
    }

    #[test]
    fn games_are_compared_in_all_pairs() {
        for (seeds, better) in [
            (&[(&[3.0][..], &[1.0][..])][..], 1.0),
            (&[(&[1.0], &[3.0])], 0.0),
            (&[(&[2.0], &[2.0])], 0.5),
            (&[(&[3.0, 1.0], &[2.0, 0.0])], 0.75),
            // Games of different seeds are compared as well.
            (&[(&[3.0], &[2.0]), (&[1.0], &[0.0])], 0.75),
            (&[], 0.5),
        ] {
            assert_eq!(games(seeds).better().value, better, "{seeds:?}");
        }
    }

    /// The figures without a seed are those of the other seeds.
    #[test]
    fn the_error_of_pairs_is_that_of_the_games_without_each_seed() {
        let score = |number: u64| f64::from((number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as u8);
        let seed = |number: u64| SeedGames {
            player: (0..2).map(|own| game(score(4 * number + own) + 3.0)).collect(),
            random: (2..4).map(|own| game(score(4 * number + own))).collect(),
            ..SeedGames::default()
        };
        let of = |kept: &dyn Fn(u64) -> bool| {
            let mut games = SkillGames::default();
            (0..9).filter(|number| kept(*number)).for_each(|number| games.add(seed(number)));
            games.better()
        };
        let all = of(&|_| true);
        let expected = jackknife(9, |left_out| of(&|number| Some(number as usize) != left_out).value);
        assert_eq!(all, expected);
        assert!(all.value > 0.5 && all.value < 1.0 && all.error.unwrap() > 0.0, "{all:?}");
    }

    /// A seed gives the same figures, whatever was played by the value before.
    #[test]
    fn games_by_a_learned_value_are_those_of_a_fresh_one() {
        let rules = Ruleset::compile(Mode::classic(3, 3), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let mut trainer =
            Trainer::new(&mut engine, &Training { memory: 1 << 20, ..Training::default() }).unwrap();
        trainer.run(&mut engine, 300).unwrap();
        let plan = SkillPlan { repeats: 2, most_turns: 500, positions: 0, examined_by: 0 };
        let mut used = trainer.value().clone();
        for seed in 0..6 {
            let mut fresh = trainer.value().clone();
            let mut play = |value: &mut LearnedValue| {
                skill_games(&mut engine, Policy::Learned, Some(value), seed, &plan).unwrap().unwrap().player
            };
            assert_eq!(play(&mut used), play(&mut fresh), "{seed}");
            assert!(used == *trainer.value(), "{seed}");
        }
        assert!(skill_games(&mut engine, Policy::Learned, None, 0, &plan).unwrap().is_none());
    }

    #[test]
    fn turns_are_compared_if_all_scores_are_equal() {
        let mut games = SkillGames::default();
        let lasted = |turns| Outcome { turns, ..game(5.0) };
        games.add(SeedGames { player: vec![lasted(31)], random: vec![lasted(7)], ..SeedGames::default() });
        assert!(!games.by_score());
        assert!((games.doublings().value - 2.0).abs() < 1e-12 && games.doublings().error.is_none());
    }

    #[test]
    fn seeds_decide_all_or_nothing() {
        let share =
            |seeds: &[(&[f64], &[f64])]| games(seeds).seed_share(Side::Random).map(|share| share.value);
        let none: &[f64] = &[];
        for (seeds, decided) in [
            (&[(none, &[1.0, 1.0][..]), (none, &[9.0, 9.0]), (none, &[4.0, 4.0])][..], Some(1.0)),
            (&[(none, &[1.0, 9.0]), (none, &[9.0, 1.0]), (none, &[1.0, 9.0])], Some(0.0)),
            (&[(none, &[4.0, 4.0]), (none, &[4.0, 4.0])], None),
            (&[(none, &[4.0]), (none, &[5.0])], None),
            (&[(none, &[4.0, 9.0])], None),
        ] {
            assert_eq!(share(seeds), decided, "{seeds:?}");
        }
    }

    #[test]
    fn the_jackknife_of_a_mean_is_its_standard_error() {
        let numbers = [1.0, 4.0, 2.0, 7.0];
        let estimate = jackknife(numbers.len(), |left_out| mean_without(&numbers, left_out));
        let squares: f64 = numbers.iter().map(|one| (one - 3.5) * (one - 3.5)).sum();
        assert_eq!(estimate.value, 3.5);
        assert!((estimate.error.unwrap() - (squares / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }

    /// The figures of plain 2048 on a grid.
    fn played(side: usize) -> SkillGames {
        let rules = Ruleset::compile(Mode::classic(side, side), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let plan = SkillPlan { repeats: 2, most_turns: 300, positions: 4, examined_by: 2_000 };
        let mut games = SkillGames::default();
        for seed in 0..6 {
            let played = skill_games(&mut engine, Policy::Rollouts(100), None, seed, &plan);
            games.add(played.unwrap().unwrap());
        }
        games
    }

    #[test]
    fn skill_is_found_in_plain_2048() {
        let games = played(4);
        let (gain, better) = (games.doublings(), games.better());
        assert!(gain.value > 3.0 * gain.error.unwrap(), "{gain:?}");
        assert!(better.value > 0.9, "{better:?}");
        assert!((4 * 6..=8 * 6).contains(&games.choices().positions), "{games:?}");
    }

    #[test]
    fn choices_are_clear_beyond_chance() {
        for (open, agreed, by_chance, clear) in
            [(0, 0, 0.0, 0.0), (4, 4, 1.0, 1.0), (4, 1, 1.0, 0.0), (4, 0, 1.0, 0.0), (6, 4, 2.0, 0.5)]
        {
            let choices = Choices { positions: 9, open, agreed, by_chance };
            assert_eq!(choices.clear(), clear, "{choices:?}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_figures_again() {
        let (games, again) = (played(3), played(3));
        assert_eq!((games.doublings(), games.choices()), (again.doublings(), again.choices()));
    }

    #[test]
    fn nothing_is_chosen_in_a_single_cell() {
        let games = played(1);
        assert_eq!(games.better().value, 0.5);
        assert_eq!((games.choices().open, games.clear_choices().value), (0, 0.0));
    }
}
