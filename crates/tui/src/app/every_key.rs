//! Every key of the table is played: in some scene of its context it does something, and the help
//! names it.

use std::path::Path;

use polymerge::{Limits, Mode};
use polymerge_app::keys::{COMMANDS, shown};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::*;

/// A mode with the eight directions and one that moves nothing.
const NINE: &[&str] = &["direction_set=Both", "stay_still=true"];
/// A board that no screen has room for.
const LARGE: &[&str] = &["grid=45x45"];
/// A mode in which each cell has a tile that can be clicked away.
const FULL: &[&str] = &["destroying_clicks=3", "start_tiles=16"];
/// A game that the first move wins.
const WON: &str = r#"{
    "extends": "classic.jsonc",
    "grid": { "cells": [[[1], [1]]] },
    "start_tiles": 0,
    "win": [[2]]
}"#;

/// The games and screens in which the keys of a context are tried.
fn scenes(context: Context) -> Vec<Scene> {
    match context {
        Context::Directions => vec![(&[], ""), (&[], "right"), (NINE, "down"), (NINE, "right down left")],
        Context::Game => vec![
            (&[], "left up"),
            (&[], "left up u"),
            (&["won"], "left"),
            (LARGE, ""),
            (LARGE, "ctrl+down ctrl+right +"),
        ],
        Context::Pointing => vec![(FULL, ". right down")],
        Context::Panels => vec![(&[], "left e"), (&[], "left e down")],
        Context::Replay => vec![
            (&[], "left up right down left up right down left up right down left up v"),
            (&[], "left up right down left up right down left up right down left up v end"),
            (LARGE, "left up v"),
            (LARGE, "left up v ctrl+right ctrl+up ctrl+up >"),
            (LARGE, "left up v ctrl+down"),
        ],
        Context::Lists => vec![
            (&[], "left tab end"),
            (&[], "left tab end up"),
            (&[], "left tab 2"),
            (&[], "left tab 2 ctrl+f ctrl+f"),
            (&[], "left tab end up ctrl+f ctrl+f"),
            (&[], "left tab ctrl+g"),
        ],
        Context::Changes => vec![
            (&[], "tab end ctrl+e"),
            (&[], "tab end ctrl+e end"),
            (&[], "tab end ctrl+e end up up right"),
            (&[], "tab end ctrl+e g r i d"),
        ],
    }
}

/// Returns the event of a key as the table writes it.
fn event(key: &str) -> KeyEvent {
    use KeyCode::{BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home};
    use KeyCode::{F, Insert, Left, PageDown, PageUp, Right, Tab, Up};
    let named = [
        Up, Down, Left, Right, Enter, Esc, Tab, BackTab, Backspace, Delete, Insert, Home, End, PageUp,
        PageDown,
    ];
    let codes = named.into_iter().chain((1..=12).map(F)).chain((' '..='~').map(Char));
    let modifiers = [KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::ALT];
    let mut events = codes.flat_map(|code| modifiers.map(|modifiers| KeyEvent::new(code, modifiers)));
    events
        .find(|event| Some(Key::of(*event)) == Key::parse(key))
        .unwrap_or_else(|| panic!("no event is {key}"))
}

/// Changes of a mode, and keys that lead to a screen.
type Scene = (&'static [&'static str], &'static str);

/// Returns the program in a scene.
fn scene(folder: &Path, (changes, keys): Scene) -> App {
    _ = std::fs::remove_dir_all(folder);
    let saves = Saves::in_folder(folder.to_owned());
    let mode = match changes {
        ["won"] => Mode::from_text(WON, &Limits::default()).unwrap(),
        _ => {
            changes.iter().fold(Mode::built_in("classic").unwrap(), |mode, change| mode.with(change).unwrap())
        }
    };
    let game = mode.compile().unwrap().start(7).unwrap();
    // Presets are read, and would be written, in the folder of the user, unless no games are kept.
    let saves = Some(saves).filter(|_| !keys.contains("ctrl+e"));
    let open_game = OpenGame::at(game, "classic", false, saves.as_ref());
    let mut app =
        App::new(Some(open_game), saves.clone(), Theme::PLAIN, Bindings::default()).with_speed(Speed::Off);
    app.lobby = Lobby::new(saves, Bindings::default()).with_modes(&["1", "2", "classic", "26"]);
    for key in keys.split_whitespace() {
        picture(&mut app);
        app.press(event(key), 0.0);
    }
    app
}

