//! The lines and the clock while a search runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use polymerge_app::failure::Failure;
use polymerge_player::Advice;

use super::pending::Pending;
use super::request::Effort;
use super::{Event, Trouble};
use crate::bots::line::split;

/// The time between two looks whether the search is alive.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a search has after the end of the input: nothing can stop it from there on, however
/// much work it was given.
const AFTER_END: Duration = Duration::from_secs(60);

/// A running search, as it is seen from outside.
pub struct Watch<'w> {
    number: usize,
    /// The flag that interrupts the search.
    stop: &'w AtomicBool,
    until: Option<Instant>,
    is_infinite: bool,
    /// The time that is left after the end of the input.
    after_end: Duration,
    /// True if the program was asked to end.
    pub quits: bool,
    /// Lines for which there was no room.
    pub dropped: usize,
}

impl Watch<'_> {
    /// Starts to watch the search of a number, which begins now.
    pub fn new<'w>(number: usize, stop: &'w AtomicBool, effort: &Effort) -> Watch<'w> {
        let until = effort.movetime.map(|millis| Instant::now() + Duration::from_secs_f64(millis / 1000.0));
        Watch {
            number,
            stop,
            until,
            is_infinite: effort.infinite,
            after_end: AFTER_END,
            quits: false,
            dropped: 0,
        }
    }

    /// Waits for the end of the search. Other lines than `stop` and `quit` are put to those that
    /// wait.
    pub fn wait(
        &mut self,
        events: &Receiver<Event>,
        pending: &mut Pending,
        report: &mut dyn FnMut(&Advice) -> Result<(), Failure>,
        is_finished: &dyn Fn() -> bool,
    ) -> Result<(), Trouble> {
        let mut is_done = false;
        if pending.stops(self.is_infinite) {
            self.stop();
        }
        if pending.has_end() {
            self.end_soon();
        }
        loop {
            is_done |= is_finished();
            if is_done && (!self.is_infinite || self.is_stopped()) {
                return Ok(());
            }
            match events.recv_timeout(self.patience()) {
                Ok(Event::Done(number)) => is_done |= number == self.number,
                Ok(Event::Progress(number, advice)) if number == self.number => {
                    report(&advice).map_err(Trouble::Output)?;
                }
                Ok(Event::Progress(..)) => {}
                Ok(Event::Line(number, line)) => match split(&line).0 {
                    // A second one is for a search that waits to begin.
                    "stop" if self.is_stopped() => self.keep(Event::Line(number, line), pending),
                    "stop" => self.stop(),
                    "quit" => {
                        self.quits = true;
                        self.stop();
                    }
                    _ => self.keep(Event::Line(number, line), pending),
                },
                Ok(garbage @ Event::Garbage(..)) => self.keep(garbage, pending),
                Ok(Event::End) => {
                    self.keep(Event::End, pending);
                    // Without an end of the input, it would go on for ever.
                    if self.is_infinite {
                        self.stop();
                    }
                    self.end_soon();
                }
                // There is a sender as long as there is a server.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    if reader_is_gone() {
                        self.quits = true;
                        self.stop();
                    }
                }
            }
            if self.until.is_some_and(|until| Instant::now() >= until) {
                self.stop();
            }
        }
    }

    /// Ends the search in time, although nothing more will ask for it.
    fn end_soon(&mut self) {
        let latest = Instant::now() + self.after_end;
        self.until = Some(self.until.map_or(latest, |until| until.min(latest)));
    }

    fn keep(&mut self, event: Event, pending: &mut Pending) {
        if !pending.push(event) {
            self.dropped += 1;
        }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn patience(&self) -> Duration {
        match self.until.filter(|_| !self.is_stopped()) {
            Some(until) => until.saturating_duration_since(Instant::now()).min(LOOK),
            None => LOOK,
        }
    }
}

/// Returns true if standard output has no reader any more.
#[cfg(unix)]
fn reader_is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let out = std::io::stdout();
    let mut looks = [PollFd::new(&out, PollFlags::empty())];
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut looks, Some(&Timespec::default()))
        .is_ok_and(|_| looks.iter().any(|own| own.revents().intersects(gone)))
}

/// Elsewhere the next line that is written shows it.
#[cfg(not(unix))]
fn reader_is_gone() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_search_ends_some_time_after_the_input() {
        // Before the search, and within it.
        for waits in [true, false] {
            let (stop, (sender, events)) = (AtomicBool::new(false), channel());
            let mut pending = Pending::new(1000);
            match waits {
                true => _ = pending.push(Event::End),
                false => sender.send(Event::End).unwrap(),
            }
            let mut watch = Watch::new(1, &stop, &Effort { nodes: Some(u64::MAX), ..Effort::default() });
            watch.after_end = Duration::from_millis(20);
            let is_finished = || stop.load(Ordering::Relaxed);
            watch.wait(&events, &mut pending, &mut |_| Ok(()), &is_finished).map_err(|_| "fails").unwrap();
            assert!(!watch.quits);
        }
    }
}
