//! The messages of the checker, in full: what a person sees.

use polymerge_modefile::{NoFiles, Problems, ReadOptions, Severity, Source, SourceFile, check};

/// Files by name.
struct Files(Vec<(&'static str, &'static str)>);

impl Source for Files {
    fn open(&self, name: &str, _from: &str) -> Result<SourceFile, String> {
        let file = self.0.iter().find(|(known, _)| *known == name);
        let (name, text) = file.ok_or("there is no such file")?;
        Ok(SourceFile::new(*name, text.as_bytes().to_vec()))
    }
}

fn report(text: &str) -> String {
    report_of(text.as_bytes(), &NoFiles)
}

fn report_of(bytes: &[u8], source: &dyn Source) -> String {
    let file = SourceFile::new("my.jsonc", bytes.to_vec());
    check(&file, source, &ReadOptions::default()).problems.to_text()
}

/// A mode without mistakes, with further keys.
fn mode(keys: &str) -> String {
    format!(
        r##"{{
  "title": "Mine",
  "tile": ["power", "times"],
  "spawns": [{{ "tile": [0, 1] }}],
  "tiles": [{{ "colour": "#ffffff" }}],
{keys}
}}"##
    )
}

#[track_caller]
fn expect(keys: &str, expected: &str) {
    let found = report(&mode(keys));
    assert_eq!(found.trim_end(), expected.trim(), "\n--- found\n{found}\n--- expected\n{expected}");
}

#[test]
fn a_mode_without_mistakes() {
    expect(
        r#"  "merges": [{ "match": [{}, {}], "result": { "power": ["@This power", "+", 1] } }]"#,
        "0 errors, 0 warnings",
    );
}

#[test]
fn a_misspelt_key() {
    expect(
        r#"  "meges": []"#,
        r#"
error[unknown-key]: a mode has no key "meges"
 --> my.jsonc:6:3
  |
6 |   "meges": []
  |   ^^^^^^^
  = help: did you mean "merges"?

1 error, 0 warnings"#,
    );
}

#[test]
fn a_key_that_a_rule_does_not_have() {
    expect(
        r#"  "merges": [{ "length": 2, "on": true, "result": [0, 1] }]"#,
        r#"
error[unknown-key]: a merge rule has no key "on"
 --> my.jsonc:6:29
  |
6 |   "merges": [{ "length": 2, "on": true, "result": [0, 1] }]
  |                             ^^^^
  = help: its keys are: match, length, include_game_variables, vars, when, order, result, results, score, open, longer

1 error, 0 warnings"#,
    );
}

#[test]
fn a_misspelt_operator_and_a_misspelt_special_string() {
    expect(
        r#"  "merges": [{ "when": ["@Nxet 1 0", "=", ["@This 0", "arr_lenght"]], "result": [0, 1] }]"#,
        r#"
warning[unknown-word]: `@Nxet` is not a word of the language; it is used as plain text
 --> my.jsonc:6:25
  |
6 |   "merges": [{ "when": ["@Nxet 1 0", "=", ["@This 0", "arr_lenght"]], "result": [0, 1] }]
  |                         ^^^^^^^^^^^
  = help: did you mean `@Next`?

error[unknown-operator]: there is no operator `arr_lenght`
 --> my.jsonc:6:55
  |
6 |   "merges": [{ "when": ["@Nxet 1 0", "=", ["@This 0", "arr_lenght"]], "result": [0, 1] }]
  |                                                       ^^^^^^^^^^^^
  = help: did you mean `arr_length`?

1 error, 1 warning"#,
    );
}

#[test]
fn a_misspelt_operator_before_every_game() {
    expect(
        r#"  "before_game": { "vars": { "x": 4 }, "do": [0, "rand_itn", 3] }"#,
        r#"
error[unknown-operator]: there is no operator `rand_itn`
 --> my.jsonc:6:50
  |
6 |   "before_game": { "vars": { "x": 4 }, "do": [0, "rand_itn", 3] }
  |                                                  ^^^^^^^^^^
  = help: did you mean `rand_int`?

1 error, 0 warnings"#,
    );
}