/// Returns the picture, when nothing is left to do.
fn picture(app: &mut App) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let mut has_changed = false;
    while app.in_lobby && app.lobby.work() {
        has_changed = true;
    }
    if has_changed {
        terminal.draw(|frame| app.draw(frame)).unwrap();
    }
    terminal.backend().buffer().clone()
}

/// The state of the program that a key can change.
#[derive(PartialEq)]
struct Seen(Buffer, Theme, bool, bool, bool, Option<String>);

impl Seen {
    fn after(app: &mut App, key: KeyEvent) -> Seen {
        // Messages from before are gone.
        app.press(KeyEvent::new(KeyCode::Null, KeyModifiers::NONE), 0.0);
        // The view is moved from where it is drawn.
        picture(app);
        app.press(key, 0.0);
        let is_busy = app.games.last().is_some_and(|screen| screen.controller.is_busy());
        Seen(picture(app), app.theme, app.finished, app.redraw, is_busy, app.copied.clone())
    }
}

#[test]
fn every_key_does_something() {
    let folder = std::env::temp_dir().join(format!("polymerge-keys-{}", std::process::id()));
    let nothing = KeyEvent::new(KeyCode::Null, KeyModifiers::NONE);
    let mut idle = Vec::new();
    // The directions of a mode win over the commands, so these keys would be a direction's.
    let rules = Mode::built_in("classic").unwrap().compile().unwrap();
    let codes = rules.directions().iter().flat_map(|direction| direction.keys.iter());
    let declared: Vec<Key> = codes.filter_map(|code| Key::of_code(code)).collect();
    let mut before: Vec<(Context, Vec<Seen>)> = Vec::new();
    for command in COMMANDS {
        assert!(!command.keys.is_empty() && !command.label.is_empty(), "{command:?}");
        let context = command.context;
        if !before.iter().any(|(known, _)| *known == context) {
            let idle = |own| Seen::after(&mut scene(&folder, own), nothing);
            before.push((context, scenes(context).into_iter().map(idle).collect()));
        }
        let Some((_, before)) = before.iter().find(|(known, _)| *known == context) else { continue };
        for key in command.keys {
            let is_taken =
                context == Context::Game && declared.iter().any(|own| Key::parse(key) == Some(*own));
            assert!(!is_taken, "{key} ({}) is a direction of Classic", command.name);
            let acts =
                |(own, before): (Scene, &Seen)| Seen::after(&mut scene(&folder, own), event(key)) != *before;
            if !scenes(context).into_iter().zip(before).any(acts) {
                idle.push(format!("{key} ({}, {context:?})", command.name));
            }
        }
    }
    _ = std::fs::remove_dir_all(&folder);
    assert!(
        idle.is_empty(),
        "these keys do nothing; give their actions an effect, or add a scene in which they have one: {idle:#?}"
    );
}

#[test]
fn the_help_names_every_key() {
    let folder = std::env::temp_dir().join(format!("polymerge-help-{}", std::process::id()));
    let mut terminal = Terminal::new(TestBackend::new(300, 120)).unwrap();
    let mut help = |own| {
        let mut app = scene(&folder, own);
        app.press(event("f1"), 0.0);
        terminal.draw(|frame| app.draw(frame)).unwrap();
        terminal.backend().to_string()
    };
    let mut texts: Vec<(Context, Vec<String>)> = Vec::new();
    // A panel names its choices itself, with their keys.
    for command in COMMANDS.iter().filter(|command| command.context != Context::Panels) {
        let context = command.context;
        if !texts.iter().any(|(known, _)| *known == context) {
            texts.push((context, scenes(context).into_iter().map(&mut help).collect()));
        }
        let keys: Vec<Key> = command.keys.iter().filter_map(|key| Key::parse(key)).collect();
        let keys = shown(&keys);
        // The keys of directions come after those that the mode declares.
        let has = |text: &String, key| text.split_whitespace().any(|word| word == key);
        let is_named = |text: &String| match context {
            Context::Directions => keys.split(' ').all(|key| has(text, key)),
            // A key of one letter is in any text: keys stand between blanks, behind their name.
            _ => text.contains(&format!("  {keys} ")),
        };
        let (_, texts) = texts.iter().find(|(known, _)| *known == context).unwrap();
        assert!(texts.iter().any(is_named), "the help does not have {keys}: {command:?}");
    }
    _ = std::fs::remove_dir_all(&folder);
}
