//! Answers of a mode file to modifiers: names for the choices of the player, and negative tiles of
//! the mode's own.

use calcarray::{Array, Value};
use polymerge_modifiers::{GridShape, Modifiers, NegativeTiles, directions};

use crate::expand::inherit::{merge, settle, too_many_copies};
use crate::table;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;

/// The length of a chain of names that stand for one another, at most. The limit ends chains that
/// are circles.
const MOST_NAMES: usize = 8;

/// The part of the modifiers that a mode file can see.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Player {
    negative_tiles: NegativeTiles,
    ratios: (f64, f64),
    directions: Value,
    hexagonal: bool,
    /// True if tiles have entries that the mode does not know.
    more_entries: bool,
}

impl Default for Player {
    fn default() -> Player {
        Player::new(&Modifiers::default(), 4)
    }
}

impl Player {
    /// `side`: that of the grid as the mode has it.
    pub fn new(modifiers: &Modifiers, side: usize) -> Player {
        let hexagonal = match modifiers.grid_shape {
            GridShape::Hexagon | GridShape::HexaTriangle => true,
            GridShape::Custom => modifiers.custom_grid.as_ref().is_some_and(|grid| grid.hexagonal),
            _ => false,
        };
        let all = directions(modifiers, side);
        let steps = entries(&all).iter().filter_map(|direction| match entries(entries(direction).first()?) {
            [down, right, ..] => Some([down.clone(), right.clone()]),
            _ => None,
        });
        let moves = steps.filter(|[down, right]| [down, right].iter().any(|step| **step != 0usize.into()));
        Player {
            negative_tiles: modifiers.negative_tiles,
            ratios: modifiers.ratios(),
            directions: moves.map(Value::array).collect::<Vec<_>>().into(),
            hexagonal,
            more_entries: modifiers.colors > 1
                || modifiers.negative_tiles != NegativeTiles::None
                || modifiers.unmoving > 0
                || modifiers.unmerging > 0,
        }
    }

    /// The names that any mode file can use, with their values.
    fn names(&self) -> [(&'static str, Value); 3] {
        [
            ("chosen_directions", self.directions.clone()),
            ("chosen_hexagonal", self.hexagonal.into()),
            ("chosen_entries", self.more_entries.into()),
        ]
    }

    /// The names that forms with negative tiles can use besides.
    fn weights(&self) -> [(&'static str, Value); 2] {
        [("positive", self.ratios.0.into()), ("negative", self.ratios.1.into())]
    }

    /// Defines the names that every file can use. Those that a file defines
    /// itself are its own.
    pub fn define(&self, members: &mut Vec<Member>) {
        define(members, &self.names());
    }

    /// Lays the form with negative tiles over the file, if it has one and the
    /// player asks for them; either way nothing else remains to be done for
    /// them then.
    pub fn lay_negatives(&self, members: &mut Vec<Member>, options: &ReadOptions, problems: &mut Problems) {
        let Some(forms) = take_forms(members) else { return };
        let kind = match self.negative_tiles {
            NegativeTiles::None => return,
            NegativeTiles::NonInteracting => "apart",
            NegativeTiles::Interacting => "interacting",
        };
        define(members, &self.weights());
        let mut layering = Layering { names: MOST_NAMES, copies: options.values, problems };
        for member in &forms {
            if table::NEGATIVE_TILES.find(&member.key).is_none() {
                let message = format!("negative tiles have no key {:?}", member.key);
                let entry = layering.problems.error("unknown-key", member.key_span, message);
                let known: Vec<&str> = table::NEGATIVE_TILES.names().collect();
                entry.help(format!("its keys are: {}", known.join(", ")));
            }
        }
        for key in ["both", kind] {
            for form in forms.iter().filter(|member| member.key == key) {
                layering.lay(members, form.value.clone());
            }
        }
    }
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Array::entries)
}

/// Takes the forms out of `modifiers`, and leaves word that there are some.
fn take_forms(members: &mut [Member]) -> Option<Vec<Member>> {
    let modifiers = members.iter_mut().find(|member| member.key == "modifiers")?;
    let Kind::Object(keys) = &mut modifiers.value.kind else { return None };
    let forms = &mut keys.iter_mut().find(|member| member.key == "negative_tiles")?.value;
    match &mut forms.kind {
        Kind::Object(members) => {
            let taken = std::mem::take(members);
            *forms = Node::text(forms.span, "own");
            Some(taken)
        }
        _ => None,
    }
}

/// The bounds of laying keys over those of a file.
struct Layering<'a> {
    /// The number of names that may still stand for one another.
    names: usize,
    /// The number of values that may still be copied, and of forms that may be laid.
    copies: usize,
    problems: &'a mut Problems,
}

impl Layering<'_> {
    /// Lays keys over those of a file: an object, the name of one, or a list.
    fn lay(&mut self, members: &mut Vec<Member>, form: Node) {
        let span = form.span;
        match form.kind {
            Kind::Object(mut keys) => {
                self.copies = self.copies.saturating_sub(members.len());
                if self.copies == 0 || !merge(&mut keys, std::mem::take(members), &mut self.copies) {
                    too_many_copies(span, self.problems);
                }
                settle(&mut keys);
                *members = keys;
            }
            Kind::Array(forms) => forms.into_iter().for_each(|form| self.lay(members, form)),
            Kind::Text(_) => {
                let name = form.as_string().unwrap_or_default();
                match name.strip_prefix('$').and_then(|name| defined(members, name)) {
                    Some(found @ Node { kind: Kind::Object(_) | Kind::Array(_), .. }) if self.names > 0 => {
                        self.names -= 1;
                        self.lay(members, found);
                        self.names += 1;
                    }
                    _ => {
                        let message = format!("keys of a mode file are expected here, not {name:?}");
                        self.problems.error("name", span, message);
                    }
                }
            }
            _ => {
                let message = format!("keys of a mode file are expected here, not {}", form.seen());
                self.problems.error("wrong-type", span, message);
            }
        }
    }
}

fn defined(members: &[Member], name: &str) -> Option<Node> {
    let define = members.iter().find(|member| member.key == "define")?.value.as_object()?;
    define.iter().find(|member| member.key == name).map(|member| member.value.clone())
}

/// Adds definitions, but for those that are there.
fn define(members: &mut Vec<Member>, names: &[(&str, Value)]) {
    let span = Span::default();
    if !members.iter().any(|member| member.key == "define") {
        let value = Node::new(span, Kind::Object(Vec::new()));
        members.push(Member { key: "define".to_owned(), key_span: span, value });
    }
    let define = members.iter_mut().find(|member| member.key == "define");
    if let Some(Member { value: Node { kind: Kind::Object(known), .. }, .. }) = define {
        for (name, value) in names {
            if !known.iter().any(|member| member.key == *name) {
                let value = Node::from_value(value);
                known.push(Member { key: (*name).to_owned(), key_span: span, value });
            }
        }
    }
}
