//! The looks of a game: its cells and the boxes around them, as the mode paints them.

use std::cell::RefCell;

use polymerge::advanced::display::{
    NextTile, Rgb, Size, Stage, StatBox, StatValue, Swatch, Tables, Theme as Looks, TileCache, TileView,
    WORK, solid,
};
use polymerge::advanced::rules::Mode;
use polymerge::calc::json;
use polymerge::calc::{Container, Coordinate, Meter, Position, Program, Value, Variables, convert};
use polymerge::{Cell, State};

/// The content of a cell, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A hole: not part of the board.
    Void,
    /// A free cell.
    Empty,
    /// A cell that tiles slide over.
    Slippery,
    /// A hole that closes after some turns; their number.
    Hole(String),
    /// A tile.
    Tile(Tile),
}

/// The text and the colours of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The text of the tile.
    pub text: String,
    /// The colour of the tile.
    pub background: Rgb,
    /// The colour of the text, if the mode sets one.
    pub ink: Option<Rgb>,
}

/// The cells of a board and its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells, row by row.
    pub rows: Vec<Vec<Look>>,
    /// True if neighbours in a row are two columns apart.
    pub hexagonal: bool,
    /// The colour between the cells.
    pub frame: Rgb,
    /// The colour of free cells.
    pub slot: Rgb,
}

impl Board {
    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the board of a game that has ended: its tiles fade into free cells, except for the
    /// best ones.
    #[must_use]
    pub fn faded(&self, best: Option<&Tile>) -> Board {
        let mut faded = self.clone();
        let tiles = faded.rows.iter_mut().flatten().filter_map(|look| match look {
            Look::Tile(tile) => Some(tile),
            _ => None,
        });
        for tile in tiles.filter(|tile| Some(&**tile) != best) {
            tile.background = mixed(tile.background, self.slot, FADED);
            tile.ink = tile.ink.map(|ink| mixed(ink, self.slot, FADED));
        }
        faded
    }

    /// Returns true if a cell is part of the board.
    pub fn has(&self, cell: Cell) -> bool {
        self.rows.get(cell.row).and_then(|row| row.get(cell.column)).is_some_and(|look| *look != Look::Void)
    }

    /// Returns the next cell of the board in a direction: in the same row, or the closest one in
    /// the next row.
    pub fn neighbour(&self, cell: Cell, rows: i64, columns: i64) -> Option<Cell> {
        if rows == 0 {
            let mut column = cell.column;
            loop {
                column = column.checked_add_signed(columns.signum() as isize)?;
                let next = Cell::new(cell.row, column);
                if columns == 0 || column >= self.width() {
                    return None;
                } else if self.has(next) {
                    return Some(next);
                }
            }
        }
        let mut row = cell.row;
        loop {
            row = row.checked_add_signed(rows.signum() as isize)?;
            let cells = (0..self.rows.get(row)?.len()).map(|column| Cell::new(row, column));
            let own = cells.filter(|next| self.has(*next));
            if let Some(next) = own.min_by_key(|next| next.column.abs_diff(cell.column)) {
                return Some(next);
            }
        }
    }
}

/// The part of a tile's colour that fades when a game has ended.
const FADED: f64 = 0.6;

/// Returns a colour between two others.
fn mixed(from: Rgb, to: Rgb, much: f64) -> Rgb {
    let channel = |place: usize| {
        let [from, to] = [from, to].map(|color| f64::from(color[place]));
        (from + (to - from) * much).round() as u8
    };
    [0, 1, 2].map(channel)
}

/// A box beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoBox {
    /// The index of the box in the mode.
    pub index: usize,
    /// The title of the box.
    pub title: String,
    /// The value of the box.
    pub value: BoxValue,
    /// True if a click on the box can have an effect.
    pub clickable: bool,
    /// True if the box belongs below the board.
    pub below: bool,
}

/// The value of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxValue {
    /// A text.
    Text(String),
    /// A list of tiles.
    Tiles(Vec<Tile>),
}

/// The painter of the boards of a mode.
pub struct Painter {
    looks: Looks,
    tables: Tables,
    /// The looks of tiles, cached from picture to picture.
    cache: RefCell<TileCache>,
}

/// The default colours of a mode.
const FRAME: Rgb = [88, 80, 72];
const SLOT: Rgb = [116, 106, 96];
const TILE: Rgb = [238, 230, 219];

