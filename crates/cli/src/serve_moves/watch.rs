//! The lines and the clock while a search runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use polymerge_player::Advice;

use super::pending::Pending;
use super::request::Effort;
use super::{Event, Trouble};
use crate::bots::line::split;
use crate::failure::Failure;

/// The time between two looks whether the search is alive.
const LOOK: Duration = Duration::from_millis(100);

/// A running search, as it is seen from outside.
pub struct Watch<'w> {
    number: usize,
    /// The flag that interrupts the search.
    stop: &'w AtomicBool,
    until: Option<Instant>,
    is_infinite: bool,
    /// True if the program was asked to end.
    pub quits: bool,
    /// Lines for which there was no room.
    pub dropped: usize,
}

impl Watch<'_> {
    /// Starts to watch the search of a number, which begins now.
    pub fn new<'w>(number: usize, stop: &'w AtomicBool, effort: &Effort) -> Watch<'w> {
        let until = effort.movetime.map(|millis| Instant::now() + Duration::from_secs_f64(millis / 1000.0));
        Watch { number, stop, until, is_infinite: effort.infinite, quits: false, dropped: 0 }
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
        loop {
            is_done |= is_finished();
            if is_done && (!self.is_infinite || self.is_stopped()) {
                return Ok(());
            }
            match events.recv_timeout(self.patience()) {
                Ok(Event::Done(number)) => is_done |= number == self.number,
                Ok(Event::Progress(number, advice)) if number == self.number => report(&advice)?,
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
                }
                // There is a sender as long as there is a server.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if self.until.is_some_and(|until| Instant::now() >= until) {
                self.stop();
            }
        }
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
