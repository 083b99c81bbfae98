//! A ranker on a thread of its own, so that keys and pictures don't wait for it.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::Builder;

use polymerge::State;

use crate::failure::Failure;
use crate::ranker::{Ranked, Ranker};

type Answer = Result<Vec<Ranked>, Failure>;

/// The thread that ranks the directions of one state after another.
pub struct RankingThread {
    questions: Sender<(State, u64)>,
    answers: Receiver<Answer>,
    /// The seed of the state that is being ranked. It identifies the state within a game.
    asked: Option<u64>,
    /// The answer to the last question, once it has come.
    found: Option<Answer>,
}

impl RankingThread {
    /// Starts a thread for a ranker. The thread ends when this value is dropped.
    pub fn new(mut ranker: Ranker) -> Result<RankingThread, Failure> {
        let (questions, asked) = channel::<(State, u64)>();
        let (found, answers) = channel();
        let think = move || {
            for (state, seed) in asked {
                let ranking = ranker.ranking(&state, seed).map_err(Failure::input);
                if found.send(ranking).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("player".into()).spawn(think).map_err(Failure::result)?;
        Ok(RankingThread { questions, answers, asked: None, found: None })
    }

    /// Returns true if the directions of a state are ranked; otherwise starts to rank them.
    pub fn is_ready(&mut self, state: &State, seed: u64) -> bool {
        self.ask(state, seed);
        if self.found.is_none() {
            self.found = match self.answers.try_recv() {
                Ok(answer) => Some(answer),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(ended())),
            };
        }
        self.found.is_some()
    }

    /// Returns the legal directions of a state, the best first. Blocks until they are ranked.
    pub fn ranking(&mut self, state: &State, seed: u64) -> Answer {
        self.ask(state, seed);
        self.asked = None;
        match self.found.take() {
            Some(answer) => answer,
            None => self.answers.recv().unwrap_or_else(|_| Err(ended())),
        }
    }

    fn ask(&mut self, state: &State, seed: u64) {
        if self.asked == Some(seed) {
            return;
        }
        // The answer to what was asked before is of no use any more.
        if self.asked.is_some() && self.found.is_none() {
            let _ = self.answers.recv();
        }
        self.found = None;
        self.asked = Some(seed);
        if self.questions.send((state.clone(), seed)).is_err() {
            self.found = Some(Err(ended()));
        }
    }
}

fn ended() -> Failure {
    Failure::result("the thread that looks for moves has ended")
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::Mode;
    use std::time::Duration;

    #[test]
    fn thinking_can_be_waited_for_or_looked_at() {
        let game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
        let mut alone = Ranker::by_rollouts(game.state(), 500);
        let mut ranking_thread = RankingThread::new(Ranker::by_rollouts(game.state(), 500)).unwrap();
        let first = |answer: Vec<Ranked>| answer.first().map(|best| (best.direction, best.value));
        for seed in 0..3 {
            let expected = first(alone.ranking(game.state(), seed).unwrap());
            assert_eq!(first(ranking_thread.ranking(game.state(), seed).unwrap()), expected);
        }
        // Thought about, but not asked for any more.
        ranking_thread.is_ready(game.state(), 8);
        while !ranking_thread.is_ready(game.state(), 9) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let expected = first(alone.ranking(game.state(), 9).unwrap());
        assert_eq!(first(ranking_thread.ranking(game.state(), 9).unwrap()), expected);
    }
}
