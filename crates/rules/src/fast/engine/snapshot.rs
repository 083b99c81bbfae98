//! A position as text, and back: to keep it, or to go on in another engine.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use calcarray::Value;

use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::game::snapshot::{Parts, bad, read, write};
use crate::game::state::State;

/// The version of the texts.
const VERSION: f64 = 1.0;

impl Engine {
    /// Returns everything that decides how a position goes on, but for the random numbers: a text
    /// for [`Engine::of_snapshot`].
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let (mut engine, mut other) = (Engine::new(rules.clone(), 0.0), Engine::new(rules, 0.0));
    /// let position = engine.start(&mut Rng::new(7))?;
    /// let mut here = position.clone();
    /// let mut there = other.of_snapshot(&engine.snapshot(&position)?)?;
    /// engine.play(&mut here, 1, &mut Rng::new(8))?;
    /// other.play(&mut there, 1, &mut Rng::new(8))?;
    /// assert_eq!(engine.game(&here)?, other.game(&there)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    /// [`TurnError::BadRecord`]: a variable holds a text that would be read as something else.
    pub fn snapshot(&self, position: &Position) -> Result<String, TurnError> {
        let state = self.game(position)?.state().snapshot();
        write(&Value::from(vec![Value::Number(VERSION), self.rules_text(), state]))
    }

    /// Makes a position of a text that [`Engine::snapshot`] gave, in an engine of equal rules.
    ///
    /// # Errors
    /// [`TurnError::BadRecord`]: the text is none, or one of a position of other rules.
    pub fn of_snapshot(&self, text: &str) -> Result<Position, TurnError> {
        let value = read(text)?;
        let mut parts = Parts::of(&value)?;
        if parts.number()? != VERSION {
            return Err(bad("it is of another version"));
        }
        if !parts.next()?.identical(&self.rules_text()) {
            return Err(bad("it is a position of other rules"));
        }
        Ok(self.adopt(Box::new(State::of_snapshot(self.rules(), parts.next()?)?)))
    }

    /// The hash of the rules: 64 bits are more than a number holds.
    pub(crate) fn rules_text(&self) -> Value {
        Value::text(format!("{:016x}", self.rules().rules_hash()))
    }
}
