//! `polymerge stats --skill`: how much skill decides in a mode, and how much luck.

use std::fmt;

use polymerge::advanced::rules::TurnError;
use polymerge::{Engine, Rules};
use polymerge_app::failure::Failure;
use polymerge_app::weights;
use polymerge_player::{
    Adviser, Choices, Estimate, LearnError, LearnedValue, Player, Policy, Reward, SeedGames, Side,
    SkillGames, SkillPlan, Trainer, Training, play_game, skill_games,
};
use serde::Serialize;

use crate::stats::parallel::{Interrupt, Jobs};

/// The player, if none is named.
pub const PLAYER: Policy = Policy::Rollouts(500);
/// The seeds, if no number is given.
pub const SEEDS: u64 = 20;
/// The most seeds: the errors of the figures take work with the square of their number.
pub const MOST_SEEDS: u64 = 1_000;
/// The most turns of a game, if no number is given.
pub const MOST_TURNS: u64 = 1_000;

/// The turns that are simulated for each look at a position.
const EXAMINED_BY: u64 = 5_000;
/// The positions of each seed that are looked at, at least, if the games have as many.
const POSITIONS: usize = 5;
/// The moves after which learning is examined.
const LESSONS: [u64; 3] = [1_000, 10_000, 50_000];
/// The memory for weights.
const MEMORY: usize = 64 << 20;
/// The moves that are learned between two looks whether the run is interrupted.
const STEP: u64 = 500;

/// The question, with its options.
pub struct Question<'r> {
    pub name: &'r str,
    pub rules: &'r Rules,
    pub policy: Policy,
    pub value: Option<LearnedValue>,
    pub seeds: Vec<u64>,
    pub most_turns: u64,
    pub threads: Option<u64>,
}

/// The parts of skill and luck in a mode.
#[derive(Debug, Serialize)]
pub struct Skill {
    pub mode: String,
    pub player: String,
    pub seeds: usize,
    pub max_turns: u64,
    /// The result that is compared: "score", or "turns" if all scores are equal.
    pub compared: &'static str,
    /// Doublings of the player's results over random play.
    pub doublings: Figure,
    /// The share of pairs of any games in which the player's is better.
    pub better: Figure,
    pub verdict: Verdict,
    /// The share of the variance of logarithms that the seed decides, at random.
    pub seed_share_random: Option<Figure>,
    /// The share that it decides of the player's games; `None` if these never differ by themselves.
    pub seed_share: Option<Figure>,
    pub positions: u64,
    /// The share of positions with more than one legal direction.
    pub with_choice: f64,
    /// The share of these that have a best direction.
    pub clear: Figure,
    pub learning: Vec<Lesson>,
    /// The reason why nothing was learned.
    pub not_learned: Option<String>,
}

/// A figure with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub value: f64,
    pub standard_error: Option<f64>,
}

impl From<Estimate> for Figure {
    fn from(estimate: Estimate) -> Figure {
        Figure { value: estimate.value, standard_error: estimate.error }
    }
}

/// The state of learning after some moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Lesson {
    pub moves: u64,
    pub doublings: Figure,
}

/// The share of pairs below which a player is hardly better than chance.
const HARDLY: f64 = 0.6;

/// Returns the reason why no choice matters in a mode, if some games of a player that looks ahead show
/// that surely.
///
/// # Errors
/// A game can't be started.
pub fn no_choice_matters(engine: &mut Engine, seed: u64) -> Result<Option<String>, TurnError> {
    let plan = SkillPlan { repeats: 2, most_turns: SHORT, positions: 4, examined_by: 1_000 };
    let mut games = SkillGames::default();
    for number in 0..FEW_SEEDS {
        let played =
            skill_games(engine, Policy::Rollouts(FEW_TURNS), None, seed.wrapping_add(number), &plan)?;
        games.add(played.unwrap_or_default());
    }
    let ends_at_goal = !engine.rules().postgame_allowed();
    Ok(why_no_choice_matters(games.better(), games.choices(), are_comparable(&games, ends_at_goal)))
}

