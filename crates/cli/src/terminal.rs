//! The game in the terminal.
//!
//! [`app`] holds it together: [`play`](mod@play) is a game, [`lobby`] everything
//! around the games, [`viewer`] a replay. [`board`] says what cells look like, [`motion`] how
//! they move, [`picture`] has all of it; [`view`] draws,
//! [`keys`] and [`pointer`] say what keys and the mouse mean, [`share`] gives
//! games to others. Only this file talks to the terminal itself.

pub mod app;
pub mod board;
pub mod cast;
pub mod grid;
pub mod keys;
pub mod lobby;
pub mod motion;
pub mod parts;
pub mod picture;
pub mod play;
pub mod pointer;
pub mod share;
pub mod tape;
pub mod theme;
pub mod view;
pub mod viewer;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::DefaultTerminal;

use crate::config::Config;
use crate::failure::Failure;
use crate::folders;
use crate::saves::Saves;
use crate::sitting::Sitting;
use app::App;
use picture::Speed;
use tape::Tape;
use theme::{Depth, Palette, Theme};

/// How long to wait for a key before time passes for the game: its clocks and
/// interval scripts go on.
const TICK: Duration = Duration::from_millis(100);

/// How long a picture may stand.
const REDRAW: Duration = Duration::from_millis(500);

/// How long a picture may stand while something moves.
const FRAME: Duration = Duration::from_millis(20);

/// How many events are taken in before the next picture, so that one is seen
/// even if they never end.
const EVENTS: usize = 256;

/// What the terminal game starts with.
pub enum Start {
    /// The home screen.
    Home,
    /// A game.
    Game(Box<Sitting>),
    /// A replay, and what it is called.
    Replay(Box<Tape>, String),
}

/// Says what to do without a terminal, if there is none.
pub fn required(otherwise: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Failure::input(format!("the game needs a terminal; {otherwise}")))
}

/// Plays until the player quits. The terminal is restored in any case: on the
/// way out, by a panic hook, and when the program is asked to end.
pub fn run(start: Start, saves: Option<Saves>, config: Config) -> Result<(), Failure> {
    let theme = Theme {
        depth: Depth::of_name(config.setting("colours")).unwrap_or_else(Depth::of_environment),
        palette: Palette::of_name(config.setting("theme")).unwrap_or(Palette::Terminal),
    };
    let speed = Speed::of_name(config.setting("animation")).unwrap_or_default();
    let mouse = config.setting("mouse") == "on";
    let app = match start {
        Start::Home => App::new(None, saves, theme, config.keys),
        Start::Game(sitting) => App::new(Some(*sitting), saves, theme, config.keys),
        Start::Replay(tape, title) => App::watching(*tape, title, saves, theme, config.keys),
    };
    let app = app.with_speed(speed).with_gifts(folders::data().map(|folder| folder.join("shared")));
    let stop = stop_flag()?;
    let mut terminal = ratatui::try_init()?;
    listen(mouse)?;
    let result = play(&mut terminal, app, &stop);
    listen_no_more();
    ratatui::restore();
    result
}

/// Asks the terminal for what is pasted and, if wanted, for the mouse.
fn listen(mouse: bool) -> Result<(), Failure> {
    let restore = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        listen_no_more();
        restore(info);
    }));
    execute!(io::stdout(), EnableBracketedPaste)?;
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

fn listen_no_more() {
    // If the terminal is gone, there is nobody to tell.
    _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste);
}

fn play(terminal: &mut DefaultTerminal, mut app: App, stop: &AtomicBool) -> Result<(), Failure> {
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1000.0;
    let mut drawn = None;
    while !app.finished() && !stop.load(Ordering::Relaxed) {
        let stands = if app.is_moving() { FRAME } else { REDRAW };
        if drawn.is_none_or(|drawn: Instant| drawn.elapsed() >= stands) {
            app.tick(now());
            terminal.draw(|frame| app.draw(frame))?;
            drawn = Some(Instant::now());
        }
        if event::poll(wait(&app))? {
            // All that is waiting, before drawing again: no key is lost and
            // none has to wait for a picture.
            let mut left = EVENTS;
            while left > 0 && event::poll(Duration::ZERO)? {
                if app.handle(&event::read()?, now()) {
                    drawn = None;
                }
                left -= 1;
            }
        }
        if app.tick(now()) && !app.is_moving() {
            drawn = None;
        }
        if let Some(text) = app.take_copied() {
            io::stdout().write_all(share::clipboard(&text).as_bytes())?;
            io::stdout().flush()?;
        }
    }
    Ok(())
}

/// How long to wait for something to happen.
fn wait(app: &App) -> Duration {
    match (app.is_busy(), app.is_moving()) {
        (true, _) => Duration::from_millis(2),
        (false, true) => FRAME,
        (false, false) => TICK,
    }
}

/// How long the program has to end by itself when it is asked to.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// Becomes true when the system asks the program to end.
///
/// If the terminal is gone, waiting for its next event never comes to an end,
/// so the program then ends from here. Every move has been saved.
fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
        let flag = Arc::clone(&flag);
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                flag.store(true, Ordering::Relaxed);
                std::thread::sleep(GRACE);
                std::process::exit(128 + signal);
            }
        });
    }
    Ok(flag)
}
