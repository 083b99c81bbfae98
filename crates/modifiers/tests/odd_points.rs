//! Odd points of modifiers in the original (docs/spec/modifiers.md, "Reference bugs
//! and odd points"): each point is decided, and held to the decision. Points about
//! the original's page are not here: there is no page. Those about Infused Modes
//! and Modifiers codes are tested beside them, too.

use calcarray::Value;
use calcarray::json::{read, write};
use polymerge_modifiers::{CustomGrid, GridShape, ModeTraits, Modifiers, apply, contract};
use polymerge_rules::{Limits, Mode, Ruleset};

fn value(text: &str) -> Value {
    read(text, &Default::default()).unwrap()
}

fn changed(mode: &Mode, words: &[&str]) -> Mode {
    let mut modifiers = Modifiers::default();
    for text in words {
        modifiers.choose(text).unwrap();
    }
    apply(mode, &modifiers, &ModeTraits::default()).unwrap()
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |list| list.entries())
}

/// A mode with these rules, on a grid of side 4.
fn with_rules(rules: &str) -> Mode {
    Mode { merge_rules: value(rules), ..Mode::classic(4, 4) }
}

#[test]
fn where_variables_come_from_starts_anew_in_every_game() {
    // Point 1. The original goes on with the list of the game before.
    let once = changed(&Mode::classic(4, 4), &["destroying_clicks=3"]);
    let again = changed(&Mode::classic(4, 4), &["destroying_clicks=3"]);
    assert_eq!(write(&once.modifier_indices), "[34]");
    assert_eq!(once, again);
}

