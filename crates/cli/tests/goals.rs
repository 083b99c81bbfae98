//! `polymerge check --games` says how far games came that met no goal.

#![cfg(test)]

mod common;

use common::Home;

/// What is said on standard error of a mode with this goal, played three times.
fn said(win: &str) -> String {
    let home = Home::new();
    let text = format!(
        r##"{{
    "title": "Mine", "grid": "3x3",
    "tiles": [{{ "colour": "#f0c040" }}],
    "spawns": [{{ "tile": [1] }}],
    "merges": [{{ "match": [{{}}, {{}}], "result": [["@This value", "*", 2]] }}],
    "win": {win},
}}"##
    );
    std::fs::write(home.join("my.jsonc"), text).unwrap();
    let mut command = home.polymerge(&["check", "my.jsonc", "--games", "3"]);
    let output = command.current_dir(home.join("")).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "0 errors, 0 warnings\n");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn goals_that_no_game_met_are_told() {
    let said_of_128 = said("[[128]]");
    let beginning = "my.jsonc: no goal was met in 3 random games: the best score was ";
    assert!(said_of_128.starts_with(beginning), "{said_of_128}");
    for part in [", the longest game had ", ", the largest tile [", "], worth ", "a player that looks ahead"]
    {
        assert!(said_of_128.contains(part), "{said_of_128}");
    }
    assert_eq!(said("[[8]]"), "");
    assert_eq!(said("false"), "");
}