impl Painter {
    /// Returns the painter of a mode.
    pub fn new(mode: &Mode) -> Painter {
        Painter { looks: Looks::new(mode), tables: Tables::new(), cache: RefCell::default() }
    }

    /// Runs a function on a stage where expressions see the game at the time `now`.
    fn on_stage<T>(&self, game: &State, now: f64, work: impl FnOnce(&mut Stage<'_>) -> T) -> T {
        let mut scratch = game.scratch(now);
        let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
        self.cache.borrow_mut().refresh(self.looks.reads(), &scratch);
        work(&mut Stage::new(&mut scratch, &mut meter, self.looks.hexagonal()))
    }

    /// Returns the board of a game at the time `now`.
    pub fn board(&self, game: &State, now: f64) -> Board {
        self.on_stage(game, now, |stage| {
            let frame = self.looks.grid_color(stage).ok().and_then(|paint| solid(&paint, FRAME));
            let mut board = Board {
                rows: Vec::new(),
                hexagonal: self.looks.hexagonal(),
                frame: frame.unwrap_or(FRAME),
                slot: SLOT,
            };
            for row in 0..game.height() {
                let mut looks = Vec::with_capacity(game.width());
                for column in 0..game.width() {
                    stage.meter.reset();
                    let cell = Cell::new(row, column);
                    let content = game.cell(cell).unwrap_or(&Value::Undefined);
                    looks.push(self.look(stage, cell, content, &mut board));
                }
                board.rows.push(looks);
            }
            board
        })
    }

    /// Returns the looks that contents would have in cells of this board.
    pub fn looks(&self, game: &State, now: f64, board: &Board, contents: &[(Cell, Value)]) -> Vec<Look> {
        let mut board = Board { rows: Vec::new(), ..board.clone() };
        self.on_stage(game, now, |stage| {
            let look = |(cell, content): &(Cell, Value)| {
                stage.meter.reset();
                self.look(stage, *cell, content, &mut board)
            };
            contents.iter().map(look).collect()
        })
    }

    fn look(&self, stage: &mut Stage<'_>, cell: Cell, content: &Value, board: &mut Board) -> Look {
        let place = (cell.row, cell.column);
        let mut cache = self.cache.borrow_mut();
        let view = self.looks.cached_cell(stage, &self.tables, &mut cache, place, content).ok();
        let background = view.as_ref().and_then(|view| view.background.as_ref());
        if let Some(slot) = background.and_then(|paint| solid(paint, board.frame)) {
            board.slot = slot;
        }
        match content {
            Value::Array(entries) => Look::Tile(match view.and_then(|view| view.tile) {
                Some(view) => tile(&view, board.slot),
                // A mode whose looks fail can still be played.
                None => Tile { text: plain(entries), background: TILE, ink: None },
            }),
            Value::Text(word) if word.is("@Empty") => Look::Empty,
            Value::Text(word) if word.is("@Slippery") => Look::Slippery,
            Value::Text(word) if word.starts_with("@TemporaryHole") => {
                Look::Hole(word.to_string_lossy().split(' ').nth(1).unwrap_or_default().to_owned())
            }
            _ => Look::Void,
        }
    }

    /// Returns the visible boxes around the board.
    pub fn boxes(&self, game: &State, now: f64) -> Vec<InfoBox> {
        let definitions = game.rules().mode().stat_boxes.as_array().cloned().unwrap_or_default();
        self.on_stage(game, now, |stage| {
            let view = |(index, definition): (usize, &Value)| {
                stage.meter.reset();
                let view = StatBox::view(stage, &self.looks, &self.tables, definition).ok()?;
                let content = view.content?;
                let value = match &content.value {
                    StatValue::Text(text) => BoxValue::Text(text.readable()),
                    StatValue::Tile(view) => BoxValue::Tiles(vec![tile(view, SLOT)]),
                    StatValue::Tiles(views) => {
                        BoxValue::Tiles(views.iter().map(|view| tile(view, SLOT)).collect())
                    }
                };
                let (clickable, below) = (view.clickable, view.below);
                Some(InfoBox { index, title: content.title.readable(), value, clickable, below })
            };
            definitions.iter().enumerate().filter_map(view).collect()
        })
    }

    /// Returns the tiles that come next, as far as the mode shows them.
    pub fn next(&self, game: &State, now: f64) -> Vec<Tile> {
        let next = self.on_stage(game, now, |stage| self.looks.next_tiles(stage, &self.tables));
        let look = |next: NextTile| match (next.look, &next.tile) {
            (Ok(view), _) => tile(&view, SLOT),
            // A mode whose looks fail can still be played.
            (Err(_), Value::Array(entries)) => Tile { text: plain(entries), background: TILE, ink: None },
            (Err(_), other) => Tile { text: json::write(other), background: TILE, ink: None },
        };
        next.into_iter().map(look).collect()
    }

    /// Returns the best tile so far: the one of the highest worth by the mode; of equal ones, the
    /// last one. A fraction is not worth its numerator.
    pub fn best(&self, game: &State, now: f64) -> Option<Tile> {
        let found = game.discovered();
        let worth = worth(game, now, found);
        let best = found.iter().zip(worth).max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(tile, _)| tile)?;
        self.on_stage(game, now, |stage| {
            let view = self.looks.lone_tile(stage, &self.tables, best, Size::Small).ok()?;
            Some(tile(&view, SLOT))
        })
    }
}

