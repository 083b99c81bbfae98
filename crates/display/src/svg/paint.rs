//! Filling rectangles with paints.

use std::fmt::Write as _;

use calcarray::color::{Edge, Gradient, Kind, Paint, Preamble};

use super::gradient::{Rgba, Stops, at, rgba, stops, unmixed};
use super::{Canvas, Rect, number};

/// A colour as attributes for `fill` or `stroke`.
pub(super) fn color_attributes(name: &str, [r, g, b, alpha]: Rgba) -> String {
    let byte = |channel: f64| (channel + 0.5).floor() as u8;
    let mut attributes = format!(r##"{name}="#{:02x}{:02x}{:02x}""##, byte(r), byte(g), byte(b));
    if alpha < 1.0 {
        let _ = write!(attributes, r#" {name}-opacity="{}""#, number(alpha.max(0.0)));
    }
    attributes
}

impl Canvas {
    /// Fills a rectangle. What is no valid paint draws nothing.
    pub(super) fn fill(&mut self, rect: Rect, paint: &Paint) {
        match paint {
            Paint::List(paints) => paints.iter().rev().for_each(|paint| self.fill(rect, paint)),
            Paint::Gradient(gradient) => self.fill_gradient(rect, gradient),
            Paint::Css(text) if text.contains('(') && rgba(paint).is_none() => {
                if let Some(parsed) = calcarray::color::parse(text) {
                    self.fill(rect, &parsed);
                }
            }
            other => {
                if let Some(color) = rgba(other).filter(|color| color[3] > 0.0) {
                    let fill = color_attributes("fill", color);
                    self.rect(rect, &fill);
                }
            }
        }
    }

    fn rect(&mut self, rect: Rect, attributes: &str) {
        let [x, y, w, h] = [rect.x, rect.y, rect.width, rect.height].map(number);
        let _ = write!(self.body, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" {attributes}/>"#);
    }

    fn fill_gradient(&mut self, rect: Rect, gradient: &Gradient) {
        let Some(mut stops) = stops(gradient) else { return };
        if gradient.kind == Kind::Conic {
            return self.fill_conic(rect, gradient, &stops);
        }
        // A repeating line is drawn over one period; rings are repeated here,
        // since SVG's begin at the centre.
        let (first, last) = (stops[0].0, stops[stops.len() - 1].0);
        if gradient.repeating && gradient.kind == Kind::Radial {
            stops = repeated(&stops);
        }
        let repeating = gradient.repeating && gradient.kind == Kind::Linear && last - first > 1e-6;
        let (from, to) = if repeating { (first, last) } else { (0.0, 1.0) };
        if repeating {
            for (at, _) in &mut stops {
                *at = (*at - from) / (to - from);
            }
        }
        let geometry = match gradient.kind {
            Kind::Radial => radial_geometry(rect, gradient),
            _ => linear_geometry(rect, gradient, from, to),
        };
        let Some((element, geometry)) = geometry else { return };
        // Stops beyond either end have no place in SVG.
        let stops = unmixed(&clipped(&stops));
        let id = self.id("g");
        let spread = if repeating { r#" spreadMethod="repeat""# } else { "" };
        let _ =
            write!(self.body, r#"<{element} id="{id}" gradientUnits="userSpaceOnUse" {geometry}{spread}>"#);
        for (at, color) in &stops {
            let _ = write!(
                self.body,
                r#"<stop offset="{}" {}/>"#,
                number(*at),
                color_attributes("stop", *color).replacen("stop=", "stop-color=", 1)
            );
        }
        let _ = write!(self.body, "</{element}>");
        self.rect(rect, &format!(r#"fill="url(#{id})""#));
    }

    /// A conic gradient, which SVG lacks, as narrow sectors.
    fn fill_conic(&mut self, rect: Rect, gradient: &Gradient, stops: &Stops) {
        let (start, x, y) = match gradient.preamble {
            Preamble::Angle(angle) => (angle, 50.0, 50.0),
            Preamble::Conic { angle, x, y } => (angle.unwrap_or(0.0), x, y),
            _ => (0.0, 50.0, 50.0),
        };
        let (cx, cy) = (rect.x + rect.width * x / 100.0, rect.y + rect.height * y / 100.0);
        // Past the farthest corner, by as much as the straight end of the
        // widest sector falls short of the arc.
        const WIDEST: f64 = 1.3;
        let (dx, dy) = (cx - rect.x, cy - rect.y);
        let reach = WIDEST * dx.max(rect.width - dx).hypot(dy.max(rect.height - dy));
        if ![start, cx, cy, reach].iter().all(|value| value.is_finite()) {
            return;
        }
        let (first, last) = (stops[0].0, stops[stops.len() - 1].0);
        let period = last - first;
        let color_at = |turn: f64| {
            if gradient.repeating && period > 1e-6 {
                at(stops, first + (turn - first).rem_euclid(period))
            } else {
                at(stops, turn)
            }
        };
        const SECTORS: usize = 120;
        let mut edges: Vec<f64> = (0..=SECTORS).map(|step| step as f64 / SECTORS as f64).collect();
        edges.extend(stops.iter().map(|(at, _)| *at).filter(|at| (0.0..1.0).contains(at)));
        edges.sort_by(f64::total_cmp);
        edges.dedup();
        self.push(r#"<g shape-rendering="crispEdges">"#);
        let mut run: Option<(f64, f64, Rgba)> = None;
        for pair in edges.windows(2) {
            let color = color_at((pair[0] + pair[1]) / 2.0);
            match &mut run {
                Some((from, to, same)) if *same == color && *to - *from < 0.2 => *to = pair[1],
                _ => {
                    self.sector(run, (cx, cy), reach, start);
                    run = Some((pair[0], pair[1], color));
                }
            }
        }
        self.sector(run, (cx, cy), reach, start);
        self.push("</g>");
    }

    fn sector(&mut self, run: Option<(f64, f64, Rgba)>, (cx, cy): (f64, f64), reach: f64, start: f64) {
        let Some((from, to, color)) = run.filter(|(_, _, color)| color[3] > 0.0) else { return };
        let point = |turn: f64| {
            let (sin, cos) = (start.to_radians() + turn * std::f64::consts::TAU).sin_cos();
            format!("{},{}", number(cx + reach * sin), number(cy - reach * cos))
        };
        let _ = write!(
            self.body,
            r#"<polygon points="{},{} {} {}" {}/>"#,
            number(cx),
            number(cy),
            point(from),
            point(to),
            color_attributes("fill", color)
        );
    }
}

fn linear_geometry(rect: Rect, gradient: &Gradient, from: f64, to: f64) -> Option<(&'static str, String)> {
    let angle: f64 = match gradient.preamble {
        Preamble::Angle(angle) => angle,
        _ => 180.0,
    };
    let (sin, cos) = angle.rem_euclid(360.0).to_radians().sin_cos();
    let length = (rect.width * sin).abs() + (rect.height * cos).abs();
    let (cx, cy) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let point = |part: f64| (cx + sin * length * (part - 0.5), cy - cos * length * (part - 0.5));
    let ((x1, y1), (x2, y2)) = (point(from), point(to));
    if ![x1, y1, x2, y2].iter().all(|value| value.is_finite()) {
        return None;
    }
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
    Some(("linearGradient", format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}""#)))
}

fn radial_geometry(rect: Rect, gradient: &Gradient) -> Option<(&'static str, String)> {
    let (x, y, circle, edge) = match gradient.preamble {
        Preamble::Radial { x, y, circle, edge } => (x, y, circle, edge),
        _ => (50.0, 50.0, false, Edge::FarthestCorner),
    };
    let (cx, cy) = (rect.width * x / 100.0, rect.height * y / 100.0);
    let sides = [cx, rect.width - cx, cy, rect.height - cy].map(f64::abs);
    let farthest = matches!(edge, Edge::FarthestCorner | Edge::FarthestSide);
    let choose = |a: f64, b: f64| if farthest { a.max(b) } else { a.min(b) };
    let (dx, dy) = (choose(sides[0], sides[1]), choose(sides[2], sides[3]));
    let corner = matches!(edge, Edge::FarthestCorner | Edge::ClosestCorner);
    let (rx, ry) = match (circle, corner) {
        (true, true) => (dx.hypot(dy), dx.hypot(dy)),
        (true, false) => (choose(dx, dy), choose(dx, dy)),
        (false, true) => (dx * 2f64.sqrt(), dy * 2f64.sqrt()),
        (false, false) => (dx, dy),
    };
    if ![cx, cy, rx, ry].iter().all(|value| value.is_finite()) || rx <= 0.0 || ry <= 0.0 {
        return None;
    }
    let [cx, cy, rx, ry] = [rect.x + cx, rect.y + cy, rx, ry].map(number);
    let transform = format!("translate({cx} {cy}) scale({rx} {ry})");
    Some(("radialGradient", format!(r#"cx="0" cy="0" r="1" gradientTransform="{transform}""#)))
}

/// The stops over and over, from 0 to 1. Rings that are too narrow to be seen
/// are drawn once.
fn repeated(stops: &Stops) -> Stops {
    const MOST: f64 = 200.0;
    let (first, last) = (stops[0].0, stops[stops.len() - 1].0);
    let period = last - first;
    if period.is_nan() || period < 1.0 / MOST {
        return stops.clone();
    }
    let (from, to) = ((-last / period).floor() as i64, ((1.0 - first) / period).ceil() as i64);
    (from..=to)
        .flat_map(|turn| stops.iter().map(move |(at, color)| (at + turn as f64 * period, *color)))
        .collect()
}

/// The part of the stops between 0 and 1.
fn clipped(stops: &Stops) -> Stops {
    let inside = stops.iter().filter(|(at, _)| (0.0..=1.0).contains(at)).copied();
    let mut result: Stops = Vec::with_capacity(stops.len() + 2);
    if stops.first().is_some_and(|(first, _)| *first < 0.0) {
        result.push((0.0, at(stops, 0.0)));
    }
    result.extend(inside);
    if stops.last().is_some_and(|(last, _)| *last > 1.0) {
        result.push((1.0, at(stops, 1.0)));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_repeat_inwards_and_outwards() {
        let (black, white) = ([0.0, 0.0, 0.0, 1.0], [255.0, 255.0, 255.0, 1.0]);
        let stops = clipped(&repeated(&vec![(0.4, black), (0.6, white)]));
        for (position, color) in [(0.001, black), (0.199, white), (0.401, black), (0.999, white)] {
            let found = at(&stops, position)[0];
            assert!((found - color[0]).abs() < 3.0, "{position}: {found}");
        }
    }
}
