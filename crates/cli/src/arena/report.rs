//! The result of a match: for people, and for programs.

use polymerge::Value;
use polymerge_app::figures::counted;
use polymerge_app::object::object;

use super::game::{End, Played};
use super::sprt::{LEAST_PAIRS, Sprt};
use super::tally::Tally;
use crate::bench::player::{error, mean};
use crate::bench::{grouped, shown};

/// The games of one player.
pub struct Games {
    pub name: String,
    /// The command of a bot, or the name of a way to play.
    pub player: String,
    pub games: Vec<Played>,
}

/// A match.
pub struct Match {
    pub mode: String,
    pub seed: u64,
    /// One or two players.
    pub players: Vec<Games>,
    /// The pairs, if there are two players.
    pub tally: Option<Tally>,
    pub sprt: Option<Sprt>,
}

impl Games {
    fn scores(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.games.iter().map(|game| game.score)
    }

    /// Returns the share of games that meet a condition.
    fn share(&self, is: impl Fn(&Played) -> bool) -> Option<f64> {
        mean(self.games.iter().map(|game| f64::from(u8::from(is(game)))))
    }

    fn turns(&self) -> Option<f64> {
        mean(self.games.iter().map(|game| game.turns as f64))
    }

    /// Returns the mean time for a direction, in milliseconds.
    fn milliseconds(&self) -> Option<f64> {
        let moves: usize = self.games.iter().map(|game| game.presses).sum();
        let time: f64 = self.games.iter().map(|game| game.time.as_secs_f64()).sum();
        (moves > 0).then(|| 1000.0 * time / moves as f64)
    }

    fn line(&self) -> String {
        let score = match error(self.scores()) {
            Some(error) => format!("{} ± {}", shown(mean(self.scores())), shown(Some(error))),
            None => shown(mean(self.scores())),
        };
        format!(
            "{:<40} {:>24} {:>6.1}% {:>10} {:>10}\n",
            self.name,
            score,
            100.0 * self.share(|game| game.won).unwrap_or_default(),
            shown(self.turns()),
            self.milliseconds().map_or_else(|| "-".into(), |time| format!("{time:.2}")),
        )
    }

    /// Returns the games that ended otherwise than by the rules, in words.
    fn notes(&self) -> String {
        let count = |is: &dyn Fn(&Played) -> bool| self.games.iter().filter(|game| is(game)).count() as f64;
        let (given_up, cut) = (count(&Played::is_forfeit), count(&|game| game.end == End::Cut));
        let mut text = String::new();
        if given_up > 0.0 {
            text.push_str(&format!("{}: {} given up\n", self.name, counted(given_up, "game")));
        }
        if cut > 0.0 {
            text.push_str(&format!("{}: {} cut at --max-turns\n", self.name, counted(cut, "game")));
        }
        text
    }

    fn machine(&self) -> Value {
        let optional = |number: Option<f64>| number.map_or(Value::Null, Value::Number);
        let faults = self.games.iter().filter_map(|game| match &game.end {
            End::Fault(fault) => Some(object([
                ("seed", game.seed.to_string().as_str().into()),
                ("result", fault.word().into()),
                ("reason", fault.to_string().as_str().into()),
            ])),
            _ => None,
        });
        object([
            ("name", self.name.as_str().into()),
            ("player", self.player.as_str().into()),
            ("games", self.games.len().into()),
            ("score", optional(mean(self.scores()))),
            ("score_error", optional(error(self.scores()))),
            ("won", optional(self.share(|game| game.won))),
            ("turns", optional(self.turns())),
            ("cut", optional(self.share(|game| game.end == End::Cut))),
            ("milliseconds", optional(self.milliseconds())),
            ("faults", faults.collect::<Vec<Value>>().into()),
        ])
    }
}