/// Returns the worth of tiles by the mode's own expression. A tile for which it gives no number is
/// worth least. All tiles share the work of [`WORK`] evaluations.
fn worth(game: &State, now: f64, tiles: &[Value]) -> Vec<f64> {
    let value = &game.rules().mode().tile_value;
    let Ok(program) = Program::compile(value, &Default::default()) else {
        return vec![f64::NEG_INFINITY; tiles.len()];
    };
    let mut scratch = game.scratch(now);
    let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
    let mut of = |tile: &Value| {
        meter.reset();
        let (v, h, container) = (Coordinate::None, Coordinate::None, Container::Value(tile));
        let position = Position { v, h, container, ..Position::default() };
        let value = scratch.evaluate(&program, &position, &Variables::default()).ok()?;
        convert::to_number(&value, &mut meter).ok().filter(|number| !number.is_nan())
    };
    tiles.iter().map(|tile| of(tile).unwrap_or(f64::NEG_INFINITY)).collect()
}

fn tile(view: &TileView, below: Rgb) -> Tile {
    let swatch = Swatch::of(view, below);
    let text = view.text.readable();
    // Where ornaments tell tiles apart, which are not seen here, their shades do.
    let is_plain = view.swatch.is_some() || view.picture.layers.is_empty();
    let background = if is_plain { swatch.ground } else { shaded(swatch.ground, &text) };
    Tile { text, background, ink: Some(swatch.ink) }
}

/// The number of shades of a colour. The darkest and the lightest are [`FAR`] from it.
const SHADES: u32 = 9;
const FAR: f64 = 0.36;

