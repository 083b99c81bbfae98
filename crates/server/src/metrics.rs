//! Counters, as a text page.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::pool::Pool;
use crate::queue::Waiting;

/// Upper bounds of the counted times, in seconds.
const BOUNDS: [f64; 9] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Times that are counted together.
#[derive(Clone, Debug, Default)]
struct Times {
    /// The number of times up to each bound, those above the others' bounds only.
    within: [u64; BOUNDS.len()],
    number: u64,
    sum: f64,
}

impl Times {
    fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(place) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            self.within[place] += 1;
        }
        self.number += 1;
        self.sum += seconds;
    }
}

/// Times by the values of labels.
#[derive(Debug, Default)]
struct Labelled(Mutex<BTreeMap<[String; 2], Times>>);

impl Labelled {
    fn times(&self) -> MutexGuard<'_, BTreeMap<[String; 2], Times>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, labels: [&str; 2], time: Duration) {
        let mut times = self.times();
        // Strangers make no labels: there are as many as routes, statuses and modes of the catalogue.
        times.entry(labels.map(str::to_owned)).or_default().add(time);
    }

    /// Writes a histogram for each pair of values.
    fn write(&self, page: &mut String, name: &str, help: &str, labels: [&str; 2]) -> std::fmt::Result {
        writeln!(page, "# HELP polymerge_{name} {help}\n# TYPE polymerge_{name} histogram")?;
        for ([one, other], times) in self.times().iter() {
            let (one, other) = (escaped(one), escaped(other));
            let values = format!("{}=\"{one}\",{}=\"{other}\"", labels[0], labels[1]);
            let mut sum = 0;
            for (bound, number) in BOUNDS.iter().zip(times.within) {
                sum += number;
                writeln!(page, "polymerge_{name}_bucket{{{values},le=\"{bound}\"}} {sum}")?;
            }
            writeln!(page, "polymerge_{name}_bucket{{{values},le=\"+Inf\"}} {}", times.number)?;
            writeln!(page, "polymerge_{name}_sum{{{values}}} {}", times.sum)?;
            writeln!(page, "polymerge_{name}_count{{{values}}} {}", times.number)?;
        }
        Ok(())
    }
}

/// A value of a label, as the format has it.
fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

/// The counters since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Requests answered.
    pub requests: AtomicU64,
    /// Games verified and kept.
    pub accepted: AtomicU64,
    /// Games that were there already.
    pub repeated: AtomicU64,
    /// Games that did not verify.
    pub refused: AtomicU64,
    /// Requests sent away since a client asked too often.
    pub limited: AtomicU64,
    /// Games sent away since their client had used up its share.
    pub used_up: AtomicU64,
    /// Games sent away since the queue was full.
    pub busy: AtomicU64,
    /// Games sent away since operators ordered something each time that they were to be written.
    pub outdated: AtomicU64,
    /// Requests that were not answered in time.
    pub late: AtomicU64,
    /// Requests that failed since the database did.
    pub unavailable: AtomicU64,
    /// Failures of the service itself.
    pub failed: AtomicU64,
    /// Pictures that were drawn at a request: games of old have none.
    pub drawn: AtomicU64,
    /// Games sent away since there was no room for them.
    pub no_room: AtomicU64,
    /// Times that moves of a ranked game on its way were stored.
    pub checkpoints: AtomicU64,
    /// Transactions that stored games, or moves of ranked games on their way.
    pub transactions: AtomicU64,
    /// Open connections.
    pub connections: AtomicI64,
    /// Connections refused since their client held too many.
    pub connections_of_client: AtomicU64,
    /// Connections refused or ended since there were too many of all clients.
    pub connections_of_all: AtomicU64,
    /// Connections ended since their client read too slowly.
    pub slow_readers: AtomicU64,
    answers: Labelled,
    games: Labelled,
}

impl Metrics {
    /// Counts one.
    pub fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an answer: its route, its status, and the time that it took.
    pub fn answered(&self, route: &str, status: u16, took: Duration) {
        self.answers.add([route, &status.to_string()], took);
    }

    /// Counts a game that was played: its mode, if it is built in, its result and the time of a
    /// thread that it took.
    pub fn played(&self, mode: Option<&str>, is_game: bool, took: Duration) {
        self.games.add([mode.unwrap_or("custom"), if is_game { "good" } else { "refused" }], took);
    }

