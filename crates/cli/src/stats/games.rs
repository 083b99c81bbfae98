//! The games of `polymerge stats`, in files. Files of the parts of a run can be joined.

use std::collections::{BTreeMap, BTreeSet};

use polymerge::sample::{Course, Ending};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use serde::{Deserialize, Serialize};

const FORMAT: &str = "polymerge-stats";
/// The version of the files. Version 1 counted every press as a turn, and did not distinguish games
/// that were lost from those in which nothing moves.
const VERSION: u32 = 2;

/// A run: its mode and player, and the results of its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    format: String,
    version: u32,
    /// The title of the mode, with its changes.
    pub mode: String,
    /// The digest of everything that decides the games.
    pub digest: String,
    pub player: String,
    pub max_turns: u64,
    /// The names of the merge rules.
    pub rules: Vec<String>,
    pub directions: Vec<String>,
    pub games: Vec<Row>,
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub seed: u64,
    pub turns: u64,
    /// The score; `None` if it is infinite or no number.
    pub score: Option<f64>,
    pub won_at: Option<u64>,
    pub ending: End,
    /// The turns at which the largest tile grew, with its worth.
    pub largest: Vec<(u64, f64)>,
    pub fired: Vec<u64>,
    pub spawned: BTreeMap<String, u64>,
    pub pressed: Vec<u64>,
}

/// The way a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Over,
    Lost,
    Won,
    Cut,
    Failed,
}

impl End {
    pub const ALL: [End; 5] = [End::Over, End::Lost, End::Won, End::Cut, End::Failed];

    pub fn name(self) -> &'static str {
        match self {
            End::Over => "over",
            End::Lost => "lost",
            End::Won => "won",
            End::Cut => "cut",
            End::Failed => "failed",
        }
    }
}

impl Row {
    /// Returns the result of a game.
    pub fn of(course: Course) -> Row {
        let ending = match course.ending {
            _ if course.failed => End::Failed,
            Ending::Stuck => End::Over,
            Ending::Lost => End::Lost,
            Ending::Won => End::Won,
            _ => End::Cut,
        };
        Row {
            seed: course.seed,
            turns: course.turns,
            score: Some(course.score).filter(|score| score.is_finite()),
            won_at: course.won_at,
            ending,
            largest: course.largest.into_iter().filter(|(_, worth)| worth.is_finite()).collect(),
            fired: course.fired,
            spawned: course.spawned,
            pressed: course.pressed,
        }
    }

    /// Returns the worth of the largest tile.
    pub fn largest(&self) -> Option<f64> {
        self.largest.last().map(|(_, worth)| *worth)
    }

    /// Returns the worth of the largest tile after `turns` turns; `None` if the game was shorter.
    pub fn largest_after(&self, turns: u64) -> Option<f64> {
        let seen = self.largest.iter().take_while(|(turn, _)| *turn <= turns).last();
        seen.filter(|_| turns <= self.turns).map(|(_, worth)| *worth)
    }
}

impl Run {
    pub fn new(mode: String, digest: String, player: String, max_turns: u64) -> Run {
        Run {
            format: FORMAT.to_owned(),
            version: VERSION,
            mode,
            digest,
            player,
            max_turns,
            rules: Vec::new(),
            directions: Vec::new(),
            games: Vec::new(),
        }
    }

    pub fn read(file: &str) -> Result<Run, Failure> {
        let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{file}: {error}"));
        let run: Run = serde_json::from_slice(&input::read_bytes(file)?).map_err(|error| fail(&error))?;
        match run.format == FORMAT && (1..=VERSION).contains(&run.version) {
            true => Ok(run),
            false => Err(fail(&"this is not a file of polymerge stats, or a later version wrote it")),
        }
    }

