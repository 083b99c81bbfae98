//! `polymerge serve-moves`: the program's player as a bot, on standard input and output.

mod pending;
mod request;
mod search;
mod seat;
mod watch;

use std::io::{self, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use clap::Args;
use polymerge::calc::json;
use polymerge::{Direction, Error, Limits, Value};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::ranker::RankingOptions;
use polymerge_player::{Advice, Ranked};

use crate::bots::line::{Lines, Received};
use crate::bots::{NONE, VERSION, board, direction, mode};
use pending::Pending;
use request::{Effort, Request};
use seat::{Seat, Seated};
use watch::Watch;

/// Serve moves to other programs: the player as a bot, which reads and writes lines
///
/// The lines are those of polymerge bot-protocol: a program sends a mode, a position and "go", and
/// gets "bestmove". A line that can't be read is answered by "error".
#[derive(Args)]
#[command(after_help = "\
Examples:
  printf 'mode dive\\nposition {\"seed\":7}\\ngo {\"turns\":5000}\\n' | polymerge serve-moves
  polymerge serve-moves --turns 500         random games: about 500 turns for each move
  polymerge arena 2048 --bot 'python3 my-bot.py' --bot 'polymerge serve-moves' --movetime 50")]
pub struct Arguments {
    #[command(flatten)]
    ranking: RankingOptions,
    /// Take modes, codes and games of strangers: with strict limits (see SECURITY.md)
    #[arg(long)]
    strict: bool,
}

/// The lines that are read ahead, at most.
const AHEAD: usize = 64;

/// Something that happens while the program serves.
enum Event {
    /// The line of this number.
    Line(usize, String),
    /// The line of this number can't be read.
    Garbage(usize, String),
    /// Nothing more comes.
    End,
    /// The search of this number has found something.
    Progress(usize, Advice),
    /// The search of this number has ended.
    Done(usize),
}

/// The reasons why a line has no answer.
enum Trouble {
    /// A mistake in the line, or what it asks for fails.
    Line(String),
    /// The output can't be written.
    Output(Failure),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Line(error.to_string())
    }
}

/// Requests and positions fail by what stands in the line. Those who write say themselves that the
/// output is at fault.
impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Line(failure.message().to_owned())
    }
}

struct Server<'s> {
    options: &'s RankingOptions,
    seat: Seat,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    /// Lines that came while a direction was chosen.
    pending: Pending,
    /// The number of searches so far. Events of earlier ones may come late.
    searches: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let limits = if arguments.strict { Limits::strict() } else { Limits::default() };
    let (sender, events) = sync_channel(AHEAD);
    let (most, lines) = (limits.text, sender.clone());
    thread::Builder::new().name("lines".into()).spawn(move || read_lines(most, &lines))?;
    let seat = Seat::new(limits);
    let (options, pending) = (&arguments.ranking, Pending::new(most));
    let mut server = Server { options, seat, events, sender, pending, searches: 0 };
    while server.serve_next()? {}
    Ok(())
}

/// Reads lines until there are no more.
fn read_lines(most: usize, to: &SyncSender<Event>) {
    let mut lines = Lines::new(BufReader::new(io::stdin().lock()), most);
    for number in 1.. {
        let event = match lines.read() {
            Received::Line(line) => Event::Line(number, line),
            Received::Garbage(why) => Event::Garbage(number, why),
            Received::End => Event::End,
        };
        let is_end = matches!(event, Event::End);
        if to.send(event).is_err() || is_end {
            return;
        }
    }
}