impl Match {
    /// Returns the result for people.
    pub fn text(&self) -> String {
        let games = self.players.first().map_or(0, |own| own.games.len()) as f64;
        let what = if self.players.len() == 2 { "pair" } else { "game" };
        let mut text = format!("{}: {}, from seed {} on\n\n", self.mode, counted(games, what), self.seed);
        text.push_str(&format!(
            "{:<40} {:>24} {:>7} {:>10} {:>10}\n",
            "player", "score", "won", "turns", "ms a move"
        ));
        self.players.iter().for_each(|own| text.push_str(&own.line()));
        text.push('\n');
        self.players.iter().for_each(|own| text.push_str(&own.notes()));
        if let (Some(tally), [first, second]) = (&self.tally, &self.players[..]) {
            text.push_str(&compared(tally, &first.name, &second.name));
        }
        if let (Some(tally), Some(sprt)) = (&self.tally, &self.sprt) {
            text.push_str(&decided(tally, sprt));
        }
        text
    }

    /// Returns the result for programs.
    pub fn machine(&self) -> Value {
        let optional = |number: Option<f64>| number.map_or(Value::Null, Value::Number);
        let whole = |number: u64| Value::Number(number as f64);
        let mut members = vec![
            ("mode", self.mode.as_str().into()),
            ("seed", self.seed.to_string().as_str().into()),
            ("players", self.players.iter().map(Games::machine).collect::<Vec<Value>>().into()),
        ];
        if let Some(tally) = &self.tally {
            let elo = tally.elo();
            members.extend([
                ("pairs", tally.comparison.pairs().into()),
                ("better", whole(tally.better)),
                ("worse", whole(tally.worse)),
                ("equal", whole(tally.equal)),
                ("compared_by", if tally.comparison.by_score() { "score" } else { "turns" }.into()),
                ("doublings", tally.comparison.doublings().into()),
                ("doublings_error", optional(tally.comparison.standard_error())),
                ("elo", optional(elo.difference)),
                ("elo_error", optional(elo.standard_error)),
            ]);
        }
        if let (Some(tally), Some(sprt)) = (&self.tally, &self.sprt) {
            let ratio = sprt.ratio_of(&tally.comparison);
            members.push((
                "sprt",
                object([
                    ("low", sprt.low.into()),
                    ("high", sprt.high.into()),
                    ("ratio", optional(ratio.filter(|ratio| ratio.is_finite()))),
                    ("bound", Sprt::bound().into()),
                    ("verdict", sprt.verdict(&tally.comparison).word().into()),
                ]),
            ));
        }
        object(members)
    }
}

/// Returns the comparison of two players.
fn compared(tally: &Tally, first: &str, second: &str) -> String {
    let elo = tally.elo();
    let rating = match (elo.difference, elo.standard_error) {
        (Some(difference), Some(error)) => format!("{difference:+.0} ± {error:.0} Elo"),
        (Some(difference), None) => format!("{difference:+.0} Elo"),
        _ => "too one-sided for Elo".to_owned(),
    };
    let error = tally.comparison.standard_error();
    let error = error.map_or_else(String::new, |error| format!(" ± {error:.2}"));
    let quantity = if tally.comparison.by_score() { "score" } else { "turns" };
    format!(
        "{first} won {} of {}, {second} {}: {rating}\n{first} has {:+.2}{error} doublings of the {quantity} of \
         {second}\n",
        grouped(tally.better as f64),
        counted(tally.comparison.pairs() as f64, "pair"),
        grouped(tally.worse as f64),
        tally.comparison.doublings(),
    )
}

/// Returns the decision of the test.
fn decided(tally: &Tally, sprt: &Sprt) -> String {
    let Sprt { low, high } = sprt;
    let Some(ratio) = sprt.ratio_of(&tally.comparison) else {
        return format!("SPRT: undecided, {LEAST_PAIRS} pairs are needed at least\n");
    };
    let bound = Sprt::bound();
    let verdict = match sprt.verdict(&tally.comparison) {
        super::sprt::Verdict::High => {
            format!("an advantage of {high} doublings is accepted, not one of {low}")
        }
        super::sprt::Verdict::Low => {
            format!("an advantage of {low} doublings is accepted, not one of {high}")
        }
        super::sprt::Verdict::Undecided => format!("undecided between {low} and {high} doublings"),
    };
    format!("SPRT: {verdict} (logarithm of the ratio {ratio:.2}, bounds ±{bound:.2})\n")
}
