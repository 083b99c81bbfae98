//! Presses and events that a record in the form of the original leaves out, and a playback needs
//! (docs/spec/rules.md, "Replay data").

use calcarray::Value;

/// The part of a game that its record in the form of the original does not hold, as far as it
/// can be put into a Replay code all the same: [`crate::GameState::replay`] puts it there.
///
/// A Game code has no place for it, so that a game restored from one goes on without:
/// programs that keep games keep this beside the code ([`crate::GameState::unrecorded`],
/// [`crate::GameState::with_unrecorded`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unrecorded {
    /// Presses that moved nothing themselves, while automatic moves after them did.
    pub presses: Vec<Press>,
    /// Ranges of the random events, from one to before another, that no playback asks for:
    /// those of presses that did nothing, of scripts at the start, and of time.
    pub unasked: Vec<(usize, usize)>,
}

/// A press that is no step of the record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// The number of steps of the record that come before it, the start included.
    pub after: usize,
    /// The direction.
    pub direction: usize,
    /// Milliseconds since the start of the game.
    pub elapsed: f64,
}

impl Unrecorded {
    /// Tells whether the record holds everything.
    pub fn is_empty(&self) -> bool {
        self.presses.is_empty() && self.unasked.is_empty()
    }

    /// Notes that nothing asks for the events of this range.
    pub(crate) fn skip(&mut self, from: usize, to: usize) {
        match self.unasked.last_mut() {
            _ if from >= to => {}
            Some((_, end)) if *end == from => *end = to,
            _ => self.unasked.push((from, to)),
        }
    }

    /// The steps with the presses among them.
    pub(crate) fn steps(&self, steps: Vec<Value>) -> Vec<Value> {
        let step = |press: &Press| Value::array(vec![press.direction.into()]);
        self.among(steps, step)
    }

    /// The times of the steps with those of the presses among them.
    pub(crate) fn times(&self, times: Vec<f64>) -> Vec<f64> {
        self.among(times, |press| press.elapsed)
    }

    fn among<T>(&self, recorded: Vec<T>, make: impl Fn(&Press) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(recorded.len() + self.presses.len());
        let mut presses = self.presses.iter().peekable();
        for (place, own) in recorded.into_iter().enumerate() {
            while let Some(press) = presses.next_if(|press| press.after <= place) {
                all.push(make(press));
            }
            all.push(own);
        }
        all.extend(presses.map(make));
        all
    }

    /// The events that a playback asks for.
    pub(crate) fn events(&self, events: &[Value]) -> Vec<Value> {
        let is_asked = |place: usize| !self.unasked.iter().any(|(from, to)| (*from..*to).contains(&place));
        let kept = events.iter().enumerate().filter(|(place, _)| is_asked(*place));
        kept.map(|(_, event)| event.clone()).collect()
    }
}
