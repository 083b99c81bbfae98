//! Kills the program at random moments while it plays, and looks whether the
//! game is there afterwards.
//!
//! `kill PROGRAM [TIMES [MILLISECONDS]]` starts `PROGRAM play --plain` again and again in a
//! home of its own, plays moves, and ends it with SIGKILL. After each start
//! the game must be as it was last shown, or one move further; every file with
//! a game must be one that can be read.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use polymerge::{Saved, Value};
use polymerge_rules::{Limits, Randomness, Rng, Screen, World};
use stress::resume;

/// The longest that the program is left alone, from its start, in
/// milliseconds, unless something else is said.
const LONGEST: f64 = 400.0;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next().map(PathBuf::from) else {
        eprintln!("the program to kill is wanted, and how often");
        return ExitCode::FAILURE;
    };
    let times = arguments.next().and_then(|times| times.to_str()?.parse().ok()).unwrap_or(1_000);
    let longest = arguments.next().and_then(|longest| longest.to_str()?.parse().ok()).unwrap_or(LONGEST);
    let home = std::env::temp_dir().join(format!("polymerge-kill-{}", std::process::id()));
    let result = fs::create_dir_all(&home).map_err(|error| error.to_string()).and_then(|()| {
        let mut butcher = Butcher {
            program,
            home: home.clone(),
            dice: Rng::new(7),
            longest,
            seen: None,
            tally: Tally::default(),
        };
        (0..times)
            .try_for_each(|number| butcher.round().map_err(|error| format!("kill {number}: {error}")))?;
        Ok(butcher.tally)
    });
    match result {
        Ok(tally) => {
            println!("{times} kills: {tally}");
            _ = fs::remove_dir_all(&home);
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}; see {}", home.display());
            ExitCode::FAILURE
        }
    }
}

/// The results of the kills.
#[derive(Default)]
struct Tally {
    /// Moves that were made and shown.
    moves: u64,
    /// Starts that found the game as it was last shown.
    as_shown: u64,
    /// Starts that found the game one move further.
    further: u64,
    /// Starts after the end of a game.
    new_games: u64,
    /// Kills before the program had shown anything.
    early: u64,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { moves, as_shown, further, new_games, early } = self;
        write!(f, "{moves} moves; the game as shown {as_shown} times, one move further {further} times, ")?;
        write!(f, "a new one after the end {new_games} times, killed before it was shown {early} times")
    }
}

/// A game as far as it matters here.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    moves: f64,
    grid: Value,
    over: bool,
}

struct Butcher {
    program: PathBuf,
    home: PathBuf,
    dice: Rng,
    longest: f64,
    /// The game as it was last shown.
    seen: Option<Seen>,
    tally: Tally,
}

impl Butcher {
    fn dice(&mut self) -> f64 {
        self.dice.next().unwrap_or_default()
    }

    /// Starts the program, plays, kills it.
    fn round(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + Duration::from_secs_f64(self.dice() * self.longest / 1000.0);
        let mut child = self.start().map_err(|error| error.to_string())?;
        let lines = listen(&mut child)?;
        let played = self.play(&mut child, &lines, deadline);
        child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        played?;
        check_files(&self.home)
    }

    fn start(&self) -> std::io::Result<Child> {
        let folder = |name: &str| self.home.join(name);
        Command::new(&self.program)
            .args(["play", "--plain"])
            .env("HOME", &self.home)
            .env("XDG_DATA_HOME", folder("data"))
            .env("XDG_STATE_HOME", folder("state"))
            .env("XDG_CONFIG_HOME", folder("config"))
            .env("XDG_CACHE_HOME", folder("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
    }

    /// Plays until the deadline; a move is made once the one before was shown.
    fn play(&mut self, child: &mut Child, lines: &Receiver<String>, deadline: Instant) -> Result<(), String> {
        let mut input = child.stdin.take().ok_or("there is no input")?;
        let mut first = true;
        let mut order = "code\n".to_owned();
        loop {
            if input.write_all(order.as_bytes()).and_then(|()| input.flush()).is_err() {
                return Err("the program ended by itself".to_owned());
            }
            let Some(code) = next_code(lines, deadline) else {
                self.tally.early += u64::from(first);
                return Ok(());
            };
            let now = read(&code)?;
            if first {
                self.compare(&now)?;
            } else {
                self.tally.moves += 1;
            }
            first = false;
            let direction = ["L", "U", "R", "D"][(self.dice() * 4.0) as usize];
            order = if now.over { "new\ncode\n".to_owned() } else { format!("{direction}\ncode\n") };
            self.seen = Some(now);
        }
    }

    /// Compares the first board that a program shows with the last one of the program
    /// before: it must be the same, or one move further. A game without a move is not kept.
    fn compare(&mut self, now: &Seen) -> Result<(), String> {
        let Some(before) = &self.seen else { return Ok(()) };
        if now == before {
            self.tally.as_shown += 1;
        } else if now.moves == before.moves + 1.0 {
            self.tally.further += 1;
        } else if now.moves <= 1.0 && (before.over || before.moves == 0.0 || ended(&self.home, before.moves)?)
        {
            self.tally.new_games += 1;
        } else {
            return Err(format!("{before:?} was shown, then {now:?} was found"));
        }
        Ok(())
    }
}

/// The lines that the program prints, as they come.
fn listen(child: &mut Child) -> Result<Receiver<String>, String> {
    let output = child.stdout.take().ok_or("there is no output")?;
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Ok(lines)
}

/// The next line that is a whole code; `None` at the deadline.
fn next_code(lines: &Receiver<String>, deadline: Instant) -> Option<String> {
    loop {
        let line = lines.recv_timeout(deadline.checked_duration_since(Instant::now())?).ok()?;
        if line.starts_with('@') {
            return Some(line);
        }
    }
}

fn read(code: &str) -> Result<Seen, String> {
    let mut dice = Rng::new(0);
    let game = resume::game(code, &Limits::default(), &mut World::new(&mut dice, 0.0))?;
    Ok(Seen { moves: game.moves(), grid: game.grid(), over: game.screen() == Screen::GameOver })
}

/// Every file with a game must be whole.
fn check_files(home: &Path) -> Result<(), String> {
    games(home)?.into_iter().try_for_each(|(file, saved)| match saved.resume(0.0, &Default::default()) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{}: {error}", file.display())),
    })
}

/// Returns true if a game that is over has `moves` moves, or one more.
fn ended(home: &Path, moves: f64) -> Result<bool, String> {
    for (_, saved) in games(home)? {
        let seen = read(saved.code())?;
        if seen.over && (seen.moves == moves || seen.moves == moves + 1.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The files with games, and the games in them: their second lines.
fn games(home: &Path) -> Result<Vec<(PathBuf, Saved)>, String> {
    let folder = home.join("data/polymerge/games");
    let Ok(files) = fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let files = files.filter_map(Result::ok).map(|entry| entry.path());
    let games = files.filter(|file| file.extension().is_some_and(|ending| ending == "game"));
    games
        .map(|file| {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let line = text.lines().nth(1).ok_or_else(|| format!("{} holds no game", file.display()))?;
            let saved = Saved::from_json(line, &Default::default());
            Ok((file.clone(), saved.map_err(|error| format!("{}: {error}", file.display()))?))
        })
        .collect()
}
