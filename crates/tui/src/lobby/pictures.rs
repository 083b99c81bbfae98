//! Approved pictures of the screens around the games: one file each in
//! `approved/`. After a wanted change, `APPROVE=1 cargo test -p polymerge-tui pictures`
//! writes them again; look at what `git diff` says.

use std::path::Path;

use polymerge_app::saves::{BestTile, Statistics};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyModifiers;

use super::*;

const NOW: u64 = 1_800_000_000_000;
const HOUR: u64 = 3_600_000;

/// Records of games: mode, title, score, moves, best tile, hours ago.
const GAMES: &[(&str, &str, f64, f64, f64, u64)] = &[
    ("001-2048", "2048", 20_144.0, 1_063.0, 2048.0, 0),
    ("050-dive", "DIVE", 1_312.0, 214.0, 96.0, 3),
    ("001-2048", "2048", 3_932.0, 312.0, 256.0, 26),
    ("my-mode~0a1b2c3d", "My own mode with a long name", 17.0, 5.0, 7.0, 400),
];

fn records() -> Vec<Record> {
    let record = |(index, game): (usize, &(&str, &str, f64, f64, f64, u64))| {
        let (mode, title, score, moves, tile, hours) = *game;
        Record {
            id: format!("{index}"),
            played: NOW - hours * HOUR,
            moves,
            score,
            best_score: score,
            best_tile: Some(BestTile { text: tile.to_string(), value: tile }),
            time: moves * 1500.0,
            won: tile >= 2048.0,
            over: index == 2,
            ..Record::new(mode, title)
        }
    };
    GAMES.iter().enumerate().map(record).collect()
}

/// Returns a lobby with some modes and games.
fn lobby() -> Lobby {
    let lobby = Lobby::new(None, Bindings::default()).with_modes(&["1", "2", "37", "50", "110", "classic"]);
    let mut lobby = Lobby { is_seen: true, ..lobby };
    lobby.home.remember(Statistics::of(records().into_iter(), Vec::new()));
    lobby
}

fn press(lobby: &mut Lobby, keys: &[KeyCode]) {
    for code in keys {
        let modifiers = KeyModifiers::NONE;
        lobby.press(KeyEvent::new(*code, modifiers));
    }
    while lobby.work() {}
}

/// Returns the picture as lines, without blanks at their ends.
fn picture(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(draw).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(width));
    let lines = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn pictures_are_as_approved() {
    let commands = Bindings::default().footer(Context::Lists);
    let mut home = lobby();
    press(&mut home, &[]);
    let mut found = lobby();
    press(
        &mut found,
        &"merge".chars().map(KeyCode::Char).chain([KeyCode::Tab, KeyCode::Down]).collect::<Vec<_>>(),
    );
    let mut help = lobby();
    press(&mut help, &[KeyCode::Char('?')]);
    let mut prompt = lobby();
    prompt.prompt = Some(Prompt::default());
    prompt.paste("modes/my-mode.jsonc");
    let mut broken = lobby();
    broken.complain(
        "my-mode.jsonc:3:5: error[unknown-key]: there is no key \"tile\"\n did you mean \"tiles\"?".into(),
    );
    let mut changes = lobby();
    changes.press(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
    changes.press(KeyEvent::new(KeyCode::Char('e'), KeyModifiers::CONTROL));
    press(&mut changes, &"grid=hexagon:3".chars().map(KeyCode::Char).collect::<Vec<_>>());
    press(&mut changes, &[KeyCode::Enter]);
    press(&mut changes, &"garbage".chars().map(KeyCode::Char).chain([KeyCode::Tab]).collect::<Vec<_>>());
    let games = Games::new(records().into_iter().map(|record| (record.id == "1", record)).collect(), 1);
    let totals = Totals::new(&Statistics::of(records().into_iter(), Vec::new()));
    let theme = Theme::PLAIN;
    type Draw<'a> = Box<dyn FnMut(&mut Frame<'_>) + 'a>;
    let lobby = |mut lobby: Lobby| -> Draw<'_> { Box::new(move |frame| lobby.draw(frame, theme)) };
    let cases: [(&str, Draw<'_>); 8] = [
        ("home", lobby(home)),
        ("found", lobby(found)),
        ("help", lobby(help)),
        ("open", lobby(prompt)),
        ("changes", lobby(changes)),
        ("broken", lobby(broken)),
        ("games", Box::new(|frame| games_view::draw(frame, &games, &commands, NOW, theme))),
        ("statistics", Box::new(|frame| totals.draw(frame, &commands, NOW, theme))),
    ];
    for (name, mut draw) in cases {
        for (width, height) in [(60, 20), (200, 60)] {
            let found = picture(width, height, &mut draw);
            let name = format!("{name}-{width}x{height}");
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/lobby/approved/{name}.txt"));
            approved::compare(file, &found);
        }
    }
}

#[test]
fn any_size_of_terminal_can_be_drawn() {
    let mut lobby = lobby();
    press(&mut lobby, &[]);
    for (width, height) in [(1, 1), (2, 9), (9, 2), (30, 6), (57, 4), (120, 30)] {
        for shown in [KeyCode::Null, KeyCode::Char('?')] {
            press(&mut lobby, &[shown]);
            picture(width, height, |frame| lobby.draw(frame, Theme::PLAIN));
        }
        lobby.prompt = Some(Prompt::default());
        picture(width, height, |frame| lobby.draw(frame, Theme::PLAIN));
        lobby.prompt = None;
    }
}

#[test]
fn what_is_pasted_is_opened() {
    let mut lobby = lobby();
    let code = "@2048PowCompMode|3.0|x";
    assert_eq!(lobby.paste(&format!("  {code}\n")), Some(Request::Code(code.into())));
    assert_eq!(lobby.paste("Cargo.toml"), Some(Request::File("Cargo.toml".into())));
    assert_eq!(lobby.paste("DIVE"), None);
    assert_eq!(
        lobby.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
        Some(Request::Play("050-dive".into()))
    );
}

#[test]
fn a_game_is_deleted_when_that_was_asked_for_twice() {
    let mut lobby = lobby();
    lobby.shown =
        LobbyScreen::Games(Games::new(records().into_iter().map(|record| (false, record)).collect(), 0));
    let mut press = |code| lobby.press(KeyEvent::new(code, KeyModifiers::NONE));
    assert_eq!(press(KeyCode::Delete), None);
    assert_eq!(press(KeyCode::Down), None);
    assert_eq!(press(KeyCode::Delete), None);
    assert_eq!(press(KeyCode::Delete), Some(Request::Delete("1".into())));
}
