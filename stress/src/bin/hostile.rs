//! Measures the costs of the hostile modes: each in a process of its own, the processor
//! time of its slowest answer and peak memory. `hostile [FILE…]`; without files, all of the
//! repository.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use polymerge::advanced::rules::Limits;
use stress::hostile::{attack, attacks, expected};
use stress::processor;

/// The most seconds that an attack may cost.
const SECONDS: f64 = 1.0;
const MEBIBYTES: f64 = 256.0;
/// The time on the clock after which an attack has won, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let mut arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if arguments.first().is_some_and(|first| first.as_os_str() == "--one") {
        return one(&arguments.remove(1));
    }
    let files = if arguments.is_empty() { attacks().unwrap_or_default() } else { arguments };
    let mut costs: Vec<Cost> = files.iter().filter_map(measure).collect();
    costs.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for cost in &costs {
        println!("{:7.3} s {:6.1} MiB  {}", cost.seconds, cost.mebibytes, cost.line);
    }
    let bad = |cost: &&Cost| !cost.good || cost.seconds > SECONDS || cost.mebibytes > MEBIBYTES;
    let failed = costs.iter().filter(bad).count() + (files.len() - costs.len());
    println!("{} attacks, {failed} not as they should be", files.len());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Cost {
    seconds: f64,
    mebibytes: f64,
    good: bool,
    line: String,
}

/// Runs this program again for one file.
fn measure(file: &PathBuf) -> Option<Cost> {
    let program = std::env::current_exe().ok()?;
    let mut child = Command::new(program).arg("--one").arg(file).stdout(Stdio::piped()).spawn().ok()?;
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().ok()?;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let name = file.file_stem()?.to_string_lossy();
    let mut parts = text.trim().splitn(3, '\t');
    let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).unwrap_or(f64::INFINITY);
    Some(Cost {
        seconds: number(parts.next()),
        mebibytes: number(parts.next()),
        good: output.status.success(),
        line: format!("{name}: {}", parts.next().unwrap_or("died").lines().next().unwrap_or_default()),
    })
}

/// Runs a single attack in this process: prints the seconds of the slowest answer, peak
/// memory and the answer.
fn one(file: &PathBuf) -> ExitCode {
    let Ok(text) = std::fs::read_to_string(file) else { return ExitCode::FAILURE };
    let (mut last, mut seconds) = (processor::seconds(), 0.0f64);
    let mut lap = || {
        let now = processor::seconds();
        seconds = seconds.max(now - last);
        last = now;
    };
    let answer = attack("hostile.jsonc", &text, &Limits::default(), &mut lap);
    lap();
    let right = expected(&text).is_some_and(|expected| answer.fits(&expected));
    let note = if right { "" } else { "NOT EXPECTED: " };
    let peak = stress::memory::peak().unwrap_or(f64::INFINITY);
    println!("{seconds:.4}\t{peak:.1}\t{note}{answer}");
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
