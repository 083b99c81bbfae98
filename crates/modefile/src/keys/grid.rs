//! The grid: its size, shape and cells (docs/spec/rules.md, "Data model"), both
//! ways.

use crate::fields::{Context, Fields, raw, wrapped};
use crate::table::{self, MOST_CELLS};
use crate::text::nearest::{nearest, nearest_of};
use crate::text::node::{Kind, Node, Span};

/// The shapes that have rules of their own for holes and directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Square,
    Diamond,
    Checkerboard,
    Hexagon,
    HexaTriangle,
    /// The sides of the four dimensions.
    Hyper([usize; 4]),
}

/// A grid after reading.
pub(crate) struct Grid {
    pub width: usize,
    pub height: usize,
    pub cells: Node,
    pub hexagonal: Node,
    pub shape: Shape,
}

/// The letters of cells in rows written as texts.
const LETTERS: [(char, &str); 3] = [('.', "@Empty"), ('#', "@Void"), ('~', "@Slippery")];

/// Reads a grid: `"5x4"` (5 wide, 4 high) or an object.
pub(crate) fn read(node: Option<Node>, cx: &mut Context) -> Grid {
    let span = node.as_ref().map_or(Span::default(), |node| node.span);
    read_some(node, span, cx).unwrap_or_else(|| Grid::of(Shape::Square, 4, 4, span))
}

fn read_some(node: Option<Node>, span: Span, cx: &mut Context) -> Option<Grid> {
    let node = node?;
    if let Some(text) = node.as_string() {
        let sides = text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
        return match sides {
            Some(sides) => sized(Shape::Square, sides, span, cx),
            None => {
                let message = "a grid is written like \"5x4\": 5 wide, 4 high";
                let entry = cx.problems.error("grid", span, message);
                if let Some(form) = form(&text) {
                    entry.help(format!("write {form}"));
                }
                None
            }
        };
    }
    // People list the rows of a board, or its two sides.
    let rows = || format!("{}; rows of cells are written {{ \"cells\": [...] }}", table::GRID.form);
    let form = form_of_numbers(&node).or_else(|| node.as_array().map(|_| rows()));
    let mut fields = Fields::of_form(node, &table::GRID, form, cx)?;
    let (width, height) = (fields.take("width"), fields.take("height"));
    let (shape, cells) = (fields.take("shape"), fields.take("cells"));
    let sides = Sides { width, height, size: fields.take("size") };
    let hexagonal = fields.value("hexagonal");
    fields.finish(cx);
    let mut grid = match (shape, cells) {
        (Some(shape), None) => shaped(&shape, sides, cx)?,
        (None, Some(cells)) => drawn(cells, sides, cx)?,
        (None, None) => {
            let sides = sides.two("a grid without a \"shape\"", cx)?;
            sized(Shape::Square, sides, span, cx)?
        }
        (Some(shape), Some(_)) => {
            cx.error("grid", shape.span, "a grid has either \"shape\" or \"cells\"");
            return None;
        }
    };
    if let Some(hexagonal) = hexagonal {
        if matches!(hexagonal.kind, Kind::Boolean(true)) && grid.shape == Shape::Square {
            grid.shape = Shape::Hexagon;
        }
        grid.hexagonal = hexagonal;
    }
    Some(grid)
}

/// Returns the right form for a text that was meant as a grid: the name of a shape, or two numbers
/// with something between them.
fn form(text: &str) -> Option<String> {
    let shape = shapes().find(|name| name.eq_ignore_ascii_case(text));
    if let Some(name) = shape.or_else(|| nearest(text, shapes())) {
        let size = match name {
            "square" | "checkerboard" => "\"width\": 4, \"height\": 4",
            _ => some_size(name),
        };
        return Some(format!("{{ \"shape\": \"{name}\", {size} }}"));
    }
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
    let (width, height) = (numbers.next()?, numbers.next()?);
    let is_plain = numbers.next().is_none() && !text.contains(['.', '-', '+']);
    is_plain.then(|| format!("\"{width}x{height}\""))
}

