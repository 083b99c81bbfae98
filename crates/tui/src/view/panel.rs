//! Panels beside the board, with facts and choices. The end of a game, sharing and the list of all
//! boxes are panels; so is the help, which has no choices.

use polymerge_app::board::BoxValue;
use polymerge_app::keys::Action;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget};

use super::boxes::tiles;
use super::digits::large;
use super::{HitArea, HitAreas, Scene};
use crate::grid::Grid;
use crate::parts::shorten_line;
use crate::share::Form;
use crate::theme::Theme;

/// A panel with facts and choices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The heading.
    pub title: String,
    /// A number in large digits, where there is room for it.
    pub banner: String,
    /// The facts to read: name and value.
    pub facts: Vec<(String, BoxValue)>,
    /// The entries to choose from.
    pub items: Vec<Item>,
    /// The index of the entry that Enter takes.
    pub chosen: usize,
}

/// An entry of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The label.
    pub label: String,
    /// The key, as shown.
    pub key: String,
    /// The effect of the entry.
    pub choice: Choice,
}

/// The effect of an entry of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The action of a key.
    Command(Action),
    /// Exports the game.
    Share(Form),
    /// Submits the game to the score service.
    HandIn,
    /// Clicks a box, by its place among those of the mode.
    Box(usize),
    /// Does nothing: the entry is only read.
    Nothing,
}

impl Panel {
    /// Moves the choice by `by` entries, around the ends.
    pub fn step(&mut self, by: isize) {
        let count = self.items.len() as isize;
        if count > 0 {
            self.chosen = (self.chosen as isize + by).rem_euclid(count) as usize;
        }
    }

    /// Returns the effect of an entry.
    pub fn choice(&self, index: usize) -> Option<Choice> {
        self.items.get(index).map(|item| item.choice)
    }

    fn facts(&self, theme: Theme) -> Vec<Line<'_>> {
        let width = self.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let fact = |(name, value): &'_ (String, BoxValue)| -> Line<'_> {
            let mut spans = vec![Span::styled(format!("{name:<width$}  "), theme.quiet())];
            match value {
                BoxValue::Text(text) => spans.push(Span::styled(text.clone(), theme.notice())),
                BoxValue::Tiles(list) => spans.extend(tiles(list, theme).spans.into_iter().map(owned)),
            }
            Line::from(spans)
        };
        self.facts.iter().map(fact).collect()
    }

    fn items(&self, theme: Theme) -> Vec<Line<'_>> {
        let width = self.items.iter().map(|item| item.key.chars().count()).max().unwrap_or(0);
        let line = |(index, item): (usize, &'_ Item)| -> Line<'_> {
            let sign = if index == self.chosen { "›" } else { " " };
            let line = Line::from(vec![
                Span::raw(format!("{sign} ")),
                Span::styled(format!("{:>width$} ", item.key), theme.notice()),
                Span::raw(format!(" {}", item.label)),
            ]);
            if index == self.chosen { line.style(theme.notice()) } else { line }
        };
        self.items.iter().enumerate().map(line).collect()
    }

    /// Returns the size of the whole panel, with its frame.
    fn size(&self, theme: Theme) -> (u16, u16) {
        let (facts, items) = (self.facts(theme), self.items(theme));
        let widest = facts.iter().chain(&items).map(Line::width).max().unwrap_or(0);
        let widest = widest.max(self.title.chars().count() + 2).min(1000) as u16;
        let gap = usize::from(!facts.is_empty() && !items.is_empty());
        (widest + 4, (facts.len() + gap + items.len()).min(1000) as u16 + 2)
    }

    /// Returns the lines of the banner for a width.
    fn banner(&self, width: u16) -> Vec<Line<'static>> {
        let lines = large(&self.banner, width.into(), BANNER).unwrap_or_default();
        lines.into_iter().map(|line| Line::raw(line).centered()).collect()
    }

    /// Draws the panel beside the board, if there is room for all of it.
    pub fn draw_beside(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
        let (width, height) = self.size(scene.theme);
        let board = Grid::new(scene.board, area, scene.camera).area;
        let side = Rect { x: board.right(), width: area.right() - board.right(), ..area };
        if side.width >= width && side.height >= height {
            self.draw(scene.theme, side, buffer, hits);
        }
    }

    /// Draws the panel in the middle of an area. If that is too low, the facts make room for the
    /// entries, and these scroll.
    pub fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
        let (width, height) = self.size(theme);
        let mut banner = self.banner(width.min(area.width).saturating_sub(4));
        if usize::from(height) + banner.len() > area.height.into() {
            banner.clear();
        }
        let place = centered(area, width, height + banner.len() as u16);
        Clear.render(place, buffer);
        let block = if place.height >= height.min(4) {
            let title = Span::styled(format!(" {} ", self.title), theme.notice());
            Block::bordered().padding(Padding::horizontal(1)).title(title)
        } else {
            Block::new()
        };
        let mut inner = block.inner(place);
        block.render(place, buffer);
        hits.add(place, HitArea::Panel);
        if !banner.is_empty() {
            let [top, rest] =
                Layout::vertical([Constraint::Length(banner.len() as u16), Constraint::Min(0)]).areas(inner);
            Paragraph::new(banner).render(top, buffer);
            inner = rest;
        }
        let (mut facts, mut items) = (self.facts(theme), self.items(theme));
        facts.iter_mut().chain(&mut items).for_each(|line| shorten_line(line, inner.width.into()));
        let free = usize::from(inner.height).saturating_sub(items.len());
        if facts.len() > free && !items.is_empty() {
            facts.truncate(free);
        }
        let gap = usize::from(!facts.is_empty() && free > facts.len() && !items.is_empty());
        let above = (facts.len() + gap).min(inner.height.into()) as u16;
        Paragraph::new(facts).render(Rect { height: above, ..inner }, buffer);
        let rows = usize::from(inner.height - above);
        let first = (self.chosen + 1).saturating_sub(rows);
        for ((index, item), y) in items.into_iter().enumerate().skip(first).take(rows).zip(inner.y + above..)
        {
            let place = Rect { y, height: 1, ..inner };
            item.render(place, buffer);
            hits.add(place, HitArea::Item(index));
        }
    }
}

/// The rows of a banner.
const BANNER: usize = 4;

fn owned(span: Span<'_>) -> Span<'static> {
    Span::styled(span.content.into_owned(), span.style)
}

/// Returns the area of a size in the middle of another.
pub fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// Returns the areas of the board and of the panel. The panel is beside the board if the board
/// leaves room or can be made smaller, else over it.
pub fn split(scene: &Scene<'_>, area: Rect) -> (Rect, Rect) {
    let Some(panel) = scene.panel else { return (area, area) };
    let (width, _) = panel.size(scene.theme);
    let free = area.right().saturating_sub(Grid::new(scene.board, area, scene.camera).area.right());
    let side = |width: u16| Rect { x: area.right() - width, width, ..area };
    if free > width {
        (area, side(free))
    } else if area.width > 2 * width {
        (Rect { width: area.width - width - 1, ..area }, side(width))
    } else {
        (area, area)
    }
}
