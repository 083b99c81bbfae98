//! The cells of a grid, the steps of directions over them, and maps of the grid onto itself.

use polymerge_rules::{CellSort, Engine, Position, TurnError};

/// A step from cell to cell, in rows and columns.
pub(crate) type Step = (i64, i64);

/// A cell by row and column.
pub(crate) type Place = (i64, i64);

/// The most cells of a grid that a value can be learned for.
pub(crate) const MOST_CELLS: usize = 256;

/// The cells that are there, and the steps of the directions.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    height: usize,
    width: usize,
    /// True for each cell that is no hole, row by row.
    present: Vec<bool>,
    /// The step of each direction; 0, 0 if tiles stay where they are.
    steps: Vec<Step>,
}

/// A map of the grid onto itself that takes directions to directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    pub cells: Vec<usize>,
    /// The image of each direction.
    pub directions: Vec<usize>,
}

/// A linear map of steps: rows and columns of the image of a row's step, then of a
/// column's.
type Matrix = [i64; 4];

/// The turns and mirrors of a square.
const OF_SQUARE: [Matrix; 8] = [
    [1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, 1, 0],
    [0, -1, -1, 0],
];

fn image(matrix: Matrix, (rows, columns): Step) -> Step {
    let [a, b, c, d] = matrix;
    (a * rows + c * columns, b * rows + d * columns)
}

fn cross(one: Step, other: Step) -> i64 {
    one.0 * other.1 - one.1 * other.0
}

impl Geometry {
    /// Returns the geometry of a position's grid.
    pub(crate) fn of(engine: &mut Engine, position: &Position) -> Result<Geometry, TurnError> {
        let mut kinds = vec![0; position.height() * position.width()];
        engine.read_kinds(position, &mut kinds)?;
        let is_hole =
            |kind: &u32| engine.kinds().get(*kind as usize).is_some_and(|kind| kind.sort == CellSort::Hole);
        let limit = MOST_CELLS as i64;
        let steps = engine.rules().directions().iter().map(|own| match own.stays_still() {
            true => (0, 0),
            false => (own.rows.clamp(-limit, limit), own.columns.clamp(-limit, limit)),
        });
        Ok(Geometry {
            height: position.height(),
            width: position.width(),
            present: kinds.iter().map(|kind| !is_hole(kind)).collect(),
            steps: steps.collect(),
        })
    }

    /// The number of cells of the grid, holes included.
    pub(crate) fn size(&self) -> usize {
        self.present.len()
    }

