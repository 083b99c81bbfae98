//! A game as a picture, and as data that a page can draw.

use polymerge::{Error, Mode, Painter};

pub(crate) fn main() -> Result<(), Error> {
    let mut game = Mode::built_in("050-dive")?.compile()?.start(7)?;
    game.play(2)?;
    let mut painter = Painter::of(game.rules());
    let svg = painter.svg(&game)?;
    println!("an SVG of {} bytes", svg.len());

    let picture = painter.picture(&game);
    for row in &picture.cells {
        let text = |face: Option<u64>| face.and_then(|face| Some(painter.face(face)?.text.clone()));
        let texts: Vec<String> = row.iter().map(|cell| text(cell.face).unwrap_or("·".into())).collect();
        println!("{}", texts.join(" "));
    }
    Ok(())
}
