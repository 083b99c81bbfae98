//! `polymerge render`: draws a board, or a mode's tiles, as SVG or PNG.

use std::path::PathBuf;

use clap::Args;
use polymerge::painter::png;
use polymerge::{Painter, Value};
use polymerge_app::begin::{begin, by_moves};
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::source::Source;

use crate::exact::note_inexact;
use crate::output::Replacing;

/// The number of columns of a gallery.
const COLUMNS: usize = 8;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// The file to write: .svg or .png; without it, SVG is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
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
    /// tiles that appear belong to the gallery
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Size of a PNG picture, 1 being 100 pixels per cell
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let opened = arguments.source.open()?;
    let name = opened.name.clone();
    let game = begin(opened, &arguments.changes, arguments.seed)?;
    let game = match &arguments.moves {
        Some(moves) => by_moves(game, moves)?.into_game(),
        None => game,
    };
    let mut painter = Painter::of(game.rules());
    let picture = if arguments.gallery {
        let tiles = match &arguments.tiles {
            Some(tiles) => tiles_of(tiles)?,
            None => painter.known_tiles(game.state()),
        };
        if tiles.is_empty() {
            return Err(Failure::input(format!(
                "{name} has no tiles to draw; give some with --tiles or --moves"
            )));
        }
        painter.gallery(game.state(), &tiles, COLUMNS)
    } else {
        painter.svg(&game)
    };
    let picture = picture.map_err(|error| Failure::input(format!("{name} can't be drawn: {error}")))?;
    write(&picture, arguments)
}

fn tiles_of(text: &str) -> Result<Vec<Value>, Failure> {
    let value = polymerge::calc::json::read(text, &Default::default())
        .map_err(|error| Failure::input(format!("--tiles: {error}")))?;
    let Value::Array(list) = value else {
        return Err(Failure::input("--tiles: a list of tiles is wanted, such as [[1],[2]]"));
    };
    note_inexact("--tiles", text);
    let wrapped = |tile: &Value| match tile {
        Value::Array(_) => tile.clone(),
        entry => Value::array(vec![entry.clone()]),
    };
    Ok(list.iter().map(wrapped).collect())
}

fn write(picture: &str, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { output, replacing, scale, .. } = arguments;
    let Some(output) = output else { return input::print_exact(picture.as_bytes()) };
    let bytes = match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => picture.as_bytes().to_vec(),
        Some("png") => png(picture, *scale).map_err(Failure::input)?,
        _ => return Err(Failure::input(format!("{}: the name must end in .svg or .png", output.display()))),
    };
    replacing.write(output, &bytes)
}
