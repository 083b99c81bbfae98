//! `polymerge render`: draws a board, or a mode's tiles, as SVG or PNG.

use std::path::{Path, PathBuf};

use clap::Args;
use polymerge::calcarray::{Error, Meter};
use polymerge::display::png::PngError;
use polymerge::display::{each_once, gallery_tiles, svg, Scene, Size, Stage, Tables, Theme, TileCache, WORK};
use polymerge::old::{Game, Session, Value};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::input;
use crate::play::{begin, by_moves};
use crate::source::Source;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// Where to: a file ending in .svg or .png; without it, SVG is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the mode's tiles instead of a board
    #[arg(long)]
    gallery: bool,
    /// Tiles to draw in the gallery, as a JSON list; without it, those that the mode names
    #[arg(long, value_name = "JSON", requires = "gallery")]
    tiles: Option<String>,
    /// Seed of the random numbers that start a mode
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Play these moves first: LURD letters, the directions' labels or indices;
    /// tiles that are found on the way belong to the gallery
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Size of a PNG picture, 1 being 100 pixels per cell
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let opened = arguments.source.open()?;
    let name = opened.name.clone();
    let session = begin(opened, &arguments.changes, arguments.seed)?;
    let session = match &arguments.moves {
        Some(moves) => by_moves(session, moves)?.session,
        None => session,
    };
    let picture = if arguments.gallery {
        let tiles = match &arguments.tiles {
            Some(tiles) => tiles_of(tiles)?,
            None => known_tiles(&session),
        };
        if tiles.is_empty() {
            return Err(Failure::input(format!("{name} names no tiles; give some with --tiles or --moves")));
        }
        gallery(&session, tiles)
    } else {
        board(session.game())
    };
    let picture = picture.map_err(|error| Failure::input(format!("{name} can't be drawn: {error}")))?;
    write(&picture, arguments.output.as_deref(), arguments.scale)
}

fn tiles_of(text: &str) -> Result<Vec<Value>, Failure> {
    let value = polymerge::json::read(text, &Default::default())
        .map_err(|error| Failure::input(format!("--tiles: {error}")))?;
    let Value::Array(list) = value else {
        return Err(Failure::input("--tiles: a list of tiles is wanted, such as [[1],[2]]"));
    };
    let wrapped = |tile: &Value| match tile {
        Value::Array(_) => tile.clone(),
        entry => Value::array(vec![entry.clone()]),
    };
    Ok(list.iter().map(wrapped).collect())
}

/// The picture of a board, as SVG.
pub fn board(game: &Game) -> Result<String, Error> {
    let mut meter = Meter::new(game.rules().limits().evaluation.clone());
    let theme = Theme::new(game.rules().mode());
    let scene = Scene::of(&mut game.scratch(0.0), &mut meter, &theme, &Tables::new(), &mut TileCache::new())?;
    Ok(svg::board(&scene))
}

/// The tiles that the mode names, and those that were found.
fn known_tiles(session: &Session) -> Vec<Value> {
    let game = session.game();
    let named = gallery_tiles(game.rules().mode());
    each_once(named.into_iter().chain(game.discovered().iter().cloned()))
}

/// Tiles side by side; all of them share the work of [`WORK`] evaluations.
fn gallery(session: &Session, tiles: Vec<Value>) -> Result<String, Error> {
    /// Tiles side by side.
    const COLUMNS: usize = 8;
    let game = session.game();
    let mode = game.rules().mode();
    let theme = Theme::new(mode);
    let tables = Tables::new();
    let mut scratch = game.scratch(0.0);
    let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
    let mut views = Vec::new();
    for tile in tiles {
        meter.reset();
        let mut stage = Stage::new(&mut scratch, &mut meter, theme.hexagonal());
        views.push(theme.lone_tile(&mut stage, &tables, &tile, Size::Grid)?);
    }
    meter.reset();
    let screen = theme.screen_color(&mut Stage::new(&mut scratch, &mut meter, theme.hexagonal()))?;
    Ok(svg::gallery(&views, COLUMNS, &screen, theme.hexagonal()))
}

fn write(picture: &str, output: Option<&Path>, scale: f32) -> Result<(), Failure> {
    let Some(output) = output else { return input::print(picture.as_bytes()) };
    let bytes = match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => picture.as_bytes().to_vec(),
        Some("png") => png(picture, scale)?,
        _ => return Err(Failure::input(format!("{}: the name must end in .svg or .png", output.display()))),
    };
    std::fs::write(output, bytes).map_err(|error| Failure::result(format!("{}: {error}", output.display())))
}

/// A picture in pixels.
pub fn png(picture: &str, scale: f32) -> Result<Vec<u8>, Failure> {
    polymerge::display::png::png(picture, scale).map_err(|error| match error {
        PngError::Scale(scale) => {
            Failure::input(format!("--scale {scale}: the picture would have no pixels, or too many"))
        }
        _ => Failure::result(error),
    })
}
