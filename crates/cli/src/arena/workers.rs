//! The threads that play the pairs of a match, each with bots of its own. The pairs come back in
//! order, so that a match is the same with any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use polymerge::{Engine, Error, Rules, Value};
use polymerge_app::failure::Failure;
use polymerge_app::weights;
use polymerge_player::{LearnedValue, Policy};

use super::bot::Bot;
use super::game::{self, Plan, Played, Side};
use super::groups::Groups;

/// The time between two looks whether the match is stopped.
const LOOK: Duration = Duration::from_millis(50);

/// The time that threads have to stop. A player of the program may be within a long choice then,
/// which ends with the program.
const GRACE: Duration = Duration::from_secs(1);

/// A player of the match.
pub enum Player {
    Bot(Box<Bot>),
    Own(Policy, Option<Box<LearnedValue>>),
}

impl Player {
    /// Returns the name, and the command or the name of the way to play.
    pub fn names(&self) -> (String, String) {
        match self {
            Player::Bot(bot) => (bot.name.clone(), bot.command().to_owned()),
            Player::Own(policy, _) => (policy.to_string(), policy.to_string()),
        }
    }

    /// Returns the same player for another thread: a bot is started once more.
    fn again(&self) -> Player {
        match self {
            Player::Bot(bot) => Player::Bot(bot.again().into()),
            Player::Own(policy, value) => Player::Own(*policy, value.clone()),
        }
    }

    fn side(&mut self, seed: u64) -> Result<Side<'_>, Failure> {
        Ok(match self {
            Player::Bot(bot) => Side::Bot(bot),
            Player::Own(policy, value) => {
                let player = policy.player(value.as_deref_mut(), seed);
                Side::Own(player.ok_or(Failure::input(weights::NEEDED))?)
            }
        })
    }
}

/// The facts that all games of a match have in common.
#[derive(Clone)]
pub struct Terms {
    pub rules: Rules,
    /// The seed of the first pair.
    pub seed: u64,
    pub most_turns: u64,
    pub limits: Vec<(&'static str, Value)>,
    /// True once the match is to be stopped.
    pub stop: Arc<AtomicBool>,
    pub groups: Groups,
}

/// The games of a pair, or the game of an only player, with the names of the players.
pub struct Pair {
    pub number: u64,
    pub games: Vec<Played>,
    pub names: Vec<(String, String)>,
}

/// A pair that was played; or why it could not be, or that it was stopped.
type Answer = (u64, Result<Option<Pair>, Failure>);

/// Threads that play pairs.
pub struct Workers {
    terms: Terms,
    /// The numbers of the pairs to play next.
    tickets: Option<Sender<u64>>,
    answers: Receiver<Answer>,
    threads: Vec<JoinHandle<()>>,
    /// Pairs that came before their turn.
    early: BTreeMap<u64, Result<Option<Pair>, Failure>>,
    /// The next pair to hand out, the next to give back, and the number of pairs.
    issued: u64,
    next: u64,
    pairs: u64,
}

impl Workers {
    /// Starts threads that play so many pairs.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn start(terms: Terms, players: Vec<Player>, jobs: usize, pairs: u64) -> Result<Workers, Failure> {
        let (tickets, numbers) = channel();
        let (sender, answers) = channel();
        let numbers = Arc::new(Mutex::new(numbers));
        let others: Vec<Vec<Player>> =
            (1..jobs).map(|_| players.iter().map(Player::again).collect()).collect();
        let mut threads = Vec::new();
        for players in others.into_iter().chain([players]) {
            let (terms, numbers, sender) = (terms.clone(), Arc::clone(&numbers), sender.clone());
            let work = move || work(&terms, players, &numbers, &sender);
            threads.push(thread::Builder::new().name("games".into()).spawn(work)?);
        }
        let early = BTreeMap::new();
        let tickets = Some(tickets);
        let mut workers = Workers { terms, tickets, answers, threads, early, issued: 0, next: 0, pairs };
        // Pairs that others wait for are few, so that a slow one does not fill the memory.
        let ahead = if jobs == 1 { 1 } else { 2 * jobs };
        (0..ahead).for_each(|_| workers.issue());
        Ok(workers)
    }

    /// Hands out the next pair.
    fn issue(&mut self) {
        if let Some(tickets) = self.tickets.as_ref().filter(|_| self.issued < self.pairs) {
            _ = tickets.send(self.issued);
            self.issued += 1;
        }
    }

    /// Waits for the next pair, in order. `None` if the match was stopped, or if all were played.
    ///
    /// # Errors
    /// A game can't begin.
    pub fn next(&mut self) -> Result<Option<Pair>, Failure> {
        if self.next >= self.pairs {
            return Ok(None);
        }
        loop {
            if let Some(answer) = self.early.remove(&self.next) {
                self.next += 1;
                self.issue();
                return answer;
            }
            match self.answers.recv_timeout(LOOK) {
                Ok((number, answer)) => _ = self.early.insert(number, answer),
                Err(RecvTimeoutError::Timeout) if self.terms.stop.load(Ordering::Relaxed) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if !self.threads.iter().any(JoinHandle::is_finished) => {}
                Err(_) => return Err(Failure::result("a thread of the match has failed")),
            }
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.terms.stop.store(true, Ordering::Relaxed);
        self.tickets = None;
        let until = Instant::now() + GRACE;
        while !self.threads.iter().all(JoinHandle::is_finished) {
            if Instant::now() >= until {
                self.terms.groups.end_all();
                return;
            }
            thread::sleep(LOOK.min(until.saturating_duration_since(Instant::now())));
        }
    }
}

/// Plays pairs as long as there are numbers.
fn work(terms: &Terms, mut players: Vec<Player>, numbers: &Mutex<Receiver<u64>>, to: &Sender<Answer>) {
    let mut engine = None;
    loop {
        let number = numbers.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(number) = number else { return };
        let played = play(terms, &mut players, number, &mut engine);
        if to.send((number, played)).is_err() {
            return;
        }
    }
}

/// Plays a pair; `None` if it was stopped.
fn play(
    terms: &Terms,
    players: &mut [Player],
    number: u64,
    engine: &mut Option<Box<Engine>>,
) -> Result<Option<Pair>, Failure> {
    let Terms { rules, most_turns, limits, stop, .. } = terms;
    let seed = terms.seed.wrapping_add(number);
    let plan = Plan { rules, seed, pair: number, most_turns: *most_turns, limits, stop };
    let mut games = Vec::new();
    for player in players.iter_mut() {
        let fail = |error: Error| Failure::input(error);
        let game = game::play(&plan, &mut player.side(seed)?, engine).map_err(fail)?;
        if game.end == game::End::Stopped {
            return Ok(None);
        }
        games.push(game);
    }
    Ok(Some(Pair { number, games, names: players.iter().map(Player::names).collect() }))
}
