//! The games of `polymerge stats`, played on all cores, with a report of the progress, and until
//! the player interrupts them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use polymerge::sample::Chooser;
use polymerge::{Error, Rules};
use polymerge_player::{GamePlayer, LearnedValue, Policy};

use crate::stats::games::Row;
use crate::terminal::parts::counted;
use crate::{input, progress};

/// The time between two reports of the progress, where no bar can be drawn.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The request to end a run early.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches a flag.
    pub fn new(asked: Arc<AtomicBool>) -> Interrupt {
        Interrupt(asked)
    }

    /// Returns true if an end was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The player of the games of a run, with its options.
pub struct RunPlayer<'r> {
    pub rules: &'r Rules,
    pub policy: Policy,
    pub most_turns: u64,
}

/// The state that the threads of a run share.
struct Shared {
    next: AtomicUsize,
    rows: Mutex<Result<Vec<Row>, Error>>,
    progress: Progress,
}

impl RunPlayer<'_> {
    /// Plays the games of these seeds. After an interrupt, it returns those that have ended.
    ///
    /// # Errors
    ///
    /// The start of a game fails.
    pub fn play(
        &self,
        name: &str,
        seeds: &[u64],
        threads: Option<u64>,
        value: Option<LearnedValue>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Row>, Error> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let threads = threads.unwrap_or(cores).min(seeds.len() as u64).max(1);
        let shared = Shared {
            next: AtomicUsize::new(0),
            rows: Mutex::new(Ok(Vec::new())),
            progress: Progress::of(name, seeds.len()),
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                let player = GamePlayer::new(self.policy, value.clone().map(Box::new), 0);
                let shared = &shared;
                scope.spawn(move || player.map(|player| self.play_some(seeds, player, interrupt, shared)));
            }
        });
        shared.progress.bar.finish_and_clear();
        shared.rows.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games, each time the next one, until none is left.
    fn play_some(&self, seeds: &[u64], mut player: GamePlayer, interrupt: &Interrupt, shared: &Shared) {
        while let Some(seed) = seeds.get(shared.next.fetch_add(1, Ordering::Relaxed)) {
            let row = self.game(*seed, &mut player, interrupt);
            let mut rows = shared.rows.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *rows, row) {
                (Ok(rows), Ok(Some(row))) => {
                    rows.push(row);
                    shared.progress.report(rows.len(), seeds.len());
                }
                (Ok(_), Err(error)) => *rows = Err(error),
                // Interrupted, or a game of another thread has failed.
                (_, Ok(None)) | (Err(_), _) => return,
            }
        }
    }

    /// Plays a game; `None` if it was interrupted. If a turn fails, the game counts as before it.
    fn game(&self, seed: u64, player: &mut GamePlayer, interrupt: &Interrupt) -> Result<Option<Row>, Error> {
        let mut play = self.rules.course(seed, self.most_turns)?;
        player.begin(seed);
        loop {
            if interrupt.is_asked() {
                return Ok(None);
            }
            match play.step(|game| player.choose(game)) {
                Ok(true) => {}
                Ok(false) | Err(_) => return Ok(Some(Row::of(play.into_course()))),
            }
        }
    }
}

/// The report of the progress: a bar on a terminal, else a line now and then.
struct Progress {
    name: String,
    bar: ProgressBar,
    started: Instant,
    reported: Mutex<Instant>,
}

impl Progress {
    fn of(name: &str, games: usize) -> Progress {
        let bar = progress::bar(games);
        bar.set_message(name.to_owned());
        let now = Instant::now();
        Progress { name: name.to_owned(), bar, started: now, reported: Mutex::new(now) }
    }

    fn report(&self, done: usize, games: usize) {
        self.bar.inc(1);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && reported.elapsed() >= REPORT_INTERVAL {
            *reported = Instant::now();
            let seconds = counted(self.started.elapsed().as_secs() as f64, "second");
            input::note(&format!("{}: {done} of {games} games after {seconds}", self.name));
        }
    }
}
