//! Modes of the catalogue that answer to settings and modifiers in a way of
//! their own (docs/spec/modifiers.md, "Exceptions by mode"): what spawns, what
//! merges, and how large the grid is.

use calcarray::Value;
use calcarray::json::{read as value, write};
use polymerge_modefile::{Choices, ModeFile, catalogue};
use polymerge_modifiers::{Modifier, Modifiers, apply};
use polymerge_rules::{GameState, Limits, Mode, Rng, Ruleset, World};

/// A mode with settings and modifiers as they are typed.
fn read(mode: &str, settings: &str, modifiers: &Modifiers) -> Result<ModeFile, String> {
    let mode = catalogue::find(mode).ok_or("there is no such mode")?;
    let problems = |problems: polymerge_modefile::Problems| problems.to_text();
    let declared = mode.read().map_err(problems)?;
    let mut choices = Choices::default();
    for text in settings.split("; ").filter(|text| !text.is_empty()) {
        choices.choose(&declared.settings, text)?;
    }
    let side = declared.traits.default_side.unwrap_or(declared.mode.width);
    mode.read_with(&choices.with_modifiers(modifiers, side)).map_err(problems)
}

/// A mode as settings and modifiers that are typed make it.
fn changed(mode: &str, settings: &str, chosen: &str) -> Result<Mode, String> {
    let mut modifiers = Modifiers::default();
    for text in chosen.split("; ").filter(|text| !text.is_empty()) {
        let (name, value) = text.split_once('=').ok_or("a modifier has a value")?;
        let modifier = Modifier::find(name).map_err(|error| error.to_string())?;
        modifier.set_text(&mut modifiers, value).map_err(|error| error.to_string())?;
    }
    let file = read(mode, settings, &modifiers)?;
    apply(&file.mode, &modifiers, &file.traits).map_err(|error| error.to_string())
}

/// Returns the spawns of a mode with settings and modifiers.
fn spawns(mode: &str, settings: &str, chosen: &str) -> Result<String, String> {
    Ok(write(&changed(mode, settings, chosen)?.spawns))
}

/// The last row of a grid that holds these tiles in its last cells, after a
/// move to the right. Nothing spawns.
fn moved_right(mode: &str, chosen: &str, tiles: &str) -> Result<String, String> {
    let mut mode = changed(mode, "", chosen)?;
    let tiles = value(tiles, &Default::default()).map_err(|error| error.to_string())?;
    let tiles = tiles.as_array().ok_or("tiles are a list")?.to_vec();
    let empty = |count| vec![Value::text("@Empty"); count];
    let mut rows = vec![Value::array(empty(mode.width)); mode.height - 1];
    rows.push(Value::array([empty(mode.width - tiles.len()), tiles].concat()));
    mode.starting_grid = Value::array(rows);
    (mode.start_tiles, mode.tiles_per_turn) = (0.0, 0.0);
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let directions = rules.directions().iter();
    let right = directions.into_iter().position(|direction| (direction.rows, direction.columns) == (0, 1));
    let mut random = Rng::new(1);
    let mut world = World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules, &mut world).map_err(|error| error.to_string())?;
    // A move that moves nothing is an error, and leaves everything as it is.
    let _ = game.play(right.ok_or("there is no way to the right")?, &mut world);
    let grid = game.grid();
    let last = grid.as_array().and_then(|rows| rows.last()?.as_array()).ok_or("the grid has no rows")?;
    let tiles: Vec<String> = last.iter().filter(|cell| cell.as_array().is_some()).map(write).collect();
    Ok(tiles.join(" "))
}

/// Mode, settings, modifiers, spawns.
type Case = (&'static str, &'static str, &'static str, &'static str);

