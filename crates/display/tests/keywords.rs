//! Texts and pictures follow the tables of keywords.

use calcarray::host::NoGame;
use calcarray::keywords::{PICTURES, TEXTS};
use calcarray::{Limits, Meter, Value, json};
use polymerge_display::{Size, Stage, Tables, Theme, TileView};
use polymerge_rules::Mode;

fn read(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap()
}

/// The tile 5 with a text and a further picture.
fn tile(text: &str, addon: &str) -> TileView {
    let look = read(&format!(r##"[[true,{text},"#eee","#000","none",0,0,{addon}]]"##));
    let theme = Theme::new(&Mode { tile_types: look, ..Mode::default() });
    let (mut game, mut meter) = (NoGame::default(), Meter::new(Limits::default()));
    let mut stage = Stage::new(&mut game, &mut meter, false);
    theme.lone_tile(&mut stage, &Tables::new(), &read("[5]"), Size::Grid).unwrap()
}

#[test]
fn texts_are_shown_as_it_is_said() {
    for keyword in TEXTS.keywords {
        let (text, html) = keyword.example;
        assert_eq!(tile(text, "[]").text.to_html(true), html, "{text}");
    }
}

#[test]
fn pictures_are_shown_as_it_is_said() {
    for keyword in PICTURES.keywords {
        let (addon, shown) = keyword.example;
        let view = tile("\"\"", addon);
        let [layer] = &view.picture.layers[..] else { panic!("{addon}: {:?}", view.picture.layers) };
        let text = layer.inscription.as_ref().map(|inscription| inscription.text.plain());
        let picture = layer.picture.image.as_ref().or(layer.picture.background.as_ref());
        let found = text.or_else(|| picture.map(|paint| paint.to_css())).unwrap_or_default();
        assert_eq!(found, shown, "{addon}");
    }
}
