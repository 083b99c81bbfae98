//! The moments of a game.

use calcarray::Value;
use calcarray::host::Timer;

/// The times of events, in milliseconds of [`crate::World::now`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) start: f64,
    pub(crate) first_move: Option<f64>,
    pub(crate) move_start: Option<f64>,
    /// The end of the last valid manual move.
    pub(crate) move_end: Option<f64>,
    pub(crate) victory: Option<f64>,
    pub(crate) game_over: Option<f64>,
    /// The time at which each script last ran; infinity: the interval timer never runs it again.
    pub(crate) scripts: Vec<f64>,
}

impl Clock {
    /// Becomes like `other`, in the memory it has already.
    pub(crate) fn copy_from(&mut self, other: &Clock) {
        self.start = other.start;
        self.first_move = other.first_move;
        self.move_start = other.move_start;
        self.move_end = other.move_end;
        self.victory = other.victory;
        self.game_over = other.game_over;
        if self.scripts != other.scripts {
            self.scripts.clone_from(&other.scripts);
        }
    }

    /// The clock of a game that starts now.
    pub(crate) fn starting(now: f64, scripts: usize) -> Clock {
        Clock { start: now, scripts: vec![now; scripts], ..Clock::default() }
    }

    /// Notes a valid manual move at a time.
    pub(crate) fn moved(&mut self, at: f64) {
        self.first_move.get_or_insert(at);
        self.move_start = Some(at);
        self.move_end = Some(at);
    }

    /// Notes that the game was lost at a time. The time of a victory stays where a game may go on
    /// after it.
    pub(crate) fn lost(&mut self, at: f64, may_go_on: bool) {
        self.game_over = Some(at);
        if !may_go_on {
            self.victory = None;
        }
    }

    /// Returns a timer as expressions read it, in seconds; -1 if its event has not happened.
    pub(crate) fn read(&self, timer: Timer, now: f64) -> f64 {
        let since = |moment: Option<f64>| moment.map_or(-1.0, |moment| (now - moment) / 1000.0);
        let until = |moment: Option<f64>| moment.map_or(-1.0, |moment| (moment - self.start) / 1000.0);
        match timer {
            Timer::SinceStart => since(Some(self.start)),
            Timer::SinceFirstMove => since(self.first_move),
            Timer::SinceMoveStart => since(self.move_start),
            Timer::SinceMoveEnd => since(self.move_end),
            Timer::UntilVictory => until(self.victory),
            Timer::UntilGameOver => until(self.game_over),
        }
    }

    /// A moment as save codes hold it: milliseconds since the start.
    pub(crate) fn saved(&self, moment: Option<f64>) -> Value {
        moment.map_or(Value::Boolean(false), |moment| Value::Number(moment - self.start))
    }

    /// The moment of a script as save codes hold it: milliseconds since the start. For one
    /// that never runs again the reference forgets the moment and subtracts all the same,
    /// which gives minus the start. Without a start to subtract, infinity says so.
    pub(crate) fn saved_script(&self, moment: f64) -> f64 {
        match moment.is_finite() {
            true => moment - self.start,
            false if self.start > 0.0 => -self.start,
            false => f64::INFINITY,
        }
    }

    /// The moment of a script that a save code holds. A script that ran before the game
    /// did never runs again.
    pub(crate) fn restored_script(&self, saved: &Value) -> f64 {
        match saved.as_number().unwrap_or(0.0) {
            elapsed if elapsed >= 0.0 => self.start + elapsed,
            _ => f64::INFINITY,
        }
    }

    /// The moment that a save code holds. A moment that has not come is
    /// `false`, or a large negative number in codes of the reference
    /// (docs/spec/savecodes.md, "Timestamps").
    pub(crate) fn restored(&self, saved: &Value) -> Option<f64> {
        saved.as_number().filter(|elapsed| *elapsed >= 0.0).map(|elapsed| self.start + elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_were_stopped_stay_so_in_codes() {
        const NEVER: f64 = f64::INFINITY;
        for (start, moment, saved) in [
            (1e12, 1e12 + 300.0, 300.0),
            (1e12, 1e12, 0.0),
            (1e12, NEVER, -1e12),
            (5.0, NEVER, -5.0),
            (0.0, NEVER, NEVER),
            (0.0, 7.0, 7.0),
            (-3.0, NEVER, NEVER),
        ] {
            let clock = Clock { start, ..Clock::default() };
            let written = clock.saved_script(moment);
            assert_eq!(written, saved, "{start} {moment}");
            assert_eq!(clock.restored_script(&written.into()), moment, "{start} {moment}");
            // A clock that began at another time.
            let other = Clock { start: 40.0, ..Clock::default() };
            assert_eq!(other.restored_script(&written.into()).is_finite(), moment.is_finite());
        }
        // What is no number, in codes that are not ours, is the start.
        assert_eq!(Clock::starting(4.0, 0).restored_script(&Value::Boolean(false)), 4.0);
    }
}