    /// Joins the parts of a run. They must be of the same mode and player, and of different games.
    pub fn joined(parts: Vec<Run>) -> Result<Run, Failure> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or_else(|| Failure::input("there is nothing to join"))?;
        for part in parts {
            let same = |run: &Run| (run.digest.clone(), run.player.clone(), run.max_turns);
            if whole.version != part.version {
                return Err(Failure::input(
                    "these come from different versions, which count turns in other ways; play one of them again",
                ));
            }
            if same(&whole) != same(&part) {
                return Err(Failure::input(format!(
                    "these come from different runs: {} by {}, {} by {}; modes, players and --max-turns must be equal",
                    whole.mode, whole.player, part.mode, part.player
                )));
            }
            whole.games.extend(part.games);
        }
        whole.games.sort_by_key(|game| game.seed);
        let seeds: BTreeSet<u64> = whole.games.iter().map(|game| game.seed).collect();
        match seeds.len() == whole.games.len() {
            true => Ok(whole),
            false => Err(Failure::input("some games are in two of the files")),
        }
    }

    /// Returns true if presses that moved nothing count as turns.
    pub fn counts_presses(&self) -> bool {
        self.version == 1
    }

    /// Returns true if a game was cut before its end.
    pub fn has_cut_games(&self) -> bool {
        self.games.iter().any(|game| game.ending == End::Cut)
    }

    pub fn json(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(Failure::result)
    }

    /// Returns a line for each game.
    pub fn csv(&self) -> String {
        let mut text = String::from("seed,turns,score,largest,won_at,ending");
        for name in self
            .rules
            .iter()
            .map(|name| format!("rule {name}"))
            .chain(self.directions.iter().map(|name| format!("direction {name}")))
        {
            text.push_str(&format!(",\"{}\"", name.replace('"', "\"\"")));
        }
        text.push('\n');
        let optional = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        for game in &self.games {
            let won_at = game.won_at.map_or(String::new(), |turn| turn.to_string());
            text.push_str(&format!(
                "{},{},{},{},{won_at},{}",
                game.seed,
                game.turns,
                optional(game.score),
                optional(game.largest()),
                game.ending.name()
            ));
            game.fired.iter().chain(&game.pressed).for_each(|count| text.push_str(&format!(",{count}")));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seeds: &[u64]) -> Run {
        let row = |seed: &u64| Row {
            seed: *seed,
            turns: 9,
            score: Some(12.0),
            won_at: None,
            ending: End::Over,
            largest: vec![(0, 2.0), (3, 4.0)],
            fired: vec![4],
            spawned: BTreeMap::from([("[1]".to_owned(), 9)]),
            pressed: vec![3, 6],
        };
        let mut run = Run::new("test".into(), "d".into(), "random".into(), 100);
        (run.rules, run.directions) = (vec!["1".into()], vec!["Left".into(), "Up, \"or\"".into()]);
        run.games = seeds.iter().map(row).collect();
        run
    }

    #[test]
    fn parts_come_to_the_whole() {
        assert_eq!(Run::joined(vec![run(&[2, 4]), run(&[1, 3])]).unwrap(), run(&[1, 2, 3, 4]));
        assert!(Run::joined(vec![run(&[1]), run(&[1])]).is_err());
        assert!(Run::joined(vec![]).is_err());
        let other = Run { player: "rollouts:9".into(), ..run(&[2]) };
        assert!(Run::joined(vec![run(&[1]), other]).is_err());
    }

    #[test]
    fn runs_of_earlier_versions_are_read_but_not_mixed() {
        let old = Run { version: 1, ..run(&[1]) };
        assert!(old.counts_presses() && !run(&[1]).counts_presses());
        assert!(Run::joined(vec![old.clone(), Run { version: 1, ..run(&[2]) }]).is_ok());
        assert!(Run::joined(vec![old, run(&[2])]).is_err());
    }

    #[test]
    fn runs_are_written_as_lines() {
        assert_eq!(
            run(&[7]).csv(),
            "seed,turns,score,largest,won_at,ending,\"rule 1\",\"direction Left\",\"direction Up, \"\"or\"\"\"\n\
             7,9,12,4,,over,4,3,6\n"
        );
        let text = run(&[7]).json().unwrap();
        assert_eq!(serde_json::from_str::<Run>(&text).unwrap(), run(&[7]));
    }

    #[test]
    fn the_largest_tile_is_known_after_each_turn() {
        let game = &run(&[1]).games[0];
        let after: Vec<_> = [0, 2, 3, 9, 10].into_iter().map(|turns| game.largest_after(turns)).collect();
        assert_eq!(after, [Some(2.0), Some(2.0), Some(4.0), Some(4.0), None]);
    }
}