#[test]
fn modes_spawn_what_modifiers_leave_of_their_tiles() {
    let signed = r#"[[["@BigInt 1"],1],[["@BigInt -1"],1]]"#;
    let cases: &[Case] = &[
        // Simple spawns do nothing only where two kinds of tile are needed.
        ("37", "", "spawn_rule=Simple", r#"[["Box",1,[0,1],4,["Div2","@Signless"],4]]"#),
        ("37", "version=two", "spawn_rule=Simple", "[[[0,1],80]]"),
        ("37", "version=two; halves=both", "spawn_rule=Simple", "[[[0,1],80]]"),
        ("37", "version=three", "spawn_rule=Simple", "[[[0,1],72]]"),
        ("38", "", "spawn_rule=Simple", "[[[0,0,0],100]]"),
        ("38", "lengths=any", "spawn_rule=Simple", r#"[[["@BigInt 1"],100]]"#),
        ("38", "lengths=any", "spawn_rule=Simple; negative_tiles=Interacting", signed),
        ("38", "lengths=primes", "spawn_rule=Simple; negative_tiles=Non-Interacting", signed),
        // A list says by the tiles that are left what a tile is.
        ("38", "lengths=list", "", r#"[[["@BigInt 1"],100]]"#),
        ("38", "lengths=list; length_list=[[3,2],[2,1]]", "", r#"[[["@BigRational 1 1",0],100]]"#),
        // Modes with both signs of their own spawn them in the ratio that is chosen.
        ("58", "", "", "[[[1,1],1],[[1,-1],1]]"),
        (
            "58",
            "",
            "negative_tiles=Interacting; positive_ratio=2; negative_ratio=0.5",
            "[[[1,1],2],[[1,-1],0.5]]",
        ),
        ("58", "", "negative_tiles=Non-Interacting; positive_ratio=3", "[[[1,1],3],[[1,-1],1]]"),
        (
            "59",
            "",
            "negative_tiles=Interacting; positive_ratio=2; negative_ratio=0.5",
            "[[[1,1],2],[[1,-1],0.5]]",
        ),
        (
            "57",
            "level=-1",
            "negative_tiles=Interacting; positive_ratio=3; negative_ratio=0.5",
            "[[[0,0,0,1],300],[[0,0,0,-1],50]]",
        ),
        (
            "68",
            "level=-1",
            "negative_tiles=Non-Interacting; positive_ratio=0",
            "[[[0,0,0,1],0],[[0,0,0,-1],100]]",
        ),
    ];
    for (mode, settings, modifiers, expected) in cases {
        let found = spawns(mode, settings, modifiers);
        assert_eq!(found.as_deref(), Ok(*expected), "{mode} {settings} {modifiers}");
    }
}

#[test]
fn what_modifiers_add_to_tiles_does_not_count_behind() {
    // Mode, modifiers, tiles, what they become.
    let cases: &[(&str, &str, &str, &str)] = &[
        // Three would merge, but the first of them can't this turn: two don't.
        ("5", "unmerging=1", "[[0,1,0],[0,1,1],[0,1,1]]", "[0,1,0] [0,1,1] [0,1,1]"),
        ("6", "unmerging=1", "[[0,1,0],[0,1,1],[0,1,1]]", "[0,1,0] [0,1,1] [0,1,1]"),
        ("11", "unmerging=1", "[[0,2,0],[0,2,1],[0,2,1]]", "[0,2,0] [0,2,1] [0,2,1]"),
        ("15", "unmerging=1", "[[5,1,0],[5,1,1],[5,1,1]]", "[5,1,0] [5,1,1] [5,1,1]"),
        ("21", "unmerging=1", "[[0,0,0],[0,0,1],[0,0,1]]", "[0,0,0] [0,0,1] [0,0,1]"),
        ("23", "unmerging=1", "[[1,1,0],[1,1,1],[1,1,1]]", "[1,1,0] [1,1,1] [1,1,1]"),
        ("24", "unmerging=1", "[[0,1,0],[0,1,1],[0,1,1]]", "[0,1,0] [0,1,1] [0,1,1]"),
        ("44", "unmerging=1", "[[2,0],[2,1],[2,1]]", "[2,0] [2,1] [2,1]"),
        // Exactly two merge, and one of the other sign is a third.
        ("22", "negative_tiles=Non-Interacting", "[[0,1,-1],[0,1,1],[0,1,1]]", "[0,1,-1] [0,1,1] [0,1,1]"),
        (
            "38",
            "negative_tiles=Non-Interacting",
            "[[0,0,0,-1],[0,0,0,1],[0,0,0,1]]",
            "[0,0,0,-1] [0,0,0,1] [0,0,0,1]",
        ),
        // 4 needs both of the 1s ahead of it, whatever its sign.
        (
            "79",
            "negative_tiles=Non-Interacting",
            "[[1,0,0,0,0,0,-1],[0,0,0,0,0,0,1],[0,0,0,0,0,0,1]]",
            "[1,0,0,0,0,0,-1] [0,0,0,0,0,0,1] [0,0,0,0,0,0,1]",
        ),
        // ÷2 has no sign, and halves tiles of both.
        ("37", "negative_tiles=Non-Interacting", r#"[["Div2","@Signless",0],[0,1,-1]]"#, "[0,2,-1]"),
    ];
    for (mode, modifiers, tiles, expected) in cases {
        assert_eq!(moved_right(mode, modifiers, tiles).as_deref(), Ok(*expected), "{mode} {modifiers}");
    }
}

#[test]
fn grids_are_as_large_as_settings_say() {
    // Mode, settings, side.
    let cases: &[(&str, &str, usize)] = &[
        ("35", "", 5),
        ("35", "less=true", 3),
        ("35", "less=true; triples=true", 5),
        ("36", "", 6),
        ("36", "threes_merge=true", 7),
        ("36", "version=1; threes_merge=true", 8),
        ("36", "version=2", 10),
        ("37", "version=two", 8),
        ("37", "version=three", 6),
        ("38", "lengths=list", 7),
        ("50", "tiles_merging=1", 5),
        ("57", "level=-1", 6),
        ("57", "level=0", 3),
        ("57", "level=3", 5),
        ("61", "odds_only=true", 5),
        ("67", "harder=true", 5),
        ("68", "level=-1", 6),
        ("68", "level=0", 4),
        ("70", "numbers=2", 6),
        ("73", "three_tiles=true", 5),
        ("95", "exponent=4", 4),
        ("95", "exponent=4; products=true", 6),
        ("104", "coprime_flow=true", 3),
        ("110", "pairs=0", 5),
        // As many more cells as the base says, where as many tiles merge.
        ("100", "variant=xxxx", 9),
        ("100", "variant=xxxx; base=false", 12),
        ("100", r#"variant=xxxx; base="@BigInt 8""#, 10),
        ("100", r#"variant=180; base="@BigInt 21""#, 9),
        ("100", r#"variant=2520; base="@BigInt 31""#, 33),
        ("100", "variant=2520; version=1", 8),
        ("100", "variant=3375; number=4", 6),
        ("100", "variant=3375; version=2; number=3", 6),
        ("100", "variant=partial_absorb_243; number=3", 6),
        ("100", "variant=partial_absorb_257", 4),
        ("100", "variant=partial_absorb_257; number=3", 6),
        // With a sign, it has two more.
        ("100", "variant=partial_absorb_257; version=1", 4),
        ("100", "variant=partial_absorb_257; version=1; number=3", 5),
    ];
    for (mode, settings, expected) in cases {
        let file = read(mode, settings, &Modifiers::default());
        let found = file.map(|file| (file.mode.width, file.mode.height));
        assert_eq!(found, Ok((*expected, *expected)), "{mode} {settings}");
    }
}
