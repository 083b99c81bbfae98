//! Drawing games: as data that any page can draw, as SVG, as PNG.

mod film;
mod view;

use std::sync::Arc;

use calcarray::{Host, Meter, Value};
pub use polymerge_display::{Markup, Opacities, Piece, Rgb, RulesLine, Stage, Style, Tables};
use polymerge_display::{Scene, Size, Theme, TileCache, WORK, each_once, gallery_tiles, svg};
use polymerge_rules::{GameState as State, Mode, Ruleset};

use crate::compiled::Rules;
pub use crate::css::{html, paint};
use crate::error::Error;
pub use crate::faces::Face;
use crate::faces::Faces;
use crate::game::Game;
use crate::limits::LooksLimits;
pub use film::Film;
pub use view::{BoxLook, CellLook, View, Viewer};

/// Draws the games of a mode: as data that any page can draw, and as SVG. Caches the looks of its
/// tiles.
///
/// ```
/// use polymerge::{Mode, Painter};
///
/// let game = Mode::built_in("2048")?.compile()?.start(7)?;
/// let mut painter = Painter::of(game.rules());
/// assert!(painter.svg(&game)?.starts_with("<svg"));
///
/// let picture = painter.picture(&game);
/// let faces = picture.cells.iter().flatten().filter_map(|cell| painter.face(cell.face?));
/// assert_eq!(faces.map(|face| face.text.as_str()).collect::<Vec<_>>(), ["1", "1"]);
/// # Ok::<(), polymerge::Error>(())
/// ```
pub struct Painter {
    theme: Theme,
    mode: Mode,
    tables: Arc<Tables>,
    cache: TileCache,
    faces: Faces,
}

impl Painter {
    /// A painter of games of these rules, within their limits.
    pub fn of(rules: &Rules) -> Painter {
        Painter::with_tables(rules, Arc::new(Tables::new()))
    }

    /// A painter that shares its tables with others: the constants of the colour schemes,
    /// which take a moment to compute.
    pub fn with_tables(rules: &Rules, tables: Arc<Tables>) -> Painter {
        Painter::new(rules.ruleset().mode(), tables).with_limits(rules.limits().looks)
    }

    /// A painter of games of compiled rules of the crate `polymerge-rules`, within the default
    /// limits.
    pub fn of_ruleset(ruleset: &Ruleset, tables: Arc<Tables>) -> Painter {
        Painter::new(ruleset.mode(), tables).with_limits(LooksLimits::default())
    }

    /// A game as SVG: stat boxes, grid, next tiles.
    ///
    /// # Errors
    /// An expression of its looks fails.
    pub fn svg(&mut self, game: &Game) -> Result<String, Error> {
        self.svg_of(game.state(), game.time())
    }

    /// A state as SVG at the time `now`.
    ///
    /// # Errors
    /// An expression of its looks fails.
    pub fn svg_of(&mut self, state: &State, now: f64) -> Result<String, Error> {
        Ok(svg::board(&self.scene(state, now)?))
    }

    fn scene(&mut self, state: &State, now: f64) -> Result<Scene, Error> {
        let mut host = state.scratch(now);
        self.cache.refresh(self.theme.reads(), &host);
        let mut meter = Meter::new(state.rules().limits().evaluation.clone());
        Ok(Scene::of(&mut host, &mut meter, &self.theme, &self.tables, &mut self.cache)?)
    }

    /// A game as the bytes of a PNG file, with 100 pixels for a cell in each direction at
    /// scale 1.
    ///
    /// # Errors
    /// An expression of its looks fails, or the picture would have no pixels, or too many.
    #[cfg(feature = "png")]
    pub fn png(&mut self, game: &Game, scale: f32) -> Result<Vec<u8>, Error> {
        self.png_of(game.state(), game.time(), scale)
    }

    /// A state as PNG at the time `now`.
    ///
    /// # Errors
    /// As [`Painter::png`].
    #[cfg(feature = "png")]
    pub fn png_of(&mut self, state: &State, now: f64, scale: f32) -> Result<Vec<u8>, Error> {
        png(&self.svg_of(state, now)?, scale)
    }

    /// Returns everything that is visible of a game.
    pub fn picture(&mut self, game: &Game) -> View {
        self.at(game.state(), game.time()).view()
    }

    /// Tiles side by side as SVG, in so many columns. All of them share the work of
    /// [`WORK`] evaluations.
    ///
    /// # Errors
    /// An expression of their looks fails.
    pub fn gallery(&self, state: &State, tiles: &[Value], columns: usize) -> Result<String, Error> {
        let mut host = state.scratch(0.0);
        let mut meter = Meter::shared(state.rules().limits().evaluation.clone(), WORK);
        let hexagonal = self.theme.hexagonal();
        let mut views = Vec::with_capacity(tiles.len());
        for tile in tiles {
            meter.reset();
            let mut stage = Stage::new(&mut host, &mut meter, hexagonal);
            views.push(self.theme.lone_tile(&mut stage, &self.tables, tile, Size::Grid)?);
        }
        meter.reset();
        let ground = self.theme.screen_color(&mut Stage::new(&mut host, &mut meter, hexagonal))?;
        Ok(svg::gallery(&views, columns, &ground, hexagonal))
    }

    /// Tiles to show in a gallery: those that the mode names, and those that were
    /// discovered.
    pub fn known_tiles(&self, state: &State) -> Vec<Value> {
        each_once(gallery_tiles(&self.mode).into_iter().chain(state.discovered().iter().cloned()))
    }

    fn new(mode: &Mode, tables: Arc<Tables>) -> Painter {
        Painter {
            theme: Theme::new(mode),
            mode: mode.clone(),
            tables,
            cache: TileCache::new(),
            faces: Faces::default(),
        }
    }

    /// Sets how much is remembered; nothing is yet.
    pub fn with_limits(self, limits: LooksLimits) -> Painter {
        let cache = TileCache::with_bounds(limits.tiles, limits.bytes);
        Painter { cache, faces: Faces::within(limits), ..self }
    }

    /// Returns the text on a tile that lies nowhere; a tile without text is written as formulas write it.
    pub fn tile_text(&mut self, state: &State, now: f64, tile: &Value) -> String {
        let id = self.at(state, now).face_of(tile);
        let text = self.face(id).map(|face| face.text.clone()).filter(|text| !text.trim().is_empty());
        text.unwrap_or_else(|| crate::why::shown(tile))
    }

    /// The face of this number, unless it is forgotten.
    pub fn face(&self, id: u64) -> Option<&Arc<Face>> {
        self.faces.get(id)
    }

    /// Looks at a game at the time `now`. All that is looked at shares the work
    /// of [`WORK`] evaluations; what comes after that has plain looks.
    pub fn at<'l, 'g>(&'l mut self, game: &'g State, now: f64) -> Viewer<'l, impl Host + 'g> {
        let host = game.scratch(now);
        self.cache.refresh(self.theme.reads(), &host);
        let meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
        Viewer { looks: self, host, meter, failures: Vec::new() }
    }
}

/// An SVG picture of a [`Painter`], such as a gallery, as the bytes of a PNG file; at scale 1
/// a cell has 100 pixels in each direction.
///
/// # Errors
/// The picture would have no pixels, or too many; or the text is no SVG.
#[cfg(feature = "png")]
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    polymerge_display::png::png(svg, scale)
        .map_err(|error| Error::new(crate::ErrorKind::Input, "no-picture", error.to_string()))
}
