//! The score service in the terminal game. It is asked on threads, so that keys and pictures don't
//! wait for answers.

use polymerge_app::failure::Failure;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

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
    /// The time at which the next game begins, in milliseconds since 1970.
    pub ends: u64,
}

/// The functions that ask the score service. Each blocks until the answer is there.
#[derive(Clone, Copy, Debug)]
pub struct ServiceCalls {
    /// Submits a game. Returns the message for the player.
    pub hand_in: fn(&SharedGame<'_>) -> Result<String, Failure>,
    /// Returns the game of the day.
    pub daily: fn() -> Result<Daily, Failure>,
    /// Returns true if the service has given this seed for a ranked game whose time is not over.
    pub is_ranked: fn(u64) -> bool,
    /// Sends the moves of a ranked game so far. Returns a message, if the game can't be ranked any more.
    pub checkpoint: fn(&SharedGame<'_>) -> Option<String>,
}

/// The functions that keep the days of the daily game.
#[derive(Clone, Copy, Debug)]
pub struct DayCalls {
    /// Notes that a move was made in the game of this seed. Returns false if that could not be kept.
    pub take_part: fn(u64) -> bool,
    /// Returns the number of days in a row.
    pub streak: fn() -> u32,
}

/// The time between two times at which the moves of a ranked game are sent.
const EVERY: Duration = Duration::from_secs(5);

/// An answer of the score service.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The message about a submitted game.
    HandedIn(String),
    /// The game of the day, or the reason why there is none.
    Daily(Result<Daily, Failure>),
    /// Moves were sent; the message for the player, if there is one.
    Sent(Option<String>),
}

/// A ranked game whose moves are sent while it is played.
#[derive(Debug)]
struct Ranked {
    seed: u64,
    /// False for a game that is not ranked, or can't be any more.
    is_ranked: bool,
    sent: Instant,
    /// True until the answer is there.
    waits: bool,
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
    /// The game in play.
    ranked: Option<Ranked>,
}

impl Service {
    /// Returns a service that is asked by these functions.
    pub fn new(calls: ServiceCalls) -> Service {
        let (sender, answers) = channel();
        Service { calls, sender, answers, hands_in: false, known_until: 0, ranked: None }
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
            Answer::HandedIn(answer.unwrap_or_else(|failure| failure.message().to_owned()))
        });
        self.hands_in = asked.is_ok();
        match asked {
            Ok(()) => "submitting; you can play on".into(),
            Err(failure) => failure.message().to_owned(),
        }
    }

    /// Asks for the game of the day, unless the known one lasts beyond `now`, in milliseconds since
    /// 1970.
    pub fn ask_for_daily(&mut self, now: u64) {
        let daily = self.calls.daily;
        if now >= self.known_until && self.ask(move || Answer::Daily(daily())).is_ok() {
            self.known_until = u64::MAX;
        }
    }

    /// Sends the moves of the game in play, if it is a ranked one and some seconds have gone by. The
    /// service notes when they come, also if there are no new ones: so it knows that the player is
    /// there.
    pub fn checkpoint(&mut self, mode: &str, title: &str, game: &Game) {
        let seed = game.seed();
        if self.ranked.as_ref().is_none_or(|ranked| ranked.seed != seed) {
            let is_ranked = (self.calls.is_ranked)(seed);
            self.ranked = Some(Ranked { seed, is_ranked, sent: Instant::now(), waits: false });
        }
        let checkpoint = self.calls.checkpoint;
        let Some(ranked) = &mut self.ranked else { return };
        if !ranked.is_ranked || ranked.waits || ranked.sent.elapsed() < EVERY {
            return;
        }
        (ranked.sent, ranked.waits) = (Instant::now(), true);
        let (mode, title, game) = (mode.to_owned(), title.to_owned(), game.clone());
        let asked = self
            .ask(move || Answer::Sent(checkpoint(&SharedGame { name: &mode, title: &title, game: &game })));
        if let (Err(_), Some(ranked)) = (asked, &mut self.ranked) {
            ranked.waits = false;
        }
    }

    fn ask(&self, question: impl FnOnce() -> Answer + Send + 'static) -> Result<(), Failure> {
        let sender = self.sender.clone();
        // Who has left the program hears no answer.
        let ask = move || _ = sender.send(question());
        let thread = Builder::new().name("scores".into()).spawn(ask);
        thread
            .map(drop)
            .map_err(|error| Failure::result(format!("the score service can't be asked: {error}")))
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
            Some(Answer::Sent(message)) => {
                if let Some(ranked) = &mut self.ranked {
                    ranked.waits = false;
                    ranked.is_ranked &= message.is_none();
                }
            }
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

    fn service(daily: fn() -> Result<Daily, Failure>) -> Service {
        Service::new(ServiceCalls {
            hand_in: |shared| Ok(format!("{} is there", shared.title)),
            daily,
            is_ranked: |seed| seed != 7,
            checkpoint: |shared| (shared.game.seed() == 9).then(|| "it is not ranked any more".to_owned()),
        })
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

    /// Lets the time until the next checkpoint go by.
    fn pass(service: &mut Service) {
        let ranked = service.ranked.as_mut().unwrap();
        ranked.sent = ranked.sent.checked_sub(EVERY).unwrap();
    }

    #[test]
    fn moves_of_ranked_games_are_sent_while_they_are_played() {
        let rules = Mode::built_in("2048").unwrap().compile().unwrap();
        let mut service = service(|| Err("none".into()));
        let send = |service: &mut Service, seed: u64| {
            let game = rules.start(seed).unwrap();
            service.checkpoint("001-2048", "2048", &game);
            pass(service);
            service.checkpoint("001-2048", "2048", &game);
        };
        for _ in 0..2 {
            send(&mut service, 8);
            assert!(service.ranked.as_ref().unwrap().waits);
            assert_eq!(heard(&mut service), Answer::Sent(None));
        }
        send(&mut service, 7);
        assert!(!service.ranked.as_ref().unwrap().waits, "not ranked");
        // What can't be ranked any more is said once.
        send(&mut service, 9);
        assert_eq!(heard(&mut service), Answer::Sent(Some("it is not ranked any more".into())));
        pass(&mut service);
        service.checkpoint("001-2048", "2048", &rules.start(9).unwrap());
        assert!(!service.ranked.as_ref().unwrap().waits);
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
