//! Pictures as pixels, with fonts of their own, so that they look alike everywhere.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

/// The fonts of pictures.
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/DejaVuSans.ttf"), include_bytes!("../fonts/DejaVuSans-Bold.ttf")];

/// Pictures have at most this many pixels in either direction.
pub const LARGEST: f32 = 8192.0;

/// The reasons why there is no picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PngError {
    /// The scale is no number above 0, or the picture would have more than [`LARGEST`]
    /// pixels in a direction, or none.
    Scale(f32),
    /// The input is no SVG.
    Svg(String),
    /// The pixels can't be written.
    Write(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Scale(scale) => {
                write!(f, "at scale {scale} the picture would have no pixels, or too many")
            }
            PngError::Svg(reason) | PngError::Write(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws a picture of [`svg`](crate::svg) in pixels, as the bytes of a PNG file; at scale 1
/// a cell has 100 of them in each direction.
///
/// # Errors
/// The scale can't be, or the text is no SVG.
///
/// ```
/// use polymerge_display::png::png;
///
/// let square = r##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"##;
/// assert!(png(square, 2.0)?.starts_with(b"\x89PNG"));
/// assert!(png(square, 5000.0).is_err());
/// # Ok::<(), polymerge_display::png::PngError>(())
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let fits = scale.is_finite() && scale > 0.0 && size.width().max(size.height()) * scale <= LARGEST;
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let image = fits.then(|| Pixmap::new(pixels(size.width()), pixels(size.height()))).flatten();
    let mut image = image.ok_or(PngError::Scale(scale))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut image.as_mut());
    image.encode_png().map_err(|error| PngError::Write(error.to_string()))
}