#[test]
fn too_many_values_for_an_operator() {
    expect(
        r#"  "tile_value": [2, "^", "@This power", 3, "*", 2]"#,
        r#"
error[operands]: an operator is expected here, not a number
 --> my.jsonc:6:41
  |
6 |   "tile_value": [2, "^", "@This power", 3, "*", 2]
  |                                         ^
  = help: `^` before it takes 1 value; what follows is read as the next operator

1 error, 0 warnings"#,
    );
}

#[test]
fn too_few_values_for_an_operator() {
    expect(
        r#"  "tile_value": [2, "^"]"#,
        r#"
error[operands]: `^` takes 1 value, but the line ends after 0
 --> my.jsonc:6:21
  |
6 |   "tile_value": [2, "^"]
  |                     ^^^
  = help: The number to the power of the second one.

1 error, 0 warnings"#,
    );
}

#[test]
fn a_value_that_is_left_in_the_line() {
    expect(
        r#"  "variables": [0], "scripts": [{ "on": "EndTurn", "do": [0, "announce", "hello", 500, "@edit_gvar", 0, 1] }]"#,
        r#"
error[operands]: `announce` puts its last value back into the line, so this would be read as one more value of it
 --> my.jsonc:6:88
  |
6 |   "variables": [0], "scripts": [{ "on": "EndTurn", "do": [0, "announce", "hello", 500, "@edit_gvar", 0, 1] }]
  |                                                                                        ^^^^^^^^^^^^
  = help: end the line or block after `announce` and its values

1 error, 0 warnings"#,
    );
}

#[test]
fn tiles_of_the_wrong_length() {
    expect(
        r#"  "win": [[11]], "merges": [{ "when": true, "result": [0, 1, 2] }]"#,
        r#"
error[tile]: this tile has 1 entry, the tiles of this mode have 2
 --> my.jsonc:6:11
  |
6 |   "win": [[11]], "merges": [{ "when": true, "result": [0, 1, 2] }]
  |           ^^^^

error[tile]: this tile has 3 entries, the tiles of this mode have 2
 --> my.jsonc:6:55
  |
6 |   "win": [[11]], "merges": [{ "when": true, "result": [0, 1, 2] }]
  |                                                       ^^^^^^^^^

2 errors, 0 warnings"#,
    );
}

#[test]
fn indices_out_of_range() {
    expect(
        r#"  "variables": [0], "tile_value": ["@This 2", "+", "@GVar 1"]"#,
        r#"
error[index]: there is no tile entry 2
 --> my.jsonc:6:36
  |
6 |   "variables": [0], "tile_value": ["@This 2", "+", "@GVar 1"]
  |                                    ^^^^^^^^^
  = help: this mode has 2, 0 to 1

error[index]: there is no game variable 1
 --> my.jsonc:6:52
  |
6 |   "variables": [0], "tile_value": ["@This 2", "+", "@GVar 1"]
  |                                                    ^^^^^^^^^
  = help: this mode has one game variable: 0

2 errors, 0 warnings"#,
    );
}

#[test]
fn a_reference_beyond_the_tiles_that_merge() {
    expect(
        r#"  "merges": [{ "order": "any", "when": ["@Next 2", "!=", "@This"], "result": [0, 1] }]"#,
        r#"
error[index]: `@Next 2` is beyond the 2 tiles that merge
 --> my.jsonc:6:41
  |
6 |   "merges": [{ "order": "any", "when": ["@Next 2", "!=", "@This"], "result": [0, 1] }]
  |                                         ^^^^^^^^^
  = help: with the order "any" such a reference means the rear tile itself

1 error, 0 warnings"#,
    );
}

#[test]
fn names_that_are_not_there() {
    expect(
        r#"  "define": { "next": 1 }, "tile_value": ["@This pwer", "+", "$nxt"]"#,
        r#"
error[name]: there is no tile entry `pwer`
 --> my.jsonc:6:43
  |
6 |   "define": { "next": 1 }, "tile_value": ["@This pwer", "+", "$nxt"]
  |                                           ^^^^^^^^^^^^
  = help: did you mean `power`?

error[name]: nothing is named `nxt`
 --> my.jsonc:6:62
  |
6 |   "define": { "next": 1 }, "tile_value": ["@This pwer", "+", "$nxt"]
  |                                                              ^^^^^^
  = help: did you mean `$next`?

2 errors, 0 warnings"#,
    );
}

