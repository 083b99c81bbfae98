//! Looks of tiles as finished pictures, each made once and known by a number.

use std::collections::HashMap;
use std::sync::Arc;

use polymerge_display::{Rgb, Size, Swatch, TileView, svg};

use crate::limits::LooksLimits;

/// The look of a tile, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The number of the face. A number always stands for the same face.
    pub id: u64,
    /// The text on the tile.
    pub text: String,
    /// A picture of 100 by 100. The names in it are its own, so that it can
    /// stand beside others in a page.
    pub svg: String,
    /// The one colour that says most about it.
    pub ground: Rgb,
    /// A colour that can be read on that one.
    pub ink: Rgb,
}

/// Faces by number.
///
/// There are bounds: when one is reached, all are forgotten, and numbers go on
/// from where they were.
#[derive(Clone, Debug, Default)]
pub struct Faces {
    next: u64,
    by_id: HashMap<u64, Arc<Face>>,
    /// The numbers of faces by the hash of the picture without prefix.
    by_picture: HashMap<u64, u64>,
    /// Looks that were seen: what lies at the same address is the same.
    by_look: HashMap<usize, (Arc<TileView>, u64)>,
    bytes: u64,
    limits: LooksLimits,
}

impl Faces {
    /// A store without faces. It keeps half as many faces as looks are kept; their
    /// pictures and texts have at most so many bytes together.
    pub fn within(limits: LooksLimits) -> Faces {
        Faces { limits, ..Faces::default() }
    }

    /// The face of this number, unless it is forgotten.
    pub fn get(&self, id: u64) -> Option<&Arc<Face>> {
        self.by_id.get(&id)
    }

    /// The number of a look that lies on ground of the colour `below`.
    pub fn of(&mut self, look: &Arc<TileView>, size: Size, hexagonal: bool, below: Rgb) -> u64 {
        let address = Arc::as_ptr(look) as usize;
        if let Some((_, id)) = self.by_look.get(&address) {
            return *id;
        }
        let picture = hash(&svg::tile(look, size, hexagonal, ""));
        let id = match self.by_picture.get(&picture) {
            Some(id) => *id,
            None => {
                let svg = svg::tile(look, size, hexagonal, &format!("f{picture:016x}-"));
                let text = look.text.readable();
                let bytes = (svg.len() + text.len()) as u64;
                if self.by_id.len() >= self.limits.tiles / 2 || self.bytes + bytes > self.limits.bytes {
                    *self = Faces { next: self.next, ..Faces::within(self.limits) };
                }
                self.bytes += bytes;
                let id = self.next;
                self.next += 1;
                let swatch = Swatch::of(look, below);
                let face = Face { id, text, svg, ground: swatch.ground, ink: swatch.ink };
                self.by_id.insert(id, Arc::new(face));
                self.by_picture.insert(picture, id);
                id
            }
        };
        if self.by_look.len() >= self.limits.tiles {
            self.by_look.clear();
        }
        self.by_look.insert(address, (Arc::clone(look), id));
        id
    }
}

/// FNV-1a. The names in a picture begin with it: pictures that share it are
/// the same, so that it does not matter whose names are meant.
fn hash(picture: &str) -> u64 {
    picture.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_display::{Markup, Picture, Piece, Shadow, Style};

    fn look(text: &str) -> Arc<TileView> {
        Arc::new(TileView {
            rule: None,
            text: Markup::plain_text(text),
            size: 0.3,
            color: calcarray::color::Paint::css("#000"),
            shadow: Shadow::None,
            picture: Picture::default(),
            swatch: None,
        })
    }

    #[test]
    fn equal_looks_have_one_face_and_names_of_their_own() {
        let mut faces = Faces::default();
        let mut of = |look: &Arc<TileView>| faces.of(look, Size::Grid, false, [0; 3]);
        let (first, second, again) = (of(&look("2")), of(&look("4")), of(&look("2")));
        assert_eq!((first, second, again), (0, 1, 0));
        let [a, b] = [0, 1].map(|id| faces.get(id).unwrap().svg.clone());
        let name = |svg: &str| svg.split("id=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert_ne!(name(&a), name(&b));
        assert!(a.contains(&format!("url(#{})", name(&a))));
    }

    #[test]
    fn texts_of_faces_read_as_they_look() {
        let raised = Piece::Styled(Style::Superscript, vec![Piece::Text("30".into())]);
        let text = Markup(vec![Piece::Text("1.26765 × 10".into()), raised]);
        let power = Arc::new(TileView { text, ..(*look("")).clone() });
        let mut faces = Faces::default();
        let id = faces.of(&power, Size::Grid, false, [0; 3]);
        assert_eq!(faces.get(id).unwrap().text, "1.26765 × 10^30");
    }

    #[test]
    fn forgotten_numbers_are_not_given_again() {
        let mut faces = Faces::default();
        let most = LooksLimits::default().tiles / 2;
        for number in 0..=most {
            faces.of(&look(&number.to_string()), Size::Grid, false, [0; 3]);
        }
        assert_eq!(faces.get(0), None);
        assert_eq!(faces.of(&look("0"), Size::Grid, false, [0; 3]), most as u64 + 1);
    }

    #[test]
    fn large_faces_are_forgotten_sooner() {
        let mut faces = Faces::default();
        let bytes = LooksLimits::default().bytes;
        let long = "8".repeat(bytes as usize / 8);
        for number in 0..8 {
            faces.of(&look(&format!("{long}{number}")), Size::Grid, false, [0; 3]);
        }
        assert_eq!(faces.get(0), None);
        assert!(faces.get(7).is_some() && faces.bytes <= bytes, "{}", faces.bytes);
    }
}
