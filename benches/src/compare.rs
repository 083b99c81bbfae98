//! Things that do the same, side by side, in one process.
//!
//! Times are processor times of the thread, so that neighbours on the machine
//! count little; the sides take turns, so that all of them see the same
//! neighbours; and of many slices the best one counts, since everything that
//! disturbs a measurement makes it longer.

use std::hint::black_box;
use std::time::Duration;

/// The number of slices of each side.
const SLICES: usize = 25;
/// The least duration of a slice.
const SLICE: Duration = Duration::from_millis(2);

/// A comparison of several sides, which are measured in turn.
pub struct Comparison<'a> {
    title: &'a str,
    sides: Vec<Side<'a>>,
}

struct Side<'a> {
    name: &'a str,
    /// The work, run this number of times.
    run: Box<dyn FnMut(u64) + 'a>,
    times: u64,
    best: f64,
}

impl<'a> Comparison<'a> {
    /// A comparison without sides. The first one to be added is ours.
    pub fn new(title: &'a str) -> Comparison<'a> {
        Comparison { title, sides: Vec::new() }
    }

    /// Adds a side.
    #[must_use]
    pub fn side<T>(mut self, name: &'a str, mut work: impl FnMut() -> T + 'a) -> Comparison<'a> {
        let run = Box::new(move |times| {
            for _ in 0..times {
                black_box(work());
            }
        });
        self.sides.push(Side { name, run, times: 1, best: f64::INFINITY });
        self
    }

    /// Measures, and prints a line for each side: its time in nanoseconds, and
    /// how many times ours that is.
    pub fn print(mut self) {
        for side in &mut self.sides {
            while side.slice() < SLICE {
                side.times *= 2;
            }
        }
        for _ in 0..SLICES {
            for side in &mut self.sides {
                let time = side.slice().as_secs_f64() / side.times as f64;
                side.best = side.best.min(time);
            }
        }
        println!("{}", self.title);
        let ours = self.sides.first().map_or(f64::NAN, |side| side.best);
        for side in &self.sides {
            println!("  {:<36} {:>12.1} ns {:>9.2}", side.name, side.best * 1e9, side.best / ours);
        }
    }
}

impl Side<'_> {
    fn slice(&mut self) -> Duration {
        let before = processor_time();
        (self.run)(self.times);
        processor_time() - before
    }
}

/// The time of the processor that this thread has used.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