/// A size for a shape that needs one, as an example.
fn some_size(shape: &str) -> &'static str {
    match shape {
        "4d" => "\"size\": [2, 2, 2, 2]",
        _ => "\"size\": 3",
    }
}

/// Returns the right form for a grid with these sides, such as `4` or `[5, 4]`.
fn form_of_numbers(node: &Node) -> Option<String> {
    let text = |node: &Node| {
        let side = node.as_number().filter(|side| *side >= 1.0 && side.fract() == 0.0)?;
        Some(calcarray::number::to_text(side))
    };
    let (width, height) = match node.as_array() {
        Some([width, height]) => (text(width)?, text(height)?),
        Some(_) => return None,
        None => (text(node)?, text(node)?),
    };
    Some(format!("\"{width}x{height}\""))
}

fn side(text: &str) -> Option<u64> {
    let text = text.trim();
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A side of a grid, or the size of a shape.
fn whole(node: &Node, cx: &mut Context) -> Option<usize> {
    match node.kind {
        Kind::Number(number) if number.fract() == 0.0 && (1.0..=MOST_CELLS as f64).contains(&number) => {
            Some(number as usize)
        }
        _ => {
            let message =
                format!("a whole number from 1 to {MOST_CELLS} is expected here, not {}", node.seen());
            cx.error("grid", node.span, message);
            None
        }
    }
}

/// The sides that are given, 4 for each that is not.
fn sides_or_usual(width: Option<usize>, height: Option<usize>) -> (u64, u64) {
    (width.unwrap_or(4) as u64, height.unwrap_or(4) as u64)
}

/// Says so if a grid may not be that large. Sides are counted in 64 bits until
/// then, so that the answer is the same on every machine.
fn fits((width, height): (u64, u64), span: Span, cx: &mut Context) -> bool {
    let fits = width.checked_mul(height).is_some_and(|cells| (1..=MOST_CELLS as u64).contains(&cells));
    if !fits {
        cx.error("grid", span, format!("a grid has from 1 to {MOST_CELLS} cells, not {width} × {height}"));
    }
    fits
}

/// A grid of this size, if it may be that large.
fn sized(shape: Shape, sides: (u64, u64), span: Span, cx: &mut Context) -> Option<Grid> {
    if !fits(sides, span, cx) {
        return None;
    }
    Some(Grid::of(shape, usize::try_from(sides.0).ok()?, usize::try_from(sides.1).ok()?, span))
}

/// The keys for the size in a grid object.
struct Sides {
    width: Option<Node>,
    height: Option<Node>,
    size: Option<Node>,
}

impl Sides {
    /// Width and height; `what` has no `size`.
    fn two(self, what: &str, cx: &mut Context) -> Option<(u64, u64)> {
        if let Some(size) = self.size {
            let message = format!("{what} has no \"size\" but \"width\" and \"height\"");
            cx.error("grid", size.span, message);
            return None;
        }
        let mut side = |node: Option<Node>| match node {
            Some(node) => whole(&node, cx).map(Some),
            None => Some(None),
        };
        let (width, height) = (side(self.width), side(self.height));
        Some(sides_or_usual(width?, height?))
    }

    /// The size of a shape that has no width and height of its own.
    fn one(self, name: &str, shape: Span, cx: &mut Context) -> Option<Node> {
        for side in [&self.width, &self.height].into_iter().flatten() {
            let message = format!("the shape \"{name}\" has a \"size\", no \"width\" or \"height\"");
            cx.error("grid", side.span, message);
        }
        if self.size.is_none() {
            let message = format!("the shape \"{name}\" needs the key \"size\"");
            cx.problems.error("missing-key", shape, message).help(format!("such as {}", some_size(name)));
        }
        self.size
    }
}

fn shapes() -> impl Iterator<Item = &'static str> + Clone {
    table::words(table::SHAPES)
}

