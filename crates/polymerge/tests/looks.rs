//! Looks of games: what was looked at before changes nothing.

use polymerge::{Cell, Event, Game, Limits, Mode, Painter, Value, catalogue};

/// The tiles of a turn, where they were.
fn tiles(events: &[Event]) -> Vec<(Cell, Value)> {
    let of_event = |event: &Event| match event {
        Event::Merge { inputs, outputs, .. } => [&inputs[..], outputs].concat(),
        Event::EndOfTurnRule { outputs, .. } => outputs.clone(),
        Event::Spawn { cell, tile, .. } | Event::Replaced { cell, after: tile, .. } => {
            vec![(*cell, tile.clone())]
        }
        Event::AutoMove { turn, .. } => tiles(&turn.events),
        _ => Vec::new(),
    };
    events.iter().flat_map(of_event).collect()
}

/// The pictures of all cells.
fn pictures(painter: &mut Painter, game: &Game) -> Vec<Option<String>> {
    let cells = painter.picture(game).cells.into_iter().flatten();
    cells.map(|cell| cell.face.and_then(|face| painter.face(face)).map(|face| face.svg.clone())).collect()
}

/// A program that animates turns looks at the tiles of a turn when it is over: the cells where they
/// were hold others by then.
#[test]
fn tiles_look_the_same_whatever_was_looked_at_before() {
    let mut compared = 0;
    for summary in catalogue::summaries() {
        let rules = Mode::built_in(&summary.name).unwrap().compile().unwrap();
        let mut game = rules.start(7).unwrap();
        let mut used = Painter::of(&rules);
        for press in 0..12 {
            let Ok(turn) = game.play(press % 4) else { continue };
            let mut viewer = used.at(game.state(), 0.0);
            for (cell, tile) in tiles(&turn.events) {
                if tile.as_array().is_some() {
                    viewer.face_in(cell, &tile);
                }
            }
            let fresh = || pictures(&mut Painter::of(&rules), &game);
            let (first, own) = (fresh(), pictures(&mut used, &game));
            // Some modes have random colours.
            let is_random = own != first && first != fresh();
            assert!(own == first || is_random, "{}, press {press}", summary.name);
            compared += u32::from(!is_random);
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn looks_without_end_share_the_work_of_a_picture() {
    let text = r#"{
        "extends": "001-2048.jsonc", "grid": "30x30", "start_tiles": 900,
        "tiles": [{"when": [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"], "text": "x", "colour": "red", "text_colour": "white"}]
    }"#;
    let game = Mode::from_text(text, &Limits::default()).unwrap().compile().unwrap().start(7).unwrap();
    // A whole evaluation for each of 900 cells would take minutes.
    let view = Painter::of(game.rules()).picture(&game);
    assert!(view.failures.iter().any(|failure| failure.contains("steps")), "{:?}", view.failures);
    let faces = view.cells.iter().flatten().filter(|cell| cell.face.is_some());
    assert_eq!(faces.count(), 900);
}

/// The luminance of a colour such as `#f0c040`.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
    let light = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    0.2126 * light(channel(1)) + 0.7152 * light(channel(3)) + 0.0722 * light(channel(5))
}

/// All colours in a part of a picture.
fn fills(svg: &str) -> Vec<&str> {
    svg.split("fill=\"")
        .skip(1)
        .filter_map(|rest| rest.get(..7))
        .filter(|fill| fill.starts_with('#'))
        .collect()
}

#[test]
fn texts_without_a_colour_are_read_on_calculated_colours() {
    for colour in [
        r#"["@HSLA", "= value * 10", 60, 50, 1]"#,
        r#"["@HSVA", "= value * 10", 80, 70, 1]"#,
        r#"["@RGBA", "= value * 7", 40, 90, 1]"#,
        r##"["@rotate", "= value * 10", false, "#c04040"]"##,
        r##""= '#000000'; if value % 2 == 0 { '#ffee88' }""##,
    ] {
        let text = format!(
            r#"{{ "title": "Colours", "grid": "4x4", "spawns": [{{ "tile": [1] }}],
                "merges": [{{ "match": [{{}}, {{}}], "when": "= value == next.value", "result": ["= value + 1"] }}],
                "tiles": [{{ "colour": {colour} }}] }}"#
        );
        let rules = Mode::from_text(&text, &Limits::default()).unwrap().compile().unwrap();
        let game = rules.start(7).unwrap();
        let mut painter = Painter::of(&rules);
        let mut texts = std::collections::HashSet::new();
        for value in 1..=36 {
            let face = painter.at(game.state(), 0.0).face_of(&Value::array(vec![f64::from(value).into()]));
            let svg = painter.face(face).unwrap().svg.clone();
            let (ground, words) = svg.split_once("<text").unwrap();
            let (ground, words) = (*fills(ground).last().unwrap(), fills(words)[0].to_owned());
            let (back, front) = (luminance(ground), luminance(&words));
            let ratio = (back.max(front) + 0.05) / (back.min(front) + 0.05);
            assert!(ratio >= 4.5, "{colour}, {value}: {words} on {ground} is {ratio}:1");
            texts.insert(words);
        }
        assert_eq!(texts.len(), 2, "black and white both occur: {colour}");
    }
}
