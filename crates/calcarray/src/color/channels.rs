//! Channels of colours, from one system of numbers to another (docs/spec/display.md, "HSVA to
//! HSLA in evaluation" and "Conversion between systems").

/// Saturation and lightness for the saturation and value of an expression
/// that is evaluated: nothing is clamped (docs/spec/display.md, "HSVA to HSLA in
/// evaluation").
pub(super) fn value_to_lightness(saturation: f64, value: f64) -> [f64; 2] {
    let (saturation, value) = (saturation / 100.0, value / 100.0);
    let lightness = value * (1.0 - saturation / 2.0);
    let saturation = if lightness == 0.0 || lightness == 1.0 {
        0.0
    } else {
        (value - lightness) / lightness.min(1.0 - lightness)
    };
    [saturation * 100.0, lightness * 100.0]
}

/// The hue in degrees of channels between 0 and 1, their maximum and minimum.
fn hue([r, g, b]: [f64; 3]) -> (f64, f64, f64) {
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    let d = max - min;
    let hue = if d == 0.0 {
        0.0
    } else if max == r {
        60.0 * (((g - b) / d + 6.0) % 6.0)
    } else if max == g {
        60.0 * ((b - r) / d + 2.0)
    } else {
        60.0 * ((r - g) / d + 4.0)
    };
    (hue, max, min)
}

fn unit(channel: f64, whole: f64) -> f64 {
    (channel / whole).clamp(0.0, 1.0)
}

/// Hue, saturation, lightness of red, green, blue.
pub fn rgb_to_hsl(rgb: [f64; 3]) -> [f64; 3] {
    let (hue, max, min) = hue(rgb.map(|channel| unit(channel, 255.0)));
    let lightness = (max + min) / 2.0;
    let d = max - min;
    let saturation = if d == 0.0 { 0.0 } else { d / (1.0 - (2.0 * lightness - 1.0).abs()) };
    [hue, saturation * 100.0, lightness * 100.0]
}

/// Hue, saturation, value of red, green, blue.
pub(super) fn rgb_to_hsv(rgb: [f64; 3]) -> [f64; 3] {
    let (hue, max, min) = hue(rgb.map(|channel| unit(channel, 255.0)));
    let d = max - min;
    [hue, if d == 0.0 { 0.0 } else { d / max * 100.0 }, max * 100.0]
}

/// The floored remainder.
fn floored(a: f64, b: f64) -> f64 {
    ((a % b) + b) % b
}

/// Red, green, blue of a hue, a chroma, and what is added to all three.
fn sextant(hue: f64, c: f64, m: f64) -> [f64; 3] {
    let x = c * (1.0 - ((hue / 60.0) % 2.0 - 1.0).abs());
    let rgb = match hue {
        h if h < 60.0 => [c, x, 0.0],
        h if h < 120.0 => [x, c, 0.0],
        h if h < 180.0 => [0.0, c, x],
        h if h < 240.0 => [0.0, x, c],
        h if h < 300.0 => [x, 0.0, c],
        _ => [c, 0.0, x],
    };
    rgb.map(|channel| (channel + m) * 255.0)
}

/// Red, green, blue (0 to 255, not rounded) of hue, saturation, lightness.
pub fn hsl_to_rgb([hue, saturation, lightness]: [f64; 3]) -> [f64; 3] {
    let (s, l) = (unit(saturation, 100.0), unit(lightness, 100.0));
    let c = s * (1.0 - (2.0 * l - 1.0).abs());
    sextant(floored(hue, 360.0), c, l - c / 2.0)
}

pub(super) fn hsv_to_rgb([hue, saturation, value]: [f64; 3]) -> [f64; 3] {
    let (s, v) = (unit(saturation, 100.0), unit(value, 100.0));
    let c = v * s;
    sextant(floored(hue, 360.0), c, v - c)
}

pub(super) fn hsl_to_hsv([hue, saturation, lightness]: [f64; 3]) -> [f64; 3] {
    let (s, l) = (unit(saturation, 100.0), unit(lightness, 100.0));
    let v = l + s * l.min(1.0 - l);
    let sv = if v == 0.0 { 0.0 } else { 2.0 * (1.0 - l / v) };
    [floored(hue, 360.0), sv * 100.0, v * 100.0]
}

/// Hue, saturation, lightness of hue, saturation, value, clamped
/// (docs/spec/display.md, "Conversion between systems").
pub fn hsv_to_hsl([hue, saturation, value]: [f64; 3]) -> [f64; 3] {
    let (sv, v) = (unit(saturation, 100.0), unit(value, 100.0));
    let l = v * (1.0 - sv / 2.0);
    let s = if l.fract() == 0.0 { 0.0 } else { (v - l) / l.min(1.0 - l) };
    [floored(hue, 360.0), s * 100.0, l * 100.0]
}

/// The channels (0 to 255) and alpha (0 to 1) of `#rgb`, `#rgba`, `#rrggbb`
/// or `#rrggbbaa`.
pub fn read_hex(text: &str) -> Option<[f64; 4]> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = |from: usize, to: usize| u8::from_str_radix(digits.get(from..to)?, 16).ok().map(f64::from);
    let channel = |index: usize| match digits.len() {
        3 | 4 => value(index, index + 1).map(|digit| digit * 17.0),
        6 | 8 => value(2 * index, 2 * index + 2),
        _ => None,
    };
    let alpha = match digits.len() {
        4 | 8 => channel(3)? / 255.0,
        _ => 1.0,
    };
    Some([channel(0)?, channel(1)?, channel(2)?, alpha])
}

pub(super) fn write_hex([red, green, blue, alpha]: [f64; 4]) -> String {
    // `as` clamps to 0..=255.
    let byte = |channel: f64| (channel + 0.5).floor() as u8;
    let mut hex = format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue));
    if alpha < 1.0 {
        hex.push_str(&format!("{:02x}", byte(alpha * 255.0)));
    }
    hex
}
