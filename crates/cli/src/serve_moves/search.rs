//! The choice of a direction within an effort, which can be interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use polymerge::{Engine, Error, Position};
use polymerge_app::ranker::RankingOptions;
use polymerge_player::{Advice, Adviser, LearnedValue};

use super::request::Effort;

/// The turns between two looks at the flag.
const PIECE: u64 = 50;

/// The turns by which the speed of a mode is measured.
const SAMPLE: u64 = 400;

/// The part of the time that random games are planned for.
const SHARE: f64 = 0.9;

/// The time between two reports.
const REPORT: Duration = Duration::from_millis(250);

/// The knowledge about a mode by which directions are chosen.
pub struct Knowledge {
    /// The learned value, if there is one.
    value: Option<LearnedValue>,
    /// Turns of random games in a millisecond, as measured.
    speed: Option<f64>,
}

impl Knowledge {
    /// Returns the knowledge of a learned value; without one, random games are played.
    pub fn new(value: Option<LearnedValue>) -> Knowledge {
        Knowledge { value, speed: None }
    }
}

/// Ranks the directions of a position. Once the flag is set, it ends soon. Reports what it has found
/// from time to time.
///
/// # Errors
/// Turns fail in all directions.
pub fn advise(
    knowledge: &mut Knowledge,
    (engine, position): (&mut Engine, &Position),
    (effort, options): (Effort, &RankingOptions),
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(Advice),
) -> Result<Advice, Error> {
    let is_open = effort.infinite || effort.movetime.is_some();
    let Knowledge { value, speed } = knowledge;
    if let Some(value) = value {
        let given = effort.nodes.or(effort.turns);
        let nodes = given.unwrap_or(if is_open { u64::MAX } else { options.nodes() });
        let adviser = Adviser::search(value, nodes, effort.seed).interrupted_by(Arc::clone(stop));
        return run(adviser, (engine, position), effort.seed, stop, report);
    }
    let start = Instant::now();
    let given = effort.turns.or(effort.nodes);
    let turns = match (given, effort.movetime) {
        (Some(turns), _) => turns,
        (None, Some(millis)) => {
            let measured = match *speed {
                Some(speed) => speed,
                None => measure(engine, position)?,
            };
            let left = millis - start.elapsed().as_secs_f64() * 1000.0;
            (measured * left.max(0.0) * SHARE) as u64
        }
        (None, None) if is_open => u64::MAX,
        (None, None) => options.turns(),
    };
    let started = Instant::now();
    let adviser = Adviser::rollouts(turns.max(1), effort.seed);
    let advice = run(adviser, (engine, position), effort.seed, stop, report)?;
    let millis = started.elapsed().as_secs_f64() * 1000.0;
    if millis > 1.0 {
        *speed = Some(advice.work() as f64 / millis);
    }
    Ok(advice)
}

/// Returns the number of turns of random games in a millisecond.
fn measure(engine: &mut Engine, position: &Position) -> Result<f64, Error> {
    let start = Instant::now();
    let advice = Adviser::rollouts(SAMPLE, 0).advise(engine, position, 0)?;
    Ok(advice.work() as f64 / (start.elapsed().as_secs_f64() * 1000.0).max(0.001))
}

fn run<V: AsMut<LearnedValue>>(
    mut adviser: Adviser<V>,
    (engine, position): (&mut Engine, &Position),
    seed: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Advice),
) -> Result<Advice, Error> {
    adviser.begin(engine, position, seed)?;
    let mut reported = Instant::now();
    // Every direction is tried once, however little time there is.
    while adviser.advance(engine, PIECE)? && !(stop.load(Ordering::Relaxed) && adviser.is_complete()) {
        if reported.elapsed() >= REPORT {
            reported = Instant::now();
            report(adviser.advice());
        }
    }
    Ok(adviser.advice())
}
