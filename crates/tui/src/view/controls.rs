//! The drawing of controls: directions, commands, the bar of a replay.

use polymerge::advanced::display::shorten;
use polymerge_app::figures::clipped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{HitArea, HitAreas, Scene};
use crate::theme::Theme;

/// A direction on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The name of the direction.
    pub label: String,
    /// True if the direction is legal.
    pub open: bool,
}

/// The longest label of a direction that is not shortened.
const LABEL: usize = 8;

/// Draws the directions side by side, with the blocked ones in brackets.
pub fn draw_directions(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
    let theme = scene.theme;
    let surface = theme.frame(scene.board).patch(theme.notice());
    let arrow = |arrow: &Arrow| {
        let label = shorten(&arrow.label, LABEL);
        match arrow.open {
            true => Span::styled(format!(" {label} "), surface),
            false => Span::styled(format!("({label})"), theme.quiet()),
        }
    };
    let arrows = scene.directions.iter().map(arrow).zip((0..).map(HitArea::Direction));
    draw_row(arrows.collect(), 1, area, buffer, hits);
}

/// Draws the commands with their keys, as many as there is room for.
pub fn draw_commands(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
    let theme = scene.theme;
    let commands = scene.commands.iter().map(|(action, key, name)| {
        let text = format!("{key} {name}");
        (Span::styled(text, theme.quiet()), HitArea::Command(*action), key.chars().count() as u16)
    });
    let (spans, keys): (Vec<_>, Vec<_>) = commands.map(|(span, hit, key)| ((span, hit), key)).unzip();
    let places = draw_row(spans, 2, area, buffer, hits);
    for (place, key) in places.into_iter().zip(keys) {
        let key = Rect { width: key.min(place.width), ..place };
        buffer.set_style(key, Style::new().remove_modifier(Modifier::DIM).patch(theme.notice()));
    }
}

/// Draws spans in the middle of a row, as many as there is room for. Returns their places.
fn draw_row(
    spans: Vec<(Span<'_>, HitArea)>,
    gap: u16,
    area: Rect,
    buffer: &mut Buffer,
    hits: &mut HitAreas,
) -> Vec<Rect> {
    let mut widths = Vec::new();
    let mut total = 0u16;
    for (span, _) in &spans {
        let width = span.width().min(1000) as u16;
        let before = if widths.is_empty() { 0 } else { gap };
        if area.height == 0 || total + before + width > area.width {
            break;
        }
        total += before + width;
        widths.push(width);
    }
    let mut x = area.x + (area.width - total) / 2;
    let mut places = Vec::new();
    for ((span, hit), width) in spans.into_iter().zip(widths) {
        let place = Rect::new(x, area.y, width, 1);
        span.render(place, buffer);
        hits.add(place, hit);
        places.push(place);
        x += width + gap;
    }
    places
}

/// The position and the speed of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of steps that were played.
    pub done: usize,
    /// The number of all steps.
    pub total: usize,
    /// True while the replay runs by itself.
    pub running: bool,
    /// The speed, in tenths of steps per second.
    pub tenths: u32,
}

/// The bar of a replay.
pub struct Bar(pub Progress);

impl Bar {
    /// Draws the bar.
    pub fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
        let Progress { done, total, running, tenths } = self.0;
        let sign = if running { "▶" } else { "‖" };
        let speed = match tenths % 10 {
            0 => format!("{}", tenths / 10),
            rest => format!("{}.{rest}", tenths / 10),
        };
        let right = format!(" {done}/{total}  {speed}/s ");
        let right_width = (right.chars().count() as u16).min(area.width.saturating_sub(4));
        let width = area.width.saturating_sub(right_width + 3);
        if area.height == 0 {
            return;
        }
        Span::raw(format!(" {sign} ")).render(Rect { width: area.width.min(3), ..area }, buffer);
        let place = Rect { x: area.x + area.width.min(3), width, ..area };
        let filled =
            if total == 0 { 0 } else { (usize::from(width) * done).div_ceil(total).min(width.into()) };
        let line = Line::from(vec![
            Span::styled("━".repeat(filled), theme.notice()),
            Span::styled("─".repeat(usize::from(width) - filled), theme.quiet()),
        ]);
        line.render(place, buffer);
        hits.add(place, HitArea::Bar);
        Line::raw(clipped(&right, right_width.into()))
            .render(Rect { x: place.right(), width: right_width, ..area }, buffer);
    }
}