/// Returns a shade of a colour, most likely another one for another text.
fn shaded(color: Rgb, text: &str) -> Rgb {
    let hash = text.bytes().fold(0u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let much = FAR * (2.0 * f64::from(hash % SHADES) / f64::from(SHADES - 1) - 1.0);
    mixed(color, if much < 0.0 { [0; 3] } else { [255; 3] }, much.abs())
}

/// Returns the entries of a tile without the marks of extended JSON.
fn plain(entries: &[Value]) -> String {
    let words: Vec<String> = entries
        .iter()
        .map(|entry| match entry {
            Value::Text(text) => text.to_string_lossy(),
            Value::Integer(integer) => integer.to_string(),
            other => json::write(other),
        })
        .collect();
    words.join(" ")
}

/// Returns the texts of the cells, row by row, as far as text can show them.
pub fn texts(game: &State, now: f64) -> Vec<Vec<String>> {
    let text = |look: Look| match look {
        Look::Void => String::new(),
        Look::Empty => "·".into(),
        Look::Slippery => "~".into(),
        Look::Hole(turns) => format!("({turns})"),
        Look::Tile(tile) => tile.text,
    };
    let board = Painter::new(game.rules().mode()).board(game, now);
    board.rows.into_iter().map(|row| row.into_iter().map(text).collect()).collect()
}

#[cfg(test)]
mod tests {
    use polymerge::catalogue;

    use super::*;

    /// Returns the number in the text of a tile.
    fn number(text: &str) -> Option<f64> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
    }

    #[test]
    fn tiles_that_differ_only_in_ornaments_have_shades() {
        let mode = polymerge::Mode::built_in("dive").unwrap();
        let game = mode.compile().unwrap().start(1).unwrap();
        let painter = Painter::new(game.state().rules().mode());
        let board = painter.board(game.state(), 0.0);
        let of = |number: f64| {
            let content = Value::array(vec![Value::from(number)]);
            painter.looks(game.state(), 0.0, &board, &[(Cell::new(0, 0), content)]).remove(0)
        };
        let grounds = [2.0, 14.0, 22.0, 26.0].map(|number| match of(number) {
            Look::Tile(tile) => tile.background,
            other => panic!("{number}: {other:?}"),
        });
        for (place, ground) in grounds.iter().enumerate() {
            assert!(!grounds[..place].contains(ground), "{grounds:?}");
        }
    }

    #[test]
    fn the_next_tiles_are_those_that_come() {
        use polymerge::{Event, Mode};
        // Modes in which tiles that come differ, or look otherwise at a place of the grid.
        for (name, changes) in [
            ("classic", &["next_tiles=3"][..]),
            ("030", &["next_tiles=1"]),
            ("2048", &["next_tiles=2", "spawn_rule=equal", "negative_tiles=interacting"]),
            ("026", &["next_tiles=25", "colors=3"]),
        ] {
            let mode = Mode::built_in(name).unwrap();
            let mode = changes.iter().fold(mode, |mode, words| mode.with(words).unwrap());
            let mut seen = std::collections::HashSet::new();
            for seed in 0..6 {
                let mut game = mode.compile().unwrap().start(seed).unwrap();
                let painter = Painter::new(game.state().rules().mode());
                for press in 0..30 {
                    let next = painter.next(game.state(), 0.0);
                    let Ok(turn) = game.play(press % 4) else { break };
                    let spawned = turn.events.iter().find_map(|event| match event {
                        Event::Spawn { cell, .. } => Some(*cell),
                        _ => None,
                    });
                    let Some(cell) = spawned else { continue };
                    let text = &texts(game.state(), 0.0)[cell.row][cell.column];
                    assert_eq!(next.first().map(|tile| &tile.text), Some(text), "{name} {seed} {press}");
                    let after = painter.next(game.state(), 0.0);
                    let is_shown =
                        |tiles: &[Tile]| tiles.iter().map(|tile| tile.text.clone()).collect::<Vec<_>>();
                    assert_eq!(is_shown(&after[..after.len() - 1]), is_shown(&next[1..]), "{name}");
                    seen.insert(text.clone());
                }
            }
            assert!(seen.len() > 1, "{name}: {seen:?}");
        }
    }

    #[test]
    fn tiles_fade_at_the_end_but_for_the_best() {
        let tile = |text: &str, background| Tile { text: text.into(), background, ink: Some([0; 3]) };
        let looks =
            vec![Look::Empty, Look::Tile(tile("2", [250; 3])), Look::Tile(tile("64", [250, 150, 50]))];
        let board = Board { rows: vec![looks], hexagonal: false, frame: [0; 3], slot: [100; 3] };
        let faded = board.faded(Some(&tile("64", [250, 150, 50])));
        let expected = Tile { ink: Some([60; 3]), ..tile("2", [160; 3]) };
        assert_eq!(faded.rows[0][1], Look::Tile(expected));
        assert_eq!((&faded.rows[0][0], &faded.rows[0][2]), (&board.rows[0][0], &board.rows[0][2]));
    }

    #[test]
    fn the_best_tile_is_the_one_that_is_worth_most() {
        for title in ["RACUTE", "1/512", "2048"] {
            let name = catalogue::summaries().find(|mode| mode.info.title == title).unwrap().name;
            for seed in 1..8 {
                let rules = polymerge::Mode::built_in(&name).unwrap().compile().unwrap();
                let mut game = rules.start(seed).unwrap();
                for direction in [2, 0, 3, 1].repeat(8) {
                    game.play(direction).unwrap();
                }
                let game = game.state();
                let painter = Painter::new(game.rules().mode());
                let best = number(&painter.best(game, 0.0).unwrap().text).unwrap();
                let texts = texts(game, 0.0).concat();
                let largest = texts.iter().filter_map(|text| number(text)).fold(0.0, f64::max);
                assert!(best >= largest && largest > 0.0, "{title} {seed}: {best} {largest}");
            }
        }
    }
}
