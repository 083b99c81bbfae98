//! Tiles with all their layers.

use std::fmt::Write as _;

use super::paint::color_attributes;
use super::text::Setting;
use super::{Canvas, Rect, number};
use crate::svg::gradient::rgba;
use crate::view::{Area, Layer, LayerKind, Picture, TileView};

/// Font sizes are meant for narrower letters than ours.
const FONT: f64 = 0.86;

/// The corners of a hexagon in its square box.
fn hexagon(rect: Rect) -> String {
    let side = 0.5 - 3f64.sqrt() / 4.0;
    let points = [(0.5, 0.0), (1.0 - side, 0.25), (1.0 - side, 0.75), (0.5, 1.0), (side, 0.75), (side, 0.25)];
    let point = |(x, y): (f64, f64)| {
        format!("{},{}", number(rect.x + x * rect.width), number(rect.y + y * rect.height))
    };
    points.map(point).join(" ")
}

impl Canvas {
    /// Draws a tile into a square.
    pub(super) fn tile(&mut self, rect: Rect, view: &TileView, hexagonal: bool) {
        let inside = rect.at_origin();
        self.within(rect, |canvas| {
            canvas.shaped(inside, hexagonal, |canvas| canvas.picture(inside, &view.picture, rect.width));
            let setting = Setting {
                x: rect.width / 2.0,
                y: rect.height / 2.0,
                size: FONT * view.size * rect.width,
                align: 0,
                color: &view.color,
                shadow: &view.shadow,
            };
            canvas.inscriptions(inside, &view.picture, view);
            canvas.text(&view.text, &setting);
        });
    }

