//! The game in the terminal.
//!
//! [`app`] holds it together: [`play`](mod@play) is a game, [`home`] the list of modes.
//! [`board`] says what cells look like, [`view`] and [`home_view`] draw,
//! [`keys`] says what keys mean; only this file talks to the terminal itself.

pub mod app;
pub mod board;
pub mod home;
pub mod home_view;
pub mod keys;
pub mod play;
pub mod theme;
pub mod view;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::DefaultTerminal;

use crate::config::Config;
use crate::failure::Failure;
use crate::saves::Saves;
use app::{App, First};
use theme::{Depth, Palette, Theme};

/// How long to wait for a key before time passes for the game: its clocks and
/// interval scripts go on.
const TICK: Duration = Duration::from_millis(100);

/// How long a picture may stand.
const REDRAW: Duration = Duration::from_millis(500);

/// Plays until the player quits. The terminal is restored in any case: on the
/// way out, by the panic hook that ratatui installs, and when the program is
/// asked to end.
pub fn run(first: First, saves: Option<Saves>, config: Config) -> Result<(), Failure> {
    let theme = Theme {
        depth: Depth::of_name(config.setting("colours")).unwrap_or_else(Depth::of_environment),
        palette: Palette::of_name(config.setting("theme")).unwrap_or(Palette::Terminal),
    };
    let app = App::new(first, saves, theme, config.keys);
    let stop = stop_flag()?;
    let mut terminal = ratatui::try_init()?;
    let result = play(&mut terminal, app, &stop);
    ratatui::restore();
    result
}

fn play(terminal: &mut DefaultTerminal, mut app: App, stop: &AtomicBool) -> Result<(), Failure> {
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1000.0;
    let mut drawn = None;
    while !app.finished() && !stop.load(Ordering::Relaxed) {
        // Boxes may show the time, so now and then without a reason.
        if drawn.is_none_or(|drawn: Instant| drawn.elapsed() > REDRAW) {
            terminal.draw(|frame| app.draw(frame))?;
            drawn = Some(Instant::now());
        }
        if event::poll(TICK)? {
            // All that is waiting, before drawing again: no key is lost and
            // none has to wait for a picture.
            while event::poll(Duration::ZERO)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => app.press(key, now()),
                    _ => {}
                }
            }
            drawn = None;
        }
        if app.tick(now()) {
            drawn = None;
        }
    }
    Ok(())
}

/// Becomes true when the system asks the program to end.
fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
