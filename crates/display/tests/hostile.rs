//! Whatever a mode passes to a scheme or writes as its looks, the answer is a
//! picture or an error, within the limits.

use calcarray::host::NoGame;
use calcarray::{Limits, Meter, Value, json};
use polymerge_display::{Size, Stage, Tables, Theme, TileStyle, schemes, svg, view_by_scheme};
use polymerge_rules::Mode;

fn read(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap()
}

fn style(tables: &Tables) -> TileStyle<'_> {
    TileStyle { tables, size: Size::Single, hidden_text: false }
}

#[test]
fn every_scheme_answers_to_every_value() {
    let tables = Tables::new();
    let huge = format!("\"@BigInt {}\"", "98765432123456789".repeat(60));
    let power = format!("\"@BigInt {}\"", num_bigint::BigInt::from(3).pow(3000));
    let values = [
        "0",
        "1",
        "-1",
        "0.5",
        "-7.25",
        "1e300",
        "\"@NaN\"",
        "\"@Infinity\"",
        "\"@-Infinity\"",
        "\"@undefined\"",
        "null",
        "true",
        "\"text\"",
        "\"-15\"",
        "[]",
        "[[]]",
        "[[1,2],[3]]",
        "[[-1,0,5,1]]",
        "[[-1e300,1e300,\"@BigInt 9223372036854775807\",-1e300]]",
        "[[1,\"@BigInt -9223372036854775808\",1]]",
        "[[0,1e18,1e18,1e18,1e18,1e18,1e18],[1e300,1e300,1e300,1e300]]",
        "[[[1]]]",
        "[[\"@BigInt 99999999999999999999\"]]",
        "\"@BigInt 1009\"",
        "\"@BigInt -99991\"",
        &huge,
        &power,
        "\"@BigRational 0 0\"",
        "\"@BigRational 1 0\"",
        "\"@BigRational -1 0\"",
        "\"@BigRational 22 7\"",
        "\"@GaussianBigInt 0 0\"",
        "\"@GaussianBigInt 99991 -1\"",
        "\"@GaussianBigInt 0 1\"",
    ];
    let parameters = [
        "[]",
        "[0]",
        "[-5,-5]",
        "[1]",
        "[4,\"@BigInt 2\"]",
        "[\"@BigInt 2\",0]",
        "[\"@NaN\",\"@NaN\"]",
        "[\"@Infinity\",\"@Infinity\"]",
        "[\"x\"]",
        "[1e18,1e18]",
        "[true,true]",
        "[0.5,0.5]",
    ];
    for scheme in schemes::names() {
        for value in values {
            for parameters in parameters {
                {
                    // Parameters have nothing to do with the shape.
                    let hexagonal = parameters == "[1]";
                    let limits = Limits { steps: 20_000, ..Limits::default() };
                    let (mut host, mut meter) = (NoGame::default(), Meter::new(limits));
                    let mut stage = Stage::new(&mut host, &mut meter, hexagonal);
                    let tile = Value::array(vec![read(value)]);
                    let parameters = read(parameters);
                    let parameters = parameters.as_array().unwrap();
                    if let Ok(view) = view_by_scheme(&mut stage, style(&tables), scheme, parameters, &tile) {
                        let picture = svg::gallery(&[view], 1, &"#fff".into(), hexagonal);
                        let bad = ["\"NaN", ",NaN", "NaN%", "\"inf", ",inf"];
                        assert!(!bad.iter().any(|bad| picture.contains(bad)), "{scheme} {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn looks_that_make_no_sense_are_errors_or_pictures() {
    let tables = Tables::new();
    for rules in [
        "[]",
        "3",
        "[3]",
        "[[]]",
        "[[true]]",
        "[[true,1,2,3,4,5,6,7,8]]",
        r#"[[true,"@This 9","@ColorScheme"]]"#,
        r#"[[true,"a","@ColorScheme","no such scheme",[]]]"#,
        r#"[["@end_vars"]]"#,
        r##"[[true,"a",["@linear-gradient"],["@rotate"],[1,2,3,4],"x",["@Literal"]]]"##,
        r##"[[true,"a",["@linear-gradient",1,2,3],["@conic-gradient",["@GradientDetails",1]],"none"]]"##,
        r##"[[true,["@TextE",["@TextShadow"],["@TextColor"]],"#fff","#000","none",0,0,["PrimeImage"],["Innerscript"]]]"##,
        r##"[[true,"a","#fff","#000","none",0,0,["ExtraEntriesList",["@Literal",["PrimeImage","#fff","#000",-5,0,1e300,"x"]]]]]"##,
        r##"[[true,"a","#fff","#000","none",0,0,["PrimeImage",["@DisplayTile","b","#fff","#000"]]]]"##,
        r##"[[true,["@repeat",1],"hsla(","rgb(1",")"]]"##,
        r##"[[true,"a",[["@Literal","@Parent -1"],"@repeat",true,"@end-repeat"],"#000"]]"##,
    ] {
        let mode = Mode { tile_types: read(rules), ..Mode::default() };
        let theme = Theme::new(&mode);
        let (mut host, mut meter) = (NoGame::default(), Meter::new(Limits::default()));
        let mut stage = Stage::new(&mut host, &mut meter, false);
        if let Ok(view) = theme.lone_tile(&mut stage, &tables, &read("[1]"), Size::Grid) {
            svg::gallery(&[view], 1, &"#fff".into(), false);
        }
    }
}

/// The steps of work that it takes to show a tile with this text.
fn steps_of_text(text: Value) -> u64 {
    let look = Value::array(vec![true.into(), text, "#000".into(), "#fff".into()]);
    let theme = Theme::new(&Mode { tile_types: Value::array(vec![look]), ..Mode::default() });
    let (mut game, mut meter) = (NoGame::default(), Meter::new(Limits::default()));
    let mut stage = Stage::new(&mut game, &mut meter, false);
    let tile = Value::array(vec![1.0.into()]);
    theme.lone_tile(&mut stage, &Tables::new(), &tile, Size::Single).unwrap();
    Limits::default().steps - meter.steps_left()
}

#[test]
fn texts_of_many_parts_take_as_long_as_they_are() {
    let text = |part: &str, times: usize| {
        let parts = std::iter::repeat_with(|| read(part)).take(times);
        Value::array(std::iter::once("@TextE".into()).chain(parts).collect::<Vec<Value>>())
    };
    for part in [r#""a""#, "7", "true"] {
        let [short, long] = [1_000, 4_000].map(|times| steps_of_text(text(part, times)));
        assert!(long <= 4 * short + 4, "{part}: {short} and {long}");
    }
    // These may ask for what stands before them: what is copied for that is counted.
    let part = r#"["@Bold","abcdefgh"]"#;
    let [few, short, long] = [0, 1_000, 4_000].map(|times| steps_of_text(text(part, times)));
    let copied =
        |times: u64| (0..times).map(|before| before * "<b>abcdefgh</b>".len() as u64 / 64).sum::<u64>();
    assert!(long - few >= copied(4_000) && short - few >= copied(1_000), "{few}, {short} and {long}");
}
