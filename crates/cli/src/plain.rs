//! `polymerge play --plain`: the game as lines of text. It reads lines and
//! prints boards, and so works in a pipe, with a screen reader and over a slow
//! line.

mod commands;
mod moves;
mod show;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::time::Instant;

use polymerge::advanced::rules::Screen;
use polymerge::catalogue;
use polymerge::{Action, Cell, Event, Game, Turn, why};
use polymerge_app::begin::{any_seed, printed};
use polymerge_app::days;
use polymerge_app::failure::Failure;
use polymerge_app::figures::{count, counted};
use polymerge_app::input;
use polymerge_app::open_game::OpenGame;
use polymerge_app::saves::{Labels, Listing, Mover, NOWHERE, Saves};
use polymerge_app::source;
use polymerge_tui::advice::AdviceController;
use polymerge_tui::service::{Answer, Service};

use crate::service::service_calls;
use commands::{COMMANDS, Operation};
use show::Show;

/// Plays until the input ends or a line asks to quit.
pub fn run(open_game: OpenGame, saves: Option<Saves>) -> Result<(), Failure> {
    let is_asked = io::stdin().is_terminal();
    let start = Instant::now();
    let mut plain = PlainGame::new(open_game, saves);
    let mut text = plain.greeting();
    let mut misunderstood: Option<(usize, Failure)> = None;
    let mut lines = Lines::of(io::stdin().lock());
    let mut service = service_calls().map(Service::new);
    // The game in which a move was noted last: it may be that of a day.
    let mut noted = None;
    for number in 1.. {
        if is_asked {
            text.push_str("> ");
        }
        if !print(&text)? || plain.finished {
            break;
        }
        let Some(line) = lines.next()? else { break };
        plain.now = start.elapsed().as_secs_f64() * 1000.0;
        text = match line.and_then(|line| plain.read(&line)) {
            Ok(answer) => answer,
            Err(failure) => {
                let message = format!("{}\n", failure.message());
                misunderstood.get_or_insert((number, failure));
                message
            }
        };
        let game = &plain.open_game.game;
        if game.moves() > 0 && noted != Some(game.seed()) {
            noted = days::take_part(game.seed()).then_some(game.seed());
        }
        if let Some(service) = &mut service {
            let OpenGame { mode, title, game, .. } = &plain.open_game;
            service.checkpoint(mode, title, game);
            if let Some(Answer::Sent(Some(message))) = service.answer() {
                text.push_str(&format!("{message}\n"));
            }
        }
    }
    match misunderstood {
        // Without a prompt the exit code tells, so the first message becomes a failure.
        Some((number, failure)) if !is_asked => {
            Err(Failure::result(format!("line {number}: {}", failure.message())))
        }
        _ => Ok(()),
    }
}

/// The lines of the input, which may have any bytes.
struct Lines<R> {
    input: R,
    is_first: bool,
}

impl<R: BufRead> Lines<R> {
    fn of(input: R) -> Lines<R> {
        Lines { input, is_first: true }
    }

    /// Returns the next line, without the byte order mark that some programs put before the first
    /// one, or the reason why it can't be read. `None` at the end.
    fn next(&mut self) -> io::Result<Option<Result<String, Failure>>> {
        let mut bytes = Vec::new();
        // More is no line that means anything.
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let is_first = std::mem::take(&mut self.is_first);
        let bytes = bytes.strip_prefix(input::MARK).filter(|_| is_first).unwrap_or(&bytes);
        let line = std::str::from_utf8(bytes).map(str::to_owned);
        Ok(Some(line.map_err(|error| {
            Failure::input(format!("byte {} of the line is not UTF-8 text", error.valid_up_to() + 1))
        })))
    }
}

/// The largest length of a line. Longer ones are read as several.
const LONGEST: u64 = 1 << 24;

