//! Help at a cursor, which `|` marks in these files.

use polymerge_assist::{Completions, File, Sort};
use polymerge_modefile::{NoFiles, Source, SourceFile};

/// A file that others extend.
struct Base;

const BASE: &str = r#"{ "base": true, "tile": ["power", "times"], "variables": { "turns": 0 },
  "define": { "big": "= power > 9" }, "lose": { "needed": "= turns > 5" } }"#;

impl Source for Base {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match name {
            "base.jsonc" => Ok(SourceFile::new(name, BASE.as_bytes())),
            _ => NoFiles.open(name, from),
        }
    }
}

/// The file of a marked text, and the place of the mark.
fn opened(marked: &str) -> (File, usize) {
    let at = marked.find('|').unwrap_or_else(|| panic!("no mark: {marked}"));
    let text = marked.replacen('|', "", 1);
    (File::new(&SourceFile::new("mine.jsonc", text.into_bytes()), &Base), at)
}

fn offered(marked: &str) -> (File, Completions) {
    let (file, at) = opened(marked);
    let completions = file.complete(at);
    (file, completions)
}

#[test]
fn the_first_things_that_are_offered() {
    for (marked, expected) in [
        // Keys.
        (r#"{ "titl|" }"#, "$schema title number"),
        (r#"{ | }"#, "$schema title number"),
        (r#"{ "title": "T", | }"#, "$schema number family"),
        (r#"{ "merges": [{ | }] }"#, "match length"),
        (r#"{ "merges": [{ "match": [{ "|" }] }] }"#, "value"),
        (r#"{ "grid": { "|": 1 } }"#, "shape width"),
        (r#"{ "settings": [{ "kind": "flag", "on": { "|" } }] }"#, "$schema title"),
        (r#"{ "merges": [{ "for": "n", "to": 3, "make": { "|" } }] }"#, "match length"),
        (r#"{ "define": { "rule": { "match": [], "|" } } }"#, "match length"),
        (r#"{ "variables": { "|" } }"#, ""),
        (r#"{ // | "#, ""),
        // Values.
        (r#"{ "grid": { "shape": "|" } }"#, "square diamond"),
        (r#"{ "grid": { "shape": | } }"#, "square diamond"),
        (r#"{ "spawn_location": "|" }"#, "All Edge"),
        (r#"{ "scripts": [{ "on": "|" }] }"#, "StartModeBM StartModeAM"),
        (r#"{ "title": "|" }"#, ""),
        // Operators of an array.
        (r#"{ "lose": { "needed": [7, "flo|" ] } }"#, "floor"),
        (r#"{ "spawns": [{ "tile": [[7, "flo|"#, "floor"),
        (r#"{ "spawns": [{ "tile": [["flo|"#, ""),
        // Formulas.
        (r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= h|" } }"#, "hp height"),
        (r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= |" } }"#, "value hp this"),
        (r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= h|"#, "hp height"),
        (r#"{ "variables": { "hp": 1, "lose": { "needed": "= 1 + h|" "#, "hp height"),
        (r#"{ "merges": [{ "vars": { "sum": 1 }, "when": "= |" }] }"#, "sum value this"),
        (r#"{ "merges": [{ "vars": { "sum": 1 } }, { "when": "= |" }] }"#, "value this"),
        (r#"{ "lose": { "needed": "= next.|" } }"#, "value length includes"),
        (r#"{ "lose": { "needed": "= any(cells, c => c.va|" } }"#, "value"),
        (r#"{ "lose": { "needed": "= any(cells, c => |" } }"#, "c value this"),
        (r#"{ "lose": { "needed": "= any(cells, c => 1) && |" } }"#, "value this"),
        (
            r#"{ "scripts": [{ "on": "EndTurn", "do": ["= let total = 1", "= for x in [1] {", "= to|"] }] }"#,
            "total",
        ),
        (
            r#"{ "scripts": [{ "on": "EndTurn", "do": ["= let total = 1", "= for x in [1] {", "= | }"] }] }"#,
            "x total value",
        ),
        (r#"{ "lose": { "needed": "= any(places, [r, c] => |" } }"#, "c r value"),
        (r#"{ "lose": { "needed": "= any(places, ([r, c], i) => |" } }"#, "i c r value"),
        (r#"{ "lose": { "needed": "= let [r, c] = pick(places); |" } }"#, "c r value"),
        (r#"{ "scripts": [{ "on": "EndTurn", "do": ["= for [r, c] in places {", "= | }"] }] }"#, "c r value"),
        (r#"{ "lose": { "needed": "= cou|nt" } }"#, "count"),
        (r#"{ "lose": { "needed": "= re|" } }"#, "repeat"),
        (r#"{ "lose": { "needed": "= @Sc|" } }"#, "@Score"),
        (r#"{ "lose": { "needed": "= 'va|'" } }"#, ""),
        (r#"{ "define": { "half(x)": "= |" } }"#, "x value half"),
        (r#"{ "define": { "a": "= \"q\" == va|" } }"#, "value"),
        (r#"{ "extends": "base.jsonc", "lose": { "needed": "= |" } }"#, "power times turns big this"),
        (r#"{ "extends": "none.jsonc", "lose": { "needed": "= |" } }"#, "value this"),
        // Words and names in lists.
        (r#"{ "variables": { "hp": 1 }, "lose": { "needed": ["@GVar |"] } }"#, "hp"),
        (r#"{ "lose": { "needed": ["@This |", "=", 1] } }"#, "value"),
        (r#"{ "lose": { "needed": ["@Sco|"] } }"#, "@Score"),
        (r#"{ "variables": { "hp": 1 }, "lose": { "needed": [0, "@edit_gvar", "$|"] } }"#, "value hp"),
        (r#"{ "lose": { "needed": ["@Score", "flo|"] } }"#, "floor"),
        (r#"{ "scripts": [{ "on": "A", "vars": { "i": 1 }, "do": [0, "@edit_var", "|"] }] }"#, "i"),
        (r#"{ "merges": [{ "for": "count_of", "to": 3, "make": { "length": "$c|" } }] }"#, "count_of"),
        ("|", ""),
        ("{ \"title\": 1 } |", ""),
    ] {
        let (_, completions) = offered(marked);
        let count = expected.split_whitespace().count().max(1);
        let labels: Vec<&str> = completions.items.iter().map(|item| item.label.as_str()).collect();
        assert_eq!(labels[..count.min(labels.len())].join(" "), expected, "{marked}");
    }
}

#[test]
fn what_is_offered_takes_the_place_of_what_was_written() {
    for (marked, expected) in [
        (r#"{ "titl|" }"#, r#"{ "title":  }"#),
        (r#"{ "titl|": 1 }"#, r#"{ "title": 1 }"#),
        (r#"{ "spawn_location": "A|l" }"#, r#"{ "spawn_location": "All" }"#),
        (r#"{ "grid": { "shape": sq| } }"#, r#"{ "grid": { "shape": sq } }"#),
        (r#"{ "lose": { "needed": "= 1 + sco|r" } }"#, r#"{ "lose": { "needed": "= 1 + score" } }"#),
        (r#"{ "define": { "a": "= \"é\" == va|" } }"#, r#"{ "define": { "a": "= \"é\" == value" } }"#),
        (r#"{ "lose": { "needed": ["@This va|"] } }"#, r#"{ "lose": { "needed": ["@This value"] } }"#),
    ] {
        let (file, completions) = offered(marked);
        let mut text = file.text().to_owned();
        let wanted = ["title", "All", "score", "value"];
        if let Some(item) = completions.items.iter().find(|item| wanted.contains(&item.label.as_str())) {
            text.replace_range(completions.span.clone(), &item.insert);
        }
        assert_eq!(text, expected, "{marked}");
    }
}

#[test]
fn everything_that_is_offered_is_explained() {
    for marked in [
        r#"{ "merges": [{ | }] }"#,
        r#"{ "grid": { "shape": "|" } }"#,
        r#"{ "scripts": [{ "on": "|" }] }"#,
        r#"{ "lose": { "needed": "= |" } }"#,
        r#"{ "lose": { "needed": "= @|" } }"#,
        r#"{ "lose": { "needed": ["@|"] } }"#,
        r#"{ "lose": { "needed": ["@Score", "|"] } }"#,
    ] {
        let (file, at) = opened(marked);
        let items = file.complete(at).items;
        assert!(!items.is_empty(), "{marked}");
        for item in items {
            let text = format!("{}{}", item.detail(), file.explain(at, &item));
            assert!(!text.is_empty(), "{marked}: {item:?}");
        }
    }
}

#[test]
fn what_stands_at_a_place_is_explained() {
    for (marked, parts) in [
        (r#"{ "sta|rt_tiles": 2 }"#, &["start_tiles (key of a mode)", "if left out: 2"][..]),
        (r#"{ "merges": [{ "whe|n": true }] }"#, &["when (key of a merge rule)"]),
        (r#"{ "grid": { "shape": "dia|mond" } }"#, &["A square on its tip"]),
        (r#"{ "scripts": [{ "on": "EndT|urn" }] }"#, &["EndTurn: scripts run"]),
        (r#"{ "lose": { "needed": "= floo|r(1, 2)" } }"#, &["floor(number, number) -> number", "= "]),
        (r#"{ "lose": { "needed": "= 1 |== 2" } }"#, &["(any) == (any) -> boolean"]),
        (r#"{ "lose": { "needed": "= sco|re" } }"#, &["score\n@Score", "The score."]),
        (r#"{ "lose": { "needed": "= cou|nt(cells)" } }"#, &["count(list, x => condition)", "\n2\n"]),
        (r#"{ "lose": { "needed": "= re|peat 3 { 1 }" } }"#, &["repeat number"]),
        (r#"{ "lose": { "needed": "= cells.leng|th" } }"#, &["arr_length"]),
        (r#"{ "lose": { "needed": "= @Next(|1, 0)" } }"#, &[]),
        (r#"{ "lose": { "needed": "= @Ne|xt(1, 0)" } }"#, &["The tile this many steps ahead"]),
        (r#"{ "lose": { "needed": ["@Sco|re", ">", 5] } }"#, &["The score."]),
        (r#"{ "lose": { "needed": ["@Score", "flo|or", 5] } }"#, &["(number) floor (number)"]),
        (
            r#"{ "variables": { "hp": 10 }, "lose": { "needed": "= h|p < 1" } }"#,
            &["`hp`: game variable", "\"hp\": 10"],
        ),
        (
            r#"{ "merges": [{ "vars": { "sum": "= value" }, "when": "= su|m > 1" }] }"#,
            &["variable of this rule", "\"sum\": \"= value\""],
        ),
        (r#"{ "extends": "base.jsonc", "lose": { "needed": "= bi|g" } }"#, &["of base.jsonc", "= power > 9"]),
        (r#"{ "lose": { "needed": "= any(cells, c => c| == 1)" } }"#, &["name of this formula"]),
        (r#"{ "title": "sco|re" }"#, &[]),
        (r#"{ "lose": { "needed": "= 1 + |" } }"#, &[]),
    ] {
        let (file, at) = opened(marked);
        let text = file.hover(at).map_or(String::new(), |hover| hover.text);
        assert_eq!(text.is_empty(), parts.is_empty(), "{marked}: {text}");
        for part in parts {
            assert!(text.contains(part), "{marked}: {text}");
        }
    }
}

/// Shows the places of a name with brackets around them.
fn shown(file: &File, places: Vec<std::ops::Range<usize>>) -> String {
    let mut text = file.text().to_owned();
    for place in places.into_iter().rev() {
        text.replace_range(place.clone(), &format!("<{}>", &file.text()[place]));
    }
    text
}

#[test]
fn places_of_a_name() {
    for (marked, expected) in [
        (
            r#"{ "variables": { "h|p": 1 }, "lose": { "needed": ["@GVar hp", "<", "$hp", "= hp + $hp", "@This hp"] } }"#,
            r#"{ "variables": { "<hp>": 1 }, "lose": { "needed": ["@GVar <hp>", "<", "$<hp>", "= <hp> + $<hp>", "@This hp"] } }"#,
        ),
        (
            r#"{ "tile": ["po|wer"], "win": [{ "power": 3 }], "merges": [{ "match": [{ "power": 1 }], "when": "= power > next.power && 'power' == 1" }], "title": "power" }"#,
            r#"{ "tile": ["<power>"], "win": [{ "<power>": 3 }], "merges": [{ "match": [{ "<power>": 1 }], "when": "= <power> > next.<power> && 'power' == 1" }], "title": "power" }"#,
        ),
        (
            r#"{ "define": { "near(a, b)": "= a - b", "x": "$near" }, "lose": { "needed": "= near(near(1, 2), 3)" } }"#,
            r#"{ "define": { "near(a, b)": "= a - b", "x": "$near" }, "lose": { "needed": "= near(near(1, 2), 3)" } }"#,
        ),
        (
            r#"{ "define": { "clo|se(a, b)": "= a - b" }, "lose": { "needed": "= close(close(1, 2), 3)" } }"#,
            r#"{ "define": { "<close>(a, b)": "= a - b" }, "lose": { "needed": "= <close>(<close>(1, 2), 3)" } }"#,
        ),
        (
            r#"{ "define": { "close(aa, b)": "= a|a - b + aa" }, "lose": { "needed": "= aa" } }"#,
            r#"{ "define": { "close(<aa>, b)": "= <aa> - b + <aa>" }, "lose": { "needed": "= aa" } }"#,
        ),
        // A definition that takes a variable of the place where it is used.
        (
            r#"{ "variables": { "sum": 1 }, "define": { "bi|g[sum]": "= sum > 3" }, "merges": [{ "vars": { "sum": 1 }, "when": "= big && sum > 1" }] }"#,
            r#"{ "variables": { "sum": 1 }, "define": { "<big>[sum]": "= sum > 3" }, "merges": [{ "vars": { "sum": 1 }, "when": "= <big> && sum > 1" }] }"#,
        ),
        (
            r#"{ "variables": { "s|um": 1 }, "define": { "big[sum]": "= sum > 3" }, "lose": { "needed": "= sum > 1" } }"#,
            r#"{ "variables": { "<sum>": 1 }, "define": { "big[sum]": "= sum > 3" }, "lose": { "needed": "= <sum> > 1" } }"#,
        ),
        (
            r#"{ "define": { "steps": [1] }, "win": ["$steps...", "$st|eps"], "lose": { "needed": "= 1.$steps" } }"#,
            r#"{ "define": { "<steps>": [1] }, "win": ["$<steps>...", "$<steps>"], "lose": { "needed": "= 1.$<steps>" } }"#,
        ),
        (
            r#"{ "merges": [{ "vars": { "sum": 1 }, "when": "= s|um", "result": ["@var_retain", "@Var sum"] }, { "when": "= sum" }] }"#,
            r#"{ "merges": [{ "vars": { "<sum>": 1 }, "when": "= <sum>", "result": ["@var_retain", "@Var <sum>"] }, { "when": "= sum" }] }"#,
        ),
        (
            r#"{ "scripts": [{ "vars": { "i": 0 }, "do": ["@edit_var", "i", 1, "= edit_var('i', 2); i|"] }] }"#,
            r#"{ "scripts": [{ "vars": { "<i>": 0 }, "do": ["@edit_var", "<i>", 1, "= edit_var('<i>', 2); <i>"] }] }"#,
        ),
        (
            r#"{ "scripts": [{ "do": ["= let x = 1", "= x += cells.map(x => x + 1)[0]", "= let x = |x; x"] }] }"#,
            r#"{ "scripts": [{ "do": ["= let <x> = 1", "= <x> += cells.map(x => x + 1)[0]", "= let x = <x>; x"] }] }"#,
        ),
        (
            r#"{ "lose": { "needed": "= cells.map((x, i) => x|).filter(i => i) + x" } }"#,
            r#"{ "lose": { "needed": "= cells.map((<x>, i) => <x>).filter(i => i) + x" } }"#,
        ),
        (
            r#"{ "lose": { "needed": "= for p in places { p; for q in [p] { q + p| } }; p" } }"#,
            r#"{ "lose": { "needed": "= for <p> in places { <p>; for q in [<p>] { q + <p> } }; p" } }"#,
        ),
        (
            r#"{ "merges": [{ "for": "n|", "to": 3, "make": { "length": "$n", "when": "= n > @Next(1, n)" } }] }"#,
            r#"{ "merges": [{ "for": "<n>", "to": 3, "make": { "length": "$<n>", "when": "= <n> > @Next(1, n)" } }] }"#,
        ),
        (
            r#"{ "settings": [{ "name": "ba|se", "kind": "whole" }], "tile_value": ["$base", "^", "@Next $base value"] }"#,
            r#"{ "settings": [{ "name": "<base>", "kind": "whole" }], "tile_value": ["$<base>", "^", "@Next $<base> value"] }"#,
        ),
        (
            r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= \"é\\\\\u0041\" == h|p" }"#,
            r#"{ "variables": { "<hp>": 1 }, "lose": { "needed": "= \"é\\\\\u0041\" == <hp>" }"#,
        ),
        (
            r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= @GVar(h|p) + @Next(1, value)" } }"#,
            r#"{ "variables": { "<hp>": 1 }, "lose": { "needed": "= @GVar(<hp>) + @Next(1, value)" } }"#,
        ),
    ] {
        let (marked, at) = match marked.contains('|') && !marked.contains("||") {
            true => (marked, None),
            false => (marked, Some(0)),
        };
        let (file, at) = match at {
            None => opened(marked),
            Some(at) => (File::new(&SourceFile::new("mine.jsonc", marked.as_bytes()), &Base), at),
        };
        assert_eq!(shown(&file, file.references(at)), expected, "{marked}");
    }
}

#[test]
fn names_of_extended_files_are_found_there() {
    let (file, at) = opened(r#"{ "extends": "base.jsonc", "win": [{ "when": "= tur|ns > 1" }] }"#);
    let found = file.definition(at);
    assert_eq!((found.len(), found[0].file.as_str()), (1, "base.jsonc"));
    assert_eq!(&found[0].text[found[0].span.clone()], "turns");
    assert_eq!(file.use_at(at).map(|used| used.symbol.sort), Some(Sort::Variable));
    let renamed = file.rename(at, "rounds").unwrap();
    assert_eq!((renamed.edits.len(), renamed.extended[0].1.len()), (1, 2));
}

#[test]
fn names_that_cannot_be_given_are_refused() {
    for (marked, name, part) in [
        (r#"{ "variables": { "h|p": 1 } }"#, "2nd", "is no name"),
        (r#"{ "variables": { "h|p": 1 } }"#, "", "is no name"),
        (r#"{ "variables": { "h|p": 1 } }"#, "score", "means something in every formula"),
        (r#"{ "variables": { "h|p": 1 } }"#, "let", "means something"),
        (r#"{ "variables": { "h|p": 1, "mp": 2 } }"#, "mp", "a game variable `mp` already"),
        (r#"{ "variables": { "h|p": 1 }, "lose": { "needed": "= let x = hp; x" } }"#, "x", "`x` already"),
        (r#"{ "variables": { "h|p": 1 }, "lose": { "needed": "= hp" } }"#, "h-p", "formulas can't have `-`"),
        (
            r#"{ "define": { "a": ["@Var sum"] }, "merges": [{ "vars": { "s|um": 1 } }] }"#,
            "s",
            "a definition may mean",
        ),
        (
            r#"{ "define": { "big[sum]": "= sum > 3" }, "merges": [{ "vars": { "s|um": 1 }, "when": "= big" }] }"#,
            "s",
            "a definition may mean",
        ),
        (
            r#"{ "define": { "a": ["$n"] }, "win": [{ "for": "n|", "to": 2, "make": "$a" }] }"#,
            "m",
            "a definition may mean",
        ),
        (r#"{ "lose": { "needed": "= val|ue" } }"#, "v", "write \"tile\" first"),
        (r#"{ "lose": { "needed": "= sco|re" } }"#, "v", "nothing that an author has named"),
        (r#"{ "extends": "base.jsonc", "variables": { "h|p": 1 } }"#, "big", "already|taken"),
    ] {
        let (file, at) = opened(marked);
        let error = file.rename(at, name).expect_err(marked);
        assert!(part.split('|').any(|part| error.contains(part)), "{marked}: {error}");
    }
    let (file, at) = opened(
        r#"{ "lose": { "needed": "= any(cells, c| => c == 1)" }, "win": [{ "when": "= any(cells, x => x)" }] }"#,
    );
    assert_eq!(file.rename(at, "x").map(|renamed| renamed.edits.len()), Ok(2));
}

#[test]
fn variables_may_have_the_names_of_keys() {
    for (marked, uses) in [
        (r#"{ "variables": { "v|ars": { "g": 1 } }, "lose": { "needed": "= vars" } }"#, 2),
        (r#"{ "variables": { "vari|ables": { "g": 1 } } }"#, 1),
        (r#"{ "merges": [{ "vars": { "v|ars": { "g": 1 } }, "when": "= vars" }] }"#, 2),
    ] {
        let (file, at) = opened(marked);
        assert_eq!((file.uses().len(), file.references(at).len()), (uses, uses), "{marked}");
        assert_eq!(file.rename(at, "other").map(|renamed| renamed.edits.len()), Ok(uses), "{marked}");
    }
}

#[test]
fn values_of_a_function_are_shown_while_they_are_written() {
    for (marked, expected) in [
        ("floor(|", "floor(<number>, number) -> number"),
        ("floor(value, |", "floor(number, <number>) -> number"),
        ("floor(max(1, 2), |)", "floor(number, <number>) -> number"),
        ("value.floor(|", "floor(number, <number>) -> number"),
        ("count(cells, |", "count(list, <x => condition>)"),
        ("close(1, |", "close(a, <b>)"),
        ("announce(|", "announce(<any>, number)"),
        ("(1 + |", ""),
        ("1 + |", ""),
    ] {
        let whole =
            format!(r#"{{ "define": {{ "close(a, b)": "= a" }}, "lose": {{ "needed": "= {marked}" }} }}"#);
        let (file, at) = opened(&whole);
        let signature = file.signature(at);
        let found = signature.map_or(String::new(), |signature| {
            let value = signature.values[signature.active.min(signature.values.len() - 1)].clone();
            let (before, after) = (&signature.label[..value.start], &signature.label[value.end..]);
            format!("{before}<{}>{after}", &signature.label[value])
        });
        assert_eq!(found, expected, "{marked}");
    }
}

#[test]
fn scripts_are_set_in_and_formulas_get_blanks() {
    let text = r#"{
  // A comment stays, and so does the layout.
  "lose":{"needed":"=score>5"},
  "scripts": [{ "on": "A", "do": [
    "= if hp<1 {", // here, too
    "= for x in [1]{",
    "=score+=x",
    "= }",
    "= }else {",
    "=    hp=1",
    "= }",
  ] }, { "on": "B", "do": [0, "@add_score", 1] }],
}"#;
    let file = File::new(&SourceFile::new("mine.jsonc", text.as_bytes()), &NoFiles);
    let mut formatted = text.to_owned();
    for edit in file.format().into_iter().rev() {
        formatted.replace_range(edit.span, &edit.text);
    }
    let expected = r#"{
  // A comment stays, and so does the layout.
  "lose":{"needed":"= score > 5"},
  "scripts": [{ "on": "A", "do": [
    "= if hp < 1 {", // here, too
    "=   for x in [1] {",
    "=     score += x",
    "=   }",
    "= } else {",
    "=   hp = 1",
    "= }",
  ] }, { "on": "B", "do": [0, "@add_score", 1] }],
}"#;
    assert_eq!(formatted, expected);
}

#[test]
fn the_outline_names_rules() {
    let text = r#"{ "title": "T", "variables": { "hp": 1 }, "merges": [{ "match": [{}, {}] }], "scripts": [{ "on": "EndTurn", "do": [] }], "tile": ["a"] }"#;
    let file = File::new(&SourceFile::new("mine.jsonc", text.as_bytes()), &NoFiles);
    let lines: Vec<String> = file
        .symbols()
        .iter()
        .flat_map(|outer| {
            let inner = outer.inner.iter().map(|inner| format!("- {} {}", inner.name, inner.detail));
            std::iter::once(format!("{} {}", outer.name, outer.detail)).chain(inner).collect::<Vec<_>>()
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    assert_eq!(
        lines,
        ["title \"T\"", "variables", "- hp 1", "merges", "- [{}, {}]", "scripts", "- EndTurn", "tile", "- a"]
    );
}

#[test]
fn parts_of_formulas_have_colours() {
    let text =
        r#"{ "variables": { "hp": 1 }, "lose": { "needed": "= if hp >= 5n { floor(score, 'x').age } ?" } }"#;
    let file = File::new(&SourceFile::new("mine.jsonc", text.as_bytes()), &NoFiles);
    let parts = file.highlight();
    let shown: Vec<String> =
        parts.iter().map(|part| format!("{} {:?}", &text[part.span.clone()], part.style)).collect();
    assert_eq!(
        shown,
        [
            "hp Name(Variable)",
            "if Keyword",
            "hp Name(Variable)",
            ">= Operator",
            "5n Number",
            "floor Function",
            "score Word",
            "'x' Text",
            "age Word",
        ]
    );
}

#[test]
fn a_place_within_a_letter_or_beyond_the_end_is_a_place_of_the_text() {
    let text = "{ \"title\": \"²\" } // ²";
    let file = File::new(&SourceFile::new("mine.jsonc", text.as_bytes()), &NoFiles);
    for at in 0..text.len() + 3 {
        assert!(text.get(file.complete(at).span).is_some(), "{at}");
        _ = (file.hover(at), file.signature(at), file.references(at), file.rename(at, "other").is_ok());
    }
}
