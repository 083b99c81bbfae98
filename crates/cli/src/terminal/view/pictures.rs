//! Approved pictures of the screen: one file each in `approved/`. After a
//! wanted change, `APPROVE=1 cargo test -p polymerge-cli` writes them anew;
//! look at what `git diff` says.

use std::fs;
use std::path::Path;

use ratatui::backend::TestBackend;
use ratatui::Terminal;

use super::*;
use crate::terminal::board::Tile;
use crate::terminal::keys::{Bindings, Context};
use crate::terminal::theme::{Depth, Palette};

/// A board of words: `.` free, `#` no cell, `~` slippery, `(n)` a hole.
fn board(rows: &[&str], hexagonal: bool) -> Board {
    let look = |word: &str| match word {
        "." => Look::Empty,
        "#" => Look::Void,
        "~" => Look::Slippery,
        hole if hole.starts_with('(') => Look::Hole(hole.trim_matches(['(', ')']).into()),
        text => Look::Tile(Tile { text: text.into(), background: [238, 230, 219], ink: None }),
    };
    let rows = rows.iter().map(|row| row.split_whitespace().map(look).collect()).collect();
    Board { rows, hexagonal, frame: [80, 80, 80], slot: [120, 120, 120] }
}

fn scene(rows: &[&str], hexagonal: bool) -> Scene {
    Scene {
        title: "2048".into(),
        boxes: vec![("Score".into(), "1234".into()), ("Moves".into(), "56".into())],
        next: Vec::new(),
        board: board(rows, hexagonal),
        screen: Screen::Play,
        notice: None,
        help: None,
        commands: Bindings::default().footer(Context::Game),
        theme: Theme::PLAIN,
    }
}

const CLASSIC: &[&str] = &["2 4 . .", "1024 . . 8", "16 . 131072 .", ". . . 2"];
const MIXED: &[&str] = &["# ~ (3) 8", "1 # . 1"];
const HEXAGON: &[&str] = &["# # 2 # . # 4 # #", "# . # 8 # . # 2 #", ". # 2 # . # . # 4"];

/// The picture as lines, blanks at the ends cut off.
fn picture(scene: &Scene, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, scene)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(width));
    let lines = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn pictures_are_as_approved() {
    let mut help = scene(CLASSIC, false);
    help.help = Some(vec![("↑".into(), "↑ w k 8".into()), ("new game".into(), "n".into())]);
    let mut over = scene(CLASSIC, false);
    over.screen = Screen::GameOver;
    let mut message = scene(MIXED, false);
    message.notice = Some("nothing to undo".into());
    message.next = vec![Tile { text: "8".into(), background: [238, 230, 219], ink: None }];
    // file, scene, width, height
    let cases = [
        ("classic-80x24", &scene(CLASSIC, false), 80, 24),
        ("classic-60x20", &scene(CLASSIC, false), 60, 20),
        ("classic-24x9", &scene(CLASSIC, false), 24, 9),
        ("classic-help", &help, 60, 20),
        ("game-over", &over, 60, 20),
        ("mixed-cells", &message, 60, 20),
        ("hexagon", &scene(HEXAGON, true), 80, 24),
    ];
    for (name, scene, width, height) in cases {
        let found = picture(scene, width, height);
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/terminal/view/approved/{name}.txt"));
        if std::env::var_os("APPROVE").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let approved = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(found, approved, "{name}:\n{found}");
    }
}

#[test]
fn any_size_of_terminal_can_be_drawn() {
    let mut scene = scene(MIXED, false);
    scene.help = Some(vec![("↑".into(), "w k".into())]);
    for depth in [Depth::None, Depth::Basic, Depth::Indexed, Depth::All] {
        scene.theme = Theme { depth, palette: Palette::HighContrast };
        for hexagonal in [false, true] {
            scene.board.hexagonal = hexagonal;
            for (width, height) in [(1, 1), (2, 9), (9, 2), (20, 6), (60, 20), (200, 60)] {
                picture(&scene, width, height);
            }
        }
    }
}
