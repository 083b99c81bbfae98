//! Approved pictures of the screen: one file each in `approved/`. After a wanted change, `APPROVE=1
//! cargo test -p polymerge-tui pictures` writes them again; look at the output of `git diff`.

use std::path::Path;

use polymerge_app::board::{BoxValue, Look};
use polymerge_app::keys::{Bindings, Context};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::panel::{Choice, Item};
use super::*;
use crate::share::Form;

/// Returns a board from words: `.` free, `#` no cell, `~` slippery, `(n)` a hole.
fn board(rows: &[&str], hexagonal: bool) -> Board {
    let look = |word: &str| match word {
        "." => Look::Empty,
        "#" => Look::Void,
        "~" => Look::Slippery,
        hole if hole.starts_with('(') => Look::Hole(hole.trim_matches(['(', ')']).into()),
        text => Look::Tile(tile(text)),
    };
    let rows = rows.iter().map(|row| row.split_whitespace().map(look).collect()).collect();
    Board { rows, hexagonal, frame: [80, 80, 80], slot: [120, 120, 120] }
}

/// Returns a large board, with a number in every third cell.
fn large(rows: usize, columns: usize) -> Board {
    let look = |number: usize| match number % 3 {
        0 => Look::Tile(tile(&number.to_string())),
        _ => Look::Empty,
    };
    let row = |row: usize| (0..columns).map(|column| look(row * columns + column)).collect();
    Board { rows: (0..rows).map(row).collect(), hexagonal: false, frame: [80, 80, 80], slot: [120, 120, 120] }
}

fn tile(text: &str) -> Tile {
    Tile { text: text.into(), background: [238, 230, 219], ink: None }
}

fn info(index: usize, title: &str, value: &str) -> InfoBox {
    let value = BoxValue::Text(value.into());
    InfoBox { index, title: title.into(), value, clickable: false, below: false }
}

/// The input of a picture.
struct PictureInput {
    board: Board,
    boxes: Vec<InfoBox>,
    next: Vec<Tile>,
    camera: Camera,
    cursor: Option<Cell>,
    blocked: Vec<usize>,
    notice: Option<&'static str>,
    progress: Option<Progress>,
    panel: Option<Panel>,
    help: Option<Vec<(String, String)>>,
}

impl PictureInput {
    fn new(board: Board) -> PictureInput {
        PictureInput {
            board,
            boxes: vec![info(0, "Score", "1234"), info(1, "Moves", "56")],
            next: Vec::new(),
            camera: Camera::default(),
            cursor: None,
            blocked: Vec::new(),
            notice: None,
            progress: None,
            panel: None,
            help: None,
        }
    }

    fn picture(&self, theme: Theme, width: u16, height: u16) -> String {
        let labels = if self.board.hexagonal { "↖↗↙↘←→" } else { "↑↓←→" };
        let arrow = |(index, label): (usize, char)| Arrow {
            label: label.into(),
            open: !self.blocked.contains(&index),
        };
        let scene = Scene {
            title: "2048",
            boxes: &self.boxes,
            next: &self.next,
            board: &self.board,
            motion: None,
            camera: self.camera,
            cursor: self.cursor,
            directions: labels.chars().enumerate().map(arrow).collect(),
            commands: Bindings::default().footer(match self.progress {
                Some(_) => Context::Replay,
                None => Context::Game,
            }),
            notice: self.notice,
            progress: self.progress,
            panel: self.panel.as_ref(),
            aside: None,
            theme,
        };
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw_all = |frame: &mut Frame<'_>| {
            draw(frame, &scene);
            if let Some(help) = &self.help {
                let mut shown = help::Help::default();
                shown.open();
                shown.draw(frame, help, theme);
            }
        };
        terminal.draw(draw_all).unwrap();
        text_of(terminal.backend().buffer())
    }
}

