//! Modes that no author would write survive the way through a file as well: a
//! save code may hold anything.

use calcarray::{Value, json};
use polymerge_modefile::{Expressions, Info, NoFiles, ReadOptions, SourceFile, read, write};
use polymerge_rules::Mode;

/// Values in extended JSON, for every field in turn.
const VALUES: &[&str] = &[
    "null",
    "{}",
    r#"{"raw":1}"#,
    r#"{"when":[true]}"#,
    r#"{"tiles":[[1]],"needed":null}"#,
    r#""$x""#,
    r#""$$x...""#,
    r#""@undefined""#,
    r#""@BigInt 5""#,
    r#""@GaussianBigInt 1 -2""#,
    r#""@BigRational 1 2""#,
    r#""@NaN""#,
    r#""@-Infinity""#,
    r#""\ud800 \u0007 \u2028 é""#,
    "-0.0",
    "1e300",
    "[]",
    "[[]]",
    "[null]",
    "[{}]",
    r#"["$x",["$y",{"$z":"$z"}]]"#,
    r#"["@include_gvars"]"#,
    r#"["@end_vars"]"#,
    r#"[["@include_gvars",1,"@end_vars"]]"#,
    r#"[[1,2],[1,2,3],[1,2,3,4],[1,2,3,4,5],[1,2,3,4,5,6],[1,2,3,4,5,6,7,8,9,10,11]]"#,
    r#"[[2,true,true,[[1]],0,null],[2,true,null,[],0],[2,true,"fixed",[],0],[2,true,"any",[],0]]"#,
    r#"[[2,true,true,["fill",{}],0,[],2,[1],1],[2,true,true,{"raw":[]},0,"default"]]"#,
    r##"[[true,1,"#fff","#000",null,null],[[1],1,"@ColorScheme","DIVE",[1],"@undefined","@undefined"]]"##,
    r#"[["Box",1],["Box"],["@CalcArray"],[{"a":1},1],"x"]"#,
    r#"[["Score","@Score"],["Score","@Score",false,false,"Tile"],[1,2,null]]"#,
    r#"[["h1",null],["p",{}],["p",["@TextE","x"]],["h9","x"],[1,2],"@CalcArray"]"#,
    r#"[[[0,1,2,3,[4],5,6],"x",1,2,3,4,5,["KeyA"],0,true,false]]"#,
    r#"[["@VDir"],null,{}]"#,
];

/// Puts a value into one field; `false` after the last.
fn put(mode: &mut Mode, field: usize, value: Value) -> bool {
    let fields = [
        &mut mode.starting_grid,
        &mut mode.directions,
        &mut mode.auto_directions,
        &mut mode.movement_parameters,
        &mut mode.tile_types,
        &mut mode.merge_rules,
        &mut mode.spawns,
        &mut mode.forced_spawns,
        &mut mode.win_conditions,
        &mut mode.win_requirement,
        &mut mode.lose_conditions,
        &mut mode.lose_requirement,
        &mut mode.win_priority,
        &mut mode.postgame_allowed,
        &mut mode.stat_boxes,
        &mut mode.screen_background,
        &mut mode.grid_background,
        &mut mode.cell_background,
        &mut mode.text_background,
        &mut mode.rules_text,
        &mut mode.multi_merge,
        &mut mode.spawn_location,
        &mut mode.spawn_conditions,
        &mut mode.game_variables,
        &mut mode.modifier_variables,
        &mut mode.scripts,
        &mut mode.hexagonal,
        &mut mode.hidden_tile_text,
        &mut mode.tile_value,
        &mut mode.discovered_filter,
        &mut mode.spawn_tile_blocked,
        &mut mode.direction_blocked,
        &mut mode.component_opacities,
        &mut mode.display_lag_reductions,
        &mut mode.modifier_indices,
    ];
    match fields.into_iter().nth(field) {
        Some(place) => {
            *place = value;
            true
        }
        None => false,
    }
}

fn assert_round_trip(mode: &Mode, what: &str) {
    let text = write(mode, &Info::of(mode), Expressions::Formulas);
    let file = SourceFile::new("odd.jsonc", text.clone().into_bytes());
    match read(&file, &NoFiles, &ReadOptions::default()) {
        Ok(back) => assert!(back.mode == *mode, "{what}\n{text}\n{:#?}", back.mode),
        Err(problems) => panic!("{what}\n{problems}\n{text}"),
    }
}

#[test]
fn any_value_in_any_field() {
    for text in VALUES {
        let value = json::read(text, &Default::default()).unwrap();
        for field in 0.. {
            let mut mode = Mode::default();
            if !put(&mut mode, field, value.clone()) {
                break;
            }
            assert_round_trip(&mode, &format!("{text} in field {field}"));
        }
        let mode = Mode { before_game: Some(value), ..Mode::default() };
        assert_round_trip(&mode, &format!("{text} before every game"));
    }
}

#[test]
fn odd_numbers() {
    for number in [0.0, 0.5, -3.0, 1e21, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let mut mode =
            Mode { start_tiles: number, tiles_per_turn: number, next_tiles: number, ..Mode::default() };
        mode.display_interval = number;
        mode.tile_display_known_level = number;
        mode.merge_result_known_level = number;
        mode.known_merge_lookback = number;
        mode.known_merge_max_length = number;
        // A NaN differs from itself only as a number.
        let text = write(&mode, &Info::default(), Expressions::Formulas);
        let file = SourceFile::new("odd.jsonc", text.clone().into_bytes());
        let back = read(&file, &NoFiles, &ReadOptions::default()).unwrap().mode;
        for (found, wanted) in [
            (back.start_tiles, number),
            (back.display_interval, number),
            (back.known_merge_max_length, number),
        ] {
            assert_eq!(found.to_bits(), wanted.to_bits(), "{text}");
        }
    }
    for (width, height) in [(1, 1), (9, 5), (1000, 1000), (5, 9)] {
        assert_round_trip(&Mode { width, height, ..Mode::default() }, "sizes that the cells do not have");
    }
}

/// Values as deep as a save code may nest.
#[test]
fn deep_values() {
    let deep = |depth: usize| "[".repeat(depth) + "1" + &"]".repeat(depth);
    let value = json::read(&deep(250), &Default::default()).unwrap();
    for field in 0.. {
        let mut mode = Mode::default();
        if !put(&mut mode, field, value.clone()) {
            break;
        }
        assert_round_trip(&mode, &format!("deep in field {field}"));
    }
}

#[test]
fn sides_that_no_grid_has_are_written_as_they_are() {
    for (width, height) in [(4, 0), (0, 4), (0, 0), (usize::MAX, 1), (usize::MAX, usize::MAX)] {
        let mode = Mode { width, height, ..Mode::classic(4, 4) };
        let text = write(&mode, &Info::of(&mode), Expressions::Formulas);
        assert!(text.contains("\"raw\""), "{text}");
    }
}
