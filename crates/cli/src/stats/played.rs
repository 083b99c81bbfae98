//! Playing the games of `polymerge stats`: on all cores, with a word on how far they are, and
//! until the player has had enough.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use polymerge::{Error, Rules};
use polymerge_player::LearnedValue;

use crate::bench::player::Kind;
use crate::stats::chooser::GameChooser;
use crate::stats::games::Row;
use crate::terminal::parts::counted;
use crate::{input, progress};

/// Time between two words on how far a run is, where no bar can be drawn.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Tells whether the run is to end early.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches this flag.
    pub fn new(asked: Arc<AtomicBool>) -> Interrupt {
        Interrupt(asked)
    }

    /// Tells whether an end was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The way in which the games of a run are played.
pub struct RunPlayer<'r> {
    pub rules: &'r Rules,
    pub player: Kind,
    pub most_turns: u64,
}

/// State that the threads of a run share.
struct Shared {
    next: AtomicUsize,
    rows: Mutex<Result<Vec<Row>, Error>>,
    progress: Progress,
}

impl RunPlayer<'_> {
    /// Plays the games of these seeds. After an interrupt, those that have ended are given.
    ///
    /// # Errors
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
                let mut value = value.clone();
                let shared = &shared;
                scope.spawn(move || self.play_some(seeds, value.as_mut(), interrupt, shared));
            }
        });
        shared.progress.bar.finish_and_clear();
        shared.rows.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games, each the next that is not yet begun, until none is left.
    fn play_some(
        &self,
        seeds: &[u64],
        mut value: Option<&mut LearnedValue>,
        interrupt: &Interrupt,
        shared: &Shared,
    ) {
        while let Some(seed) = seeds.get(shared.next.fetch_add(1, Ordering::Relaxed)) {
            let row = self.game(*seed, value.as_deref_mut(), interrupt);
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

    /// A game; `None` if it was interrupted. If a turn of it fails, it counts as it was before.
    fn game(
        &self,
        seed: u64,
        value: Option<&mut LearnedValue>,
        interrupt: &Interrupt,
    ) -> Result<Option<Row>, Error> {
        let mut play = self.rules.course(seed, self.most_turns)?;
        let mut chooser = GameChooser::new(self.player, play.game(), seed, value);
        loop {
            if interrupt.is_asked() {
                return Ok(None);
            }
            match play.step(|game| chooser.choose(game)) {
                Ok(true) => {}
                Ok(false) => return Ok(Some(Row::of(play.into_course(), false))),
                Err(_) => return Ok(Some(Row::of(play.into_course(), true))),
            }
        }
    }
}

/// Tells how far a run is: by a bar on a terminal, else by a line now and then.
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
