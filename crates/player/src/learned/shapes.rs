//! Patterns of cells: windows along the lines of a geometry, small blocks, and windows with a part
//! of the line beside them.

use crate::learned::geometry::{Geometry, Place, Step, Symmetry};

/// A group of cells with shared weights, at all places where it looks alike: in an order that
/// symmetries keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub length: usize,
    /// Cells of each place, `length` each.
    pub places: Vec<Vec<usize>>,
}

/// Patterns by how many cells they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Blocks of two by three, and windows of four with two cells beside.
    Sextets,
    /// Windows of four with one cell beside, and blocks of two by two with one.
    Quintets,
    /// Windows of four, and blocks of two by two.
    Quartets,
    /// Windows of three.
    Triples,
    Pairs,
    Cells,
}

/// The most cells of a grid whose places are distinguished. On larger grids, places
/// share weights if they look alike and are equally near to the border.
const LARGE: usize = 36;
/// The greatest distance from the border that is distinguished.
const DEEP: usize = 2;

impl Family {
    /// Offsets from a first cell, for two steps that are not parallel.
    fn shapes(self, u: Step, v: Step) -> Vec<Vec<Step>> {
        let at = |i: i64, j: i64| (i * u.0 + j * v.0, i * u.1 + j * v.1);
        let line = |length: i64| (0..length).map(|i| at(i, 0)).collect::<Vec<Step>>();
        let block = |a: i64, b: i64| -> Vec<Step> {
            (0..a).flat_map(|i| (0..b).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect()
        };
        match self {
            Family::Sextets => {
                let beside = line(4).into_iter().chain([at(0, 1), at(1, 1)]).collect();
                vec![beside, block(3, 2)]
            }
            Family::Quintets => {
                let with = |cells: Vec<Step>, one: Step| cells.into_iter().chain([one]).collect();
                vec![with(line(4), at(0, 1)), with(block(2, 2), at(2, 0))]
            }
            Family::Quartets => vec![line(4), block(2, 2)],
            Family::Triples => vec![line(3)],
            Family::Pairs => vec![line(2)],
            Family::Cells => vec![line(1)],
        }
    }

    /// All patterns of a geometry, those that symmetries map to one another as one.
    pub(crate) fn patterns(self, geometry: &Geometry, symmetries: &[Symmetry]) -> Vec<Pattern> {
        let mut patterns = Patterns { found: Vec::new(), keys: Vec::new(), seen: Vec::new() };
        let steps = geometry.steps();
        for u in &steps {
            let across = steps.iter().filter(|v| u.0 * v.1 != u.1 * v.0);
            // If all steps are parallel, the only shapes are lines.
            let alone = steps.iter().all(|v| u.0 * v.1 == u.1 * v.0).then_some(u);
            for v in across.chain(alone) {
                for shape in self.shapes(*u, *v) {
                    for place in
                        geometry.places().filter(|_| v != u || shape.len() < 6 && is_line(&shape, *u))
                    {
                        patterns.try_place(geometry, symmetries, &shape, place);
                    }
                }
            }
        }
        if steps.is_empty() && self == Family::Cells {
            let all = geometry.places();
            all.for_each(|place| patterns.try_place(geometry, symmetries, &[(0, 0)], place));
        }
        patterns.found
    }
}

/// Returns true if a shape is a line along a step.
fn is_line(shape: &[Step], u: Step) -> bool {
    shape.iter().enumerate().all(|(count, offset)| *offset == (count as i64 * u.0, count as i64 * u.1))
}

/// Returns one pattern of all cells of a tiny grid.
pub(crate) fn whole_grid(geometry: &Geometry, symmetries: &[Symmetry]) -> Vec<Pattern> {
    let cells: Vec<usize> = geometry.places().filter_map(|place| geometry.index(place)).collect();
    let mut patterns = Patterns { found: Vec::new(), keys: Vec::new(), seen: Vec::new() };
    patterns.add(cells, symmetries, None);
    patterns.found
}

struct Patterns {
    found: Vec<Pattern>,
    /// The common properties of the places of each pattern, on large grids.
    keys: Vec<Option<(Vec<Step>, usize)>>,
    /// The cells of all places, each in ascending order.
    seen: Vec<Vec<usize>>,
}

impl Patterns {
    fn try_place(
        &mut self,
        geometry: &Geometry,
        symmetries: &[Symmetry],
        shape: &[Step],
        (row, column): Place,
    ) {
        let places: Vec<Place> = shape.iter().map(|step| (row + step.0, column + step.1)).collect();
        let cells: Option<Vec<usize>> = places.iter().map(|place| geometry.index(*place)).collect();
        let Some(cells) = cells else { return };
        // Cells beside a window are those towards the middle.
        let from_middle =
            |places: &[Place]| places.iter().map(|place| geometry.eccentricity(*place)).sum::<i64>();
        if is_window_with_cells_beside(shape)
            && from_middle(&places[4..]) > from_middle(&places[..places.len() - 4])
        {
            return;
        }
        let is_large = geometry.size() > LARGE;
        let key = is_large.then(|| {
            let depth = places.iter().map(|place| geometry.depth(*place)).min().unwrap_or_default();
            (offsets(&cells, geometry, symmetries), depth.min(DEEP))
        });
        self.add(cells, symmetries, key);
    }

