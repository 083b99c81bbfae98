//! One colour for what a mode paints: a terminal cell has only one.

use polymerge::calcarray::color::Paint;
use polymerge::display::{Picture, TileView};

use super::theme::Rgb;

/// The colour that a tile has most of.
pub fn of_tile(view: &TileView, below: Rgb) -> Rgb {
    of_picture(&view.picture, below)
}

fn of_picture(picture: &Picture, below: Rgb) -> Rgb {
    let mut color = below;
    for paint in picture.background.iter().chain(&picture.image) {
        color = solid(paint, color).unwrap_or(color);
    }
    // Layers that cover the whole tile; the others are ornaments.
    for layer in &picture.layers {
        let whole = layer.area == Default::default() && layer.mask.is_none() && layer.inscription.is_none();
        if whole && layer.opacity.is_none_or(|opacity| opacity >= 1.0) {
            color = of_picture(&layer.picture, color);
        }
    }
    color
}

/// The colour of a paint, seen on `below`: of a gradient the mean of its
/// stops. `None` if it names no colour that can be told.
pub fn solid(paint: &Paint, below: Rgb) -> Option<Rgb> {
    if let Some(color) = paint.as_color() {
        let [r, g, b, alpha] = color.to_rgba();
        let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
        let mixed = |channel: f64, below: u8| {
            (channel.clamp(0.0, 255.0) * alpha + f64::from(below) * (1.0 - alpha)).round() as u8
        };
        return Some([mixed(r, below[0]), mixed(g, below[1]), mixed(b, below[2])]);
    }
    match paint {
        Paint::Gradient(gradient) => {
            let colors: Vec<Rgb> =
                gradient.stops.iter().filter_map(|stop| solid(&stop.paint, below)).collect();
            let count = u32::try_from(colors.len()).ok().filter(|count| *count > 0)?;
            let mean = |channel: usize| {
                (colors.iter().map(|color| u32::from(color[channel])).sum::<u32>() / count) as u8
            };
            Some([mean(0), mean(1), mean(2)])
        }
        Paint::List(paints) => {
            paints.iter().rev().fold(None, |color, paint| solid(paint, color.unwrap_or(below)).or(color))
        }
        _ => None,
    }
}