/// Returns true if results say how well a game was played: no goal is the point of it, and results that
/// are all equal are those of whole games.
fn are_comparable(games: &SkillGames, ends_at_goal: bool) -> bool {
    let all = || games.games(Side::Player).chain(games.games(Side::Random));
    let (won, lost) = (all().any(|game| game.won), all().any(|game| !game.won));
    let first = all().next().map(|game| game.turns);
    let are_equal = !games.by_score() && all().all(|game| Some(game.turns) == first);
    let are_cut = all().any(|game| !game.ended);
    !(won && (lost || ends_at_goal) || are_equal && are_cut)
}

/// The seeds and the player of a look at a mode that has to be short.
const FEW_SEEDS: u64 = 8;
const FEW_TURNS: u64 = 100;
/// The most turns of its games.
const SHORT: u64 = 200;

/// Returns the reason why no choice matters, if that is sure. A player that is surely worse than chance
/// shows that choices matter, though it makes the wrong ones.
fn why_no_choice_matters(better: Estimate, choices: Choices, are_comparable: bool) -> Option<String> {
    let Choices { positions, open, .. } = choices;
    if positions > 0 && open == 0 {
        return Some(format!("there was nothing to choose in any of {positions} positions"));
    }
    let most = better.value + 2.0 * better.error?;
    let better = Figure::from(better).shown(100.0, " %");
    (positions > 0 && are_comparable && (0.5..HARDLY).contains(&most)).then(|| {
        format!(
            "a player that looks ahead, by {FEW_TURNS} turns of random games a move, was better than chance in \
             {better} of pairs of games of at most {SHORT} turns"
        )
    })
}

/// The answer in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    NoChoice,
    Luck,
    MostlyLuck,
    MostlySkill,
    Skill,
}

impl Verdict {
    /// Judges by the share of pairs that the player wins, where that is surely more than half.
    fn of(better: Estimate, choices: Choices) -> Verdict {
        let is_sure = better.error.is_none_or(|error| better.value - 0.5 > 2.0 * error);
        match better.value {
            _ if choices.open == 0 => Verdict::NoChoice,
            share if share < HARDLY || !is_sure => Verdict::Luck,
            share if share < 0.75 => Verdict::MostlyLuck,
            share if share < 0.95 => Verdict::MostlySkill,
            _ => Verdict::Skill,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::NoChoice => "there is nothing to choose",
            Verdict::Luck => "luck decides: this player is hardly better than chance",
            Verdict::MostlyLuck => "luck decides more than skill",
            Verdict::MostlySkill => "skill decides more than luck",
            Verdict::Skill => "skill decides",
        })
    }
}

