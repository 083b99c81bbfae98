//! The modifiers of a game: the choices of a player.

use calcarray::Value;

use crate::choices::choice::{
    Amount, DirectionSet, Garbage, GridShape, NegativeTiles, SameDirection, SpawnLocation, SpawnRule,
};
use crate::choices::custom_grid::CustomGrid;
use crate::choices::extras::Extras;

/// The modifiers of a game, which are chosen before a mode is opened
/// (docs/spec/modifiers.md, "The list"). The catalogue has the name, the values and
/// the effect of each.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Modifiers {
    pub slide_amount: Amount,
    pub tiles_per_move: Amount,
    pub start_tiles: Amount,
    pub multi_merge: bool,
    pub spawn_location: SpawnLocation,
    pub grid_shape: GridShape,
    pub size_a: u32,
    pub size_b: u32,
    pub size_c: u32,
    pub size_d: u32,
    pub direction_set: DirectionSet,
    pub stay_still: bool,
    pub garbage: Garbage,
    pub negative_tiles: NegativeTiles,
    pub next_tiles: u32,
    pub spawn_rule: SpawnRule,
    pub random_holes: u32,
    pub random_boxes: u32,
    pub spawn_interval: u32,
    pub same_direction: SameDirection,
    pub hidden_text: bool,
    pub positive_ratio: f64,
    pub negative_ratio: f64,
    pub colors: u32,
    pub hole_count: u32,
    pub hole_interval: u32,
    pub hole_lifespan: u32,
    pub random_slippery: u32,
    pub unmoving: u32,
    pub unmerging: u32,
    pub hidden_colors: bool,
    pub destroying_clicks: u32,
    pub auto_moves: Vec<Value>,
    /// Columns of a square or checkerboard grid; 0: as the mode has it.
    pub width: u32,
    /// Rows, likewise.
    pub height: u32,
    /// The grid of [`GridShape::Custom`].
    pub custom_grid: Option<CustomGrid>,
    /// Stat boxes to add, and bounds of the caches.
    pub extras: Extras,
}

impl Default for Modifiers {
    /// The defaults: the game as its author made it, on a square grid.
    fn default() -> Modifiers {
        Modifiers {
            slide_amount: Amount::Infinite,
            tiles_per_move: Amount::Times(1),
            start_tiles: Amount::Times(2),
            multi_merge: false,
            spawn_location: SpawnLocation::All,
            grid_shape: GridShape::Square,
            size_a: 0,
            size_b: 0,
            size_c: 0,
            size_d: 0,
            direction_set: DirectionSet::Orthogonal,
            stay_still: false,
            garbage: Garbage::None,
            negative_tiles: NegativeTiles::None,
            next_tiles: 0,
            spawn_rule: SpawnRule::Regular,
            random_holes: 0,
            random_boxes: 0,
            spawn_interval: 1,
            same_direction: SameDirection::Free,
            hidden_text: false,
            positive_ratio: 1.0,
            negative_ratio: 1.0,
            colors: 1,
            hole_count: 0,
            hole_interval: 1,
            hole_lifespan: 1,
            random_slippery: 0,
            unmoving: 0,
            unmerging: 0,
            hidden_colors: false,
            destroying_clicks: 0,
            auto_moves: Vec::new(),
            width: 0,
            height: 0,
            custom_grid: None,
            extras: Extras::default(),
        }
    }
}

impl Modifiers {
    /// The weights of positive and negative tiles; two zeros count as ones.
    pub fn ratios(&self) -> (f64, f64) {
        match (self.positive_ratio, self.negative_ratio) {
            (0.0, 0.0) => (1.0, 1.0),
            ratios => ratios,
        }
    }

    /// Returns true if a tile and its negative vanish.
    pub fn interacting(&self) -> bool {
        self.negative_tiles == NegativeTiles::Interacting
    }
}