    fn counters(&self) -> [(&str, &str, &AtomicU64); 18] {
        [
            ("requests", "Requests answered.", &self.requests),
            ("games_accepted", "Games verified and stored.", &self.accepted),
            ("games_repeated", "Games submitted that were stored already.", &self.repeated),
            ("games_refused", "Games that did not verify (422).", &self.refused),
            ("requests_limited", "Requests refused since a client asked too often (429).", &self.limited),
            (
                "games_over_share",
                "Games refused since their client had used up its share (429).",
                &self.used_up,
            ),
            ("games_busy", "Games refused since the queue was full (503).", &self.busy),
            (
                "games_outdated",
                "Games refused since operators changed names and boards meanwhile (503).",
                &self.outdated,
            ),
            (
                "games_without_room",
                "Games and sessions refused since a client or the service had no room for more.",
                &self.no_room,
            ),
            ("checkpoints", "Times that moves of a ranked game on its way were stored.", &self.checkpoints),
            (
                "write_transactions",
                "Transactions that stored games, or moves of ranked games on their way.",
                &self.transactions,
            ),
            ("requests_late", "Requests that were not done in time (408).", &self.late),
            ("requests_without_database", "Requests that the database failed (503).", &self.unavailable),
            ("failures", "Failures of the service itself (500).", &self.failed),
            ("pictures_drawn", "Pictures of older games, drawn at their first request.", &self.drawn),
            (
                "connections_refused_client",
                "Connections refused since their client held too many.",
                &self.connections_of_client,
            ),
            (
                "connections_refused_all",
                "Connections refused or ended since all places were taken.",
                &self.connections_of_all,
            ),
            ("slow_readers", "Connections ended since their client read too slowly.", &self.slow_readers),
        ]
    }

    /// The page, in the text format of Prometheus.
    pub fn page(&self, pool: &Pool) -> String {
        let mut page = String::new();
        // Writing to a text does not fail.
        let _written = self.write(&mut page, pool);
        page
    }

    fn write(&self, page: &mut String, pool: &Pool) -> std::fmt::Result {
        for (name, help, counter) in self.counters() {
            let number = counter.load(Ordering::Relaxed);
            writeln!(page, "# HELP polymerge_{name}_total {help}\n# TYPE polymerge_{name}_total counter")?;
            writeln!(page, "polymerge_{name}_total {number}")?;
        }
        let Waiting { fresh, begun, clients } = pool.waiting();
        writeln!(page, "# HELP polymerge_queue_games Games that wait for a thread.")?;
        writeln!(page, "# TYPE polymerge_queue_games gauge")?;
        writeln!(page, "polymerge_queue_games{{class=\"new\"}} {fresh}")?;
        writeln!(page, "polymerge_queue_games{{class=\"long\"}} {begun}")?;
        let gauge = |name: &str, help: &str, number: i64| {
            format!(
                "# HELP polymerge_{name} {help}\n# TYPE polymerge_{name} gauge\npolymerge_{name} {number}\n"
            )
        };
        let clients = i64::try_from(clients).unwrap_or(i64::MAX);
        page.push_str(&gauge("queue_clients", "Clients whose games wait for a thread.", clients));
        let open = self.connections.load(Ordering::Relaxed);
        page.push_str(&gauge("connections_open", "Open connections.", open));
        writeln!(page, "# HELP polymerge_playing_seconds_total Time that threads played games.")?;
        writeln!(page, "# TYPE polymerge_playing_seconds_total counter")?;
        writeln!(page, "polymerge_playing_seconds_total {}", pool.worked().as_secs_f64())?;
        self.answers.write(
            page,
            "answer_seconds",
            "Time until an answer, by route and status.",
            ["route", "status"],
        )?;
        self.games.write(
            page,
            "game_seconds",
            "Time of a thread to verify a game, by mode.",
            ["mode", "result"],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Shares;

    #[test]
    fn the_page_has_a_help_text_for_each_name_and_sums_up_times() {
        let metrics = Metrics::default();
        Metrics::add(&metrics.late);
        for millis in [3, 30, 700, 60_000] {
            metrics.answered("/v1/scores", 201, Duration::from_millis(millis));
        }
        metrics.played(None, false, Duration::from_millis(1));
        metrics.played(Some("a\n\"b\\"), true, Duration::from_millis(1));
        let burst = Duration::from_secs(1);
        let pool = Pool::new(Shares { threads: 1, queue: 1, of_client: 1, percent: 1, burst });
        let page = metrics.page(&pool);
        for line in [
            "polymerge_requests_late_total 1",
            "polymerge_answer_seconds_bucket{route=\"/v1/scores\",status=\"201\",le=\"0.005\"} 1",
            "polymerge_answer_seconds_bucket{route=\"/v1/scores\",status=\"201\",le=\"0.05\"} 2",
            "polymerge_answer_seconds_bucket{route=\"/v1/scores\",status=\"201\",le=\"30\"} 3",
            "polymerge_answer_seconds_bucket{route=\"/v1/scores\",status=\"201\",le=\"+Inf\"} 4",
            "polymerge_answer_seconds_sum{route=\"/v1/scores\",status=\"201\"} 60.733",
            "polymerge_game_seconds_count{mode=\"custom\",result=\"refused\"} 1",
            r#"polymerge_game_seconds_count{mode="a\n\"b\\",result="good"} 1"#,
            "polymerge_queue_games{class=\"long\"} 0",
            "polymerge_connections_open 0",
        ] {
            assert!(page.lines().any(|own| own == line), "{line} is not in\n{page}");
        }
        for line in page.lines().filter(|line| line.starts_with("# TYPE ")) {
            let name = line.split(' ').nth(2).unwrap();
            assert!(page.contains(&format!("# HELP {name} ")), "{name} has no help");
        }
    }
}