fn shaped(shape: &Node, sides: Sides, cx: &mut Context) -> Option<Grid> {
    let span = shape.span;
    let Some(name) = shape.as_string() else {
        cx.expected("the name of a shape", shape);
        return None;
    };
    match name.as_str() {
        "square" | "checkerboard" => {
            let shape = if name == "square" { Shape::Square } else { Shape::Checkerboard };
            let sides = sides.two(&format!("the shape \"{name}\""), cx)?;
            sized(shape, sides, span, cx)
        }
        "4d" => hyper_grid(&sides.one(&name, span, cx)?, cx),
        "diamond" | "hexagon" | "hexatriangle" => {
            let size = sides.one(&name, span, cx)?;
            round_grid(&name, whole(&size, cx)?, size.span, cx)
        }
        _ => {
            let entry = cx.problems.error("grid", span, format!("there is no grid shape {name:?}"));
            entry.help(nearest_of(&name, "the shapes are", shapes()));
            None
        }
    }
}

/// A grid of four dimensions.
fn hyper_grid(size: &Node, cx: &mut Context) -> Option<Grid> {
    let Some([a, b, c, d]) = size.as_array() else {
        cx.error("grid", size.span, "the size of a 4d grid is a list of four numbers");
        return None;
    };
    let [a, b, c, d] = [a, b, c, d].map(|side| whole(side, cx));
    let sides = [a?, b?, c?, d?];
    let nested = |inner: usize, outer: usize| (inner as u64 + 1) * outer as u64 - 1;
    sized(Shape::Hyper(sides), (nested(sides[0], sides[2]), nested(sides[1], sides[3])), size.span, cx)
}

/// A grid whose one size is the way from its middle to its edge, or the side
/// of a triangle.
fn round_grid(name: &str, size: usize, span: Span, cx: &mut Context) -> Option<Grid> {
    let (shape, width, height) = round_sides(name, size);
    if width * height > MOST_CELLS {
        let fits = |size: &usize| {
            let (_, width, height) = round_sides(name, *size);
            width * height <= MOST_CELLS
        };
        let largest = (1..size).rev().find(fits).unwrap_or(1);
        cx.error(
            "grid",
            span,
            format!("the size of the shape \"{name}\" is from 1 to {largest}, not {size}"),
        );
        return None;
    }
    let mut grid = sized(shape, (width as u64, height as u64), span, cx)?;
    grid.cells = cells(shape, size, width, height, span);
    Some(grid)
}

/// Returns the shape, width and height of a shape of one size.
fn round_sides(name: &str, size: usize) -> (Shape, usize, usize) {
    match name {
        "diamond" => (Shape::Diamond, 2 * size + 1, 2 * size + 1),
        "hexagon" => (Shape::Hexagon, 4 * size + 1, 2 * size + 1),
        _ => {
            let side = triangle_side(size);
            (Shape::HexaTriangle, 4 * side + 1, 2 * side + 1)
        }
    }
}

fn triangle_side(a: usize) -> usize {
    match a % 4 {
        3 => a.div_ceil(2),
        1 => (a - 1) / 2,
        _ => a / 2,
    }
}

fn drawn(cells: Node, sides: Sides, cx: &mut Context) -> Option<Grid> {
    let span = cells.span;
    if let Some(size) = &sides.size {
        cx.error("grid", size.span, "\"size\" goes with \"shape\"; drawn cells give the size");
    }
    let exact = raw(&cells).cloned();
    // Save codes may say other sizes than their cells have.
    let mut side = |node: Option<Node>| match node {
        None => Some(None),
        Some(Node { kind: Kind::Number(side), .. })
            if exact.is_some() && side.fract() == 0.0 && (1.0..1e6).contains(&side) =>
        {
            Some(Some(side as usize))
        }
        Some(node) => whole(&node, cx).map(Some),
    };
    let (width, height) = (side(sides.width)?, side(sides.height)?);
    let (rows, row_count, first) = match exact {
        Some(raw) => {
            let rows = raw.as_array();
            let size = (rows.map_or(0, <[Node]>::len), rows.and_then(first_length));
            (raw, size.0, size.1)
        }
        None => {
            let rows = read_rows(cells, width, height, cx)?;
            let first = first_length(&rows);
            let sides = (first.unwrap_or(0) as u64, rows.len() as u64);
            if sides.0 > 0 && sides.1 > 0 && !fits(sides, span, cx) {
                return None;
            }
            (Node::array(span, rows.clone()), rows.len(), first)
        }
    };
    let (width, height) = (width.or(first).unwrap_or(0), height.unwrap_or(row_count));
    if width == 0 || height == 0 {
        cx.error("grid", span, "a grid needs at least one cell");
        return None;
    }
    let hexagonal = Node::boolean(span, false);
    Some(Grid { width, height, cells: rows, hexagonal, shape: Shape::Square })
}

