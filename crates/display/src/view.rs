//! The data that a front end draws: a tile as text, paints and layers
//! (docs/spec/display.md, "Output model").

use calcarray::color::Paint;

use crate::html::Markup;

/// The look of a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileView {
    /// The rule that was chosen; `None` if no rule matched and the last one
    /// was used, or if there was no choice.
    pub rule: Option<usize>,
    /// The text.
    pub text: Markup,
    /// Font size, in units of the tile (docs/spec/display.md, "Text and text
    /// size").
    pub size: f64,
    /// Colour of the text.
    pub color: Paint,
    /// Shadow of the text.
    pub shadow: Shadow,
    /// The picture behind the text.
    pub picture: Picture,
    /// The most characteristic colour of the tile, for places with room for one colour,
    /// if it is not the background.
    pub swatch: Option<Paint>,
}

/// The filling of a tile or a layer.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Picture {
    /// Colour; `None` is transparent.
    pub background: Option<Paint>,
    /// Gradients over the colour.
    pub image: Option<Paint>,
    /// Layers over both, in painting order.
    pub layers: Vec<Layer>,
}

/// The shadow of a text.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Shadow {
    /// No shadow.
    #[default]
    None,
    /// The text of CSS's `text-shadow`.
    Css(std::borrow::Cow<'static, str>),
    /// Offsets and blur in units of the font size, as written, and the colour.
    #[allow(missing_docs)]
    Scaled { lengths: [calcarray::Value; 3], color: Paint },
}

/// The dark halo that most schemes give white text.
pub const DARK: Shadow = Shadow::Css(std::borrow::Cow::Borrowed("0px 0px 5px #000"));
/// The light halo that most schemes give black text.
pub const LIGHT: Shadow = Shadow::Css(std::borrow::Cow::Borrowed("0px 0px 5px #fff"));

/// The purpose of a layer; it decides the place of the layer unless its area says
/// so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// A picture over the tile; fills it by default.
    Prime,
    /// A smaller tile with a border.
    Subtile,
    /// A box at the upper or lower edge.
    VerticalSideBox,
    /// A box at the left or right edge.
    HorizontalSideBox,
    /// A box in a corner.
    CornerBox,
    /// A box within a box.
    SubBox,
    /// A further text.
    Text,
}

/// A rectangle in percent of its surroundings; a missing number stands for the default
/// of the layer's kind.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[allow(missing_docs)]
pub struct Area {
    pub width: Option<f64>,
    pub height: Option<f64>,
    pub left: Option<f64>,
    pub right: Option<f64>,
    pub top: Option<f64>,
    pub bottom: Option<f64>,
}

/// The frame of an inner tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// Width, in widths of the outermost tile.
    pub width: f64,
    /// A colour or a gradient.
    pub paint: Paint,
}

/// A further text on a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Inscription {
    /// The text.
    pub text: Markup,
    /// Font size, as [`TileView::size`].
    pub size: f64,
    /// -1 at the left, 0 in the middle, 1 at the right.
    pub horizontal: i8,
    /// -1 at the top, 0 in the middle, 1 at the bottom.
    pub vertical: i8,
    /// Colour; the tile's if absent.
    pub color: Option<Paint>,
    /// Shadow of the text.
    pub shadow: Shadow,
}

/// A picture that is painted over a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The purpose of the layer.
    pub kind: LayerKind,
    /// The place of the layer, in percent of the tile.
    pub area: Area,
    /// The filling of the layer.
    pub picture: Picture,
    /// The mask: only its alpha counts. `Some` text `none` hides nothing.
    pub mask: Option<Paint>,
    /// Opacity; values above 1 count as 1.
    pub opacity: Option<f64>,
    /// True if it is cut to a hexagon.
    pub hexagon: bool,
    /// True if it stands upside down.
    pub mirrored: bool,
    /// Frame of the layer.
    pub border: Option<Border>,
    /// Text, if it is one.
    pub inscription: Option<Box<Inscription>>,
}

impl Layer {
    /// An empty layer.
    pub fn new(kind: LayerKind) -> Layer {
        Layer {
            kind,
            area: Area::default(),
            picture: Picture::default(),
            mask: None,
            opacity: None,
            hexagon: false,
            mirrored: false,
            border: None,
            inscription: None,
        }
    }

    /// A full-size layer with this image.
    pub fn image(image: impl Into<Paint>) -> Layer {
        Layer::picture(Picture { image: Some(image.into()), ..Picture::default() })
    }

    /// A full-size layer of this colour.
    pub fn filled(color: impl Into<Paint>) -> Layer {
        Layer::picture(Picture { background: Some(color.into()), ..Picture::default() })
    }

    /// A full-size layer with this content.
    pub fn picture(picture: Picture) -> Layer {
        Layer { picture, ..Layer::new(LayerKind::Prime) }
    }

    /// Returns this layer, shown only where `mask` is opaque.
    #[must_use]
    pub fn masked(mut self, mask: impl Into<Paint>) -> Layer {
        self.mask = Some(mask.into());
        self
    }

    /// This layer at another place.
    #[must_use]
    pub fn at(mut self, area: Area) -> Layer {
        self.area = area;
        self
    }

    /// This layer with an opacity, from 0 to 1.
    #[must_use]
    pub fn opacity(mut self, opacity: f64) -> Layer {
        self.opacity = Some(opacity);
        self
    }
}
