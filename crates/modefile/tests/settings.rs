//! Settings and templates: what they make of a file, and what is said about
//! those that can't be.

use calcarray::Value;
use calcarray::json::write;
use polymerge_modefile::{Choices, ModeFile, NoFiles, Problems, ReadOptions, SourceFile, check, read_with};

const FILE: &str = r##"{
    "title": "Powers",
    "settings": [
        { "name": "base", "title": "Base", "kind": "whole", "from": 2, "default": "@BigInt 2" },
        {
            "name": "fours", "title": "4s spawn, too", "kind": "flag", "default": false,
            "on": { "spawns": ["...", { "tile": [2], "weight": "$weight" }], "stat_boxes": ["...", { "title": "Moves", "value": "@Moves" }] },
        },
        {
            "name": "rule", "title": "Rule", "kind": "choice", "default": 0,
            "options": [
                { "value": 0, "name": "pairs" },
                { "value": 1, "name": "runs", "with": { "define": { "longest": 3, "good": { "score": 7 } } } },
            ],
        },
        { "when": ["$fours", "&&", ["$rule", "=", 1]], "with": { "define": { "weight": { "compute": ["$longest", "*", 2] } }, "win": null } },
    ],
    "define": { "longest": 2, "weight": 1, "good": { "match": [{}, {}], "result": [["@This value", "+", 1]], "score": 1 } },
    "tile_value": ["$base", "^", "@This value"],
    "variables": { "old": 0 },
    "before_game": { "vars": { "x": 4 }, "do": [0, "@edit_gvar", "$old", ["@var_retain", "@Var x"]] },
    "spawns": [{ "tile": [1] }],
    "merges": [
        { "for": "n", "from": "$longest", "to": 2, "step": -1, "make": { "length": "$n", "when": [["@This value", ">", 0], { "for": "i", "from": 1, "to": ["$n", "-", 1], "splice": ["&&", ["@Next $i value", "=", "@This value"]] }], "result": [5], "score": 0 } },
        { "if": ["$rule", "=", 1], "then": "$good" },
    ],
    "tiles": [{ "colour": "#f0c040" }],
    "win": [[4]],
}"##;

fn read(chosen: &[&str]) -> Result<ModeFile, Problems> {
    let file = SourceFile::new("powers.jsonc", FILE.as_bytes());
    let read = |choices: &Choices| read_with(&file, &NoFiles, &ReadOptions::default(), choices);
    let mut choices = Choices::default();
    let settings = read(&choices)?.settings;
    for text in chosen {
        choices.choose(&settings, text).unwrap_or_else(|why| panic!("{why}"));
    }
    read(&choices)
}