    /// Clips the output of `draw` to a hexagon or to rounded corners.
    pub(super) fn shaped(&mut self, rect: Rect, hexagonal: bool, draw: impl FnOnce(&mut Canvas)) {
        let id = self.id("c");
        let [x, y, w, h, r] = [rect.x, rect.y, rect.width, rect.height, rect.width * 0.04].map(number);
        let _ = if hexagonal {
            write!(self.body, r#"<clipPath id="{id}"><polygon points="{}"/></clipPath>"#, hexagon(rect))
        } else {
            write!(
                self.body,
                r#"<clipPath id="{id}"><rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"/></clipPath>"#
            )
        };
        let _ = write!(self.body, r#"<g clip-path="url(#{id})">"#);
        draw(self);
        self.push("</g>");
    }

    /// Background and layers, without texts. `unit` is the width of the
    /// outermost tile.
    pub(super) fn picture(&mut self, rect: Rect, picture: &Picture, unit: f64) {
        for paint in picture.background.iter().chain(&picture.image) {
            self.fill(rect, paint);
        }
        // Inner tiles are above everything else (docs/spec/display.md, "Output
        // model").
        let is_subtile = |layer: &&Layer| layer.kind == LayerKind::Subtile;
        for layer in picture.layers.iter().filter(|layer| !is_subtile(layer)) {
            self.layer(rect, layer, unit);
        }
        for layer in picture.layers.iter().filter(is_subtile) {
            self.layer(rect, layer, unit);
        }
    }

    fn layer(&mut self, outer: Rect, layer: &Layer, unit: f64) {
        if layer.inscription.is_some() {
            return;
        }
        let rect = place(outer, layer.kind, &layer.area);
        let inside = rect.at_origin();
        if !(rect.width > 0.0 && rect.height > 0.0) {
            return;
        }
        self.within(rect, |canvas| {
            let mut groups = 0;
            if let Some(opacity) = layer.opacity.filter(|opacity| *opacity < 1.0) {
                let _ = write!(canvas.body, r#"<g opacity="{}">"#, number(opacity.max(0.0)));
                groups += 1;
            }
            if let Some(mask) = layer.mask.as_ref().filter(|mask| mask.is_image()) {
                let id = canvas.id("m");
                let [w, h] = [inside.width, inside.height].map(number);
                let _ = write!(
                    canvas.body,
                    r#"<mask id="{id}" mask-type="alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="{w}" height="{h}">"#
                );
                canvas.fill(inside, mask);
                let _ = write!(canvas.body, r#"</mask><g mask="url(#{id})">"#);
                groups += 1;
            }
            if layer.mirrored {
                let _ =
                    write!(canvas.body, r#"<g transform="translate(0 {}) scale(1 -1)">"#, number(inside.height));
                groups += 1;
            }
            match layer.kind {
                LayerKind::Subtile => canvas.framed(inside, layer, unit),
                _ => canvas.picture(inside, &layer.picture, unit),
            }
            for _ in 0..groups {
                canvas.push("</g>");
            }
        });
    }

    /// An inner tile with its border.
    fn framed(&mut self, rect: Rect, layer: &Layer, unit: f64) {
        self.shaped(rect, layer.hexagon, |canvas| {
            let Some(border) = layer.border.as_ref().filter(|border| border.width > 0.0) else {
                return canvas.picture(rect, &layer.picture, unit);
            };
            canvas.fill(rect, &border.paint);
            let width = border.width * unit;
            let inner = Rect::new(
                width,
                width,
                (rect.width - 2.0 * width).max(0.0),
                (rect.height - 2.0 * width).max(0.0),
            );
            canvas.within(inner, |canvas| {
                let inside = inner.at_origin();
                canvas.shaped(inside, layer.hexagon, |canvas| canvas.picture(inside, &layer.picture, unit));
            });
        });
    }

    fn inscriptions(&mut self, rect: Rect, picture: &Picture, view: &TileView) {
        for layer in &picture.layers {
            let Some(inscription) = &layer.inscription else {
                self.inscriptions(place(rect, layer.kind, &layer.area), &layer.picture, view);
                continue;
            };
            let area = place(rect, layer.kind, &layer.area);
            let size = FONT * inscription.size * rect.width;
            let along = |side: i8, start: f64, length: f64, margin: f64| match side {
                -1 => start + margin,
                0 => start + length / 2.0,
                _ => start + length - margin,
            };
            let setting = Setting {
                x: along(inscription.horizontal, area.x, area.width, 0.04 * area.width),
                y: along(inscription.vertical, area.y, area.height, 0.6 * size),
                size,
                align: inscription.horizontal,
                color: inscription.color.as_ref().unwrap_or(&view.color),
                shadow: &inscription.shadow,
            };
            self.text(&inscription.text, &setting);
        }
    }

    /// A ground in one colour, as a tile would have it.
    pub(super) fn ground(&mut self, rect: Rect, paint: &calcarray::color::Paint, hexagonal: bool) {
        let inside = rect.at_origin();
        self.within(rect, |canvas| canvas.shaped(inside, hexagonal, |canvas| canvas.fill(inside, paint)));
    }

    /// The faint stripes of ground on which tiles slip.
    pub(super) fn stripes(&mut self, rect: Rect, hexagonal: bool) {
        let inside = rect.at_origin();
        let stroke = rgba(&calcarray::color::Paint::css("#fff8")).unwrap_or_default();
        self.within(rect, |canvas| {
            canvas.shaped(inside, hexagonal, |canvas| {
                for step in 1..8 {
                    let end = number(inside.width * 0.25 * f64::from(step));
                    let _ = write!(
                        canvas.body,
                        r#"<line x1="{end}" y1="0" x2="0" y2="{end}" stroke-width="{}" {}/>"#,
                        number(inside.width * 0.03),
                        color_attributes("stroke", stroke)
                    );
                }
            });
        });
    }
}

/// The rectangle of a layer within another; what its area leaves open is the
/// default of its kind.
fn place(outer: Rect, kind: LayerKind, area: &Area) -> Rect {
    let (width, height) = match kind {
        LayerKind::VerticalSideBox => (50.0, 10.0),
        LayerKind::HorizontalSideBox => (10.0, 50.0),
        LayerKind::CornerBox => (15.0, 15.0),
        LayerKind::SubBox => (75.0, 75.0),
        LayerKind::Prime | LayerKind::Subtile | LayerKind::Text => (100.0, 100.0),
    };
    let start = if kind == LayerKind::SubBox { 12.5 } else { 0.0 };
    let width = area.width.unwrap_or(width);
    let height = area.height.unwrap_or(height);
    let centred = kind == LayerKind::Text;
    let along = |near: Option<f64>, far: Option<f64>, length: f64| match (near, far) {
        (Some(near), _) => near,
        (None, Some(far)) => 100.0 - far - length,
        (None, None) if centred => 50.0 - length / 2.0,
        (None, None) => start,
    };
    let (left, top) = (along(area.left, area.right, width), along(area.top, area.bottom, height));
    Rect::new(
        outer.x + outer.width * left / 100.0,
        outer.y + outer.height * top / 100.0,
        outer.width * width / 100.0,
        outer.height * height / 100.0,
    )
}