#[test]
fn definitions_that_use_themselves() {
    expect(
        r#"  "define": { "a": ["$b"], "b": ["$a"] }, "tile_value": "$a""#,
        r#"
error[name]: `a` is defined by itself: a → b → a
 --> my.jsonc:6:34
  |
6 |   "define": { "a": ["$b"], "b": ["$a"] }, "tile_value": "$a"
  |                                  ^^^^

1 error, 0 warnings"#,
    );
}

#[test]
fn variables_that_are_not_seen() {
    expect(
        r#"  "merges": [{ "vars": { "sum": 3 }, "when": ["@Var sum", "=", 3], "result": [0, 1] }]"#,
        r#"
error[variables]: `@Var sum` can't read variables: its list does not get those of the list around it
 --> my.jsonc:6:47
  |
6 |   "merges": [{ "vars": { "sum": 3 }, "when": ["@Var sum", "=", 3], "result": [0, 1] }]
  |                                               ^^^^^^^^^^
  = help: a list reads the variables of the list around it only if it starts with "@var_retain"

1 error, 0 warnings"#,
    );
}

#[test]
fn a_condition_that_never_holds() {
    expect(
        r#"  "merges": [{ "when": ["@This power", "+", 1], "result": [0, 1] }]"#,
        r#"
error[condition]: this condition never holds: it gives a value of the type number
 --> my.jsonc:6:24
  |
6 |   "merges": [{ "when": ["@This power", "+", 1], "result": [0, 1] }]
  |                        ^^^^^^^^^^^^^^^^^^^^^^^
  = help: a condition holds only if it is exactly true; compare the value with something

1 error, 0 warnings"#,
    );
}

#[test]
fn a_score_that_is_no_number() {
    expect(
        r#"  "merges": [{ "when": true, "result": [0, 1], "score": ["@This power", "=", 1] }]"#,
        r#"
error[score]: a score is a number; this gives a value of the type boolean
 --> my.jsonc:6:57
  |
6 |   "merges": [{ "when": true, "result": [0, 1], "score": ["@This power", "=", 1] }]
  |                                                         ^^^^^^^^^^^^^^^^^^^^^^^

1 error, 0 warnings"#,
    );
}

#[test]
fn weights_that_are_not_positive() {
    let text = r#"{ "title": "W", "spawns": [{ "tile": [0], "weight": -3 }, { "tile": [1], "weight": 0 }] }"#;
    assert_eq!(
        report(text),
        r#"error[weight]: a weight has to be positive, not -3
 --> my.jsonc:1:53
  |
1 | { "title": "W", "spawns": [{ "tile": [0], "weight": -3 }, { "tile": [1], "weight": 0 }] }
  |                                                     ^^

warning[weight]: with a weight of 0 this never spawns
 --> my.jsonc:1:84
  |
1 | { "title": "W", "spawns": [{ "tile": [0], "weight": -3 }, { "tile": [1], "weight": 0 }] }
  |                                                                                    ^

1 error, 1 warning
"#
    );
}

#[test]
fn wins_that_nothing_can_meet() {
    expect(
        r#"  "win": { "tiles": [["@BigInt 7", 1]], "needed": 2 }"#,
        r#"
warning[outcome]: no tile can ever have this value: it is a big integer, but tiles spawn with a number
 --> my.jsonc:6:23
  |
6 |   "win": { "tiles": [["@BigInt 7", 1]], "needed": 2 }
  |                       ^^^^^^^^^^^
  = help: 5 and "@BigInt 5" are different values

error[outcome]: 2 tiles are needed, but only 1 is listed
 --> my.jsonc:6:51
  |
6 |   "win": { "tiles": [["@BigInt 7", 1]], "needed": 2 }
  |                                                   ^

1 error, 1 warning"#,
    );
}