    /// The cells that are there.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let width = self.width.max(1);
        let present = self.present.iter().enumerate().filter(|(_, present)| **present);
        present.map(move |(index, _)| ((index / width) as i64, (index % width) as i64))
    }

    /// The number of a cell, if it is there.
    pub(crate) fn index(&self, (row, column): Place) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let index = row.checked_mul(self.width)?.checked_add(column)?;
        (column < self.width && self.present.get(index) == Some(&true)).then_some(index)
    }

    /// The different steps of directions, each with its opposite, in order.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for (rows, columns) in self.steps.iter().filter(|step| **step != (0, 0)) {
            for step in [(*rows, *columns), (-rows, -columns)] {
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        steps
    }

    /// The first direction with a step.
    pub(crate) fn direction_of(&self, step: Step) -> Option<usize> {
        self.steps.iter().position(|own| *own == step)
    }

    /// A measure of the distance between a cell and the middle of the grid, only to compare.
    pub(crate) fn eccentricity(&self, (row, column): Place) -> i64 {
        let rows = 2 * row + 1 - self.height as i64;
        let columns = 2 * column + 1 - self.width as i64;
        rows * rows + columns * columns
    }

    /// The distance between a cell and the border, in cells: the smallest one over all steps.
    pub(crate) fn depth(&self, place: Place) -> usize {
        let run = |step: &Step| {
            let ahead = |count: &i64| self.index((place.0 + count * step.0, place.1 + count * step.1));
            (1..MOST_CELLS as i64).take_while(|count| ahead(count).is_some()).count()
        };
        self.steps().iter().map(run).min().unwrap_or_default()
    }

    /// The corners: cells that have a border or a hole on a side of each step. On a line there are
    /// none, only ends.
    pub(crate) fn corners(&self) -> Vec<usize> {
        let steps = self.steps();
        if steps.iter().all(|step| cross(steps[0], *step) == 0) {
            return Vec::new();
        }
        let ends = |place: Place, step: Step| {
            let beside = |sign: i64| self.index((place.0 + sign * step.0, place.1 + sign * step.1));
            beside(1).is_none() || beside(-1).is_none()
        };
        let is_corner = |place: &Place| steps.iter().all(|step| ends(*place, *step));
        self.places().filter(is_corner).filter_map(|place| self.index(place)).collect()
    }

    /// All maps of cells and directions that fit the geometry, the identity first.
    /// [`Symmetry::commutes`] tests if the rules respect one.
    pub(crate) fn symmetries(&self) -> Vec<Symmetry> {
        let mut matrices = OF_SQUARE.to_vec();
        let steps = self.steps();
        let first = steps.first().copied().unwrap_or_default();
        if let Some(second) = steps.iter().copied().find(|step| cross(first, *step) != 0) {
            for one in &steps {
                matrices.extend(steps.iter().filter_map(|other| matrix_of((first, *one), (second, *other))));
            }
        }
        let mut found: Vec<Symmetry> = Vec::new();
        for symmetry in matrices.into_iter().filter_map(|matrix| self.symmetry(matrix)) {
            if !found.contains(&symmetry) {
                found.push(symmetry);
            }
        }
        found
    }

    fn symmetry(&self, matrix: Matrix) -> Option<Symmetry> {
        let images: Vec<Place> = self.places().map(|place| image(matrix, place)).collect();
        let lowest = |places: &mut dyn Iterator<Item = Place>| {
            places.fold((i64::MAX, i64::MAX), |low, place| (low.0.min(place.0), low.1.min(place.1)))
        };
        let (own, moved) = (lowest(&mut self.places()), lowest(&mut images.iter().copied()));
        let mut cells: Vec<usize> = (0..self.size()).collect();
        for (place, image) in self.places().zip(images) {
            let image = (image.0.checked_sub(moved.0)? + own.0, image.1.checked_sub(moved.1)? + own.1);
            *cells.get_mut(self.index(place)?)? = self.index(image)?;
        }
        // Of several directions with the same step, the first goes to the first.
        let mut directions: Vec<usize> = Vec::new();
        for step in &self.steps {
            let image = image(matrix, *step);
            let fits = |place: &usize| self.steps[*place] == image && !directions.contains(place);
            directions.push((0..self.steps.len()).find(fits)?);
        }
        Some(Symmetry { cells, directions })
    }
}

/// The map that takes two steps to two others, if whole numbers make one.
fn matrix_of((u, to_u): (Step, Step), (v, to_v): (Step, Step)) -> Option<Matrix> {
    let det = cross(u, v);
    let part = |numerator: i64| (det != 0 && numerator % det == 0).then(|| numerator / det);
    // A row's step is (v.1 u - u.1 v) / det, a column's (u.0 v - v.0 u) / det.
    Some([
        part(v.1 * to_u.0 - u.1 * to_v.0)?,
        part(v.1 * to_u.1 - u.1 * to_v.1)?,
        part(u.0 * to_v.0 - v.0 * to_u.0)?,
        part(u.0 * to_v.1 - v.0 * to_u.1)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_rules::{Direct, Limits, Mode, Rng, Ruleset};

    fn geometry(width: usize, height: usize) -> Geometry {
        let rules = Ruleset::compile(Mode::classic(width, height), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let position = engine.start(&mut Direct(Rng::new(3))).unwrap();
        Geometry::of(&mut engine, &position).unwrap()
    }

    #[test]
    fn squares_have_eight_symmetries_and_rectangles_four() {
        for (width, height, expected) in [(4, 4, 8), (3, 4, 4), (5, 1, 4), (1, 1, 8)] {
            let symmetries = geometry(width, height).symmetries();
            assert_eq!(symmetries.len(), expected, "{width}x{height}");
            assert!(symmetries[0].cells.iter().enumerate().all(|(cell, image)| cell == *image));
        }
    }

    #[test]
    fn a_grid_of_six_directions_has_twelve() {
        let steps = vec![(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        // A hexagon with edges of two cells in a grid of three by three.
        let mut present = vec![true; 9];
        (present[0], present[8]) = (false, false);
        let geometry = Geometry { height: 3, width: 3, present, steps };
        assert_eq!(geometry.symmetries().len(), 12);
        assert_eq!((geometry.depth((1, 1)), geometry.depth((0, 1))), (1, 0));
    }
}
