//! The terminal game of Polymerge. The `polymerge` command starts it ([`run`]).
//!
//! [`app`] holds it together: [`game`] is a game, [`lobby`] everything around the games,
//! [`viewer`] a replay. [`board`](polymerge_app::board) has the looks of cells, [`motion`] their movements, [`picture`]
//! both together; [`view`] draws. [`advice`] looks for good moves, [`keys`](polymerge_app::keys) and [`mod@pointer`] read
//! the keys and the mouse, [`share`] exports games. Only this file talks to the terminal itself.

pub mod advice;
pub mod app;
pub mod cast;
pub mod folding;
pub mod game;
pub mod grid;
pub mod live;
pub mod lobby;
pub mod motion;
pub mod parts;
pub mod picture;
pub mod pointer;
pub mod replay_cursor;
pub mod service;
pub mod share;
pub mod theme;
pub mod view;
pub mod viewer;
pub mod widths;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use polymerge_app::config::{self, Config};
use polymerge_app::days;
use polymerge_app::failure::Failure;
use polymerge_app::file_watch::FileWatch;
use polymerge_app::folders;
use polymerge_app::input;
use polymerge_app::open_game::OpenGame;
use polymerge_app::saves::Saves;
use polymerge_app::signals::Signals;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use app::App;
use picture::Speed;
use replay_cursor::ReplayCursor;
use service::{DayCalls, Service, ServiceCalls};
use theme::{Depth, Palette, Theme};

/// The longest wait for an event. After it, clocks and interval scripts of the game go on.
const TICK: Duration = Duration::from_millis(100);

/// The time after which the screen is drawn again, even if nothing has happened.
const REDRAW: Duration = Duration::from_millis(500);

/// The time from picture to picture while something moves.
const FRAME: Duration = Duration::from_millis(20);

/// The longest wait, at the end of the program, for the answer to a submitted game.
const EXIT_WAIT: Duration = Duration::from_secs(10);

/// The most events to handle before the next picture, so that pictures go on in an endless stream
/// of events.
const EVENTS: usize = 256;

/// The first screen of the terminal game.
pub enum Start {
    /// The home screen.
    Home,
    /// A game.
    Game(Box<OpenGame>),
    /// A game of a mode file that is being edited.
    Edited(Box<OpenGame>, Box<FileWatch>),
    /// A replay and its title.
    Replay(Box<ReplayCursor>, String),
}

/// Fails if there is no terminal, or one that can't move its cursor. The message has an
/// alternative.
pub fn required(otherwise: &str) -> Result<(), Failure> {
    if !is_there() {
        return Err(Failure::input(format!("the game needs a terminal; {otherwise}")));
    }
    if is_dumb() {
        let message = "the game needs a terminal that can draw a screen, and TERM says that this one can't";
        return Err(Failure::input(format!("{message}; {otherwise}")));
    }
    Ok(())
}

/// Returns true if standard input and output are a terminal.
pub fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns true for a terminal that can only print lines: `TERM` is `dumb`, or (on Unix) not set.
pub fn is_dumb() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    term == "dumb" || (cfg!(unix) && term.is_empty())
}

/// Plays until the player quits. `calls` ask a score service, if there is one. The terminal is restored in any case: on the
/// way out, by a panic hook, and when the program is asked to end.
pub fn run(
    start: Start,
    saves: Option<Saves>,
    config: Config,
    calls: Option<ServiceCalls>,
) -> Result<(), Failure> {
    let theme = Theme {
        depth: Depth::of_name(config.setting("colours")).unwrap_or_else(Depth::of_environment),
        palette: Palette::of_name(config.setting("theme")).unwrap_or(Palette::Terminal),
    };
    let speed = Speed::of_name(config.setting("animation")).unwrap_or_default();
    let mouse = config.setting("mouse") == "on";
    let app = match start {
        Start::Home => App::new(None, saves, theme, config.keys),
        Start::Game(open_game) => App::new(Some(*open_game), saves, theme, config.keys),
        Start::Edited(open_game, watch) => {
            App::new(Some(*open_game), None, theme, config.keys).with_watch(*watch)
        }
        Start::Replay(cursor, title) => App::watching(*cursor, title, saves, theme, config.keys),
    };
    let app = app.with_speed(speed).with_export_folder(folders::data().map(|folder| folder.join("shared")));
    let app = app.with_settings(config::file()).with_service(calls.map(Service::new));
    let app = app.with_days(DayCalls { take_part: days::take_part, streak: days::streak });
    let signals = Signals::listen()?;
    let mut terminal = enter(mouse)?;
    put_right_on_panic();
    let result = event_loop(&mut terminal, app, &signals, mouse);
    leave();
    let Some(mut app) = result? else { return Ok(()) };
    if let Some(job) = app.take_export_job() {
        input::note("the recording is being written; Ctrl-C gives it up");
        input::note(
            &job.wait().map_or_else(|failure| failure.message().to_owned(), |exported| exported.message),
        );
    }
    if let Some(mut service) = app.take_service().filter(Service::hands_in) {
        input::note("waiting for the score service");
        if let Some(message) = service.last_answer(EXIT_WAIT) {
            input::note(&message);
        }
    }
    Ok(())
}

/// Plays the terminal game without a terminal, by events that bytes stand for: any bytes do.
///
/// # Errors
/// If the game comes into a state that can't be drawn, saved or gone on with.
///
/// ```
/// polymerge_tui::play_events(b"\x00\x01\x02\x03")?;
/// # Ok::<(), polymerge_app::failure::Failure>(())
/// ```
pub fn play_events(bytes: &[u8]) -> Result<(), Failure> {
    app::robot::run(bytes)
}

/// Takes over the screen, and turns on paste events and, if wanted, the mouse. The screen is
/// cleared, because a program that was killed may have left its picture there.
fn enter(mouse: bool) -> Result<DefaultTerminal, Failure> {
    let mut terminal = ratatui::try_init()?;
    execute!(io::stdout(), EnableBracketedPaste)?;
    if mouse {
        execute!(io::stdout(), EnableMouseCapture)?;
    }
    terminal.clear()?;
    Ok(terminal)
}

/// Restores the terminal.
fn leave() {
    // If the terminal is gone, there is nothing to give back.
    _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste);
    ratatui::restore();
}

fn put_right_on_panic() {
    let otherwise = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        leave();
        otherwise(info);
    }));
}

/// Runs the event loop. Returns the program with its unfinished work, or `None` if a signal asked
/// it to end.
fn event_loop(
    terminal: &mut DefaultTerminal,
    mut app: App,
    signals: &Signals,
    mouse: bool,
) -> Result<Option<App>, Failure> {
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1000.0;
    let mut drawn = None;
    while !app.finished() && !signals.stop.load(Ordering::Relaxed) {
        if signals.take_suspended() {
            leave();
            signals.suspend();
        }
        if signals.take_resumed() {
            // Another program may have changed how keys are read meanwhile.
            leave();
            *terminal = enter(mouse)?;
            drawn = None;
        }
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
                if app.take_redraw() {
                    terminal.clear()?;
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
    Ok(app.finished().then_some(app))
}

/// Returns the longest wait for an event: short while there is work to do between events.
fn wait(app: &App) -> Duration {
    match (app.is_busy(), app.is_moving()) {
        (true, _) => Duration::from_millis(2),
        (false, true) => FRAME,
        (false, false) => TICK,
    }
}