impl Server<'_> {
    /// Answers the next line. Returns false if it was the last one.
    fn serve_next(&mut self) -> Result<bool, Failure> {
        let event = match self.pending.pop() {
            Some(event) => event,
            None => self.events.recv().unwrap_or(Event::End),
        };
        let (number, answer) = match event {
            Event::End => return Ok(false),
            Event::Progress(..) | Event::Done(_) => return Ok(true),
            Event::Garbage(number, why) => (number, Err(Trouble::Line(why))),
            Event::Line(number, line) => {
                let request = request::read(&line).map_err(Trouble::from);
                (number, request.and_then(|request| self.answer(request)))
            }
        };
        match answer {
            Ok(goes_on) => Ok(goes_on),
            Err(Trouble::Output(failure)) => Err(failure),
            Err(Trouble::Line(message)) => {
                let members = [("line", number.into()), ("message", message.as_str().into())];
                say("error", &object(members)).map(|()| true)
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<bool, Trouble> {
        match request {
            Request::Nothing | Request::Stop => {}
            Request::Quit => return Ok(false),
            Request::Hello => {
                let wants = Value::from(vec!["snapshot".into()]);
                let protocol = Value::Number(VERSION as f64);
                let members = [("protocol", protocol), ("name", "Polymerge".into()), ("wants", wants)];
                say("hello", &object(members)).map_err(Trouble::Output)?;
            }
            Request::Mode(mode) => {
                let rules = self.seat.take_mode(mode, self.options)?;
                let state = rules.state(0)?;
                say("ready", &object(mode::described(rules, &state))).map_err(Trouble::Output)?;
            }
            Request::Position(asked) => self.seat.take_position(&asked, self.options)?,
            Request::Board => {
                let Seated { engine, position, rules, .. } = self.seat.seated()?;
                let legal = board::legal(engine, position)?;
                let shown = (rules.directions(), &legal[..]);
                let members = board::members(engine, position, shown, board::Wanted::BOARD)?;
                say("board", &object(members)).map_err(Trouble::Output)?;
            }
            Request::Go(effort) => return self.go(effort),
        }
        Ok(true)
    }

    /// Chooses a direction, and looks at lines meanwhile.
    fn go(&mut self, effort: Effort) -> Result<bool, Trouble> {
        self.searches += 1;
        let Server { options, seat, events, sender, pending, searches: number } = self;
        let number = *number;
        let Seated { engine, position, rules, knowledge } = seat.seated()?;
        let directions = rules.directions();
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, to) = (Arc::clone(&stop), sender.clone());
        let mut watch = Watch::new(number, &stop, &effort);
        let mut report = |advice: &Advice| say("info", &info(advice, directions));
        let found = thread::scope(|scope| {
            let search = scope.spawn(move || {
                // Without room, lines are looked at, and then whether the search has ended.
                let mut send = |advice| _ = to.try_send(Event::Progress(number, advice));
                let found =
                    search::advise(knowledge, (engine, position), (effort, options), &flag, &mut send);
                _ = to.try_send(Event::Done(number));
                found
            });
            let watched = watch.wait(events, pending, &mut report, &|| search.is_finished());
            stop.store(true, Ordering::Relaxed);
            let found = search.join().map_err(|_| Trouble::Line("the search has failed".to_owned()));
            watched.and(found)
        });
        if watch.quits {
            return Ok(false);
        }
        let advice = found??;
        let best = advice.best().and_then(|best| directions.get(best)).map(direction::text);
        // Both lines together: each write wakes the reader.
        let (info, best) = (json::write(&info(&advice, directions)), best.as_deref().unwrap_or(NONE));
        input::print_json(&format!("info {info}\nbestmove {best}")).map_err(Trouble::Output)?;
        match watch.dropped {
            0 => Ok(true),
            dropped => Err(Trouble::Line(format!("{dropped} lines were dropped that came during go"))),
        }
    }
}

/// Returns what is known about the directions.
fn info(advice: &Advice, directions: &[Direction]) -> Value {
    let optional = |number: Option<f64>| number.map_or(Value::Null, board::number);
    let choice = |own: &Ranked| {
        object([
            ("move", directions.get(own.direction).map(direction::text).unwrap_or_default().as_str().into()),
            ("value", board::number(own.value)),
            ("error", optional(own.standard_error)),
            ("win", optional(own.win)),
        ])
    };
    let choices: Vec<Value> = advice.ranked().iter().map(choice).collect();
    object([
        ("work", Value::Number(advice.work() as f64)),
        ("quantity", advice.quantity().into()),
        ("choices", choices.into()),
    ])
}

/// Writes a line: a word and an object.
fn say(word: &str, object: &Value) -> Result<(), Failure> {
    input::print_json(&format!("{word} {}", json::write(object)))
}