/// Prints a text. Returns false if the output is closed.
fn print(text: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(input::sanitized(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        result => input::printed(result).map(|()| true),
    }
}

/// A game that lines of text control.
struct PlainGame {
    open_game: OpenGame,
    saves: Option<Saves>,
    show: Show,
    now: f64,
    finished: bool,
}

impl PlainGame {
    fn new(open_game: OpenGame, saves: Option<Saves>) -> PlainGame {
        let show = Show::new(open_game.game.state().rules().mode());
        PlainGame { open_game, saves, show, now: 0.0, finished: false }
    }

    fn greeting(&self) -> String {
        let mut notes = if self.saves.is_none() { format!("Note: {NOWHERE}.\n") } else { String::new() };
        for found in &self.open_game.unreadable {
            notes.push_str(&format!("Note: {found}. It stays as it is.\n"));
        }
        format!("{}. Type help for help.\n{notes}{}", self.open_game.title, self.board())
    }

    fn board(&self) -> String {
        self.show.game(self.open_game.game.state(), self.now)
    }

    /// Runs a line. Returns the text to print, or the reason why the line is not understood.
    fn read(&mut self, line: &str) -> Result<String, Failure> {
        let mut answer = String::new();
        if let Ok(turn) = self.open_game.game.tick(self.now) {
            answer = announcements(&turn);
        }
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let operation =
            COMMANDS.iter().find(|command| command.names.iter().any(|name| name.eq_ignore_ascii_case(word)));
        let before = (self.open_game.game.steps(), self.open_game.game.state().screen());
        answer += &match operation {
            Some(command) => self.execute(command.operation, rest.trim())?,
            None if line.is_empty() => self.board(),
            None => self.press_all(line)?,
        };
        let after = (self.open_game.game.steps(), self.open_game.game.state().screen());
        if (after != before || operation.is_some_and(|command| command.changes))
            && let Err(failure) = self.open_game.keep()
        {
            answer.push_str(&format!(
                "The game can't be saved: {}. It goes on, and is saved with the next move.\n",
                failure.message()
            ));
        }
        Ok(answer)
    }

    fn execute(&mut self, operation: Operation, rest: &str) -> Result<String, Failure> {
        let times = || {
            if rest.is_empty() {
                Ok(1)
            } else {
                rest.parse().map_err(|_| format!("{rest:?} is not a number"))
            }
        };
        match operation {
            Operation::Help => Ok(commands::help(&self.open_game.game)),
            Operation::Board => Ok(self.board()),
            Operation::Undo => Ok(self.repeat(times()?, Game::undo, "nothing to undo")),
            Operation::Redo => Ok(self.repeat(times()?, Game::redo, "nothing to redo")),
            Operation::New if rest.is_empty() => self.restart(any_seed()),
            Operation::New => self.restart(rest.parse().map_err(|_| format!("{rest:?} is not a seed"))?),
            Operation::Again => self.restart(self.open_game.game.seed()),
            Operation::PlayOn => self.turn(Action::PlayOn).map(|said| said + &self.board()),
            Operation::Code => Ok(self.open_game.game.code().map_err(Failure::input)? + "\n"),
            Operation::Hint => {
                if let Some(slot) = &mut self.open_game.slot {
                    slot.moved_by(Mover::Hints);
                }
                Ok(AdviceController::sentence(&self.open_game.game) + "\n")
            }
            Operation::Why => {
                let game = &self.open_game.game;
                let account = game.why(crate::why::direction(game, rest)?).map_err(Failure::input)?;
                Ok(why::text(&why::explain(game, &account)))
            }
            Operation::Rules => Ok(self.show.rules(self.open_game.game.state())),
            Operation::Words => {
                self.show.in_words = !self.show.in_words;
                Ok(self.board())
            }
            Operation::Modes => Ok(modes(rest)),
            Operation::Mode => self.open_mode(rest),
            Operation::Games => Ok(self.games()),
            Operation::Resume => self.resume(rest),
            Operation::Click => self.click(rest),
            Operation::Box => self.click_box(rest),
            Operation::Quit => {
                self.finished = true;
                Ok(String::new())
            }
        }
    }

    /// Makes moves until the game is won or lost.
    fn press_all(&mut self, line: &str) -> Result<String, Failure> {
        let game = &mut self.open_game.game;
        let rules = game.rules().clone();
        let moves = moves::read(&rules, line).map_err(|failure| match is_word(line) {
            true => {
                failure.of(format!("there is no word {line:?}, and as moves")).with("type help for all words")
            }
            false => failure.with("or type help for other words"),
        })?;
        let mut said = String::new();
        for (index, &direction) in moves.iter().enumerate() {
            if game.state().screen() != Screen::Play {
                let left = moves.len() - index;
                let moves = if left == 1 { "move was" } else { "moves were" };
                said.push_str(&format!("{left} more {moves} not made.\n"));
                break;
            }
            let name = &rules.directions()[direction].name;
            match game.play_at(direction, self.now) {
                Ok(turn) => {
                    said.push_str(&announcements(&turn));
                    if !turn.moved {
                        said.push_str(&format!("{name}: nothing moves.\n"));
                    }
                }
                Err(error) if error.refusal().is_some() => said.push_str(&format!("{name}: blocked.\n")),
                Err(error) => said.push_str(&format!("{name}: that move failed: {error}\n")),
            }
        }
        Ok(said + &self.board())
    }

    fn repeat(&mut self, times: usize, step: fn(&mut Game) -> bool, none: &str) -> String {
        let done = (0..times).take_while(|_| step(&mut self.open_game.game)).count();
        if done == 0 { format!("There is {none}.\n") } else { self.board() }
    }

    /// Applies an action to the game. Returns its messages.
    fn turn(&mut self, action: Action) -> Result<String, Failure> {
        let turn = self.open_game.game.act_at(action, self.now);
        turn.map(|turn| announcements(&turn)).map_err(Failure::input)
    }

    /// Starts a new game of the same mode. The old one stays saved.
    fn restart(&mut self, seed: u64) -> Result<String, Failure> {
        let started = self.open_game.game.rules().start_at(seed, self.now);
        self.open_game.game = started.map_err(Failure::input)?.0;
        if let (Some(saves), Some(slot)) = (&self.saves, &mut self.open_game.slot) {
            *slot = saves.begin_another(slot.record());
        }
        Ok(self.board())
    }

    fn enter_game(&mut self, open_game: OpenGame) -> String {
        let in_words = self.show.in_words;
        self.show = Show::new(open_game.game.state().rules().mode());
        self.show.in_words = in_words;
        self.open_game = open_game;
        let greeting = self.greeting();
        self.open_game.unreadable.clear();
        greeting
    }

    fn open_mode(&mut self, name: &str) -> Result<String, Failure> {
        let mode = catalogue::find(name).ok_or_else(|| source::missing(name, "type modes for a list"))?;
        // A game that is played here already is no game that waits.
        let open_game = OpenGame::of_mode(mode.name(), false, self.saves.as_ref(), any_seed(), self.now)?;
        let note = source::namesake(name).map(|note| format!("{note}.\n")).unwrap_or_default();
        Ok(note + &self.enter_game(open_game))
    }

    fn games(&self) -> String {
        let Listing { games, unreadable, .. } = self.saves.as_ref().map(Saves::list).unwrap_or_default();
        let mut text = String::new();
        let labels = Labels::of(games.iter());
        for (number, game) in games.iter().enumerate() {
            let own = self
                .open_game
                .slot
                .as_ref()
                .is_some_and(|slot| slot.is_kept() && slot.record().id == game.id);
            let states = [game.by.label(), game.standing(), if own { "this game" } else { "" }];
            let states = states.iter().filter(|state| !state.is_empty());
            let states: String = states.map(|state| format!(", {state}")).collect();
            text.push_str(&format!(
                "{}: {}, score {}, {}{states}\n",
                number + 1,
                labels.of_record(game),
                count(game.score),
                counted(game.moves, "move")
            ));
        }
        if text.is_empty() {
            text.push_str("There are no games yet.\n");
        }
        unreadable.iter().for_each(|found| text.push_str(&format!("{found}.\n")));
        text
    }

    fn resume(&mut self, number: &str) -> Result<String, Failure> {
        let saves = self.saves.clone().ok_or(NOWHERE)?;
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let game = place.and_then(|place| saves.list().games.into_iter().nth(place));
        let game = game.ok_or_else(|| format!("there is no game {number:?}; type games for a list"))?;
        if self.open_game.slot.as_ref().is_some_and(|slot| slot.is_kept() && slot.record().id == game.id) {
            return Ok(self.board());
        }
        let open_game = OpenGame::resume(&saves, &game.id, self.now)?;
        Ok(self.enter_game(open_game))
    }

    fn click(&mut self, place: &str) -> Result<String, Failure> {
        let numbers: Vec<usize> = place.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let cell = match numbers[..] {
            [row, column] if row > 0 && column > 0 => Cell::new(row - 1, column - 1),
            _ => return Err("click needs a row and a column, counted from 1".into()),
        };
        let said = self.turn(Action::ClickTile(cell))?;
        Ok(said + &self.board())
    }

    fn click_box(&mut self, number: &str) -> Result<String, Failure> {
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = place
            .and_then(|place| self.show.clickable(self.open_game.game.state(), self.now).get(place).copied());
        let index = place.ok_or("there is no box of this number to click")?;
        let said = self.turn(Action::ClickStatBox(index))?;
        Ok(said + &self.board())
    }
}

/// Returns true if a line looks like a word rather than moves.
fn is_word(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|sign| sign.is_ascii_lowercase())
}

/// Returns the messages of scripts in a turn, and what expressions printed, a line each.
fn announcements(turn: &Turn) -> String {
    let said = turn.events.iter().filter_map(|event| match event {
        Event::Announcement { message, .. } => Some(format!("{}\n", message.to_string_lossy())),
        _ => None,
    });
    said.chain(printed(turn).map(|line| line + "\n")).collect()
}

/// Lists the modes that mention a text.
fn modes(wanted: &str) -> String {
    let mut text = String::new();
    for mode in catalogue::listed().into_iter().filter(|mode| mode.mentions(wanted)) {
        text.push_str(&format!("{}: {}, {}\n", mode.name, mode.info.title, mode.brief()));
    }
    if text.is_empty() {
        text.push_str("There is no such mode.\n");
    }
    text
}
