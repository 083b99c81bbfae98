//! `docs/triggers.md` is the table of the code, and its examples are right. With `APPROVE=1`
//! set, it is written anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use calcarray::Value;
use calcarray::json;
use polymerge_modefile::{
    NoFiles, ReadOptions, Source, SourceFile, TRIGGER_SCENE, TriggerExample, check, read, triggers,
};
use polymerge_rules::{Cell, GameState, Limits, Rng, Ruleset, World, trigger_names};

const INTRODUCTION: &str = "\
# Triggers: when scripts run

*Generated from the table of triggers; `APPROVE=1 cargo test -p polymerge-modefile` writes it anew.*

A script of a [mode file](mode-files.md#scripts) runs on a trigger (`\"on\": \"EndTurn\"`), or on each of a list of them. They
are listed in the order in which they come in a game. Some give their scripts variables: in a [formula](formulas.md),
`given(0)` is the first one, `given(-1)` the last. `this` is the cell at the top left unless the table says otherwise.
In lists these are `\"@Var 0\"` (after `\"@var_retain\"`) and `\"@This\"`.

| Trigger | When its scripts run | What they can read |
|---|---|---|
";

const EXAMPLES: &str = "\
## Examples

In each, a script on the trigger adds something that it can read to the end of the list `seen`. All extend this mode,
`scene.jsonc`:
";

/// Returns the actions of the player in words.
fn in_words(actions: &str) -> String {
    let actions: Vec<&str> = actions.split_whitespace().collect();
    let runs = actions.chunk_by(|a, b| a == b).map(|run| match run {
        ["again"] => "a new game".to_owned(),
        ["click"] => "a click on the 8".to_owned(),
        ["still"] => "a turn without movement".to_owned(),
        [action] => format!("a move {action}"),
        run => format!("{} {}s", run.len(), run[0]),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The page, made of the table.
fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for trigger in triggers() {
        let _ = writeln!(page, "| `{}` | {} | {} |", trigger.name, trigger.when, trigger.sees);
    }
    let _ = write!(page, "\n{EXAMPLES}\n```jsonc\n{TRIGGER_SCENE}\n```\n");
    for trigger in triggers() {
        let example = &trigger.example;
        let after = match example.actions {
            "" => "At the start of the game".to_owned(),
            actions => format!("After {}", in_words(actions)),
        };
        let _ = write!(
            page,
            "\n### `{}`\n\n```jsonc\n{}```\n\n{after}, `seen` is `{}`.\n",
            trigger.name,
            example.mode(trigger.name),
            example.seen
        );
    }
    page
}

#[test]
fn each_trigger_of_the_engine_has_a_row() {
    let rows: BTreeSet<&str> = triggers().map(|trigger| trigger.name).collect();
    assert_eq!(rows, trigger_names().collect());
}

#[test]
fn the_specification_has_the_context_of_each_trigger() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/rules.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, section) = page.split_once("Contexts and scripts\n").expect("the section");
    let (section, _) = section.split_once("**Running a trigger**").expect("the end of the table");
    let rows = section.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let named: BTreeSet<&str> = rows.flat_map(|row| row.split([',', '`', ' '])).collect();
    let missing: Vec<&str> =
        triggers().map(|trigger| trigger.name).filter(|name| !named.contains(name)).collect();
    assert!(missing.is_empty(), "docs/spec/rules.md, \"Contexts and scripts\", lacks {missing:?}");
}

#[test]
fn the_page_of_triggers_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/triggers.md");
    approved::compare(path, &page());
}

/// The file that the examples extend.
struct Scene;

impl Source for Scene {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match name {
            "scene.jsonc" => Ok(SourceFile::new(name, TRIGGER_SCENE.as_bytes().to_vec())),
            _ => NoFiles.open(name, from),
        }
    }
}

/// Returns the value of `seen` when all actions of an example are done.
fn seen(title: &str, example: &TriggerExample) -> Value {
    let file = SourceFile::new("example.jsonc", example.mode(title).into_bytes());
    let problems = check(&file, &Scene, &ReadOptions::default()).problems;
    assert!(!problems.has_errors(), "{problems}");
    let mode =
        read(&file, &Scene, &ReadOptions::default()).unwrap_or_else(|problems| panic!("{problems}")).mode;
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let (mut random, mut now) = (Rng::new(1), 0.0);
    let mut game = GameState::new(rules, &mut World::new(&mut random, now)).unwrap().0;
    for action in example.actions.split_whitespace() {
        now += 1000.0;
        let world = &mut World::new(&mut random, now);
        let direction = ["up", "down", "left", "right", "still"].iter().position(|name| *name == action);
        let turn = match (direction, action) {
            (Some(direction), _) => game.play(direction, world),
            (None, "click") => game.click_tile(Cell::new(1, 1), world),
            (None, "second") => game.tick(world),
            (None, "again") => game.restart(world),
            _ => panic!("no action {action}"),
        };
        turn.unwrap_or_else(|error| panic!("{title}: {error}"));
    }
    game.game_variables()[0].clone()
}

#[test]
fn scripts_run_when_it_is_said() {
    let mut wrong = String::new();
    for trigger in triggers() {
        let found = json::write(&seen(trigger.name, &trigger.example));
        if found != trigger.example.seen {
            let _ = writeln!(wrong, "{}: {found}", trigger.name);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
