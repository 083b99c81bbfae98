//! `polymerge check --games` says what no game has met: goals, losses, an end.

use crate::common::Home;

/// Returns the messages of `check` for a mode with this goal, played three times.
fn said(win: &str) -> String {
    said_of(&format!("\"grid\": \"3x3\", \"win\": {win}"))
}

/// Checks a mode with these keys by three games; gives what standard error says.
fn said_of(keys: &str) -> String {
    let home = Home::new();
    let text = format!(
        r##"{{
    "title": "Mine",
    "tiles": [{{ "colour": "#f0c040" }}],
    "spawns": [{{ "tile": [1] }}],
    "merges": [{{ "match": [{{}}, {{}}], "result": [["@This value", "*", 2]] }}],
    {keys},
}}"##
    );
    std::fs::write(home.join("my.jsonc"), text).unwrap();
    let mut command = home.polymerge(&["check", "my.jsonc", "--games", "3"]);
    let output = command.current_dir(home.join("")).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "0 errors, 0 warnings\n");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn goals_that_no_game_met_are_reported() {
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

#[test]
fn losses_and_ends_that_no_game_met_are_reported() {
    // keys, what is said, in this order
    let cases: [(&str, &[&str]); 7] = [
        (r#""grid": "3x3""#, &[]),
        (r#""grid": "3x3", "lose": [[2]]"#, &[]),
        (r#""grid": "3x3", "lose": [[64]]"#, &["my.jsonc: \"lose\" was met in none of 3 random games"]),
        (
            r#""grid": "3x3", "lose": { "needed": ["@Moves", ">", 5000] }"#,
            &["my.jsonc: \"lose\" was met in none of 3 random games"],
        ),
        (
            r#""tiles_per_turn": 0, "grid": "4x1", "directions": { "set": "orthogonal", "stay_still": true }"#,
            &[
                // All games are cut, so that nothing can be said of choices.
                "my.jsonc: no game ended: all 3 random games were still on after 300 turns",
            ],
        ),
        // Both tiles merge, and then there is a third one, whatever is pressed.
        (
            r#""grid": "2x1""#,
            &[
                "my.jsonc: no choice matters here: a player that looks ahead, by 100 turns of random games a move, was \
                 better than chance in 50 ± 0 % of pairs of games of at most 200 turns",
            ],
        ),
        (
            r#""grid": "12x12", "win": [[4096]], "lose": { "needed": ["@Moves", ">", 5000] }"#,
            &[
                "my.jsonc: no goal was met in 3 random games: ",
                "my.jsonc: \"lose\" was met in none of 3 random games",
                "my.jsonc: no game ended: all 3 random games were still on",
            ],
        ),
    ];
    for (keys, expected) in cases {
        let said = said_of(keys);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{keys}\n{said}");
        for (line, start) in lines.iter().zip(expected) {
            assert!(line.starts_with(start), "{keys}\n{said}");
        }
    }
    let cut = said_of(r#""grid": "12x12", "win": [[4096]]"#);
    assert!(cut.contains(" when it was cut short"), "{cut}");
}
