//! Formulas in mode files: what they become, and what is said of wrong ones.

use calcarray::json;
use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{
    Expressions, Info, NoFiles, ReadOptions, SourceFile, arrays, check, formulas, read, write,
};
use polymerge_rules::Mode;

fn mode_of(text: &str) -> Result<Mode, String> {
    let file = SourceFile::new("mode.jsonc", text.as_bytes().to_vec());
    let read = read(&file, &NoFiles, &ReadOptions::default());
    read.map(|file| file.mode).map_err(|problems| problems.to_text())
}

#[track_caller]
fn good(keys: &str) -> Mode {
    mode_of(&format!("{{\"title\": \"Test\", {keys}}}")).unwrap_or_else(|report| panic!("{report}"))
}

#[track_caller]
fn same(formulas: &str, arrays: &str) {
    let (one, other) = (good(formulas), good(arrays));
    assert_eq!(json::write(&one.merge_rules), json::write(&other.merge_rules));
    assert_eq!(json::write(&one.scripts), json::write(&other.scripts));
    assert!(one == other, "{formulas}");
}

#[test]
fn a_formula_is_the_array_that_it_stands_for() {
    same(
        r#""tile": ["value", "age"], "merges": [{ "match": [{}, {}], "when": "= value == next.value && age < 5", "result": ["= value * 2", 0] }]"#,
        r#""tile": ["value", "age"], "merges": [{ "match": [{}, {}], "when": ["@This value", "=", "@Next 1 value", "&&", ["@This age", "<", 5]], "result": [["@This value", "*", 2], 0] }]"#,
    );
}

#[test]
fn formulas_know_variables_and_definitions() {
    same(
        r#""variables": { "hp": 10, "least": 3 }, "define": { "half": "= hp / 2", "size": 4 }, "lose": { "needed": "= half < least * size + $least" }"#,
        r#""variables": { "hp": 10, "least": 3 }, "define": { "half": ["@GVar hp", "/", 2], "size": 4 }, "lose": { "needed": ["$half", "<", ["@GVar least", "*", "$size", "+", "$least"]] }"#,
    );
}

#[test]
fn definitions_may_have_values() {
    same(
        r#""variables": { "hp": 10 }, "define": { "half(x)": "= x / 2", "close(a, b)": "= abs(a - b) < half(hp)" }, "lose": { "needed": "= close(score, moves + 1) && half(4) == 2" }"#,
        r#""variables": { "hp": 10 }, "lose": { "needed": [
            ["@Score", ["@Moves", "+", 1], "@end_vars", "@Var -2", "-", "@Var -1", "abs", "<", ["@GVar hp", "@end_vars", "@Var -1", "/", 2]],
            "&&", [[4, "@end_vars", "@Var -1", "/", 2], "=", 2]] }"#,
    );
    same(
        r#""define": { "twice(x)": "= let y = x * 2; y + x" }, "scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": "= score += twice(i)" }]"#,
        r#""scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": [0, "@add_score", ["@var_copy", "@Var i", "@end_vars", ["@var_copy", ["@var_retain", "@Var -1", "*", 2], "@end_vars", "@Var -1", "+", "@Var -2"]]] }]"#,
    );
}

#[test]
fn entries_of_definitions_are_put_into_lines() {
    same(
        r#""define": { "more": ["+", 1, "*", 2], "start": [5, "*", 3] }, "win": { "needed": "= score.$more - 1 > ...$start + moves" }"#,
        r#""define": { "more": ["+", 1, "*", 2], "start": [5, "*", 3] }, "win": { "needed": ["@Score", "$more...", "-", 1, ">", ["$start...", "+", "@Moves"]] }"#,
    );
    same(
        r#""variables": { "hp": 1 }, "define": { "pay": ["@add_score", 5] }, "scripts": [{ "on": "EndTurn", "do": ["= hp += 1", "= _.$pay", "= if hp > 3 { _.$pay }"] }]"#,
        r#""variables": { "hp": 1 }, "define": { "pay": ["@add_score", 5] }, "scripts": [{ "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", ["@GVar hp", "+", 1], "$pay...", "@if", ["@GVar hp", ">", 3], "$pay...", "@end-if"] }]"#,
    );
}

#[test]
fn definitions_take_variables_of_the_place() {
    same(
        r#""define": { "big[sum]": "= sum > 3", "huge[sum, n]": "= big && sum > n" }, "merges": [{ "match": [{}, {}], "vars": { "n": 2, "sum": "= value + next.value" }, "when": "= value == next.value && huge", "result": ["= value + if big { 1 }"], "score": 0 }]"#,
        r#""define": { "big": ["@var_retain", "@Var sum", ">", 3] }, "merges": [{ "match": [{}, {}], "vars": { "n": 2, "sum": ["@This value", "+", "@Next 1 value"] }, "when": ["@var_retain", "@This value", "=", "@Next 1 value", "&&", ["@var_retain", "$big", "&&", ["@var_retain", "@Var sum", ">", "@Var n"]]], "result": [["@var_retain", "@This value", "+", ["@var_retain", 0, "@if", "$big", "2nd", 1, "@end-if"]]], "score": 0 }]"#,
    );
}

