//! What a game of Polymerge looks like, as data: colours, texts, tiles, stat
//! boxes and rules texts (docs/spec/display.md), and pictures of boards.
//!
//! Nothing here knows a screen. A tile is a [`TileView`]: a text, a size,
//! structured paints and a tree of layers, which a terminal, a canvas or a
//! page can each draw in its own way. [`calcarray::color::Paint::to_css`]
//! writes paints as CSS text for those who want it.

mod abbreviation;
mod addon;
mod bars;
mod cache;
mod computed;
mod factors;
mod gallery;
mod gaussian_prime;
mod html;
mod readable;
mod refresh;
mod rules_text;
mod scene;
pub mod schemes;
mod stage;
mod statbox;
mod suffix;
pub mod svg;
mod swatch;
mod tables;
mod text;
mod theme;
mod three_factor;
mod tile;
mod view;

pub use abbreviation::{abbreviate, abbreviate_default, from_arguments, Abbreviation, System};
pub use cache::TileCache;
pub use computed::computed;
pub use gallery::{each_once, gallery_tiles};
pub use html::{read_html, read_rules, Markup, Piece, Style};
pub use refresh::{Opacities, Reason, Unchanged};
pub use rules_text::{view_rules, RulesLine};
pub use scene::{Scene, WORK};
pub use stage::Stage;
pub use statbox::{BoxShadow, Frame, StatBox, StatContent, StatValue};
pub use swatch::{basic, contrast, indexed, readable_ink, shorten, solid, Rgb, Swatch, BASIC};
pub use tables::Tables;
pub use text::{evaluate_text, show, Written};
pub use theme::{CellView, Reads, Theme};
pub use tile::{view_by_scheme, view_tile, Size, TileStyle};
pub use view::{Area, Border, Inscription, Layer, LayerKind, Picture, Shadow, TileView};
