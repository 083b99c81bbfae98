//! The score service in the terminal game. It is asked on threads, so that keys and pictures don't
//! wait for answers.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use polymerge::Game;

use super::share::SharedGame;

/// The game of the day, which is the same for all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    /// The name of the built-in mode.
    pub mode: String,
    /// The title of the mode.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// The date, such as `2026-11-26`.
    pub date: String,
    /// The end of the day, in milliseconds since 1970.
    pub ends: u64,
}

/// The functions that ask the score service. Each blocks until the answer is there.
#[derive(Clone, Copy, Debug)]
pub struct ServiceCalls {
    /// Submits a game. Returns the message for the player.
    pub hand_in: fn(&SharedGame<'_>) -> Result<String, String>,
    /// Returns the game of the day.
    pub daily: fn() -> Result<Daily, String>,
}

/// An answer of the score service.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The message about a submitted game.
    HandedIn(String),
    /// The game of the day, or the reason why there is none.
    Daily(Result<Daily, String>),
}

/// The score service, with its pending answers.
#[derive(Debug)]
pub struct Service {
    calls: ServiceCalls,
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
    /// True while an answer to a submitted game is awaited.
    hands_in: bool,
    /// The time until which the game of the day is known or asked for, in milliseconds since 1970.
    known_until: u64,
}

impl Service {
    /// Returns a service that is asked by these functions.
    pub fn new(calls: ServiceCalls) -> Service {
        let (sender, answers) = channel();
        Service { calls, sender, answers, hands_in: false, known_until: 0 }
    }

    /// Starts to submit a game. Returns a message about it.
    pub fn hand_in(&mut self, mode: &str, title: String, game: &Game) -> String {
        if self.hands_in {
            return "a game is being submitted; wait for the answer".into();
        }
        let (mode, game) = (mode.to_owned(), game.clone());
        let hand_in = self.calls.hand_in;
        let asked = self.ask(move || {
            let answer = hand_in(&SharedGame { name: &mode, title: &title, game: &game });
            Answer::HandedIn(answer.unwrap_or_else(|message| message))
        });
        self.hands_in = asked.is_ok();
        asked.err().unwrap_or_else(|| "submitting; you can play on".into())
    }

    /// Asks for the game of the day, unless the known one lasts beyond `now`, in milliseconds since
    /// 1970.
    pub fn ask_for_daily(&mut self, now: u64) {
        let daily = self.calls.daily;
        if now >= self.known_until && self.ask(move || Answer::Daily(daily())).is_ok() {
            self.known_until = u64::MAX;
        }
    }

    fn ask(&self, question: impl FnOnce() -> Answer + Send + 'static) -> Result<(), String> {
        let sender = self.sender.clone();
        // Who has left the program hears no answer.
        let ask = move || _ = sender.send(question());
        let thread = Builder::new().name("scores".into()).spawn(ask);
        thread.map(drop).map_err(|error| format!("the score service can't be asked: {error}"))
    }

    /// Returns an answer that has come.
    pub fn answer(&mut self) -> Option<Answer> {
        let answer = self.answers.try_recv().ok();
        self.receive(answer)
    }

    /// Waits for the answer to a submitted game, at most for a time. Returns what to tell the
    /// player; `None` if no answer is awaited.
    pub fn last_answer(&mut self, within: Duration) -> Option<String> {
        while self.hands_in {
            match self.answers.recv_timeout(within) {
                Ok(answer) => match self.receive(Some(answer)) {
                    Some(Answer::HandedIn(message)) => return Some(message),
                    _ => continue,
                },
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let what = "the score service has not answered yet";
                    return Some(format!("{what}; to submit the game again: polymerge scores submit"));
                }
            }
        }
        None
    }

    /// Returns true while an answer to a submitted game is awaited.
    pub fn hands_in(&self) -> bool {
        self.hands_in
    }

    fn receive(&mut self, answer: Option<Answer>) -> Option<Answer> {
        match &answer {
            Some(Answer::HandedIn(_)) => self.hands_in = false,
            Some(Answer::Daily(daily)) => self.known_until = daily.as_ref().map_or(0, |daily| daily.ends),
            None => {}
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use polymerge::Mode;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn daily(ends: u64) -> Daily {
        let (mode, title, date) = ("001-2048".into(), "2048".into(), "2026-11-26".into());
        Daily { mode, title, seed: 7, date, ends }
    }

    fn service(daily: fn() -> Result<Daily, String>) -> Service {
        Service::new(ServiceCalls { hand_in: |shared| Ok(format!("{} is there", shared.title)), daily })
    }

    fn heard(service: &mut Service) -> Answer {
        let answer = service.answers.recv_timeout(LONG).unwrap();
        service.receive(Some(answer)).unwrap()
    }

    #[test]
    fn one_game_is_handed_in_at_a_time() {
        let game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
        let mut service = service(|| Err("none".into()));
        assert_eq!(service.last_answer(LONG), None);
        assert!(service.hand_in("001-2048", "2048".into(), &game).starts_with("submitting"));
        assert!(service.hand_in("001-2048", "2048".into(), &game).contains("wait"));
        assert_eq!(service.last_answer(LONG).as_deref(), Some("2048 is there"));
        assert!(service.hand_in("001-2048", "2048".into(), &game).starts_with("submitting"));
    }

    #[test]
    fn the_game_of_the_day_is_asked_for_once_a_day() {
        let mut service = service(|| Ok(daily(1_000)));
        service.ask_for_daily(500);
        assert_eq!(heard(&mut service), Answer::Daily(Ok(daily(1_000))));
        service.ask_for_daily(999);
        assert_eq!(service.known_until, 1_000);
        service.ask_for_daily(1_000);
        assert_eq!(heard(&mut service), Answer::Daily(Ok(daily(1_000))));
    }

    #[test]
    fn a_day_that_could_not_be_asked_for_is_asked_for_again() {
        let mut service = service(|| Err("gone".into()));
        for _ in 0..2 {
            service.ask_for_daily(5);
            assert_eq!(heard(&mut service), Answer::Daily(Err("gone".into())));
        }
    }
}
