//! Gradients resolved by the rules of CSS: every stop has a colour and a position.

use calcarray::color::{Gradient, Kind, Paint, Preamble};

/// Red, green, blue (0 to 255) and alpha (0 to 1).
pub(crate) type Rgba = [f64; 4];

/// Stops by position: parts of the gradient's length.
pub(crate) type Stops = Vec<(f64, Rgba)>;

/// The colour of a paint, if it is one that can be shown.
pub(crate) fn rgba(paint: &Paint) -> Option<Rgba> {
    let named = |text: &str| match text {
        "white" => Some([255.0, 255.0, 255.0, 1.0]),
        "black" => Some([0.0, 0.0, 0.0, 1.0]),
        "transparent" => Some([0.0; 4]),
        _ => None,
    };
    let color = match paint {
        Paint::Css(text) => named(text).or_else(|| paint.as_color().map(|color| color.to_rgba())),
        other => other.as_color().map(|color| color.to_rgba()),
    }?;
    color.iter().all(|channel| channel.is_finite()).then_some(color)
}

/// The stops of a gradient; `None` if it is not valid, so that it is drawn as
/// nothing (docs/spec/display.md, "Conventions", under "Invalid CSS").
pub(crate) fn stops(gradient: &Gradient) -> Option<Stops> {
    let whole = if gradient.kind == Kind::Conic { 360.0 } else { 100.0 };
    if let Preamble::Css(_) = gradient.preamble {
        return None;
    }
    let mut stops: Vec<(Option<f64>, Rgba)> = Vec::new();
    for stop in &gradient.stops {
        let color = rgba(&stop.paint)?;
        if stop.at.is_empty() {
            stops.push((None, color));
        }
        for at in &stop.at {
            stops.push((Some(at / whole).filter(|at| at.is_finite()), color));
            if !at.is_finite() {
                return None;
            }
        }
    }
    if stops.is_empty() {
        return None;
    }
    let last = stops.len() - 1;
    stops[0].0.get_or_insert(0.0);
    stops[last].0.get_or_insert(1.0);
    // No stop lies before the one in front of it.
    let mut least = f64::NEG_INFINITY;
    for (at, _) in &mut stops {
        if let Some(at) = at {
            *at = at.max(least);
            least = *at;
        }
    }
    // The others are spread evenly between their neighbours.
    let mut resolved: Stops = Vec::with_capacity(stops.len());
    let mut index = 0;
    while index < stops.len() {
        match stops[index].0 {
            Some(at) => {
                resolved.push((at, stops[index].1));
                index += 1;
            }
            None => {
                let end = (index..stops.len()).find(|&next| stops[next].0.is_some())?;
                let from = resolved.last().map_or(0.0, |(at, _)| *at);
                let to = stops[end].0?;
                let count = (end - index + 1) as f64;
                for (step, (_, color)) in stops[index..end].iter().enumerate() {
                    resolved.push((from + (to - from) * (step + 1) as f64 / count, *color));
                }
                index = end;
            }
        }
    }
    Some(resolved)
}

/// The colour at a position.
pub(crate) fn at(stops: &Stops, position: f64) -> Rgba {
    let after = stops.iter().position(|(at, _)| *at > position);
    match after {
        Some(0) => stops[0].1,
        None => stops.last().map_or([0.0; 4], |(_, color)| *color),
        Some(index) => {
            let ((from, a), (to, b)) = (stops[index - 1], stops[index]);
            mix(a, b, if to > from { (position - from) / (to - from) } else { 1.0 })
        }
    }
}

/// Mixes two colours as CSS does: the channels are weighted by their opacities.
fn mix(a: Rgba, b: Rgba, part: f64) -> Rgba {
    let alpha = a[3] + (b[3] - a[3]) * part;
    if alpha <= 0.0 {
        return [a[0], a[1], a[2], 0.0];
    }
    let channel = |index: usize| {
        let (a, b) = (a[index] * a[3], b[index] * b[3]);
        (a + (b - a) * part) / alpha
    };
    [channel(0), channel(1), channel(2), alpha]
}

/// Stops for renderers that mix colours regardless of alpha: transparent stops
/// get the colours of their neighbours.
pub(crate) fn unmixed(stops: &Stops) -> Stops {
    let mut result = Stops::new();
    for (index, &(position, color)) in stops.iter().enumerate() {
        if color[3] > 0.0 {
            result.push((position, color));
            continue;
        }
        let clear = |neighbour: Option<&(f64, Rgba)>| {
            neighbour.map(|(_, [r, g, b, _])| (position, [*r, *g, *b, 0.0]))
        };
        let before = index.checked_sub(1).and_then(|before| clear(stops.get(before)));
        let after = clear(stops.get(index + 1));
        result.extend(before.or(after));
        result.extend(before.and(after));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::color::parse;

    fn positions(css: &str) -> Option<Vec<f64>> {
        let Some(Paint::Gradient(gradient)) = parse(css) else { panic!("{css}") };
        stops(&gradient).map(|stops| stops.into_iter().map(|(at, _)| at).collect())
    }

    #[test]
    fn stops_stand_where_css_puts_them() {
        for (css, expected) in [
            ("linear-gradient(#000, #fff)", Some(vec![0.0, 1.0])),
            ("linear-gradient(#000, #fff, #000, #fff 90%)", Some(vec![0.0, 0.3, 0.6, 0.9])),
            ("linear-gradient(#000 50%, #fff 20%)", Some(vec![0.5, 0.5])),
            ("conic-gradient(#000 90deg 180deg, #fff)", Some(vec![0.25, 0.5, 1.0])),
            ("linear-gradient(undefined 0%, #fff)", None),
        ] {
            assert_eq!(positions(css), expected, "{css}");
        }
    }

    #[test]
    fn transparent_stops_do_not_darken() {
        let white = [255.0, 255.0, 255.0, 1.0];
        let stops = vec![(0.0, [0.0; 4]), (1.0, white)];
        assert_eq!(at(&stops, 0.5), [255.0, 255.0, 255.0, 0.5]);
        assert_eq!(unmixed(&stops)[0], (0.0, [255.0, 255.0, 255.0, 0.0]));
    }
}
