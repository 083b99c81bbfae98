//! Colours as a screen would show them: eight bits per channel
//! (docs/spec/display.md, "Conventions", under "Computed colour").

use calcarray::color::{Color, Paint};

/// Red, green and blue of a paint that is one colour; black if it isn't.
pub fn computed(paint: &Paint) -> [u8; 3] {
    let [red, green, blue, _] = paint.as_color().map_or([0.0; 4], Color::to_rgba);
    // `as` clamps to 0..=255.
    [red, green, blue].map(|channel| (channel + 0.5).floor() as u8)
}

/// The computed colour as a paint.
pub fn computed_paint(paint: &Paint) -> Paint {
    let [red, green, blue] = computed(paint).map(f64::from);
    Color::rgb(red, green, blue).into()
}

/// The colour of frames around something of this colour: half as bright.
pub fn half(paint: &Paint) -> Paint {
    match computed(paint) {
        [0, 0, 0] => Paint::css("#444"),
        rgb => {
            let [red, green, blue] = rgb.map(|channel| f64::from(channel) * 0.5);
            Color::rgb(red, green, blue).into()
        }
    }
}