/// The rows of a grid that is drawn, each as long as the first one.
fn read_rows(
    cells: Node,
    width: Option<usize>,
    height: Option<usize>,
    cx: &mut Context,
) -> Option<Vec<Node>> {
    let span = cells.span;
    let Kind::Array(rows) = cells.kind else {
        cx.expected("a list of rows", &cells);
        return None;
    };
    let rows: Vec<Node> = rows.into_iter().filter_map(|row| read_row(row, cx)).collect();
    let length = |row: &Node| row.as_array().map_or(0, <[Node]>::len);
    for row in &rows {
        let wanted = width.or(rows.first().map(length)).unwrap_or(0);
        if length(row) != wanted {
            cx.error("grid", row.span, format!("this row has {} cells, not {wanted}", length(row)));
        }
    }
    if height.is_some_and(|height| height != rows.len()) {
        cx.error("grid", span, format!("the grid has {} rows, not its height", rows.len()));
    }
    Some(rows)
}

fn first_length(rows: &[Node]) -> Option<usize> {
    rows.first()?.as_array().map(<[Node]>::len)
}

fn read_row(row: Node, cx: &mut Context) -> Option<Node> {
    let span = row.span;
    let Some(text) = row.as_string() else {
        return match row.kind {
            Kind::Array(_) => Some(row),
            _ => {
                cx.expected("a row of cells", &row);
                None
            }
        };
    };
    let mut cells = Vec::new();
    for letter in text.chars().filter(|letter| *letter != ' ') {
        match LETTERS.iter().find(|(known, _)| *known == letter) {
            Some((_, cell)) => cells.push(Node::text(span, cell)),
            None => {
                cx.problems
                    .error("grid", span, format!("there is no cell `{letter}`"))
                    .help("`.` is an empty cell, `#` a hole, `~` a slippery cell");
                return None;
            }
        }
    }
    Some(Node::array(span, cells))
}

impl Grid {
    fn of(shape: Shape, width: usize, height: usize, span: Span) -> Grid {
        let hexagonal = matches!(shape, Shape::Hexagon | Shape::HexaTriangle);
        let cells = cells(shape, 0, width, height, span);
        Grid { width, height, cells, hexagonal: Node::boolean(span, hexagonal), shape }
    }
}

/// The cells of a shape: empty but for its holes.
fn cells(shape: Shape, a: usize, width: usize, height: usize, span: Span) -> Node {
    let hole = |r: usize, c: usize| match shape {
        Shape::Square => false,
        Shape::Checkerboard => (r + c) % 2 == 1,
        Shape::Diamond => r.abs_diff(a) + c.abs_diff(a) > a,
        Shape::Hexagon => (r + c + (height - 1) / 2) % 2 == 1 || r.abs_diff(a) + c.abs_diff(2 * a) > 2 * a,
        Shape::HexaTriangle => {
            let e = (height - 1).saturating_sub(usize::from(a.is_multiple_of(4)));
            (r + c + (height - 1) / 2) % 2 == 1 || r.abs_diff(e) + c.abs_diff((width - 1) / 2) > a || r > e
        }
        Shape::Hyper([a, b, ..]) => (r + 1).is_multiple_of(b + 1) || (c + 1).is_multiple_of(a + 1),
    };
    let row = |r| {
        let cell = |c| Node::text(span, if hole(r, c) { "@Void" } else { "@Empty" });
        Node::array(span, (0..width).map(cell).collect())
    };
    Node::array(span, (0..height).map(row).collect())
}

