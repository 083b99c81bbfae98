//! The way of a game through the pool: its mode is found, it is played, its last board is drawn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use crate::modes::Named;
use crate::pool::Work;
use crate::source::Refused;
use crate::verify::{Submission, Verification, Verified};

/// Finds the mode of a game.
type Find = Box<dyn FnOnce() -> Result<Arc<Named>, Refused> + Send>;

/// A game on its way.
pub struct Judging {
    find: Option<Find>,
    submission: Submission,
    mode: Option<Arc<Named>>,
    playing: Option<Verification>,
    took: Duration,
}

/// A game that was played.
#[derive(Debug)]
pub struct Judged {
    /// Its mode.
    pub mode: Arc<Named>,
    /// Its result.
    pub verified: Verified,
    /// Its last board.
    pub ending: Ending,
}

/// The end of the way of a game.
#[derive(Debug)]
pub struct Judgement {
    /// The game, or why it is none.
    pub result: Result<Judged, Refused>,
    /// Its mode, if it has one.
    pub mode: Option<Arc<Named>>,
    /// The time that it was worked on.
    pub took: Duration,
}

impl Judging {
    /// A game of a mode that is found by a function.
    pub fn new(
        submission: Submission,
        find: impl FnOnce() -> Result<Arc<Named>, Refused> + Send + 'static,
    ) -> Judging {
        let find: Find = Box::new(find);
        Judging { find: Some(find), submission, mode: None, playing: None, took: Duration::ZERO }
    }

    fn judge(&mut self, enough: &mut dyn FnMut() -> bool) -> Result<Option<Judged>, Refused> {
        if let Some(find) = self.find.take() {
            self.mode = Some(find()?);
        }
        let Some(mode) = self.mode.clone() else { return Ok(None) };
        let playing = match &mut self.playing {
            Some(playing) => playing,
            None => self.playing.insert(Verification::new(&self.submission, &mode)?),
        };
        let Some(played) = playing.advance(enough) else { return Ok(None) };
        let (verified, game) = played?;
        Ok(Some(Judged { mode, verified, ending: Ending::of(&game) }))
    }
}

impl Work for Judging {
    type Output = Judgement;

    fn advance(&mut self, enough: &mut dyn FnMut() -> bool) -> Option<Judgement> {
        let start = Instant::now();
        let judged = self.judge(enough);
        self.took += start.elapsed();
        let result = judged.transpose()?;
        Some(Judgement { result, mode: self.mode.take(), took: self.took })
    }
}
