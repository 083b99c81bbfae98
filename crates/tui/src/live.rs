//! A game that a player plays while it is watched.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use polymerge::advanced::rules::Screen;
use polymerge::proof::Run;
use polymerge::{Error, Game, Turn};
use polymerge_app::failure::Failure;
use polymerge_app::ranker::Ranker;
use polymerge_app::ranking_thread::RankingThread;

/// A game that a ranker plays while it is watched.
#[derive(Clone)]
pub struct Live {
    first: Box<Game>,
    run: Box<Run>,
    /// The moves so far.
    moves: Vec<usize>,
    ranking_thread: Rc<RefCell<RankingThread>>,
    /// The moves a second at the beginning.
    speed: f64,
    is_over: bool,
}

impl Live {
    /// Continues a game.
    pub fn new(game: Game, ranker: Ranker, speed: f64) -> Result<Live, Failure> {
        let run = Run::of(game.clone()).into();
        let ranking_thread = Rc::new(RefCell::new(RankingThread::new(ranker)?));
        Ok(Live { first: game.into(), run, moves: Vec::new(), ranking_thread, speed, is_over: false })
    }

    /// Returns the game so far.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Returns the moves so far.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// Returns the game after its first moves.
    pub fn after(&self, moves: usize) -> Result<Game, Error> {
        let mut again = Run::of(Game::clone(&self.first));
        again.play_all(self.moves.get(..moves).unwrap_or(&self.moves))?;
        Ok(again.into_game())
    }

    /// Returns the moves a second at the beginning.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Returns the number of moves, including the one that is still to be made.
    pub fn total(&self) -> usize {
        self.moves.len() + usize::from(!self.is_over)
    }

    /// Returns true if the best move is known, so that [`Live::step`] does not wait.
    pub fn is_ready(&self) -> bool {
        self.is_over
            || self.ranking_thread.borrow_mut().is_ready(self.run.game().state(), self.moves.len() as u64)
    }

    /// Makes the best move; `None` if the game is over.
    pub fn step(&mut self) -> Result<Option<Turn>, Failure> {
        if self.is_over {
            return Ok(None);
        }
        let number = self.moves.len() as u64;
        let ranking = self.ranking_thread.borrow_mut().ranking(self.run.game().state(), number)?;
        let turn = match ranking.first() {
            None => self.end(),
            Some(best) => {
                self.moves.push(best.direction);
                self.run.play(best.direction).map(Some)
            }
        };
        turn.map_err(Failure::input)
    }

    /// Presses all directions in a game in which nothing moves. Then it is over.
    fn end(&mut self) -> Result<Option<Turn>, Error> {
        self.is_over = true;
        if self.run.game().state().screen() != Screen::Play {
            return Ok(None);
        }
        let mut last = None;
        for direction in 0..self.run.game().rules().directions().len() {
            last = Some(self.run.play(direction)?);
        }
        self.moves.extend(last.as_ref().map(|_| 0));
        Ok(last)
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("moves", &self.moves).finish_non_exhaustive()
    }
}
