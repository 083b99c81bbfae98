//! The time that the parts of a mode take in random games: `bench --explain`.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use polymerge::advanced::rules::Cost;
use polymerge::{Error, Rules, Value};
use polymerge_app::figures::counted;
use polymerge_app::object::object;

use crate::bench::{Arguments, play_for};

/// The number of parts that are printed, at most.
const MOST: usize = 12;

/// Parts that take less than this share of the time are not printed.
const LEAST: f64 = 0.005;

/// The parts of a mode, the dearest first.
pub struct Parts {
    rows: Vec<Row>,
    whole: Duration,
}

/// A part of a mode.
struct Row {
    name: String,
    cost: Cost,
    /// The file and the line on which it stands, if the mode is as it stands in a file.
    line: Option<(String, usize)>,
}

/// Nanoseconds since the first call.
fn clock() -> u64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGUN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

impl Parts {
    /// Plays random games once more, and takes the times of the parts.
    pub fn measure(rules: &Rules, arguments: &Arguments) -> Result<Parts, Error> {
        let mut play = arguments.games_of(rules)?;
        let began = Instant::now();
        play.take_times(clock);
        play_for(&mut play, arguments.time(), || began.elapsed())?;
        let whole = began.elapsed();
        let (places, costs): (Vec<_>, Vec<_>) = play.times().into_iter().unzip();
        let written = rules.written();
        let line = |place| written.as_ref()?.place(place).map(|line| (line.file, line.line));
        let rows = places.iter().zip(costs).map(|(place, cost)| Row {
            name: place.to_string(),
            cost,
            line: line(place),
        });
        Ok(Parts { rows: rows.collect(), whole })
    }

    fn share(&self, nanoseconds: u64) -> f64 {
        nanoseconds as f64 / self.whole.as_nanos().max(1) as f64
    }

    /// Returns the parts for people, each on a line of its own.
    pub fn text(&self) -> String {
        let all: u64 = self.rows.iter().map(|row| row.cost.nanoseconds).sum();
        let percent = |nanoseconds| 100.0 * self.share(nanoseconds);
        let mut text = format!("\n  expressions: {:.0} % of the time", percent(all));
        let shown = self.rows.iter().filter(|row| self.share(row.cost.nanoseconds) >= LEAST);
        let shown: Vec<&Row> = shown.take(MOST).collect();
        let line =
            |row: &Row| row.line.as_ref().map_or_else(String::new, |(file, line)| format!("{file}:{line}"));
        let names = shown.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let lines = shown.iter().map(|row| line(row).chars().count()).max().unwrap_or(0);
        for row in shown {
            let Row { name, cost, .. } = row;
            let each = cost.nanoseconds as f64 / cost.runs.max(1) as f64 / 1000.0;
            let (percent, line) = (percent(cost.nanoseconds), line(row));
            let runs = counted(cost.runs as f64, "time");
            text.push_str(&format!(
                "\n    {percent:>3.0} %  {name:<names$}  {line:<lines$}  {each:.2} µs, {runs}"
            ));
        }
        text
    }

    /// Returns the parts for programs.
    pub fn machine(&self) -> Value {
        let row = |Row { name, cost, line }: &Row| {
            let line = line.as_ref().map(|(file, line)| {
                [("file", Value::from(file.as_str())), ("line", Value::Number(*line as f64))]
            });
            object(
                [
                    ("part", name.as_str().into()),
                    ("share", Value::Number(self.share(cost.nanoseconds))),
                    ("runs", Value::Number(cost.runs as f64)),
                    ("nanoseconds", Value::Number(cost.nanoseconds as f64)),
                ]
                .into_iter()
                .chain(line.into_iter().flatten()),
            )
        };
        Value::from(self.rows.iter().map(row).collect::<Vec<_>>())
    }
}
