//! The looks of a game of Polymerge, as data: colours, texts, tiles, stat boxes and
//! rules texts (docs/spec/display.md), and pictures of boards.
//!
//! A mode says how its tiles look by expressions: display rules, colours, texts. A
//! [`Theme`] holds those of a mode, and a [`Scene`] is what they come to for one
//! game at one moment. A tile in it is a [`TileView`]: a text, a size, structured
//! paints and a tree of layers, which a terminal, a canvas or a page can each draw
//! in its own way. [`svg::board`] draws a scene as a picture.
//!
//! ```
//! use calcarray::Meter;
//! use polymerge_display::{svg, Scene, Tables, Theme, TileCache};
//! use polymerge_rules::{GameState, Limits, Mode, Ruleset, Rng, World};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let (mut game, _) = GameState::new(rules, &mut World::new(&mut Rng::new(7), 0.0))?;
//!
//! let theme = Theme::new(game.rules().mode());
//! let (tables, mut cache) = (Tables::new(), TileCache::new()); // keep these for the next picture
//! let mut meter = Meter::new(game.rules().limits().evaluation.clone());
//! let scene = Scene::of(&mut game.scratch(0.0), &mut meter, &theme, &tables, &mut cache)?;
//!
//! assert_eq!(scene.rows.len(), 4);
//! let tiles = scene.rows.iter().flatten().filter(|cell| cell.tile.is_some());
//! assert_eq!(tiles.count(), 2);
//! assert!(svg::board(&scene).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows a screen, a font or a page, and nothing plays: a game is read
//! through `calcarray`'s `Host`. [`calcarray::color::Paint::to_css`] writes paints
//! as CSS text, and a [`Swatch`] is a tile in the few colours of a terminal.
//! `docs/display.md` describes the data.

mod abbreviation;
mod bars;
mod cache;
mod computed;
mod factors;
mod gallery;
mod gaussian_prime;
mod html;
#[cfg(feature = "png")]
pub mod png;
mod readable;
mod reads;
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

pub use abbreviation::{Abbreviation, System, abbreviate, abbreviate_default, from_arguments};
pub use cache::TileCache;
pub use computed::computed;
pub use gallery::{each_once, gallery_tiles};
pub use html::{Markup, Piece, Style, read_html, read_rules};
pub use reads::Reads;
pub use refresh::{Opacities, Reason, Unchanged};
pub use rules_text::{RulesLine, view_rules};
pub use scene::{Scene, WORK};
pub use stage::Stage;
pub use statbox::{BoxShadow, Frame, StatBox, StatContent, StatValue};
pub use swatch::{BASIC, Rgb, Swatch, basic, contrast, indexed, readable_ink, shorten, solid};
pub use tables::Tables;
pub use text::{Written, evaluate_text, show};
pub use theme::{CellView, NextTile, Theme};
pub use tile::{Size, TileStyle, view_by_scheme, view_tile};
pub use view::{Area, Border, Inscription, Layer, LayerKind, Picture, Shadow, TileView};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