/// Writes a grid; `None` if it is the usual 4×4.
pub(crate) fn write(
    width: usize,
    height: usize,
    cells: &Node,
    hexagonal: &Node,
    cx: &mut Context,
) -> Option<Node> {
    let span = Span::default();
    let number = |number: usize| Node::number(span, number as f64);
    let mut candidates = Vec::new();
    if width.checked_mul(height).is_some_and(|cells| (1..=MOST_CELLS).contains(&cells)) {
        candidates.push(Node::text(span, &format!("{width}x{height}")));
        let checkerboard = [("width", number(width)), ("height", number(height))];
        let shape = |name: &str| ("shape", Node::text(span, name));
        candidates.push(Node::object([vec![shape("checkerboard")], checkerboard.to_vec()].concat()));
        let half = (height - 1) / 2;
        candidates.push(Node::object(vec![shape("diamond"), ("size", number(half))]));
        candidates.push(Node::object(vec![shape("hexagon"), ("size", number(half))]));
        for size in (2 * half).saturating_sub(1)..=2 * half + 1 {
            candidates.push(Node::object(vec![shape("hexatriangle"), ("size", number(size))]));
        }
    }
    candidates.extend(hyper(width, height, cells));
    let drawn = cells.as_array().map(|rows| rows.iter().map(write_row).collect());
    let hexagon = ("hexagonal", wrapped(hexagonal.clone()));
    let flat = matches!(hexagonal.kind, Kind::Boolean(false));
    if let Some(rows) = drawn {
        let rows = ("cells", Node::array(span, rows));
        candidates.push(Node::object(if flat { vec![rows] } else { vec![rows, hexagon.clone()] }));
    }
    let exact = |candidate: &Node, cx: &Context| {
        let mut problems = crate::text::problem::Problems::default();
        let mut cx = cx.trial(&mut problems);
        let grid = read_some(Some(candidate.clone()), span, &mut cx);
        grid.is_some_and(|grid| {
            (grid.width, grid.height) == (width, height)
                && grid.cells.same(cells)
                && grid.hexagonal.same(hexagonal)
        }) && problems.is_empty()
    };
    let found = candidates.into_iter().find(|candidate| exact(candidate, cx));
    let node = found.unwrap_or_else(|| {
        let cells = ("cells", Node::object(vec![("raw", cells.clone())]));
        Node::object(vec![("width", number(width)), ("height", number(height)), cells, hexagon])
    });
    (!node.is_word("4x4")).then_some(node)
}

/// The four sides of a grid, if its first holes are where those of four
/// dimensions would be.
fn hyper(width: usize, height: usize, cells: &Node) -> Option<Node> {
    let rows = cells.as_array()?;
    let hole = |cell: &Node| cell.is_word("@Void");
    let a = rows.first()?.as_array()?.iter().position(hole).unwrap_or(width);
    let b = rows.iter().position(|row| row.as_array().is_some_and(|row| row.first().is_some_and(hole)));
    let b = b.unwrap_or(height);
    let span = Span::default();
    let parts = |whole: usize, part: usize| whole.saturating_add(1) / part.saturating_add(1);
    let sides = [a, b, parts(width, a), parts(height, b)];
    let sides = sides.map(|side| Node::number(span, side as f64)).to_vec();
    let size = ("size", Node::array(span, sides));
    Some(Node::object(vec![("shape", Node::text(span, "4d")), size]))
}

fn write_row(row: &Node) -> Node {
    let letter = |cell: &Node| {
        let cell = cell.as_string()?;
        LETTERS.iter().find(|(_, known)| *known == cell).map(|(letter, _)| *letter)
    };
    let letters = row.as_array().and_then(|cells| cells.iter().map(letter).collect::<Option<String>>());
    letters.map_or_else(|| row.clone(), |letters| Node::text(Span::default(), &letters))
}
