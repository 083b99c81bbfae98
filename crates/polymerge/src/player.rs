//! Watching a recorded game: forwards, backwards, from anywhere.

use std::sync::Arc;

use polymerge_rules::{Game, Mode, Playback, Replay, Ruleset, Seeded, Turn, TurnError, World};

use crate::changed::ChangeError;
use crate::limits::Limits;

/// How many steps lie between two remembered states.
const FRAME: usize = 16;

/// A recorded game with a position in it: 0 is the start, every further one is
/// the state after that many recorded steps.
///
/// ```
/// use polymerge::{Limits, Opening, Player, Ruleset, Session};
///
/// let mode = Opening::of_name("2048")?.mode().clone();
/// let limits = Limits::default();
/// let (mut session, _) = Session::new(Ruleset::compile(mode, limits.clone())?, 7, 0.0)?;
/// for direction in [0, 2, 0, 2] {
///     session.play(direction, 0.0).ok();
/// }
/// let mut player = Player::new(session.game().saved_mode(), &session.game().replay(0.0), &limits)?;
/// player.seek(player.length() - 1)?;
/// assert_eq!(player.game().grid(), session.game().grid());
/// player.seek(0)?;
/// assert_eq!(player.game().moves(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    now: Playback,
    /// States after 0, `FRAME`, 2 · `FRAME` … steps, as far as they were seen.
    frames: Vec<Playback>,
    /// The size of the frames.
    bytes: u64,
    /// How large they may be together.
    most: u64,
    times: Vec<f64>,
}

impl Player {
    /// The start of a recorded game. The mode is that of the record, with the
    /// start values that [`Game::saved_mode`] keeps.
    ///
    /// # Errors
    /// If the mode can't be compiled, or the record does not fit it.
    pub fn new(mode: Mode, replay: &Replay, limits: &Limits) -> Result<Player, ChangeError> {
        let rules = Ruleset::compile(mode, limits.clone())?;
        let times = replay.timestamps.as_array().map_or(&[][..], |times| times.entries());
        let times: Vec<f64> = times.iter().map(|time| time.as_number().unwrap_or(0.0)).collect();
        let (now, _) = at(0, &times, |world| Playback::new(rules, replay, world))?;
        let (frames, bytes, most) = (vec![now.clone()], now.game().size(), limits.history.bytes);
        Ok(Player { frames, bytes, most, now, times })
    }

    /// The next step; `None` at the end.
    ///
    /// # Errors
    /// If the record contradicts the rules; the position stays as it is.
    pub fn step(&mut self) -> Result<Option<Turn>, TurnError> {
        let position = self.position();
        let mut next = self.now.clone();
        let turn = at(position + 1, &self.times, |world| next.step(world))?;
        if turn.is_some() {
            self.now = next;
            let size = self.now.game().size();
            let is_next = (position + 1).is_multiple_of(FRAME) && (position + 1) / FRAME == self.frames.len();
            if is_next && self.bytes + size <= self.most {
                self.bytes += size;
                self.frames.push(self.now.clone());
            }
        }
        Ok(turn)
    }

    /// Goes to a position, or to the end if there is none so far on.
    ///
    /// # Errors
    /// If the record contradicts the rules on the way; the position is then
    /// the last that could be reached.
    pub fn seek(&mut self, position: usize) -> Result<(), TurnError> {
        let position = position.min(self.length() - 1);
        let frame = (position / FRAME).min(self.frames.len() - 1);
        // From where it is, unless a frame is closer.
        if position < self.position() || frame * FRAME > self.position() {
            self.now = self.frames[frame].clone();
        }
        while self.position() < position && self.step()?.is_some() {}
        Ok(())
    }

    /// How many positions there are; at least 1.
    pub fn length(&self) -> usize {
        self.now.progress().0.max(1)
    }

    /// The position: how many recorded steps lie before it.
    pub fn position(&self) -> usize {
        self.now.progress().1.saturating_sub(1)
    }

    /// Milliseconds from the start to each step as they were recorded, and to
    /// the end.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The game at this position.
    pub fn game(&self) -> &Game {
        self.now.game()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        self.now.game().rules()
    }
}

/// Does something in the world of a position. A record has all that is
/// random, except for next tiles after its end: those depend on the position
/// alone, so that going back and forth changes nothing.
fn at<T>(position: usize, times: &[f64], work: impl FnOnce(&mut World<'_>) -> T) -> T {
    let mut random = Seeded::new(position as u64);
    let now = times.get(position).copied().unwrap_or(0.0);
    work(&mut World::new(&mut random, now))
}