    fn add(&mut self, cells: Vec<usize>, symmetries: &[Symmetry], key: Option<(Vec<Step>, usize)>) {
        let sorted = |cells: &[usize]| {
            let mut sorted = cells.to_vec();
            sorted.sort_unstable();
            sorted
        };
        if self.seen.contains(&sorted(&cells)) {
            return;
        }
        let mut images: Vec<Vec<usize>> = Vec::new();
        for symmetry in symmetries {
            let image: Vec<usize> = cells.iter().map(|cell| symmetry.cells[*cell]).collect();
            // On large grids each set of cells has one place.
            let is_new = match key {
                Some(_) => !self.seen.contains(&sorted(&image)),
                None => !images.contains(&image),
            };
            if is_new {
                self.seen.push(sorted(&image));
                images.push(image);
            }
        }
        let alike = key.as_ref().and_then(|_| self.keys.iter().position(|own| *own == key));
        match alike {
            Some(place) => self.found[place].places.extend(images),
            None => {
                self.found.push(Pattern { length: cells.len(), places: images });
                self.keys.push(key);
            }
        }
    }
}

fn is_window_with_cells_beside(shape: &[Step]) -> bool {
    let [first, second, _, _, beside @ ..] = shape else { return false };
    let step = (second.0 - first.0, second.1 - first.1);
    let from = |cell: &Step| (cell.0 - beside[0].0, cell.1 - beside[0].1);
    let is_beside = || is_line(&beside.iter().map(from).collect::<Vec<Step>>(), step);
    !beside.is_empty() && is_line(&shape[..4], step) && is_beside()
}

/// The offsets of cells from the first one: of all symmetric images, the least in order.
fn offsets(cells: &[usize], geometry: &Geometry, symmetries: &[Symmetry]) -> Vec<Step> {
    let all: Vec<Place> = geometry.places().collect();
    let mut place_of = vec![(0, 0); geometry.size()];
    for place in all {
        if let Some(index) = geometry.index(place) {
            place_of[index] = place;
        }
    }
    let of = |symmetry: &Symmetry| {
        let places: Vec<Place> = cells.iter().map(|cell| place_of[symmetry.cells[*cell]]).collect();
        let first = places.first().copied().unwrap_or_default();
        places.iter().map(|place| (place.0 - first.0, place.1 - first.1)).collect::<Vec<Step>>()
    };
    symmetries.iter().map(of).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_rules::{Direct, Engine, Limits, Mode, Rng, Ruleset};

    fn patterns(width: usize, height: usize, family: Family) -> Vec<Pattern> {
        let rules = Ruleset::compile(Mode::classic(width, height), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let position = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let geometry = Geometry::of(&mut engine, &position).unwrap();
        family.patterns(&geometry, &geometry.symmetries())
    }

    #[test]
    fn a_square_of_four_has_four_patterns_of_six_cells() {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for pattern in patterns(4, 4, Family::Sextets) {
            assert_eq!((pattern.length, pattern.places.len()), (6, 8));
            let images = pattern.places.iter().map(|cells| {
                let mut cells = cells.clone();
                cells.sort_unstable();
                cells
            });
            found.extend(images.min());
        }
        found.sort_unstable();
        let expected: [[usize; 6]; 4] =
            [[0, 1, 2, 3, 4, 5], [0, 1, 2, 4, 5, 6], [1, 2, 5, 6, 9, 10], [1, 2, 5, 6, 9, 13]];
        assert_eq!(found, expected);
    }

    #[test]
    fn patterns_cover_every_grid() {
        for (width, height, family, count, places) in [
            (4, 4, Family::Quintets, 8, 64),
            (4, 4, Family::Quartets, 5, 2 * 8 + 3 * 8),
            (5, 1, Family::Quartets, 1, 2),
            (4, 4, Family::Pairs, 4, 32),
            (3, 3, Family::Cells, 3, 9),
            (8, 8, Family::Pairs, 3, 112),
            (2, 2, Family::Sextets, 0, 0),
        ] {
            let found = patterns(width, height, family);
            let all: usize = found.iter().map(|pattern| pattern.places.len()).sum();
            assert_eq!((found.len(), all), (count, places), "{width}x{height} {family:?}");
        }
    }
}
