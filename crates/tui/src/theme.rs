//! The colours of the terminal game: those that the terminal can show, and those that the player
//! has chosen.

mod depth;
mod palette;

use ratatui::style::{Color, Modifier, Style};

use polymerge_app::board::{Board, Tile};

pub use depth::Depth;
pub use palette::Palette;
pub use polymerge::advanced::display::Rgb;

/// The colours of the whole screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours that the terminal can show.
    pub depth: Depth,
    /// The colours that the player has chosen.
    pub palette: Palette,
}

impl Theme {
    /// A theme without colours.
    #[cfg(test)]
    pub const PLAIN: Theme = Theme { depth: Depth::None, palette: Palette::Terminal };

    /// Returns true if no colours can distinguish things.
    pub fn is_plain(self) -> bool {
        self.depth == Depth::None
    }

    /// Returns true if cells get frames.
    pub fn has_frames(self) -> bool {
        self.is_plain() || self.palette == Palette::HighContrast
    }

    /// Returns the style of a surface and its text. An ink that is missing or hardly readable is
    /// replaced.
    pub fn surface(self, background: Rgb, ink: Option<Rgb>) -> Style {
        self.distinguished(background, ink, &[])
    }

    /// Returns the style of a surface whose ground differs from those beside it.
    fn distinguished(self, background: Rgb, ink: Option<Rgb>, others: &[Color]) -> Style {
        if self.is_plain() {
            return Style::new();
        }
        let least = self.palette.least_contrast();
        let ground = self.depth.ground(self.palette.seen(background), others, least);
        let ink = self.depth.ink(ground, ink.map(|ink| self.palette.seen(ink)), least);
        Style::new().bg(ground).fg(ink)
    }

    /// Returns the style between the cells of a board, and of its holes.
    pub fn frame(self, board: &Board) -> Style {
        self.surface(self.palette.ground(board.frame), None)
    }

    /// Returns the style of a free cell, which differs from the frame even with few colours.
    pub fn slot(self, board: &Board) -> Style {
        let frame = self.frame(board).bg;
        self.distinguished(self.palette.slot(board.slot), None, frame.as_slice())
    }

    /// Returns the style of a tile. It differs from free cells and holes even with few colours, or
    /// where the mode gives it their colour.
    pub fn tile(self, tile: &Tile, board: &Board) -> Style {
        let others: Vec<Color> = [self.frame(board).bg, self.slot(board).bg].into_iter().flatten().collect();
        self.distinguished(tile.background, tile.ink, &others)
    }

    /// Returns the style around the board.
    pub fn screen(self) -> Style {
        match self.palette.screen() {
            Some((ground, ink)) if !self.is_plain() => {
                Style::new().bg(self.depth.color(ground)).fg(self.depth.color(ink))
            }
            _ => Style::new(),
        }
    }

    /// Returns the style of an important message.
    pub fn notice(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of texts of less importance.
    pub fn quiet(self) -> Style {
        match self.palette {
            Palette::HighContrast => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Returns the style of the chosen line of a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

#[cfg(test)]
mod tests {
    use polymerge::Mode;
    use polymerge::advanced::display::contrast;
    use polymerge::catalogue;

    use super::*;
    use polymerge_app::board::{Look, Painter};

    #[test]
    fn ink_that_can_not_be_read_is_replaced() {
        let theme = Theme { depth: Depth::All, palette: Palette::Terminal };
        let style = theme.surface([250, 250, 250], Some([255, 255, 255]));
        assert_eq!(style.fg, Some(Color::Rgb(40, 36, 32)));
        let style = theme.surface([250, 250, 250], Some([0, 0, 90]));
        assert_eq!(style.fg, Some(Color::Rgb(0, 0, 90)));
    }

    /// Returns the contrast of a style, and its ground.
    fn seen(style: Style) -> (f64, Option<Color>) {
        let [ground, ink] = [style.bg, style.fg].map(|color| depth::shown(color.unwrap_or_default()));
        (contrast(ground, ink), style.bg)
    }

    /// Returns all themes with colours.
    fn themes() -> impl Iterator<Item = Theme> {
        let depths = Depth::ALL.into_iter().map(|(_, depth)| depth).filter(|depth| *depth != Depth::None);
        depths.flat_map(|depth| Palette::ALL.map(|(_, palette)| Theme { depth, palette }))
    }

    /// Asserts that everything on a board is readable and distinguishable.
    fn check(theme: Theme, board: &Board, tiles: &[Tile], name: &str) {
        let least = theme.palette.least_contrast();
        let (frame, slot) = (seen(theme.frame(board)), seen(theme.slot(board)));
        assert!(
            frame.0 >= least && slot.0 >= least && frame.1 != slot.1,
            "{name} {theme:?}: {frame:?} {slot:?}"
        );
        for tile in tiles {
            let found = seen(theme.tile(tile, board));
            assert!(found.0 >= least, "{name} {theme:?} {tile:?}: {found:?}");
            assert!(found.1 != frame.1 && found.1 != slot.1, "{name} {theme:?} {tile:?}: {found:?}");
        }
    }

    #[test]
    fn tiles_of_all_modes_are_read_and_distinguished_from_free_cells_in_all_colours() {
        let mut modes = 0;
        for mode in catalogue::modes() {
            let rules = Mode::built_in(mode.name()).unwrap().compile().unwrap();
            let Ok(mut game) = rules.start(7) else { continue };
            let directions = game.rules().directions().len().max(1);
            for step in 0..12 {
                _ = game.play_at((step * 7 + step / 3) % directions, step as f64);
            }
            let painter = Painter::new(game.state().rules().mode());
            let board = painter.board(game.state(), 20.0);
            let looks = board.rows.iter().flatten().filter_map(|look| match look {
                Look::Tile(tile) => Some(tile.clone()),
                _ => None,
            });
            let mut tiles: Vec<Tile> = looks.collect();
            tiles.sort_by_key(|tile| (tile.background, tile.ink));
            tiles.dedup_by_key(|tile| (tile.background, tile.ink));
            themes().for_each(|theme| check(theme, &board, &tiles, mode.name()));
            modes += 1;
        }
        assert!(modes >= 120, "{modes}");
    }

    #[test]
    fn what_is_written_around_the_board_can_be_read_in_all_colours() {
        for theme in themes().filter(|theme| theme.palette.screen().is_some()) {
            let found = seen(theme.screen()).0;
            assert!(found >= theme.palette.least_contrast(), "{theme:?}: {found}");
        }
    }

    #[test]
    fn tiles_of_any_colour_are_read_and_distinguished_from_free_cells_in_all_colours() {
        const LEVELS: [u8; 3] = [0, 110, 255];
        let colours = || (0..27).map(|n| [n / 9, n / 3 % 3, n % 3].map(|level| LEVELS[level]));
        let tiles: Vec<Tile> = colours()
            .map(|background| Tile { text: "2".into(), background, ink: Some(background.map(|c| 255 - c)) })
            .collect();
        for (frame, slot) in [
            ([88, 80, 72], [116, 106, 96]),
            ([0; 3], [0; 3]),
            ([255; 3], [250; 3]),
            ([120; 3], [125; 3]),
            ([255, 0, 0], [230, 20, 20]),
        ] {
            let board = Board { rows: Vec::new(), hexagonal: false, frame, slot };
            themes().for_each(|theme| check(theme, &board, &tiles, "any"));
        }
    }
}