#[test]
fn colours_of_short_conditions_do_not_stop_the_game() {
    // Point 2. The original looks at a part of the condition that is not there.
    for condition in ["true", r#"[["@Next 1 0","=","@This 0"]]"#, "[]"] {
        let mode = with_rules(&format!(r#"[[2,{condition},true,[["@This"]],0,[false,true]]]"#));
        let colored = changed(&mode, &["colors=3"]);
        assert!(!write(&colored.merge_rules).contains("@NextNE"), "{condition}");
        Ruleset::compile(colored, Limits::default()).unwrap();
    }
}

#[test]
fn zeros_get_an_entry_for_every_rule_that_leaves_one() {
    // Point 3: kept. A zero stands in each rule and in that of two zeros.
    let rule = r#"[2,["@Next 1 0","=","@This 0"],true,[[1]],1,[false,true]]"#;
    for count in 1..=3 {
        let mode = with_rules(&format!("[{}]", vec![rule; count].join(",")));
        for (words, marks) in
            [(&["garbage=0", "unmoving=1"][..], 1), (&["garbage=0", "unmoving=1", "unmerging=1"], 2)]
        {
            let changed = changed(&mode, words);
            let zero = entries(&entries(&changed.merge_rules)[0])[3].clone();
            assert_eq!(
                entries(&entries(&zero)[0]).len(),
                1 + marks * (count + 1),
                "{count} rules, {words:?}"
            );
            assert_eq!(changed.tile_entries, 1 + marks);
        }
    }
}

#[test]
fn codes_bring_back_drawn_grids_and_hexagons() {
    // Point 4: not as the original, which forgets them.
    let drawn = Modifiers {
        grid_shape: GridShape::Custom,
        custom_grid: Some(CustomGrid {
            cells: value(r#"[["@Empty","@Void"],["@BlackBox","@Empty"]]"#),
            hexagonal: true,
            directions: Some(value("[]")),
        }),
        ..Modifiers::default()
    };
    assert_eq!(Modifiers::default().with_code(&drawn.to_code()), Ok(drawn));
    let mut hexagons = Modifiers::default();
    hexagons.choose("grid=hexagon:2").unwrap();
    let again = Modifiers::default().with_code(&hexagons.to_code()).unwrap();
    let mode = apply(&Mode::classic(4, 4), &again, &ModeTraits::default()).unwrap();
    assert!(mode.hexagonal.is_true() && write(&mode.starting_grid).contains("@Void"));
}

#[test]
fn a_pair_that_vanishes_leaves_two_cells_of_garbage() {
    // Point 5: kept.
    let mode = changed(&Mode::classic(4, 4), &["negative_tiles=interacting", "garbage=2"]);
    let vanishing = &entries(&entries(&mode.merge_rules)[0])[3];
    assert_eq!(write(vanishing), r#"["fill",["@STCalcArray","@TemporaryHole 2"]]"#);
}

#[test]
fn patterns_with_words_keep_their_length() {
    // Points 7 and 8: kept. Such a pattern is a condition, or stays.
    let types = value(r##"[[["Box",0],"x"],[[5],"y"]]"##);
    let mode = Mode { tile_types: types, ..Mode::classic(4, 4) };
    let unmoving = changed(&mode, &["unmoving=1"]);
    assert_eq!(write(&entries(&entries(&unmoving.tile_types)[0])[0]), r#"["Box",0]"#);
    assert_eq!(
        write(&entries(&entries(&unmoving.tile_types)[1])[0]),
        r#"["@This","arr_slice",0,1,"=",["@Literal",5]]"#
    );
    let colored = changed(&mode, &["colors=2"]);
    assert_eq!(write(&entries(&entries(&colored.tile_types)[0])[0]), r#"["Box",0,"&&",["@This 1","=",0]]"#);
}

#[test]
fn fractions_stay_positive_in_texts_and_patterns() {
    // Point 9: kept.
    let types = value(r#"[[["@BigRational 1 2"],"@BigRational 1 2"]]"#);
    let mode = changed(&Mode { tile_types: types, ..Mode::classic(4, 4) }, &["negative_tiles=interacting"]);
    let negative = entries(&entries(&mode.tile_types)[1]);
    assert_eq!(write(&negative[0]), r#"["@BigRational 1 2","&&",["@This 1","=",-1]]"#);
    assert_eq!(write(&negative[1]), r#""@BigRational 1 2""#);
}

#[test]
fn two_equal_moves_are_asked_for_in_every_copy_of_a_condition() {
    // Point 10: kept, so that codes are equal. Lengths 4, 3 and 2 have three,
    // two copies and one.
    let mode = with_rules(r#"[[2,["@Next 1 0","=","@This 0"],true,[["@This"]],1,[],2,[0,1],1,4]]"#);
    let rules = write(&changed(&mode, &["same_direction=-1"]).merge_rules);
    assert_eq!(rules.matches("@VDir").count(), 3 + 2 + 1);
}

#[test]
fn boxes_of_a_drawn_grid_lack_the_mark_of_unmoving_tiles() {
    // Point 11: kept. They can't move in the first turn.
    let modifiers = Modifiers {
        grid_shape: GridShape::Custom,
        custom_grid: Some(CustomGrid {
            cells: value(r#"[["@Empty","@BlackBox"]]"#),
            hexagonal: false,
            directions: None,
        }),
        unmoving: 1,
        ..Modifiers::default()
    };
    let mode = apply(&Mode::classic(4, 4), &modifiers, &ModeTraits::default()).unwrap();
    assert_eq!(write(&mode.starting_grid), r#"[["@Empty",["BlackBox"]]]"#);
    assert_eq!(mode.tile_entries, 2);
}

#[test]
fn directions_of_a_drawn_grid_are_its_own() {
    // Point 12: kept, and the page about modifiers says so.
    let cells = || value(r#"[["@Empty","@Empty"]]"#);
    let grid = |directions| Some(CustomGrid { cells: cells(), hexagonal: false, directions });
    let own = value(r#"[[[0,1,7,0,[1,true,true,true]],"→"]]"#);
    let mut modifiers = Modifiers {
        grid_shape: GridShape::Custom,
        custom_grid: grid(Some(own.clone())),
        ..Modifiers::default()
    };
    modifiers.choose("slide_amount=1").unwrap();
    let mode = apply(&Mode::classic(4, 4), &modifiers, &ModeTraits::default()).unwrap();
    assert_eq!(mode.directions, own);
}

#[test]
fn spawns_out_of_boxes_are_one_entry() {
    // Point 13: kept. Equal weighs the box as one; colours come out of a bag.
    let mode = Mode { spawns: value(r#"[["Box",20,[1],4,[2],3],[[3],7]]"#), ..Mode::classic(4, 4) };
    assert_eq!(write(&changed(&mode, &["spawn_rule=equal"]).spawns), r#"[["Box",1,[1],4,[2],3],[[3],1]]"#);
    assert_eq!(
        write(&changed(&mode, &["colors=2"]).spawns),
        r#"[["Box",20,[1,0],4,[1,1],4,[2,0],3,[2,1],3],["Box",7,[3,0],1,[3,1],1]]"#
    );
}

#[test]
fn entries_are_added_to_computed_tiles_as_to_others() {
    // Point 14: kept, for equal codes: the expression goes on with the entry.
    let mode = Mode { spawns: value(r#"[[["@CalcArray","@GVar 0"],1]]"#), ..Mode::classic(4, 4) };
    assert_eq!(write(&changed(&mode, &["unmoving=1"]).spawns), r#"[[["@CalcArray","@GVar 0",1],1]]"#);
    // Negative tiles push their sign in the original, too.
    let signed = changed(&mode, &["negative_tiles=interacting"]).spawns;
    assert_eq!(
        write(&signed),
        r#"[[["@CalcArray","@GVar 0","arr_push",1],1],[["@CalcArray","@GVar 0","arr_push",-1],1]]"#
    );
}

#[test]
fn what_would_be_too_large_is_refused() {
    // Neither the tiles of a rule nor the sides of a grid are counted beyond
    // what there is room for, however many bits a machine has.
    let mut garbage = Modifiers::default();
    garbage.choose("garbage=0").unwrap();
    let grid = |grid_shape| Modifiers {
        grid_shape,
        size_a: u32::MAX,
        size_b: u32::MAX,
        size_c: u32::MAX,
        size_d: u32::MAX,
        ..Modifiers::default()
    };
    let shapes = [GridShape::Diamond, GridShape::Hexagon, GridShape::HexaTriangle, GridShape::FourD];
    let long = |length: &str| with_rules(&format!("[[{length},true,true,[[1]],0,[],2]]"));
    let mut cases = Vec::new();
    for length in ["5e9", "1e300", r#""@Infinity""#] {
        cases.push((long(length), garbage.clone(), "tiles in a merge"));
        // A rule that long is none of several lengths.
        let several = with_rules(&format!("[[{length},true,true,[[1]],0,[],2,[0,0],1,{length}]]"));
        assert_eq!(contract(&several), several);
    }
    cases.extend(shapes.map(|shape| (Mode::classic(4, 4), grid(shape), "cells")));
    for (mode, modifiers, what) in cases {
        let error = apply(&mode, &modifiers, &ModeTraits::default()).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn colours_of_a_mode_with_as_many_entries_as_there_can_be_add_none() {
    let mode = Mode { tile_entries: usize::MAX, ..Mode::classic(4, 4) };
    let modifiers = Modifiers { colors: 2, ..Modifiers::default() };
    let changed = apply(&mode, &modifiers, &ModeTraits::default()).unwrap();
    assert_eq!(changed.tile_entries, usize::MAX);
}