/// Returns the picture as lines, without blanks at their ends.
fn text_of(buffer: &ratatui::buffer::Buffer) -> String {
    let rows = buffer.content().chunks(usize::from(buffer.area.width));
    let lines = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Compares a picture with the approved one.
fn approve(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/view/approved/{name}.txt"));
    approved::compare(file, found);
}

const CLASSIC: &[&str] = &["2 4 . .", "1024 . . 8", "16 . 131072 .", ". . . 2"];
const MIXED: &[&str] = &["# ~ (3) 8", "1 # . 1"];
const HEXAGON: &[&str] = &["# # 2 # . # 4 # #", "# . # 8 # . # 2 #", ". # 2 # . # . # 4"];

fn classic() -> PictureInput {
    PictureInput::new(board(CLASSIC, false))
}

fn ended() -> Panel {
    let item = |label: &str, key: &str, choice| Item { label: label.into(), key: key.into(), choice };
    Panel {
        title: "Game over".into(),
        banner: "1,234".into(),
        facts: vec![
            ("Score".into(), BoxValue::Text("1234".into())),
            ("Best tile".into(), BoxValue::Tiles(vec![tile("131072")])),
        ],
        items: vec![
            item("watch", "v", Choice::Command(Action::Watch)),
            item("Game code", "1", Choice::Share(Form::Game)),
        ],
        chosen: 1,
    }
}

#[test]
fn pictures_are_as_approved() {
    let help = PictureInput {
        help: Some(vec![("↑".into(), "↑ w k 8".into()), ("new game".into(), "n".into())]),
        ..classic()
    };
    let over = || PictureInput { panel: Some(ended()), blocked: vec![0, 1, 2, 3], ..classic() };
    let message = PictureInput {
        notice: Some("nothing to undo"),
        next: vec![tile("8")],
        ..PictureInput::new(board(MIXED, false))
    };
    let blocked = PictureInput { blocked: vec![1, 2], ..classic() };
    let mut boxes: Vec<InfoBox> = (0..12).map(|n| info(n, &format!("Box number {n}"), "12345")).collect();
    boxes[3].clickable = true;
    boxes[5].below = true;
    let boxes = || PictureInput { boxes: boxes.clone(), ..classic() };
    let pointing = PictureInput { cursor: Some(Cell::new(1, 2)), ..classic() };
    let panned = PictureInput {
        camera: Camera { zoom: 0, corner: (60, 12) },
        cursor: Some(Cell::new(20, 15)),
        ..PictureInput::new(large(40, 40))
    };
    let zoomed = PictureInput { camera: Camera { zoom: 4, corner: (10, 5) }, ..classic() };
    let replay = PictureInput {
        progress: Some(Progress { done: 30, total: 120, running: true, tenths: 25 }),
        ..classic()
    };
    // file, what is seen, width, height
    let cases = [
        ("classic-80x24", &classic(), 80, 24),
        ("classic-60x20", &classic(), 60, 20),
        ("classic-200x60", &classic(), 200, 60),
        ("classic-24x9", &classic(), 24, 9),
        ("classic-10x3", &classic(), 10, 3),
        ("classic-help", &help, 60, 20),
        ("game-over", &over(), 60, 20),
        ("game-over-wide", &over(), 120, 30),
        ("game-over-20x8", &over(), 20, 8),
        ("mixed-cells", &message, 60, 20),
        ("blocked", &blocked, 60, 20),
        ("boxes-60x20", &boxes(), 60, 20),
        ("boxes-80x40", &boxes(), 80, 40),
        ("pointing", &pointing, 60, 20),
        ("hexagon", &PictureInput::new(board(HEXAGON, true)), 80, 24),
        ("hexagon-60x20", &PictureInput::new(board(HEXAGON, true)), 60, 20),
        ("single-cell", &PictureInput::new(board(&["2"], false)), 60, 20),
        ("large-panned", &panned, 60, 20),
        ("large-small-cells", &PictureInput::new(large(12, 12)), 60, 20),
        ("zoomed", &zoomed, 60, 20),
        ("replay", &replay, 60, 20),
    ];
    for (name, input, width, height) in cases {
        approve(name, &input.picture(Theme::PLAIN, width, height));
    }
}

/// Tests the pictures of tiles that slide, of one that has merged, and of one that appears.
#[test]
fn pictures_of_a_move_are_as_approved() {
    use crate::picture::{Picture, Speed};
    use polymerge::Mode;

    for (mode, directions) in [("2048", [2, 0, 3, 0, 2, 1]), ("crummy", [0, 1, 2, 3, 1, 0])] {
        let mut game = Mode::built_in(mode).unwrap().compile().unwrap().start(7).unwrap();
        let mut picture = Picture::new(game.rules(), game.state(), 0.0, Speed::Normal);
        for direction in directions {
            let Ok(turn) = game.play(direction) else { continue };
            picture.turn(&turn, game.state(), 0.0, 0.0);
        }
        for now in [0.0, 20.0, 60.0, 100.0, 150.0, 180.0, 200.0, 400.0] {
            let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
            picture.settle(now);
            terminal.draw(|frame| _ = draw(frame, &picture.scene(mode, Theme::PLAIN, now))).unwrap();
            approve(&format!("move-{mode}-{now}"), &text_of(terminal.backend().buffer()));
        }
        assert!(!picture.is_moving());
    }
}

#[test]
fn any_size_of_terminal_can_be_drawn() {
    use crate::theme::{Depth, Palette};

    let mut input = PictureInput::new(board(MIXED, false));
    input.cursor = Some(Cell::new(1, 3));
    let help = vec![("↑".to_owned(), "w k".to_owned()); 40];
    let palettes = Palette::ALL.map(|(_, palette)| palette).into_iter().cycle();
    let depths = Depth::ALL.map(|(_, depth)| depth).into_iter().cycle();
    for (step, (palette, depth)) in palettes.zip(depths).take(32).enumerate() {
        input.board.hexagonal = step & 1 == 0;
        input.panel = (step & 2 == 0).then(ended);
        input.help = (step & 4 == 0).then(|| help.clone());
        input.progress =
            (step & 8 == 0).then_some(Progress { done: 3, total: 0, running: false, tenths: 600 });
        for (width, height) in [(1, 1), (2, 9), (9, 2), (10, 3), (20, 6), (60, 20), (200, 60)] {
            input.picture(Theme { palette, depth }, width, height);
        }
    }
}
