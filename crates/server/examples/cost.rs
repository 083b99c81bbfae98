//! Compares the work of games, as the service counts it, with the time that they take: prints for
//! modes how many nanoseconds a unit of work takes, the dearest last. `cost [FOLDER [MOVES]]` plays the
//! built-in modes and the mode files of a folder.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use polymerge::{Opened, catalogue, open, proof};
use polymerge_server::ending::Ending;
use polymerge_server::modes::Named;
use polymerge_server::source::{Source, limits};
use polymerge_server::verify::{Submission, Verification};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next();
    let moves = arguments.next().map_or(Ok(2_000), |text| text.parse())?;
    let limits = limits(100_000, 20_000_000);
    let mut sources: Vec<(String, String)> =
        catalogue::summaries().map(|mode| (mode.name.clone(), mode.name)).collect();
    for file in folder.iter().map(std::fs::read_dir).collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        let path = file?.path();
        let text = std::fs::read_to_string(&path)?;
        let Ok(Opened::Mode(mode)) = open(&text, &limits) else { continue };
        let Ok(code) = mode.to_code() else { continue };
        sources.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), code));
    }
    let mut rows = Vec::new();
    for (name, mode) in sources {
        let start = Instant::now();
        let Ok(named) = Named::of(&Source { mode, ..Source::default() }, &limits) else { continue };
        let compiled = start.elapsed();
        let Some(row) = measured(&named, moves) else { continue };
        rows.push((row, compiled, name));
    }
    rows.sort_by(|one, other| one.0.unit().total_cmp(&other.0.unit()));
    for (row, compiled, name) in &rows {
        let [took, plain, drawn, compiled] =
            [row.took, row.plain, row.drawn, *compiled].map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{:8.2} ns a unit, {:>10} units in {took:>7.1} ms, {plain:>7.1} ms move by move; compiled \
             {compiled:>6.1} ms, drawn {drawn:>6.1} ms, {:>6} bytes  {name}",
            row.unit(),
            row.work,
            row.picture
        );
    }
    let sum = |time: fn(&Row) -> Duration| rows.iter().map(|(row, ..)| time(row).as_secs_f64()).sum::<f64>();
    println!("all: {:.2} s, {:.2} s move by move", sum(|row| row.took), sum(|row| row.plain));
    Ok(())
}

/// A game that was measured.
struct Row {
    work: u64,
    took: Duration,
    /// The time that it takes move by move, as a game with a record.
    plain: Duration,
    drawn: Duration,
    picture: usize,
}

impl Row {
    /// The nanoseconds that a unit of work takes.
    fn unit(&self) -> f64 {
        self.took.as_nanos() as f64 / self.work.max(1) as f64
    }
}

/// Plays a game with moves without pattern.
fn measured(named: &Named, moves: usize) -> Option<Row> {
    let directions = named.rules.directions().len().max(1);
    let mut state = 1_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % directions
    };
    let list: Vec<usize> = (0..moves).map(|_| draw()).collect();
    let text = proof::write_moves(&named.rules, &list).ok()?;
    let submission = Submission { seed: 1, moves: text, count: Some(moves) };
    let start = Instant::now();
    let mut playing = Verification::new(&submission, named).ok()?;
    let end = playing.advance(|| false);
    let (took, work) = (start.elapsed(), playing.work());
    let start = Instant::now();
    let mut run = proof::Run::start(&named.rules, 1).ok()?.forgetful();
    let _refused = run.play_all(&list);
    let plain = start.elapsed();
    let start = Instant::now();
    let picture = end.and_then(Result::ok).map_or(0, |(_, game)| Ending::of(&game).picture.len());
    Some(Row { work, took, plain, drawn: start.elapsed(), picture })
}