impl Question<'_> {
    /// Plays the games; `None` if no seed was done before an interrupt.
    ///
    /// # Errors
    /// The player plays at random or needs weights, or a game can't be started.
    pub fn answer(&self, interrupt: &Interrupt) -> Result<Option<(Skill, Option<String>)>, Failure> {
        if self.policy == Policy::Random {
            return Err(Failure::input("--skill compares a player with random play: name another one"));
        }
        let games = self.games(interrupt)?;
        if games.seeds() == 0 {
            return Ok(None);
        }
        let missing = self.seeds.len() - games.seeds();
        let lessons = self.lessons(&games, interrupt);
        let (learning, not_learned) = match lessons {
            Ok(learning) => (learning, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let is_cut = missing > 0 || (not_learned.is_none() && learning.len() < LESSONS.len());
        let left_out = is_cut.then(|| {
            let done = games.seeds();
            format!(
                "{}: interrupted; these are the figures of {done} of {} seeds",
                self.name,
                self.seeds.len()
            )
        });
        Ok(Some((self.skill(&games, learning, not_learned), left_out)))
    }

    fn fail(&self, error: &dyn fmt::Display) -> Failure {
        Failure::input(format!("{}: {error}", self.name))
    }

    /// Plays the games of all seeds, on all cores.
    fn games(&self, interrupt: &Interrupt) -> Result<SkillGames, Failure> {
        let plan = SkillPlan {
            repeats: 2,
            most_turns: self.most_turns,
            positions: POSITIONS,
            examined_by: EXAMINED_BY,
        };
        let jobs = Jobs { name: self.name, unit: "seeds", count: self.seeds.len(), threads: self.threads };
        let mut played: Vec<(usize, SeedGames)> = jobs.run(
            || Some((self.rules.engine(), self.value.clone())),
            |(engine, value), number| {
                let engine = engine.as_mut().map_err(|error| self.fail(error))?;
                let Some(seed) = self.seeds.get(number).filter(|_| !interrupt.is_asked()) else {
                    return Ok(None);
                };
                let games = skill_games(engine, self.policy, value.as_mut(), *seed, &plan)
                    .map_err(|error| self.fail(&error))?;
                match games {
                    Some(games) => Ok(Some((number, games))),
                    None => Err(Failure::input(weights::NEEDED)),
                }
            },
        )?;
        played.sort_by_key(|(number, _)| *number);
        let mut games = SkillGames::default();
        played.into_iter().for_each(|(_, own)| games.add(own));
        Ok(games)
    }

    /// Learns the mode from nothing, and compares what was learned with the games at random.
    fn lessons(&self, games: &SkillGames, interrupt: &Interrupt) -> Result<Vec<Lesson>, LearnError> {
        let reward = if games.by_score() { Reward::Points } else { Reward::Turns };
        let Ok(mut engine) = self.rules.engine() else { return Ok(Vec::new()) };
        let engine = &mut engine;
        let training = Training { reward, memory: MEMORY, ..Training::default() };
        let mut trainer = Trainer::new(engine, &training)?;
        let mut lessons = Vec::new();
        for moves in LESSONS {
            while trainer.made().1 < moves {
                if interrupt.is_asked() {
                    return Ok(lessons);
                }
                trainer.run(engine, STEP.min(moves - trainer.made().1))?;
            }
            let mut value = trainer.value().clone();
            let mut learned = SkillGames::default();
            for (seed, random) in self.seeds.iter().zip(games.of_seeds()) {
                let game = value.apart(|value| {
                    let mut player = Player::from(Adviser::learned(value, *seed));
                    play_game(engine, &mut player, *seed, self.most_turns)
                })?;
                learned.add(SeedGames { player: vec![game], ..random.clone() });
                if interrupt.is_asked() {
                    return Ok(lessons);
                }
            }
            lessons.push(Lesson { moves, doublings: learned.doublings().into() });
        }
        Ok(lessons)
    }

    fn skill(&self, games: &SkillGames, learning: Vec<Lesson>, not_learned: Option<String>) -> Skill {
        let (choices, better) = (games.choices(), games.better());
        let is_random = !matches!(self.policy, Policy::Learned | Policy::Search(_));
        Skill {
            mode: self.name.to_owned(),
            player: self.policy.to_string(),
            seeds: games.seeds(),
            max_turns: self.most_turns,
            compared: if games.by_score() { "score" } else { "turns" },
            doublings: games.doublings().into(),
            better: better.into(),
            verdict: Verdict::of(better, choices),
            seed_share_random: games.seed_share(Side::Random).map(Figure::from),
            seed_share: games.seed_share(Side::Player).filter(|_| is_random).map(Figure::from),
            positions: choices.positions,
            with_choice: choices.open as f64 / choices.positions.max(1) as f64,
            clear: games.clear_choices().into(),
            learning,
            not_learned,
        }
    }
}

impl Figure {
    fn shown(self, scale: f64, unit: &str) -> String {
        let digits = if scale == 1.0 { 2 } else { 0 };
        let error =
            self.standard_error.map_or(String::new(), |error| format!(" ± {:.digits$}", scale * error));
        format!("{:.digits$}{error}{unit}", scale * self.value)
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |figure: Figure| figure.shown(100.0, " %");
        let (by_turns, of) = match self.compared {
            "score" => ("", "score"),
            _ => (" (all scores are equal)", "number of turns"),
        };
        writeln!(
            f,
            "{}: {} against random play, {} seeds with two games each, of at most {} turns\n",
            self.mode, self.player, self.seeds, self.max_turns
        )?;
        writeln!(f, "{}\n", capital(self.verdict))?;
        writeln!(f, "gain         {} doublings of the {of}{by_turns}", self.doublings.shown(1.0, ""))?;
        writeln!(f, "better       in {} of pairs of games, each with each", percent(self.better))?;
        if let Some(share) = self.seed_share_random {
            writeln!(f, "seed         decides {} of the variance of random games", percent(share))?;
        }
        if let Some(share) = self.seed_share {
            writeln!(f, "             and {} of the player's", percent(share))?;
        }
        writeln!(
            f,
            "choice       in {:.0} % of {} positions; {} of them have a best direction",
            100.0 * self.with_choice,
            self.positions,
            percent(self.clear)
        )?;
        for (number, lesson) in self.learning.iter().enumerate() {
            let heading = if number == 0 { "learning" } else { "" };
            let gain = lesson.doublings.shown(1.0, "");
            writeln!(
                f,
                "{heading:<12} {gain} doublings after {} moves",
                super::text::shown(lesson.moves as f64)
            )?;
        }
        if let Some(why) = &self.not_learned {
            writeln!(f, "learning     not possible: {why}")?;
        }
        write!(f, "\n± are standard errors.")
    }
}

fn capital(verdict: Verdict) -> String {
    let text = verdict.to_string();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_player::Outcome;

    #[test]
    fn it_is_said_only_if_it_is_sure_that_no_choice_matters() {
        let choices = Choices { positions: 9, open: 9, ..Choices::default() };
        for (value, error, choices, are_comparable, is_said) in [
            (0.50, Some(0.02), choices, true, true),
            (0.50, Some(0.0), choices, true, true),
            // It may be as good as chance.
            (0.30, Some(0.12), choices, true, true),
            // It is surely worse: choices matter.
            (0.30, Some(0.05), choices, true, false),
            (0.52, Some(0.05), choices, true, false),
            (0.50, None, choices, true, false),
            (0.99, Some(0.01), choices, true, false),
            (0.50, Some(0.02), choices, false, false),
            (0.50, None, Choices { open: 0, ..choices }, true, true),
            (0.50, None, Choices { open: 0, ..choices }, false, true),
            (0.50, Some(0.0), Choices::default(), true, false),
        ] {
            let why = why_no_choice_matters(Estimate { value, error }, choices, are_comparable);
            assert_eq!(why.is_some(), is_said, "{value} {error:?} {choices:?}: {why:?}");
        }
    }

    #[test]
    fn games_to_a_goal_and_cut_ones_that_are_equal_are_not_compared() {
        let game = |turns, won, ended| Outcome { score: 0.0, turns, won, ended, failed: false };
        let whole = game(7, false, true);
        for (player, random, ends_at_goal, expected) in [
            (whole, whole, false, true),
            (whole, game(9, false, true), false, true),
            // The player wins, with as many points.
            (game(7, true, true), whole, false, false),
            (game(7, true, true), game(9, true, true), false, true),
            // Who wins sooner has fewer points.
            (game(7, true, true), game(9, true, true), true, false),
            // Nothing shows who would have gone on longer.
            (game(200, false, false), game(200, false, false), false, false),
            (game(200, false, false), game(150, false, true), false, true),
        ] {
            let mut games = SkillGames::default();
            games.add(SeedGames { player: vec![player], random: vec![random], ..SeedGames::default() });
            assert_eq!(are_comparable(&games, ends_at_goal), expected, "{player:?} {random:?}");
        }
    }

    #[test]
    fn verdicts_need_a_choice_and_certainty() {
        let choices = Choices { positions: 9, open: 9, ..Choices::default() };
        for (value, error, open, verdict) in [
            (0.99, Some(0.01), 9, Verdict::Skill),
            (0.80, Some(0.01), 9, Verdict::MostlySkill),
            (0.70, Some(0.01), 9, Verdict::MostlyLuck),
            (0.70, Some(0.15), 9, Verdict::Luck),
            (0.55, Some(0.01), 9, Verdict::Luck),
            (0.20, Some(0.01), 9, Verdict::Luck),
            (0.99, Some(0.01), 0, Verdict::NoChoice),
        ] {
            let better = Estimate { value, error };
            assert_eq!(Verdict::of(better, Choices { open, ..choices }), verdict, "{value} {error:?} {open}");
        }
    }
}
