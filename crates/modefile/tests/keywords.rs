//! `docs/keywords.md` is the tables of the code, and the examples of cells, spawns, merges
//! and signals are right. With `APPROVE=1`, the page is written anew.

use std::path::Path;

use calcarray::Value;
use calcarray::json::{self, ReadLimits};
use polymerge_modefile::{NoFiles, ReadOptions, SourceFile, keyword_reference, keywords, read};
use polymerge_modifiers::{ModeTraits, Modifiers, apply};
use polymerge_rules::{Cell, GameState, Limits, Rng, Ruleset, World};

const LEFT: usize = 2;

/// A game of a mode file: its keys beside a title and a look.
struct Play {
    game: GameState,
    random: Rng,
}

impl Play {
    fn of(keys: &str) -> Play {
        let text = format!(r##"{{ "title": "Example", "tiles": [{{ "colour": "#f0c040" }}], {keys} }}"##);
        let file = SourceFile::new("example.jsonc", text.into_bytes());
        let file =
            read(&file, &NoFiles, &ReadOptions::default()).unwrap_or_else(|problems| panic!("{problems}"));
        let mode = apply(&file.mode, &Modifiers::default(), &ModeTraits::default()).unwrap();
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        let mut random = Rng::new(1);
        let game = GameState::new(rules, &mut World::new(&mut random, 0.0)).unwrap().0;
        Play { game, random }
    }

    fn press(&mut self, direction: usize) {
        self.game.play(direction, &mut World::new(&mut self.random, 0.0)).unwrap();
    }

    fn row(&self) -> Value {
        let cells = (0..self.game.width()).filter_map(|column| self.game.cell(Cell::new(0, column)));
        Value::array(cells.cloned().collect::<Vec<_>>())
    }
}

/// The examples of a group: what is written, and what comes of it.
fn examples(title: &str) -> Vec<(&'static str, &'static str)> {
    let group = keywords().find(|group| group.title == title).unwrap();
    group.keywords.iter().map(|keyword| keyword.example).collect()
}

#[test]
fn cells_do_what_is_said_of_them() {
    for (before, after) in examples("Cells without a tile") {
        let mut play =
            Play::of(&format!(r#""grid": {{ "cells": [{before}] }}, "start_tiles": 0, "tiles_per_turn": 0"#));
        play.press(LEFT);
        assert_eq!(json::write(&play.row()), after, "{before}");
    }
}

#[test]
fn results_go_where_it_is_said() {
    const ROW: &str = r#"[[1],[1],[5],"@Empty","@Void",[6],[7]]"#;
    for (results, after) in examples("Results of merges") {
        let mut play = Play::of(&format!(
            r#""grid": {{ "cells": [{ROW}] }}, "start_tiles": 0, "tiles_per_turn": 0,
               "merges": [{{ "match": [{{}}, {{}}], "results": {results}, "score": 0 }}]"#
        ));
        play.press(LEFT);
        assert_eq!(json::write(&play.row()), after, "{results}");
    }
}

#[test]
fn spawns_are_what_is_said() {
    for (entry, tiles) in examples("Spawns") {
        let mut play = Play::of(&format!(r#""spawns": [{entry}]"#));
        // Nothing merges: the grid has all tiles that have spawned so far.
        let mut directions = [0, 1, 2, 3].into_iter().cycle().take(40);
        while spawned(&play.game).len() < 5 {
            play.press(directions.next().unwrap());
        }
        let five = spawned(&play.game);
        assert_eq!(five.join(","), tiles, "{entry}");
    }
}

/// All tiles on the grid, in the order of their text.
fn spawned(game: &GameState) -> Vec<String> {
    let cells =
        (0..game.height()).flat_map(|row| (0..game.width()).map(move |column| Cell::new(row, column)));
    let contents = cells.filter_map(|cell| game.cell(cell)).filter(|content| content.as_array().is_some());
    let mut tiles: Vec<String> = contents.map(json::write).collect();
    tiles.sort();
    tiles
}

#[test]
fn signals_do_what_is_said() {
    for (scripts, state) in examples("Signals") {
        let mut play = Play::of(&format!(
            r#""grid": {{ "cells": [[[3],[2],[1]]] }}, "start_tiles": 0, "tiles_per_turn": 0, "win": [[9]],
               "scripts": {scripts}"#
        ));
        play.press(LEFT);
        let game = &play.game;
        let list = |tiles: &[Value]| Value::array(tiles.to_vec());
        let found = [
            game.moves().into(),
            list(game.discovered()),
            list(game.discovered_winning()),
            game.score().into(),
        ];
        assert_eq!(json::write(&Value::array(found.to_vec())), state, "{scripts}");
    }
}

#[test]
fn examples_are_json() {
    for title in ["Cells without a tile", "Results of merges", "Spawns", "Signals"] {
        for (written, _) in examples(title) {
            json::read(written, &ReadLimits::default()).unwrap();
        }
    }
}

#[test]
fn the_page_of_keywords_is_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/keywords.md");
    approved::compare(path, &keyword_reference());
}
