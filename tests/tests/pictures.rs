//! Pictures of boards, compared with approved ones.
//!
//! Each `pictures/NAME.json` describes a board; `NAME.svg` beside it is the
//! approved picture. Words and structure have to be equal, numbers may differ
//! by [`TOLERANCE`] (a hundredth of a pixel at usual size). With
//! `APPROVE=1` pictures that differ are written instead; look at them before
//! committing.

use std::path::{Path, PathBuf};

use calcarray::host::{Board, Counter, List, Store};
use calcarray::{Host, Limits, Meter, Primes, Value};
use polymerge_display::{Scene, Tables, Theme, TileCache, svg};
use polymerge_rules::Mode;

const TOLERANCE: f64 = 0.01;

/// A game that stands still.
struct Still {
    grid: Value,
    variables: Vec<Value>,
    queue: Vec<Value>,
    score: f64,
    entries: usize,
    primes: Primes,
}

impl Host for Still {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn tile_entries(&self) -> usize {
        self.entries
    }

    fn counter(&self, _counter: Counter) -> f64 {
        self.score
    }

    fn list(&self, list: List) -> &[Value] {
        match list {
            List::NextSpawns => &self.queue,
            _ => &[],
        }
    }

    fn store(&self, store: Store) -> &[Value] {
        match store {
            Store::GameVariables => &self.variables,
            _ => &[],
        }
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

/// The picture that a description asks for.
fn draw(description: &Value) -> String {
    let member = |name: &str| conformance::record::get(description, name).cloned().unwrap_or_default();
    let list = |name: &str| member(name).as_array().map_or(Vec::new(), |list| list.to_vec());
    let or = |name: &str, default: Value| match member(name) {
        Value::Undefined => default,
        value => value,
    };
    let usual = Mode::default();
    let mode = Mode {
        tile_types: member("tile_types"),
        hexagonal: or("hexagonal", Value::Boolean(false)),
        stat_boxes: or("stat_boxes", usual.stat_boxes.clone()),
        next_tiles: list("next_tiles").len() as f64,
        screen_background: or("screen", usual.screen_background.clone()),
        grid_background: or("frame", usual.grid_background.clone()),
        cell_background: or("cell", usual.cell_background.clone()),
        text_background: or("text", usual.text_background.clone()),
        ..usual
    };
    let mut game = Still {
        grid: member("grid"),
        variables: list("game_variables"),
        queue: list("next_tiles"),
        score: 12_345.0,
        entries: member("tile_entries").as_number().unwrap_or(1.0) as usize,
        primes: Primes::default(),
    };
    let mut meter = Meter::new(Limits::default());
    let scene =
        Scene::of(&mut game, &mut meter, &Theme::new(&mode), &Tables::new(), &mut TileCache::new()).unwrap();
    svg::board(&scene)
}

/// The words of a picture, and its numbers.
fn taken_apart(picture: &str) -> (String, Vec<f64>) {
    let mut words = String::new();
    let mut numbers = Vec::new();
    let mut number = String::new();
    for character in picture.chars().chain([' ']) {
        let starts = character.is_ascii_digit() || character == '-';
        if starts || (character == '.' && !number.is_empty()) {
            number.push(character);
            continue;
        }
        if !number.is_empty() {
            match number.parse() {
                Ok(value) => {
                    numbers.push(value);
                    words.push('0');
                }
                Err(_) => words.push_str(&number),
            }
            number.clear();
        }
        words.push(character);
    }
    (words, numbers)
}

#[test]
fn boards_look_as_approved() {
    let approve = approved::is_approving();
    let mut seen = 0;
    let mut different = Vec::new();
    for file in std::fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(&file).unwrap();
        let found = draw(&conformance::data::read_json(&text).unwrap());
        let approved = file.with_extension("svg");
        let expected = std::fs::read_to_string(&approved).unwrap_or_default();
        let ((words, numbers), (found_words, found_numbers)) =
            (taken_apart(expected.trim_end()), taken_apart(&found));
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= TOLERANCE;
        if words != found_words
            || numbers.len() != found_numbers.len()
            || !numbers.iter().zip(&found_numbers).all(near)
        {
            match approve {
                true => std::fs::write(&approved, found + "\n").unwrap(),
                false => different.push(approved.display().to_string()),
            }
        }
    }
    assert!(seen >= 10, "only {seen} boards are described");
    assert!(different.is_empty(), "these pictures look different now: {}", different.join(", "));
}
