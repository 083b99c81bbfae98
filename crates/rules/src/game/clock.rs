//! The moments of a game.

use calcarray::host::Timer;
use calcarray::Value;

/// When things happened, in milliseconds of [`crate::World::now`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub(crate) start: f64,
    pub(crate) first_move: Option<f64>,
    pub(crate) move_start: Option<f64>,
    /// The end of the last valid manual move.
    pub(crate) move_end: Option<f64>,
    pub(crate) victory: Option<f64>,
    pub(crate) game_over: Option<f64>,
    /// For each script when it last ran; never again by the interval timer:
    /// infinity.
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

    /// What expressions read, in seconds; -1 if it has not come.
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

    /// The moment that a save code holds. A moment that has not come is
    /// `false`, or a large negative number in codes of the reference
    /// (docs/spec/savecodes.md, "Timestamps").
    pub(crate) fn restored(&self, saved: &Value) -> Option<f64> {
        saved.as_number().filter(|elapsed| *elapsed >= 0.0).map(|elapsed| self.start + elapsed)
    }
}