#[test]
fn rules_and_looks_that_are_never_used() {
    let text = r##"{
  "title": "Mine",
  "spawns": [{ "tile": [0] }],
  "tiles": [
    { "tile": [1], "colour": "#ffffff" },
    { "tile": [1], "colour": "#000000" },
    { "colour": "#ff0000" },
    { "tile": [2], "colour": "#00ff00" },
  ],
  "merges": [
    { "match": [{}, {}], "result": [1] },
    { "match": [{}, {}], "result": [2] },
  ],
}"##;
    assert_eq!(
        report(text),
        r##"warning[unreachable]: this look is never used: an earlier one is for the same tiles
 --> my.jsonc:6:5
  |
6 |     { "tile": [1], "colour": "#000000" },
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: the earlier look is on line 5

warning[unreachable]: this look is never used: an earlier one is for all tiles
 --> my.jsonc:8:5
  |
8 |     { "tile": [2], "colour": "#00ff00" },
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: the look for all tiles, on line 7, has to be the last

warning[unreachable]: this rule is never used: an earlier one applies wherever it could
  --> my.jsonc:12:5
   |
12 |     { "match": [{}, {}], "result": [2] },
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: the earlier rule is on line 11

0 errors, 3 warnings
"##
    );
}

/// Merge rules by what comes of the last of them: is it ever used?
#[test]
fn rules_that_leave_nothing_to_others() {
    // rules, how many warnings
    let cases = [
        (r#"{ "match": [{}, {}], "result": [1] }, { "match": [{}, {}, {}], "result": [2] }"#, 1),
        (r#"{ "match": [{}, {}, {}], "result": [1] }, { "match": [{}, {}], "result": [2] }"#, 0),
        (r#"{ "match": [{}, {}], "result": [1] }, { "match": [{ "value": 3 }, {}], "result": [2] }"#, 0),
        (
            r#"{ "match": [{}, {}], "result": [1] }, { "match": [{ "value": 3 }, {}], "order": "fixed", "result": [2] }"#,
            1,
        ),
        (r#"{ "when": true, "result": [1] }, { "match": [{}, {}], "result": [2] }"#, 1),
        (r#"{ "when": true, "results": [[1], [1], [1]] }, { "match": [{}, {}], "result": [2] }"#, 1),
        (
            r#"{ "when": [0, "rand_int", 1, "=", 1], "result": [1] }, { "when": [0, "rand_int", 1, "=", 1], "result": [2] }"#,
            0,
        ),
        (
            r#"{ "match": [{}, {}], "when": ["@Moves", ">", 9], "result": [1] }, { "match": [{}, {}], "result": [2] }"#,
            0,
        ),
        (r#"{ "match": [{}, {}], "longer": true, "result": [1] }, { "match": [{}, {}], "result": [2] }"#, 0),
    ];
    for (rules, expected) in cases {
        let text = format!(r#"{{ "title": "R", "spawns": [{{ "tile": [1] }}], "merges": [{rules}] }}"#);
        let file = SourceFile::new("my.jsonc", text.into_bytes());
        let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
        let found =
            problems.list().iter().filter(|problem| !["never-merges", "no-look"].contains(&problem.code));
        assert_eq!(found.count(), expected, "{problems}");
    }
}

#[test]
fn a_script_that_nothing_runs() {
    expect(
        r#"  "scripts": [{ "on": "EndMovment", "do": [0] }, { "on": "Goal", "do": [0] }]"#,
        r#"
error[trigger]: "EndMovment" scripts never run
 --> my.jsonc:6:23
  |
6 |   "scripts": [{ "on": "EndMovment", "do": [0] }, { "on": "Goal", "do": [0] }]
  |                       ^^^^^^^^^^^^
  = help: did you mean "EndMovement"?

error[trigger]: "Goal" scripts never run
 --> my.jsonc:6:58
  |
6 |   "scripts": [{ "on": "EndMovment", "do": [0] }, { "on": "Goal", "do": [0] }]
  |                                                          ^^^^^^
  = help: scripts start such a trigger with "@ScriptSignal"

2 errors, 0 warnings"#,
    );
}

#[test]
fn a_text_that_is_hard_to_read() {
    let text = mode(r#"  "merges": [{ "match": [{}, {}], "result": { "power": ["@This power", "+", 1] } }]"#)
        .replace(r##""#ffffff""##, r##""#f0c040", "text_colour": "#ffffff""##);
    assert_eq!(
        report(&text),
        r##"warning[contrast]: this text is hard to read: its contrast is 1.7:1
 --> my.jsonc:5:51
  |
5 |   "tiles": [{ "colour": "#f0c040", "text_colour": "#ffffff" }],
  |                                                   ^^^^^^^^^
  = help: 4.5:1 is enough; without "text_colour", black or white is chosen

0 errors, 1 warning
"##
    );
}

#[test]
fn a_key_that_is_there_twice() {
    assert_eq!(
        report("{\n  \"title\": \"A\",\n  \"title\": \"B\",\n  \"spawns\": [{ \"tile\": [0] }],\n}"),
        r#"error[duplicate-key]: the key "title" is here a second time
 --> my.jsonc:3:3
  |
3 |   "title": "B",
  |   ^^^^^^^
  = help: it is first on line 2; only one of them can count

1 error, 0 warnings
"#
    );
}

/// A file without a title is there to be extended: what it leaves to others
/// is no mistake, what no other file could repair is one.
#[test]
fn files_that_are_there_to_be_extended() {
    let base = r#"{ "tile_value": ["$base", "^", "@GVar power"], "variables": { "sum": 0 }, "tiles": [{ "text": "x" }] }"#;
    let no_title = r#"warning[title]: my.jsonc: the file has no title
 = help: a mode has one: "title": "…"; a file that is only there to be extended says "base": true

0 errors, 1 warning
"#;
    assert_eq!(report(base), no_title);
    let declared = |is_base: &str| base.replacen('{', &format!("{{ \"base\": {is_base}, "), 1);
    assert_eq!(report(&declared("true")), "0 errors, 0 warnings\n");
    assert_eq!(report(&declared("false")), no_title);
    assert!(report(&declared("1")).starts_with("error[wrong-type]: true or false is expected here, not 1\n"));
    // It says nothing of the files that extend it.
    let source = Files(vec![("base.jsonc", r#"{ "base": true, "tile_value": ["@This 0"] }"#)]);
    let untitled = report_of(br#"{ "extends": "base.jsonc" }"#, &source);
    assert!(untitled.starts_with("warning[title]: my.jsonc: the file has no title\n"), "{untitled}");
    assert_eq!(
        report(r#"{ "tils": [] }"#).lines().next(),
        Some("error[unknown-key]: a mode has no key \"tils\"")
    );
    // Without names that others define, all is checked that they can't change.
    for (text, first) in [
        (r#"{ "tile_value": ["@This 0", "pow", 2] }"#, "error[unknown-operator]: there is no operator `pow`"),
        (
            r#"{ "merges": [{ "when": [["@This 0", "pow", "$base"], "=", 4], "result": [1] }] }"#,
            "error[unknown-operator]: there is no operator `pow`",
        ),
        (r#"{ "merges": [{ "when": true }] }"#, "error[missing-key]: a merge rule needs the key \"result\""),
        (r#"{ "start_tiles": -1 }"#, "error[number]: \"start_tiles\" is a whole number from 0 on, not -1"),
        (r#"{ "title": "  ", "win": [[1]] }"#, "warning[title]: my.jsonc: the file has no title"),
        // What a name stands for that only others define can be anything.
        (
            r#"{ "merges": [{ "when": ["$a...", 1, "$b"], "result": "$c", "score": ["$d...", "+"] }] }"#,
            "warning[title]: my.jsonc: the file has no title",
        ),
        (
            r#"{ "grid": "$g", "directions": "$d", "tiles": "$t", "spawns": ["$s"], "start_tiles": "$n" }"#,
            "warning[title]: my.jsonc: the file has no title",
        ),
    ] {
        let report = report(text);
        assert_eq!(report.lines().next(), Some(first), "{report}");
    }
}

/// One line of the report for each text that is not even JSON with comments.
#[test]
fn texts_that_can_not_be_read() {
    let cases: &[(&str, &str)] = &[
        ("", "error[syntax]: the file ends where a value is expected"),
        ("[]", "error[wrong-type]: a mode file is an object, not a list"),
        ("{", "error[syntax]: this object is never closed with \"}\""),
        ("{ \"a\": [1, 2 }", "error[syntax]: \",\" or \"]\" is expected here, not `}`"),
        ("{ a: 1 }", "error[syntax]: a key in quotes is expected here, not `a`"),
        ("{ \"a\" 1 }", "error[syntax]: \":\" is expected after a key, not `1`"),
        ("{ \"a\": yes }", "error[syntax]: `yes` is not a value; a text needs quotes: \"yes\""),
        ("{ \"a\": 'x' }", "error[syntax]: texts are in double quotes"),
        ("{ \"a\": 01 }", "error[syntax]: `01` is not a number as JSON writes it"),
        ("{ \"a\": \"x\n\" }", "error[syntax]: this text has no closing quote on its line"),
        ("{ \"a\": \"\\q\" }", "error[syntax]: there is no such escape; a backslash itself is written \\\\"),
        ("{ /* }", "error[syntax]: this comment is never closed with \"*/\""),
        ("{} {}", "error[syntax]: there is more text after the value of the file"),
    ];
    for (text, expected) in cases {
        let report = report(text);
        assert_eq!(report.lines().next(), Some(*expected), "{text}\n{report}");
    }
}

#[test]
fn files_that_extend_each_other() {
    let files =
        Files(vec![("a.jsonc", r#"{ "extends": "b.jsonc" }"#), ("b.jsonc", r#"{ "extends": "a.jsonc" }"#)]);
    assert_eq!(
        report_of(br#"{ "extends": "a.jsonc" }"#, &files),
        r#"error[extends]: the files extend each other in a circle: a.jsonc → b.jsonc → a.jsonc
 --> b.jsonc:1:14
  |
1 | { "extends": "a.jsonc" }
  |              ^^^^^^^^^

1 error, 0 warnings
"#
    );
    assert_eq!(
        report_of(br#"{ "extends": "c.jsonc" }"#, &files),
        r#"error[extends]: "c.jsonc" can't be extended: there is no such file
 --> my.jsonc:1:14
  |
1 | { "extends": "c.jsonc" }
  |              ^^^^^^^^^

1 error, 0 warnings
"#
    );
}

/// A chain of files that never repeats a name.
struct Endless;

impl Source for Endless {
    fn open(&self, name: &str, _from: &str) -> Result<SourceFile, String> {
        Ok(SourceFile::new(name, format!(r#"{{ "extends": "x{name}" }}"#).into_bytes()))
    }
}

#[test]
fn what_strangers_may_send() {
    let options = ReadOptions::default();
    let deep = "[".repeat(100_000);
    let doubling =
        (1..60).map(|n| format!(r#""d{n}": ["$d{}", "$d{}"], "#, n - 1, n - 1)).collect::<String>();
    let bomb = format!(r#"{{ "define": {{ "d0": [1], {doubling} }}, "tile_value": "$d59" }}"#);
    let keys = (0..200_000).map(|_| r#""a":0,"#).collect::<String>();
    let integer = format!("\"@BigInt {}\"", "7".repeat(100_000));
    let long = format!(r#"{{ "win": [[{integer}], [{integer}], [{integer}]] }}"#);
    let named = format!(r#"{{ "define": {{ "d": {integer} }}, "win": [["$d"], ["$d"], ["$d"]] }}"#);
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (
            vec![b' '; options.bytes + 1],
            "error[too-large]: my.jsonc: the file has 2097153 bytes; a mode file may have 2097152",
        ),
        (deep.clone().into_bytes(), "error[too-deep]: lists and objects nest too deep"),
        (b"\xff\xfe{\0}\0".to_vec(), "error[encoding]: my.jsonc: the file is UTF-16; save it as UTF-8"),
        (b"{\0}\0".to_vec(), "error[encoding]: my.jsonc: the file looks like UTF-16; save it as UTF-8"),
        (
            b"{\n\"title\": \"\xe9\" }".to_vec(),
            "error[encoding]: my.jsonc: the file is not UTF-8: byte 12, on line 2, belongs to no character",
        ),
        (
            bomb.into_bytes(),
            "error[too-large]: the named expressions make too many values or too long integers",
        ),
        (long.into_bytes(), "error[too-large]: the file holds too many values or too long integers"),
        (
            named.into_bytes(),
            "error[too-large]: the named expressions make too many values or too long integers",
        ),
        (format!("{{{keys}}}").into_bytes(), "error[duplicate-key]: the key \"a\" is here a second time"),
        (
            br#"{ "grid": "99999999x99999999" }"#.to_vec(),
            "error[grid]: a grid has from 1 to 16384 cells, not 99999999 × 99999999",
        ),
        // Beyond 32 bits, one side or the cells of both.
        (
            br#"{ "grid": "1x4294967297" }"#.to_vec(),
            "error[grid]: a grid has from 1 to 16384 cells, not 1 × 4294967297",
        ),
        (
            br#"{ "grid": { "shape": "4d", "size": [99999, 1, 99999, 1] } }"#.to_vec(),
            "error[grid]: a whole number from 1 to 16384 is expected here, not 99999",
        ),
        (
            br#"{ "grid": { "shape": "4d", "size": [16384, 1, 16384, 1] } }"#.to_vec(),
            "error[grid]: a grid has from 1 to 16384 cells, not 268451839 × 1",
        ),
        (br#"{ "extends": "x.jsonc" }"#.to_vec(), "error[extends]: more than 8 files extend one another"),
    ];
    for (bytes, expected) in cases {
        let report = report_of(&bytes, &Endless);
        let first = report.lines().next().unwrap_or_default();
        assert_eq!(first, expected);
        assert!(report.len() < 1_000_000);
    }
}

/// Texts that are short to write and long to read are bounded.
#[test]
fn what_grows_while_it_is_read() {
    let work = r#"{ "compute": [0, "@repeat", 100000, "+", 1, "@end-repeat"] }, "#;
    let setting =
        |name: usize| format!(r#"{{ "name": "s{name}", "title": "t", "kind": "flag", "default": false }}, "#);
    let settings: String = (0..1_001).map(setting).collect();
    let changes = r#"{ "when": true, "with": { "start_tiles": 1 } }, "#.repeat(1_001);
    let rests = r#""...", "#.repeat(300);
    let copies: String =
        (0..3).map(|_| format!(r#"{{ "when": true, "with": {{ "lose": [{rests}] }} }}, "#)).collect();
    let names: String = (0..65).map(|name| format!(r#""n{name}", "#)).collect();
    for (keys, expected) in [
        (
            format!(r#""variables": [{}]"#, work.repeat(1_000)),
            "error[too-large]: the named expressions make too many values or too long integers",
        ),
        (format!(r#""settings": [{settings}]"#), "error[too-large]: a mode may have 1000 settings at most"),
        (
            format!(
                r#""settings": [{{ "name": "s", "title": "t", "kind": "any", "default": 1, "changes": [{changes}] }}]"#
            ),
            "error[too-large]: settings change keys 1001 times; 1000 is the most",
        ),
        (
            format!(r#""lose": [[1]], "settings": [{copies}]"#),
            "error[too-large]: the lists that stand for \"...\" make too many values",
        ),
        (format!(r#""tile": [{names}]"#), "error[tile]: a tile has 64 entries at most, not 65"),
    ] {
        let report = report(&format!(r#"{{ "title": "Large", {keys} }}"#));
        assert_eq!(report.lines().next(), Some(expected), "{report}");
    }
}

#[test]
fn problems_for_tools() {
    let file = SourceFile::new("a b.jsonc", &b"{ \"meges\": [] }"[..]);
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    assert_eq!(
        problems.to_json(),
        r#"{
  "errors": 1,
  "left_out": 0,
  "problems": [
    {
      "code": "unknown-key",
      "column": 3,
      "end_column": 10,
      "file": "a b.jsonc",
      "help": "did you mean \"merges\"?",
      "line": 1,
      "message": "a mode has no key \"meges\"",
      "severity": "error",
      "text": "{ \"meges\": [] }"
    },
    {
      "code": "title",
      "help": "a mode has one: \"title\": \"…\"; a file that is only there to be extended says \"base\": true",
      "message": "a b.jsonc: the file has no title",
      "severity": "warning"
    }
  ],
  "warnings": 1
}
"#
    );
    let sarif = problems.to_sarif();
    for part in [
        r#""version": "2.1.0""#,
        r#""ruleId": "unknown-key""#,
        r#""level": "error""#,
        r#""text": "a mode has no key \"meges\" (did you mean \"merges\"?)""#,
        r#""uri": "a%20b.jsonc""#,
        r#""startColumn": 3"#,
        r#""endColumn": 10"#,
    ] {
        assert!(sarif.contains(part), "{part} is not in {sarif}");
    }
}

/// However many warnings there are, an error is not lost among them.
#[test]
fn errors_before_warnings() {
    let look = r##"{ "tile": [1], "colour": "#777777", "text_colour": "#777777" }, "##;
    let text = format!(r#"{{ "title": "Many", "tiles": [{}], "win": [[1, 2]] }}"#, look.repeat(1_000));
    let file = SourceFile::new("my.jsonc", text.into_bytes());
    let mut problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    assert_eq!(problems.list().len(), Problems::MOST);
    assert_eq!(problems.count(Severity::Error), 1);
    assert!(problems.left_out() > 1_000);
    // Each file has its own share.
    problems
        .append(check(&SourceFile::new("b.jsonc", &b"[]"[..]), &NoFiles, &ReadOptions::default()).problems);
    assert_eq!(problems.count(Severity::Error), 2);
}

#[test]
fn exceptions_to_modifiers_that_there_are_not() {
    expect(
        r#"  "modifiers": { "simpel": "ignored", "garbage": "some" }"#,
        r#"
error[unknown-key]: "modifiers" has no key "simpel"
 --> my.jsonc:6:18
  |
6 |   "modifiers": { "simpel": "ignored", "garbage": "some" }
  |                  ^^^^^^^^
  = help: did you mean "simple"?

error[wrong-type]: "ignored" or "no_zeros" or "zero_is_number" or "tests_next_first" for "garbage" is expected here, not a text
 --> my.jsonc:6:50
  |
6 |   "modifiers": { "simpel": "ignored", "garbage": "some" }
  |                                                  ^^^^^^

2 errors, 0 warnings
"#,
    );
}

#[test]
fn a_mode_without_spawns() {
    let forced = r#""forced_spawns": [{ "tiles": [[0]] }],"#;
    let write = r#"write which tiles appear: "spawns": [{ "tile": [1] }]"#;
    let no_code = "its games can be saved, but it has no Mode code: \
                   the original site can't load a mode without spawns";
    let no_moves = "error[no-moves]: no direction moves anything, in 100 of 100 games
 = help: no tile is in the grid, and tiles spawn only after a move: \
                    \"spawns\", \"start_tiles\" and free cells of the grid give the first ones

1 error, 1 warning";
    for (keys, message, help, rest) in [
        ("", "nothing spawns: the mode has no spawns", write, no_moves),
        (forced, "the mode has only forced spawns", no_code, "0 errors, 1 warning"),
    ] {
        let merges = r#""merges": [{ "match": [{}, {}], "result": [["@This value", "+", 1]] }]"#;
        let text = format!(r##"{{ "title": "D", {keys} {merges}, "tiles": [{{ "colour": "#ffffff" }}] }}"##);
        let expected = format!(
            "warning[spawns]: {message}
 = help: {help}

{rest}"
        );
        assert_eq!(report(&text).trim_end(), expected);
    }
}