/// The variables of a `let`, a loop or a function are variables of the place, too.
#[test]
fn definitions_take_variables_of_formulas() {
    same(
        r#""define": { "big[x]": "= x > 3" }, "win": { "needed": "= let x = score * 2; big && moves > 1" }"#,
        r#""win": { "needed": "= let x = score * 2; (x > 3) && moves > 1" }"#,
    );
    same(
        r#""variables": { "seeds": [1] }, "define": { "big[x]": "= x > 3" }, "win": { "needed": "= any(seeds, x => big)" }"#,
        r#""variables": { "seeds": [1] }, "win": { "needed": "= any(seeds, x => ((x > 3)))" }"#,
    );
    same(
        r#""variables": { "hp": 1 }, "define": { "pay[price]": ["= _; hp -= price", "= if hp < 0 { price = 0 }"] }, "scripts": [{ "on": "EndTurn", "do": ["= for price in [1, 2] { _.$pay; score += price }"] }]"#,
        r#""variables": { "hp": 1 }, "scripts": [{ "on": "EndTurn", "do": ["= for price in [1, 2] { hp -= price; if hp < 0 { price = 0 }; score += price }"] }]"#,
    );
    // Of the place, a definition with values sees only what it takes.
    same(
        r#""define": { "close(a)[sum]": "= abs(a - sum) < 3" }, "merges": [{ "match": [{}, {}], "vars": { "n": 2, "sum": "= value + next.value" }, "when": "= close(n)", "result": ["= value"], "score": 0 }]"#,
        r#""merges": [{ "match": [{}, {}], "vars": { "n": 2, "sum": "= value + next.value" }, "when": ["@var_copy", "@Var n", "@end_vars", "@Var -1", "-", "@Var sum", "abs", "<", 3], "result": ["= value"], "score": 0 }]"#,
    );
    same(
        r#""variables": { "seeds": [1] }, "define": { "close(a)[x]": "= abs(a - x) < 3" }, "win": { "needed": "= any(seeds, x => close(score))" }"#,
        r#""variables": { "seeds": [1] }, "win": { "needed": ["@GVar seeds", "arr_filter", [["@var_copy", "@Score", "@end_vars", "@Var -1", "-", "@Var -2", "abs", "<", 3]], "arr_length", ">", 0] }"#,
    );
    assert!(
        report(r#""define": { "close(a)[sum]": "= a > sum" }, "win": { "needed": "= close(1)" }"#)
            .contains("in `close`: nothing is named `sum`")
    );
}

#[test]
fn first_values_are_calculated() {
    let mode = good(
        r#""variables": { "a": "= 2 + 3", "b": "= [1, 2 + 3]", "c": "= 2n ^B 70n", "d": "$half", "e": ["= 1 + 1", 7], "f": "= half + size", "g": [2, "+", 3], "h": ["= let x = 3", "= x * x"], "i": { "compute": "= [1, 2]" } },
           "define": { "half": "= 8 / 2", "size": 6 }, "modifier_variables": { "m": "= 3 * 3" }, "grid": { "width": "= size + 1", "height": "= size" }, "start_tiles": "= size / 2""#,
    );
    assert_eq!(
        json::write(&mode.game_variables),
        r#"[5,[1,5],"@BigInt 1180591620717411303424",4,[2,7],10,[2,"+",3],9,[1,2]]"#
    );
    assert_eq!(json::write(&mode.modifier_variables), "[9]");
    assert_eq!((mode.width, mode.height), (7, 6));
    assert_eq!(mode.start_tiles, 3.0);
    same(
        r#""define": { "far": 2 }, "directions": [{ "name": "left", "slide": "= far + 1", "type": "= 2 * far", "available": "= moves > 1 + 2" }], "auto_directions": [{ "move": ["= 1 - far", 0], "every": "= far * 2" }, { "move": [1, 0], "when": "= score > far" }]"#,
        r#""directions": [{ "name": "left", "slide": 3, "type": 4, "available": ["@Moves", ">", [1, "+", 2]] }], "auto_directions": [{ "move": [-1, 0], "every": 4 }, { "move": [1, 0], "when": ["@Score", ">", 2] }]"#,
    );
    for keys in [
        r#""variables": { "a": "= score + 1" }"#,
        r#""variables": { "a": 1, "b": "= a" }"#,
        r#""variables": { "a": "= rand_int(1, 6)" }"#,
    ] {
        let report = report(keys);
        assert!(
            report.contains("error[compute]: this value is calculated before there is a game"),
            "{report}"
        );
        assert!(report.contains("a script on \"RestartMode\""), "{report}");
    }
}

#[test]
fn names_alone_are_calculated_where_tiles_spawn() {
    same(
        r#""variables": { "hp": 3 }, "define": { "rare": "= hp", "often": 9 }, "spawns": [{ "tile": ["= hp"], "weight": "= hp" }, { "tile": ["= 2"], "weight": "= rare" }, { "box": [["= hp"], 2], "weight": "= often" }, { "computed": "= hp" }], "forced_spawns": [{ "tiles": [["= score"]] }]"#,
        r#""variables": { "hp": 3 }, "spawns": [{ "tile": [["@GVar hp"]], "weight": ["@GVar hp"] }, { "tile": [2], "weight": ["@GVar hp"] }, { "box": [[["@GVar hp"]], 2], "weight": 9 }, { "computed": ["@GVar hp"] }], "forced_spawns": [{ "tiles": [[["@Score"]]] }]"#,
    );
}

#[test]
fn directions_have_names() {
    same(
        r#""scripts": [{ "on": "EndTurn", "do": "= if direction == left || direction == up { score += 1 }" }]"#,
        r#""scripts": [{ "on": "EndTurn", "do": "= if direction == 3 || direction == 1 { score += 1 }" }]"#,
    );
    same(
        r#""directions": { "set": "both", "stay_still": true }, "scripts": [{ "on": "EndTurn", "do": "= score += down_left * 100 + stay" }]"#,
        r#""directions": { "set": "both", "stay_still": true }, "scripts": [{ "on": "EndTurn", "do": "= score += 7 * 100 + 9" }]"#,
    );
    same(
        r#""grid": { "shape": "hexagon", "size": 2 }, "directions": ["left", { "name": "up-right", "slide": 1, "available": "= direction != left" }], "variables": { "right": 8 }, "scripts": [{ "on": "EndTurn", "do": "= score += up_right + right" }]"#,
        r#""grid": { "shape": "hexagon", "size": 2 }, "directions": ["left", { "name": "up-right", "slide": 1, "available": "= direction != 1" }], "variables": { "right": 8 }, "scripts": [{ "on": "EndTurn", "do": "= score += 2 + right" }]"#,
    );
    assert!(report(r#""win": { "needed": "= direction == lft" }"#).contains("did you mean `left`?"));
    assert!(
        report(r#""directions": ["left"], "win": { "needed": "= direction == right" }"#)
            .contains("nothing is named `right`")
    );
}

#[test]
fn names_that_hide_words_are_doubted() {
    let report = |keys: &str| {
        let text = format!("{{\"title\": \"Test\", {keys}}}");
        let file = SourceFile::new("mode.jsonc", text.into_bytes());
        check(&file, &NoFiles, &ReadOptions::default()).problems.to_text()
    };
    for (keys, name, help) in [
        (
            r#""variables": { "moves": 3 }, "lose": { "needed": "= moves > 5" }"#,
            "moves",
            "rename it; @Moves is always the other",
        ),
        (
            r#""tile": ["value", "row"], "merges": [{ "when": "= row == 2", "result": ["= value", "= 1"] }]"#,
            "row",
            "rename it; @VCoord is always the other",
        ),
        (r#""define": { "tiles": 3 }, "lose": { "needed": "= tiles > 5" }"#, "tiles", "rename it"),
        (
            r#""define": { "next": "= score" }, "lose": { "needed": "= next > 5" }"#,
            "next",
            "rename it; @Next(1) is always the other",
        ),
    ] {
        let report = report(keys);
        let message = format!("warning[doubt]: `{name}` hides what every formula knows by this name");
        assert!(report.contains(&message) && report.contains(help), "{report}");
    }
    // Such names are of no matter where no formula uses them, and in the place that gives them.
    for keys in [
        r#""define": { "score": "= value" }, "merges": [{ "result": ["= value"], "score": "$score" }]"#,
        r#""scripts": [{ "on": "EndTurn", "vars": { "row": 1 }, "do": "= row = 2; let moves = 3; score += moves" }]"#,
    ] {
        let report = report(keys);
        assert!(!report.contains("hides"), "{report}");
    }
}

#[test]
fn numbers_of_definitions_stand_in_lists_as_they_are() {
    same(
        r#""define": { "size": 4, "most": "$size", "last": "= 7n", "yes": true, "half": "= score / 2" }, "scripts": [{ "on": "EndTurn", "do": "= cell(0, 0) = [size]; cell(0, 1) = [most]; cell(1, 0) = [last]; cell(1, 1) = [yes]; cell(2, 2) = [half]; cell(0, 2) = [(size)]" }]"#,
        r#""scripts": [{ "on": "EndTurn", "do": [0, "@replace_tile", 0, 0, ["@Literal", 4], "@replace_tile", 0, 1, ["@Literal", 4], "@replace_tile", 1, 0, ["@Literal", "@BigInt 7"], "@replace_tile", 1, 1, ["@Literal", true], "@replace_tile", 2, 2, ["@Literal", ["@CalcArray", ["@Score", "/", 2]]], "@replace_tile", 0, 2, ["@Literal", ["@CalcArray", 4]]] }]"#,
    );
}

#[test]
fn definitions_may_be_steps() {
    same(
        r#""define": { "double": "= _ * 2 + 1" }, "win": { "needed": "= score.$double > 5" }"#,
        r#""win": { "needed": ["@Score", "*", 2, "+", 1, ">", 5] }"#,
    );
    // In the line of the script, and in a line within it.
    same(
        r#""variables": { "hp": 1 }, "define": { "pay[i]": ["= _; hp -= i", "= if hp < 0 {", "=   i = 0", "= }"] }, "scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": ["= _.$pay", "= for s in [1, 2] { _.$pay }"] }]"#,
        r#""variables": { "hp": 1 }, "define": { "pay": ["@edit_gvar", "$hp", ["@var_retain", "@GVar hp", "-", "@Var i"], "@if", ["@GVar hp", "<", 0], "@edit_var", "i", 0, "@end-if"] }, "scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": [0, "$pay...", "2nd", ["@var_retain", ["@Literal", 1, 2], 0, "@end_vars", 0, "@repeat", ["@var_retain", "@Var -2", "arr_length"], "2nd", ["@var_retain", ["@var_retain", "@Var -2", "arr_elem", "@Var -1"], "@end_vars", 0, "$pay...", "@remove_var", -1], "@edit_var", -1, ["@var_retain", "@Var -1", "+", 1], "@end-repeat", "@remove_var", -1, "@remove_var", -1]] }]"#,
    );
}

#[test]
fn steps_may_stand_in_templates() {
    same(
        r#""variables": { "hp": 1 }, "define": { "pay": { "if": true, "then": "= _; hp -= 1", "else": [] }, "all": ["$pay...", { "for": "n", "in": [1, 2], "splice": ["= _; hp -= n", "= score += n"] }] }, "scripts": [{ "on": "EndTurn", "do": "= _.$all" }]"#,
        r#""variables": { "hp": 1 }, "scripts": [{ "on": "EndTurn", "do": [0, "@edit_gvar", "$hp", ["@GVar hp", "-", 1], "@edit_gvar", "$hp", ["@GVar hp", "-", 1], "@add_score", 1, "@edit_gvar", "$hp", ["@GVar hp", "-", 2], "@add_score", 2] }]"#,
    );
}

#[test]
fn a_list_that_begins_with_let_is_one_formula() {
    same(
        r#""define": { "half": ["= let a = score / 2", "= let b = a + 1", "= a * b"] }, "win": { "needed": "= half > 10" }"#,
        r#""define": { "half": "= let a = score / 2; let b = a + 1; a * b" }, "win": { "needed": "= half > 10" }"#,
    );
}

#[test]
fn vars_may_be_a_definition() {
    same(
        r#""variables": { "hp": 1 }, "define": { "own": { "i": 2, "k": "= i + 1" }, "pay[k]": "= _; hp -= k" }, "scripts": [{ "on": "EndTurn", "vars": "$own", "do": ["= k += i", "= _.$pay"] }]"#,
        r#""variables": { "hp": 1 }, "scripts": [{ "on": "EndTurn", "vars": { "i": 2, "k": ["@var_retain", "@Var i", "+", 1] }, "do": [0, "@edit_var", "k", ["@var_retain", "@Var k", "+", "@Var i"], "@edit_gvar", "$hp", ["@var_retain", "@GVar hp", "-", "@Var k"]] }]"#,
    );
}

#[test]
fn steps_that_set_variables_are_in_no_copy() {
    same(
        r#""define": { "add[i]": ["= _; i += 1"] }, "scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": ["= if moves > 3 {", "=   let a = 5; score += a; _.$add", "= }"] }]"#,
        r#""scripts": [{ "on": "EndTurn", "vars": { "i": 3 }, "do": [0, "@if", ["@Moves", ">", 3], "2nd", ["@var_retain", 5, "@end_vars", 0, "@add_score", "@Var -1", "@edit_var", "i", ["@var_retain", "@Var i", "+", 1], "1st", 0, "@remove_var", -1], "@end-if"] }]"#,
    );
}

#[test]
fn a_score_that_is_left_out_reads_the_variables_of_the_result() {
    same(
        r#""merges": [{ "match": [{}, {}], "vars": { "sum": "= value + next.value" }, "when": "= value == next.value", "result": ["= sum * 2"] }]"#,
        r#""merges": [{ "match": [{}, {}], "vars": { "sum": "= value + next.value" }, "when": "= value == next.value", "result": ["= sum * 2"], "score": ["@var_retain", ["@var_retain", "@Var sum", "*", 2]] }]"#,
    );
}

#[test]
fn functions_of_lists_may_be_definitions() {
    same(
        r#""variables": { "seeds": [[1, 2]] }, "define": { "small": ["@Var -1", "<", 2] }, "win": { "needed": "= seeds.filter(small).length > 1" }"#,
        r#""variables": { "seeds": [[1, 2]] }, "define": { "small": ["@Var -1", "<", 2] }, "win": { "needed": ["@GVar seeds", "arr_filter", "$small", "arr_length", ">", 1] }"#,
    );
}

#[test]
fn formulas_and_arrays_may_be_mixed() {
    same(
        r#""win": { "needed": ["= score * 2", ">", "= moves + 1"] }"#,
        r#""win": { "needed": [["@Score", "*", 2], ">", ["@Moves", "+", 1]] }"#,
    );
}

#[test]
fn rules_see_their_variables() {
    same(
        r#""merges": [{ "vars": { "sum": "= value + next.value" }, "when": "= sum % 3 == 0 && sum > 3", "result": ["= (sum)"] }]"#,
        r#""merges": [{ "vars": { "sum": ["@This value", "+", "@Next 1 value"] }, "when": ["@var_retain", "@Var sum", "%", 3, "=", 0, "&&", ["@var_retain", "@Var sum", ">", 3]], "result": [["@var_retain", "@Var sum"]] }]"#,
    );
}

#[test]
fn a_script_is_a_list_of_formulas() {
    same(
        r#""variables": { "hp": 10 }, "scripts": [{ "on": "EndTurn", "vars": { "i": 0 }, "do": ["= repeat 3 {", "=   i += 1", "=   hp -= i", "= }", "= if hp <= 0: score += 5"] }]"#,
        r#""variables": { "hp": 10 }, "scripts": [{ "on": "EndTurn", "vars": { "i": 0 }, "do": [0, "@repeat", 3, "@edit_var", "i", ["@var_retain", "@Var i", "+", 1], "@edit_gvar", "$hp", ["@var_retain", "@GVar hp", "-", "@Var i"], "@end-repeat", "@if", ["@GVar hp", "<=", 0], "@add_score", 5, "@end-if"] }]"#,
    );
    same(
        r#""variables": { "hp": 10 }, "scripts": [{ "on": "EndTurn", "do": "= let x = hp; hp = x * x" }]"#,
        r#""variables": { "hp": 10 }, "scripts": [{ "on": "EndTurn", "do": ["@GVar hp", "@end_vars", 0, "@edit_gvar", "$hp", ["@var_retain", "@Var 0", "*", "@Var 0"]] }]"#,
    );
}

#[test]
fn variables_of_a_script_and_of_let_do_not_mix() {
    same(
        r#""scripts": [{ "on": "EndTurn", "vars": { "i": 2 }, "do": "= let x = i + 1; score += x * i" }]"#,
        r#""scripts": [{ "on": "EndTurn", "vars": { "i": 2 }, "do": [["@var_copy", ["@var_retain", "@Var i", "+", 1], "@end_vars", 0, "@add_score", ["@var_retain", "@Var -1", "*", "@Var i"]]] }]"#,
    );
}

#[test]
fn a_text_that_begins_with_the_sign_is_written_with_two() {
    let mode = good(r#""stat_boxes": [{ "title": "== 5", "value": ["@Score", "=", "=="] }]"#);
    assert!(json::write(&mode.stat_boxes).contains(r#""= 5""#));
    assert!(json::write(&mode.stat_boxes).contains(r#"["@Score","=","=="]"#));
    for expressions in [Expressions::Formulas, Expressions::Arrays] {
        let text = write(&mode, &Info::default(), expressions);
        assert!(mode_of(&text).unwrap() == mode, "{text}");
    }
}

#[test]
fn titles_are_texts() {
    assert!(mode_of(r#"{"title": "= 5", "about": "= score"}"#).is_ok());
}

/// The report of a mistake, without the name of the file.
#[track_caller]
fn report(keys: &str) -> String {
    mode_of(&format!("{{ \"title\": \"Test\",\n{keys} }}")).expect_err(keys)
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (keys, expected) in [
        (
            r#""lose": { "needed": "= scor > 5" }"#,
            r#"error[name]: nothing is named `scor`
 --> mode.jsonc:2:24
  |
2 | "lose": { "needed": "= scor > 5" } }
  |                        ^^^^
  = help: did you mean `score`?
"#,
        ),
        (
            r#""scripts": [{ "on": "EndTurn", "do": ["= score += 1", "= if moves > 5 {", "=   hp -= 1", "= }"] }]"#,
            r#"error[name]: nothing is named `hp`
 --> mode.jsonc:2:80
  |
2 | "scripts": [{ "on": "EndTurn", "do": ["= score += 1", "= if moves > 5 {", "=   hp -= 1", "= }"] }] }
  |                                                                                ^^
  = help: entries of "tile", "variables", "vars" and "define" have names
"#,
        ),
        (
            r#""define": { "big": "= i > 5" }, "scripts": [{ "on": "EndTurn", "vars": { "i": 0 }, "do": "= if big: score += 1" }]"#,
            "if it is a variable of the place where `big` is used: \"big[i]\"",
        ),
        (
            r#""define": { "big[i]": "= i > 5" }, "scripts": [{ "on": "EndTurn", "vars": { "j": 0 }, "do": "= if big: score += 1" }]"#,
            "`big` takes the variable `i`, and there is none here",
        ),
        (
            r#""define": { "big[i]": "= i > 5", "f(x)": "= big && x" }, "win": { "needed": "= f(3)" }"#,
            "a definition with values sees those that it takes: \"…(x)[i]\"",
        ),
        (
            r#""define": { "pay": ["= _; score += 1", "= hp -= 1"] }, "scripts": [{ "on": "EndTurn", "do": "= _.$pay" }]"#,
            r#"
2 | "define": { "pay": ["= _; score += 1", "= hp -= 1"] }, "scripts": [{ "on": "EndTurn", "do": "= _.$pay" }] }
  |                                           ^^
"#,
        ),
        (
            r#""define": { "both[v]": ["= _ + v", "= v = 7"] }, "scripts": [{ "on": "EndTurn", "vars": { "v": 3 }, "do": "= score += [1, 2].map(x => x.$both)[0]" }]"#,
            "a function can't set what `both` sets",
        ),
        (r#""define": { "half(x)": "= x / y" }"#, "nothing is named `y`"),
        (r#""define": { "near(x)": "= x" }"#, "`near` is a function that every formula has"),
        (r#""define": { "half(x)": ["@This 0"] }"#, "a definition with values is a formula, not a list"),
        (
            r#""define": { "half(x)": "= x / 2" }, "win": { "needed": "= half(1, 2) > 3" }"#,
            "`half` has 1 value, not 2",
        ),
        (
            r#""define": { "a(x)": "= b(x)", "b(x)": "= a(x)" }, "win": { "needed": "= a(1) > 3" }"#,
            "makes too many calls of other functions",
        ),
        (
            r#""define": { "half(x)": "= x / 2" }, "win": { "needed": "= haf(1) > 3" }"#,
            "did you mean `half`?",
        ),
        (
            r#""define": { "big(x)": "= x > i" }, "scripts": [{ "on": "EndTurn", "vars": { "i": 0 }, "do": "= if big(1): score += 1" }]"#,
            "nothing is named `i`",
        ),
    ] {
        let report = report(keys);
        assert!(report.contains(expected), "{report}");
    }
}

#[test]
fn what_check_finds_is_shown_in_the_formula() {
    let text = r#"{ "title": "Test", "about": "A test.",
"tiles": [{ "colour": "white" }], "spawns": [{ "tile": [1] }],
"merges": [{ "match": [{}, {}], "when": "= value == @Nxt(1, 0) && 1 + score > 3", "result": ["= value.'plus'(2)"] }] }"#;
    let file = SourceFile::new("mode.jsonc", text.as_bytes());
    let report = check(&file, &NoFiles, &ReadOptions::default()).problems.to_text();
    let marked = "@Nxt(1, 0)";
    let column = text.lines().last().unwrap().find(marked).unwrap();
    let expected = format!("{}{}\n", " ".repeat(column), "^".repeat(marked.len()));
    assert!(report.contains(&expected), "{report}");
    assert!(report.contains("warning[unknown-word]"), "{report}");
    assert!(report.contains("error[unknown-operator]"), "{report}");
}

#[test]
fn an_empty_line_of_a_script_is_nothing() {
    same(
        r#""variables": { "hp": 1 }, "scripts": [{ "on": "EndTurn", "do": ["= if hp > 3 {", "= ", "=   hp = 1", "= }"] }]"#,
        r#""variables": { "hp": 1 }, "scripts": [{ "on": "EndTurn", "do": [0, "@if", ["@GVar hp", ">", 3], "@edit_gvar", "$hp", 1, "@end-if"] }]"#,
    );
}

/// Formulas that the documents call for are without warnings.
#[test]
fn usual_scripts_have_no_warnings() {
    let text = r##"{ "title": "Test", "about": "A test.",
"tiles": [{ "colour": "#ffffff" }], "spawns": [{ "tile": [1] }], "variables": { "hp": 5 },
"merges": [{ "match": [{}, {}], "result": ["= value * 2"] }], "win": { "needed": "= hp < 0" },
"scripts": [{ "on": "EndTurn", "do": [
  "= if moves % 3 == 0 { announce('hi', 2000); hp -= 1 }",
  "= for p in places {",
  "=   let tile = cell(p)",
  "=   if tile != empty && count(neighbours(p), q => cell(q) != empty) > 3: cell(p).value = 1",
  "= }",
  "= if hp == 2: hp -= 1"
] }] }"##;
    let file = SourceFile::new("mode.jsonc", text.as_bytes());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    assert!(problems.is_empty(), "{}", problems.to_text());
}

/// The helps of a check.
fn helps(keys: &str) -> Vec<String> {
    let text = format!(
        r##"{{ "title": "Test", "spawns": [{{ "tile": [1] }}], "tiles": [{{ "colour": "#f0c040" }}],
            "variables": {{ "hp": 3 }}, {keys} }}"##
    );
    let file = SourceFile::new("mode.jsonc", text.into_bytes());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    problems.list().iter().filter_map(|problem| problem.help.clone()).collect()
}

#[test]
fn helps_are_in_the_form_of_their_place() {
    let doubles = r#""merges": [{ "match": [{}, {}], "result": ["= value * 2"] }]"#;
    for (keys, help) in [
        // The place is a formula, a part of one, a list, or a list beside formulas.
        (r#""merges": [{ "when": "= next == 4", "result": ["= value * 2"] }]"#, "next.value"),
        (r#""merges": [{ "when": ["@Next 1", "=", 4], "result": ["= value * 2"] }]"#, "@Next 1 value"),
        (r#""scripts": [{ "on": "EndTurn", "do": "= cell(0, 0) = [1, 2]" }]"#, "write [1]"),
        (
            r#""scripts": [{ "on": "EndTurn", "do": [0, "@replace_tile", 0, 0, ["@Literal"]] }]"#,
            "[\"@Literal\", 1]",
        ),
        (r#""spawn_conditions": "= @Var(0) == 1""#, "given(0)"),
        (r#""spawn_conditions": ["@Var 0", "=", 1]"#, "@var_retain"),
        (
            r#""spawn_conditions": "= score.'zzzzzzzz'(2) == 1""#,
            "the operators are listed in docs/operators.md",
        ),
        (r#""spawn_conditions": "= 'what is it' * 2 == 1""#, "write a number, or the name of one"),
        (r#""spawn_conditions": "= `[]`""#, "an empty list as a value is written []"),
        (
            r#""spawn_conditions": "= if score > 5 { 'Moves' < 3 } else { \"x\" == 'y' }""#,
            "names have no quotes: moves",
        ),
        (r#""forced_spawns": [{ "tiles": [["@GVar hp"]] }]"#, "[\"@GVar hp\"]"),
        (r#""lose": "= score > 100""#, r#"write "lose": { "needed": "= score > 100" }"#),
        // The sign of a formula is missing.
        (r#""spawn_conditions": "score < 100""#, r#"a formula begins with =: "= score < 100""#),
        (
            r#""scripts": [{ "on": "EndTurn", "do": "score += 1" }]"#,
            r#"a formula begins with =: "= score += 1""#,
        ),
        (r#""scripts": [{ "on": "EndTurn", "do": ["hp += 1"] }]"#, r#"write "= hp += 1""#),
    ] {
        let keys = if keys.starts_with("\"merges") { keys.to_owned() } else { format!("{doubles}, {keys}") };
        let found = helps(&keys);
        assert!(found.iter().any(|found| found.contains(help)), "{keys}: {found:#?}");
    }
    let text = r#"{ "title": "Test", "spawn_conditions": "= @Var(0) == 1" }"#;
    let problems =
        check(&SourceFile::new("mode.jsonc", text.as_bytes()), &NoFiles, &ReadOptions::default()).problems;
    let report = problems.to_text();
    assert!(report.contains("`@Var 0` can't read variables: this word alone brings none along"), "{report}");
}

#[test]
fn texts_that_only_look_like_formulas_are_texts() {
    for text in ["score", "a - b", "1/2", "Moves: (so far)", "value", "well - known", "#f0c040", "hp + 1"] {
        let keys = format!(
            r#""merges": [{{ "match": [{{}}, {{}}], "result": ["= value * 2"] }}],
               "scripts": [{{ "on": "EndTurn", "do": "= hp = 'x'.str_concat('{text}')" }}]"#
        );
        let found = helps(&keys);
        assert!(!found.iter().any(|found| found.contains("\"= ")), "{text}: {found:#?}");
    }
}

/// Reads a file and writes the result by the keys of codes.
fn mode_in(text: &str) -> Result<Mode, String> {
    let file = SourceFile::new("mode.jsonc", text.as_bytes().to_vec());
    read(&file, &BuiltIn, &ReadOptions::default())
        .map(|file| file.mode)
        .map_err(|problems| problems.to_text())
}

#[test]
fn the_formulas_of_a_file_can_be_arrays() {
    // formulas, arrays
    let cases = [
        (r#""win": { "needed": "= score > 100" }"#, r#""win": { "needed": ["@Score", ">", 100] }"#),
        (
            r#""merges": [{ "match": [{}, {}], "when": "= value == next.value" /* equal */, "result": ["= value * 2"] }]"#,
            r#""merges": [{ "match": [{}, {}], "when": ["@This value", "=", "@Next 1 value"] /* equal */, "result": [["@This value", "*", 2]] }]"#,
        ),
        (
            r#""variables": { "hp": 3 }, "scripts": [{ "on": "EndTurn", "do": ["= hp -= 1", "= if hp <= 0: score += 5"] }]"#,
            r#""variables": { "hp": 3 }, "scripts": [{ "on": "EndTurn", "do": [
  0,
  "@edit_gvar", "$hp", ["@GVar hp", "-", 1],
  "@if", ["@GVar hp", "<=", 0],
  "@add_score", 5,
  "@end-if",
] }]"#,
        ),
        // Names of definitions stay; those with values stay formulas.
        (
            r#""define": { "half(x)": "= x / 2", "most": "= moves * 2" }, "win": { "needed": "= score > half(most)" }"#,
            r#""define": { "half(x)": "= x / 2", "most": ["@Moves", "*", 2] }, "win": { "needed": ["@Score", ">", ["$most", "@end_vars", "@Var -1", "/", 2]] }"#,
        ),
        // Texts that look like something else, and numbers that stand for names elsewhere.
        (r#""win": { "needed": "= score > 1000000" }"#, r#""win": { "needed": ["@Score", ">", 1000000] }"#),
        (
            r#""lose": { "needed": "= score > 2110000000" }"#,
            r#""lose": { "needed": "= score > 2110000000" }"#,
        ),
        (r#""title": "= 1 + 2""#, r#""title": "= 1 + 2""#),
    ];
    for (formulas, wanted) in cases {
        let file = format!("{{ {formulas} }}");
        let file = SourceFile::new("mode.jsonc", file.into_bytes());
        let written = arrays(&file, &NoFiles, &ReadOptions::default()).unwrap();
        assert_eq!(written, format!("{{ {wanted} }}"));
    }
}

#[test]
fn a_file_that_is_written_again_is_the_same_mode() {
    for keys in [
        // Data are no expressions, and definitions may be used as data.
        r#""variables": { "hp": [1, "+", 2], "x": "= 2 + 3" }"#,
        r#""define": { "n": "= 2 + 3", "l": "= [1, 2, 3]" }, "variables": { "hp": "$n", "list": ["$l...", 4] }"#,
        r#""define": { "n": [2, "+", 3] }, "variables": { "hp": "$n" }"#,
        r#""define": { "n": "= 2 * 2" }, "grid": { "width": "$n", "height": 5 }, "next_tiles": "$n""#,
        // Settings have texts for people, and keys of the file.
        r#""settings": [{ "name": "on", "title": "= 2 * score", "kind": "flag", "default": true, "on": { "variables": { "hp": "= 2 + 3" }, "about": "= score + 3", "grid": { "width": "= 2 + 3", "height": 4 } } }]"#,
        r#""settings": [{ "name": "n", "title": "N", "kind": "any", "default": [1, "+", 2] }], "modifier_variables": { "q": "$n" }"#,
        // Numbers and names that are spelled alike.
        r#""variables": { "hp": 1 }, "lose": { "needed": "= score > 2e6 || score > 2.11e9 || hp > 2110000000" }"#,
        r#""variables": { "hp": 1 }, "lose": { "needed": ["@GVar 2120000000", "+", 5] }"#,
        r#""tile": ["a", "b"], "merges": [{ "match": [{}, {}], "result": ["= a * 2", "= b"] }], "tiles": [{ "for": "a", "in": [1, 2], "make": { "when": "= b == a", "colour": "black" } }, { "colour": "white" }]"#,
        r#""win": { "needed": "= score > 3" }, "spawns": [{ "for": "score", "in": [1, 2], "make": { "tile": ["= score + 1"] } }]"#,
        // Texts that look like something else.
        r#""win": { "needed": ["@Score", "=", "== hp"] }, "lose": { "needed": "= score == '= 1'" }"#,
        r#""win": { "needed": ["@Score", "=", "$$x"] }, "lose": { "needed": "= score == '$x'" }"#,
        // Scripts with a list in them, and with variables.
        r#""scripts": [{ "on": "EndTurn", "do": [["@Score", ">", 3]] }]"#,
        r#""variables": { "n": 1 }, "scripts": [{ "on": "EndTurn", "vars": { "k": 1, "hp": 2.5 }, "do": ["= let z = k; hp = z + 1", "= score += [n, 2.5].length"] }]"#,
        // Boxes hold tiles.
        r#""variables": { "hp": 1 }, "spawns": [{ "box": [["= hp"], "= hp + 1", [2], 3] }]"#,
    ] {
        for begin in ["", "\u{feff}"] {
            let text = format!("{begin}{{ \"title\": \"T\", {keys} }}");
            let file = |text: &str| SourceFile::new("mode.jsonc", text.as_bytes().to_vec());
            let read =
                |text: &str| read(&file(text), &NoFiles, &ReadOptions::default()).map(|file| file.mode);
            let mode = read(&text).unwrap_or_else(|problems| panic!("{text}: {}", problems.to_text()));
            let options = ReadOptions::default();
            let one = arrays(&file(&text), &NoFiles, &options).unwrap();
            let two = formulas(&file(&text), &NoFiles, &options).unwrap();
            let three = formulas(&file(&one), &NoFiles, &options).unwrap();
            for written in [one, two, three] {
                assert!(read(&written).is_ok_and(|read| read == mode), "{text}\n{written}");
            }
        }
    }
}

#[test]
fn comments_stay_in_their_places() {
    for text in [
        "{ \"win\": { \"needed\": [\"@Score\", /* a */ \">\", 5] } }",
        "{ \"scripts\": [{ \"on\": \"EndTurn\", \"do\": [ // first\n \"= score += 1\", // then\n ] }] }",
    ] {
        let file = SourceFile::new("mode.jsonc", text.as_bytes().to_vec());
        assert_eq!(formulas(&file, &NoFiles, &ReadOptions::default()).unwrap(), text);
        assert_eq!(arrays(&file, &NoFiles, &ReadOptions::default()).unwrap(), text);
    }
}

#[test]
fn built_in_files_are_the_same_as_arrays() {
    let (mut before, mut after) = (0, 0);
    for mode in polymerge_modefile::catalogue::modes() {
        let name = format!("{}.jsonc", mode.name());
        let file = polymerge_modefile::Source::open(&BuiltIn, &name, "").unwrap();
        let text = String::from_utf8(file.bytes.to_vec()).unwrap();
        let written = arrays(&file, &BuiltIn, &ReadOptions::default()).unwrap();
        let again = mode_in(&written).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(mode_in(&text).unwrap() == again, "{name} is another mode");
        before += text.matches("\"= ").count();
        after += written.matches("\"= ").count();
    }
    // Those with values or variables stay, those that see names of a setting, those that are calculated
    // when the file is read, and names and numbers alone in spawns.
    assert!(after * 10 < before * 3, "{after} of {before} formulas are left");
}
