//! The progress of a long command, on standard error. Only a terminal shows it.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// The delay before the first sign of progress, so that quick commands show none.
const DELAY: Duration = Duration::from_millis(500);

/// The time between two displays of the elapsed time.
const TICK: Duration = Duration::from_millis(250);

/// Returns a bar of `length` steps, with the remaining time.
pub fn bar(length: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    styled(ProgressBar::new(length as u64), "{msg:28} {bar:40} {pos}/{len} {eta}")
}

/// Returns a line with the current work and the elapsed time. It appears only if the steps take
/// time, and then also during a long one.
pub fn late(length: usize) -> ProgressBar {
    let hidden = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::hidden());
    let hidden = hidden.with_finish(ProgressFinish::AndClear);
    if !io::stderr().is_terminal() {
        return hidden;
    }
    let bar = styled(hidden, "{spinner} {pos} of {len} done, {elapsed}: {wide_msg}");
    let later = bar.clone();
    thread::spawn(move || {
        thread::sleep(DELAY);
        if !later.is_finished() {
            later.set_draw_target(ProgressDrawTarget::stderr());
            later.enable_steady_tick(TICK);
        }
    });
    bar
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