#[test]
fn settings_change_the_mode() {
    let two = r#"[[2,[["@This 0",">",0],"&&",["@Next 1 0","=","@This 0"]],true,[[5]],0,[false,true]]"#;
    let three =
        r#"[[3,[["@This 0",">",0],"&&",["@Next 1 0","=","@This 0"],"&&",["@Next 2 0","=","@This 0"]],"#;
    // chosen, what of the mode, how it starts
    type Part = fn(&ModeFile) -> Value;
    let cases: &[(&[&str], Part, &str)] = &[
        (&[], |file| file.mode.tile_value.clone(), r#"["@BigInt 2","^","@This 0"]"#),
        (&["base=3"], |file| file.mode.tile_value.clone(), r#"["@BigInt 3","^","@This 0"]"#),
        (&[], |file| file.mode.spawns.clone(), "[[[1],1]]"),
        (&["fours"], |file| file.mode.spawns.clone(), "[[[1],1],[[2],1]]"),
        (&["fours", "rule=runs"], |file| file.mode.spawns.clone(), "[[[1],1],[[2],6]]"),
        (&["fours", "rule=runs"], |file| file.mode.win_conditions.clone(), "[]"),
        (&["fours"], |file| file.mode.stat_boxes.clone(), r#"[["Score","@Score"],["Moves","@Moves"]]"#),
        (&[], |file| file.mode.merge_rules.clone(), two),
        (&["rule=runs"], |file| file.mode.merge_rules.clone(), three),
        (&["rule=runs"], |file| file.mode.rules_text.clone(), r#"[["h1","Powers"],["p","Rule: runs."]]"#),
        (
            &[],
            |file| file.mode.before_game.clone().unwrap(),
            r#"[4,"@end_vars",0,"@edit_gvar",0,["@var_retain","@Var 0"]]"#,
        ),
    ];
    for (chosen, part, expected) in cases {
        let file = read(chosen).unwrap_or_else(|problems| panic!("{chosen:?}: {problems}"));
        let found = write(&part(&file));
        assert!(found.starts_with(expected), "{chosen:?}: {found}");
    }
    // Both rules for 3 and 2 tiles, and the one that is only there then.
    let rules = read(&["rule=runs"]).unwrap().mode.merge_rules;
    assert!(rules.as_array().unwrap().len() == 3 && write(&rules).contains("]],7,["), "{}", write(&rules));
}

#[test]
fn defaults_stay_in_ranges_that_other_settings_bound() {
    let file = |kind: &str, default: &str| {
        let text = format!(
            r##"{{ "title": "T", "settings": [
                {{ "name": "least", "title": "Least", "kind": "whole", "from": 1, "default": 2 }},
                {{ "name": "most", "title": "Most", "kind": "{kind}", "from": "$least", "to": ["$least", "+", 2], "default": {default} }}
            ], "spawns": [{{ "tile": ["$most"] }}], "tiles": [{{ "colour": "#f0c040" }}] }}"##
        );
        SourceFile::new("t.jsonc", text.into_bytes())
    };
    // kind, default, least, most
    let cases = [
        ("whole", "2", 1, "2"),
        ("whole", "2", 2, "2"),
        ("whole", "2", 5, "5"),
        ("whole", "4", 1, "3"),
        ("whole", r#""@BigInt 2""#, 5, r#""@BigInt 5""#),
        ("number", "2.5", 5, "5"),
    ];
    for (kind, default, least, most) in cases {
        let mut choices = Choices::default();
        choices.set("least", least.into());
        let file = read_with(&file(kind, default), &NoFiles, &ReadOptions::default(), &choices)
            .unwrap_or_else(|problems| panic!("{default}, {least}: {problems}"));
        assert_eq!(write(&file.settings[1].default), most, "{default}, {least}");
        assert_eq!(write(&file.mode.spawns), format!("[[[{most}],1]]"), "{default}, {least}");
    }
    // The author's own slip is still one.
    let problems = check(&file("whole", "9"), &NoFiles, &ReadOptions::default()).problems.to_text();
    assert!(problems.contains("the default is not what the setting takes"), "{problems}");
}

#[test]
fn numbers_are_of_the_kind_of_the_default() {
    let setting = |kind: &str, default: &str| {
        let text = format!(
            r##"{{ "title": "T", "settings": [
                {{ "name": "x", "title": "X", "kind": "{kind}", "from": 1, "default": {default} }}
            ], "spawns": [{{ "tile": ["$x"] }}], "tiles": [{{ "colour": "#f0c040" }}] }}"##
        );
        let file = SourceFile::new("t.jsonc", text.into_bytes());
        let found = check(&file, &NoFiles, &ReadOptions::default()).problems;
        assert!(!found.has_errors(), "{kind}, {default}: {found}");
        let file = read_with(&file, &NoFiles, &ReadOptions::default(), &Choices::default());
        file.unwrap_or_else(|problems| panic!("{default}: {problems}")).settings.remove(0)
    };
    // kind, default, typed, the value, shown
    let cases = [
        ("whole", "2", "3", "3", "3"),
        ("whole", r#""@BigInt 2""#, "3", r#""@BigInt 3""#, "3"),
        ("number", "2", "2.5", "2.5", "2.5"),
        ("number", r#""@BigRational 3 2""#, "5/3", r#""@BigRational 5 3""#, "5/3"),
        ("number", r#""@BigRational 3 2""#, "6/4", r#""@BigRational 3 2""#, "3/2"),
        ("number", r#""@BigRational 3 2""#, "1.25", r#""@BigRational 5 4""#, "5/4"),
        ("number", r#""@BigRational 3 2""#, "4", r#""@BigRational 4 1""#, "4"),
    ];
    for (kind, default, typed, value, shown) in cases {
        let setting = setting(kind, default);
        let found = setting.typed(typed).unwrap_or_else(|why| panic!("{default}, {typed}: {why}"));
        assert_eq!(
            (write(&found).as_str(), setting.shown(&found).as_str()),
            (value, shown),
            "{default}, {typed}"
        );
    }
    for typed in ["1/2", "0.5", "three"] {
        let refused = setting("number", r#""@BigRational 3 2""#).typed(typed);
        assert_eq!(refused.err(), Some(format!("x takes a number from 1 on, not {typed:?}")));
    }
}

#[test]
fn what_can_not_be_chosen_is_said() {
    let settings = read(&[]).unwrap().settings;
    // chosen, message
    let cases = [
        ("bas=3", "there is no setting \"bas\"; did you mean \"base\"?"),
        ("base=1", "base takes a whole number from 2 on, not \"1\""),
        ("base=2.5", "base takes a whole number from 2 on, not \"2.5\""),
        ("fours=7", "fours takes true or false, not \"7\""),
        ("rule=triples", "rule takes one of pairs, runs, not \"triples\""),
    ];
    for (text, message) in cases {
        assert_eq!(Choices::default().choose(&settings, text).err().as_deref(), Some(message));
    }
}

#[test]
fn mistakes_in_settings_are_found() {
    // a setting, what is said about it
    let cases = [
        (
            r#"{ "name": "x", "title": "X", "kind": "whole", "from": 3, "default": 1 }"#,
            "the default is not what the setting takes",
        ),
        (
            r#"{ "name": "x", "title": "X", "kind": "size", "default": 1 }"#,
            "there is no kind of settings \"size\"",
        ),
        (
            r#"{ "name": "x", "title": "X", "kind": "flag", "default": true, "onn": {} }"#,
            "a setting has no key \"onn\"",
        ),
        (
            r#"{ "name": "x", "title": "X", "kind": "flag", "default": false, "on": { "merge": [] } }"#,
            "with x=yes: a mode has no key \"merge\"",
        ),
        (
            r#"{ "name": "x", "title": "X", "kind": "flag", "default": false, "on": { "win": [{ "when": ["@This 0", "adn", 1] }] } }"#,
            "with x=yes: ",
        ),
        (
            r#"{ "name": "x", "title": "X", "kind": "any", "default": 0, "changes": [{ "when": ["$y"], "with": {} }] }"#,
            "nothing is named `y`",
        ),
        (r#"{ "name": "score", "title": "X", "kind": "any", "default": 0 }"#, "is also a name of \"define\""),
    ];
    for (setting, message) in cases {
        let text = format!(
            r##"{{ "title": "T", "define": {{ "score": 1 }}, "settings": [{setting}], "spawns": [{{ "tile": [1] }}], "tiles": [{{ "colour": "#f0c040" }}] }}"##
        );
        let file = SourceFile::new("file.jsonc", text.into_bytes());
        let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
        let found = problems.list().iter().any(|problem| problem.message.contains(message));
        assert!(found, "{setting}: {problems}");
    }
}
