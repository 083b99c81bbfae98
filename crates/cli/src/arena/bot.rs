//! A bot as the arena sees it: it is greeted, gets a mode, and chooses directions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use polymerge::Value;
use polymerge::calc::json;
use polymerge_app::object::object;
use serde::Deserialize;

use super::fault::Fault;
use super::groups::Groups;
use super::process::Process;
use crate::bots::VERSION;
use crate::bots::board::Wanted;
use crate::bots::line::split;

/// The time that a bot has at least for its start and for a mode.
const START: Duration = Duration::from_secs(10);

/// The most characters of a bot's name.
const LONGEST_NAME: usize = 40;

/// A bot. A fault ends its process; the next game starts another one.
pub struct Bot {
    command: String,
    /// The time for an answer.
    patience: Duration,
    /// True once the match is to be stopped.
    stop: Arc<AtomicBool>,
    /// The groups of all bots.
    groups: Groups,
    /// Its name, and what it wants to know, once it was greeted.
    pub name: String,
    pub wanted: Wanted,
    process: Option<Process>,
}

/// The answer to the handshake.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Hello {
    name: Option<String>,
    wants: Vec<String>,
}

/// The object of `error`.
#[derive(Deserialize)]
struct Refusal {
    message: String,
}

impl Bot {
    /// Returns a bot that is started for its first game.
    pub fn new(command: &str, patience: Duration, stop: Arc<AtomicBool>, groups: Groups) -> Bot {
        let (command, name) = (command.to_owned(), short(command));
        Bot { command, patience, stop, groups, name, wanted: Wanted::default(), process: None }
    }

    /// Returns the same bot, which is started by itself.
    pub fn again(&self) -> Bot {
        Bot::new(&self.command, self.patience, Arc::clone(&self.stop), self.groups.clone())
    }

    /// The command by which it is started.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Begins a game of a mode.
    ///
    /// # Errors
    /// The bot is not there, or doesn't take the mode.
    pub fn begin(&mut self, mode: &str) -> Result<(), Fault> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.command, &self.groups)?);
            let hello = json::write(&object([("protocol", Value::Number(VERSION as f64))]));
            let answer = self.ask(&[format!("hello {hello}")], "hello", self.patience.max(START))?;
            let hello: Hello = match answer.is_empty() {
                true => Hello::default(),
                false => serde_json::from_str(&answer).map_err(|error| {
                    self.process = None;
                    Fault::Garbage(format!("hello {answer} ({error})"), "hello with an object")
                })?,
            };
            self.wanted = Wanted::of(&hello.wants);
            let named = hello.name.map(|name| short(name.trim())).filter(|name| !name.is_empty());
            self.name = named.unwrap_or_else(|| short(&self.command));
        }
        self.ask(&[format!("mode {mode}")], "ready", self.patience.max(START)).map(|_| ())
    }

    /// Shows a position, and returns the direction that the bot chooses.
    ///
    /// # Errors
    /// No direction comes.
    pub fn choose(&mut self, position: &str, go: &str) -> Result<String, Fault> {
        self.ask(&[format!("position {position}"), format!("go {go}")], "bestmove", self.patience)
    }

    /// Sends lines, and waits for a line with a word. Returns the rest of that line.
    fn ask(&mut self, lines: &[String], word: &'static str, patience: Duration) -> Result<String, Fault> {
        let answer = self.asked(lines, word, patience);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    fn asked(&mut self, lines: &[String], word: &'static str, patience: Duration) -> Result<String, Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::NotStarted("it has ended".to_owned()))?;
        let until = Instant::now() + patience;
        process.send(lines)?;
        loop {
            let line = process.receive(until, patience, &self.stop)?;
            match split(&line) {
                (own, rest) if own == word => return Ok(rest.to_owned()),
                ("" | "info", _) => {}
                ("error", rest) => {
                    let refusal = serde_json::from_str(rest).map(|own: Refusal| own.message);
                    return Err(Fault::Refused(refusal.unwrap_or_else(|_| rest.to_owned())));
                }
                _ => return Err(Fault::Garbage(line, word)),
            }
        }
    }
}

/// Returns the beginning of a name.
fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}
