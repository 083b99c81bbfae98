//! The keys of mode files: one table for each object that a file can have.
//!
//! A row ([`Key`]) says everything there is to know about a key: its name, the values that it
//! takes, what it is if it is left out, what to tell a person about it, and an example. The reader,
//! the writer, the checker, the schema and the tables of `docs/mode-files.md` read these rows.

#[rustfmt::skip]
mod board;
#[rustfmt::skip]
mod mode;
#[rustfmt::skip]
mod modifiers;
mod page;
#[rustfmt::skip]
mod rules;
mod schema;
#[rustfmt::skip]
mod screen;
#[rustfmt::skip]
mod settings;
mod trigger;

pub use page::key_reference;
pub use schema::SCHEMA;
pub(crate) use trigger::Counters;
pub use trigger::{SCENE, Trigger, TriggerExample, triggers};

pub(crate) use board::{AUTO_MOVE, DIRECTION, DIRECTIONS, GRID, MOMENTS, MOST_CELLS, MOVEMENT, SETS, SHAPES};
pub(crate) use mode::MODE;
pub(crate) use modifiers::{MODIFIERS, NEGATIVE_TILES, SIMPLE};
pub(crate) use rules::{FORCED_SPAWN, LONGER, LOSE, MERGE, SCRIPT, SPAWN, SPAWN_MOMENTS, WIN};
pub(crate) use screen::{COLOURS, LOOK, MEMORY, STAT_BOX};
pub(crate) use settings::{BEFORE_GAME, CHANGE, KINDS, OPTION, SETTING, SETTING_CHANGE};

use crate::text::node::{Node, Span};

/// A word that a key takes, with its meaning.
pub type Word = (&'static str, &'static str);

/// The keys of one kind of object, in the order in which they are written.
#[derive(Debug)]
pub struct KeyTable {
    /// The object in messages: "a merge rule".
    pub what: &'static str,
    /// An example of the whole object, or nothing.
    pub form: &'static str,
    /// The object in editors, or nothing.
    pub about: &'static str,
    /// The keys.
    pub keys: &'static [Key],
}

/// A key of a mode file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// The values that it takes.
    pub form: Form,
    /// Its meaning, with code between `` ` `` and `{}` in place of the example.
    help: &'static str,
    /// An example of its value, as JSON; tested.
    pub example: &'static str,
    /// The meaning of a file without it.
    pub left_out: LeftOut,
    /// Its names in other places and projects, which messages understand.
    pub elsewhere: &'static [&'static str],
    /// The section of `docs/mode-files.md` about it, or nothing.
    pub section: &'static str,
    /// The field of a mode that has its value as it is, or nothing.
    pub(crate) field: &'static str,
    /// True if it speaks of one file only, and is not taken over from another.
    pub is_own: bool,
    /// True if no names are looked for in its value.
    pub is_literal: bool,
}

/// The meaning of an object without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// A mistake.
    Mistake,
    /// This value, which is JSON; tested.
    Value(&'static str),
    /// The meaning in words.
    Words(&'static str),
    /// Nothing.
    Nothing,
}

/// The values that a key takes, as far as they can be told without a game.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any value. The checker looks at it.
    Any,
    /// A truth value, or a name.
    Flag,
    /// A list, or a name.
    AnyList,
    /// A condition.
    Condition,
    /// A colour.
    Colour,
    /// A text.
    Text,
    /// A text with this description.
    Said(&'static str),
    /// A truth value.
    Boolean,
    /// A whole number of a range, not named.
    Integer(f64, f64),
    /// A whole number of a range, or a name.
    Whole(f64, f64),
    /// A number of a range, or a name.
    Number(f64, f64),
    /// One of some words.
    Words(&'static [(&'static str, &'static str)]),
    /// One value, as JSON.
    Constant(&'static str),
    /// A trigger of scripts.
    Trigger,
    /// A tile.
    Tile,
    /// Values of some types of JSON.
    Types(&'static [&'static str]),
    /// The sides of a grid as a text.
    Size,
    /// A list of names, one at least.
    Names,
    /// A list of two entries at most, or a name.
    Pair,
    /// An object with keys.
    Object(&'static KeyTable),
    /// A list of something.
    List(&'static Form),
    /// A list of some things, where both it and its entries may be raw or named.
    Entries(&'static [Form]),
    /// A list as save codes have it.
    Raw,
    /// The name of a definition.
    Reference,
    /// One of several forms.
    Either(&'static [Form]),
}

/// A mode file as a whole.
pub static FILE: Form = Form::Object(&MODE);

/// A whole number from 0 on.
pub(crate) const COUNT: Form = Form::Whole(0.0, f64::INFINITY);
/// An object of keys of the file, or of names.
pub(crate) const KEYS: Form = Form::Types(&["object"]);
/// A list, or the name of one.
pub(crate) const LIST: Form = Form::Types(&["array", "string"]);
/// An object, a list, or the name of one.
pub(crate) const NAMED_OR_LIST: Form = Form::Types(&["object", "array", "string"]);

/// A row: name, values, help, example.
const fn key(name: &'static str, form: Form, help: &'static str, example: &'static str) -> Key {
    let (left_out, elsewhere, section, field) = (LeftOut::Nothing, &[], "", "");
    Key { name, form, help, example, left_out, elsewhere, section, field, is_own: false, is_literal: false }
}

impl Key {
    const fn needed(self) -> Key {
        Key { left_out: LeftOut::Mistake, ..self }
    }

    const fn default(self, json: &'static str) -> Key {
        Key { left_out: LeftOut::Value(json), ..self }
    }

    const fn otherwise(self, words: &'static str) -> Key {
        Key { left_out: LeftOut::Words(words), ..self }
    }

    const fn elsewhere(self, elsewhere: &'static [&'static str]) -> Key {
        Key { elsewhere, ..self }
    }

    const fn see(self, section: &'static str) -> Key {
        Key { section, ..self }
    }

    const fn field(self, field: &'static str) -> Key {
        Key { field, ..self }
    }

    /// A key whose value is the field of the same name.
    const fn plain(self) -> Key {
        Key { field: self.name, ..self }
    }

    const fn own(self) -> Key {
        Key { is_own: true, ..self }
    }

    const fn literal(self) -> Key {
        Key { is_literal: true, ..self }
    }

    /// Returns the meaning of the key, with code between `` ` ``.
    pub fn help(&self) -> String {
        self.help.replacen("{}", &format!("`{}`", self.example), 1)
    }

    /// Returns the value of an object without the key; undefined if that is none.
    pub(crate) fn default_at(&self, span: Span) -> Node {
        match self.left_out {
            LeftOut::Value(json) => Node::of_json(json, span),
            _ => Node::text(span, "@undefined"),
        }
    }
}

impl Form {
    /// Returns the words that are taken, maybe beside other values.
    pub fn words(self) -> Option<&'static [Word]> {
        match self {
            Form::Words(words) | Form::Either(&[Form::Words(words), ..]) => Some(words),
            _ => None,
        }
    }

    /// Returns true if `{"raw": [...]}` may stand where an object of this table stands.
    fn takes_raw_for(&self, table: &'static KeyTable) -> bool {
        let is_object = |form: &Form| matches!(form, Form::Object(own) if std::ptr::eq(*own, table));
        match self {
            Form::Entries(forms) => forms.iter().any(is_object),
            Form::List(form) => form.takes_raw_for(table),
            Form::Either(forms) => {
                let is_beside = forms.iter().any(|form| matches!(form, Form::Raw));
                forms.iter().any(|form| form.takes_raw_for(table) || is_beside && is_object(form))
            }
            _ => false,
        }
    }
}

impl KeyTable {
    /// Returns the key of this name.
    pub fn find(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Returns true if a list as save codes have it may stand in place of the object.
    pub(crate) fn takes_raw(&'static self) -> bool {
        key_tables().flat_map(|(_, table)| table.keys).any(|key| key.form.takes_raw_for(self))
    }

    /// Returns the name of the key that has another name elsewhere.
    pub(crate) fn meant_by(&self, name: &str) -> Option<&'static str> {
        self.keys.iter().find(|key| key.elsewhere.contains(&name)).map(|key| key.name)
    }

    /// Returns the keys whose value is a field of a mode as it is.
    pub(crate) fn plain(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().filter(|key| !key.field.is_empty())
    }

    /// Returns the names of the keys, in their order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    /// Returns the value of an object without the key of this name.
    pub(crate) fn default(&self, name: &str, span: Span) -> Node {
        self.find(name).map_or_else(|| Node::text(span, "@undefined"), |key| key.default_at(span))
    }

    /// Returns an object with some of the keys, in the order of the table.
    pub(crate) fn object(&self, mut members: Vec<(&'static str, Node)>) -> Node {
        members.sort_by_key(|(name, _)| self.names().position(|known| known == *name));
        Node::object(members)
    }
}

/// Returns the tables of all objects, with their names in `docs/mode-files.md`.
pub fn key_tables() -> impl Iterator<Item = (&'static str, &'static KeyTable)> {
    [
        ("mode", &MODE),
        ("setting", &SETTING),
        ("option", &OPTION),
        ("change of a setting", &SETTING_CHANGE),
        ("change", &CHANGE),
        ("before_game", &BEFORE_GAME),
        ("grid", &GRID),
        ("directions", &DIRECTIONS),
        ("direction", &DIRECTION),
        ("auto_directions", &AUTO_MOVE),
        ("movement", &MOVEMENT),
        ("tiles", &LOOK),
        ("merges", &MERGE),
        ("longer", &LONGER),
        ("spawns", &SPAWN),
        ("forced_spawns", &FORCED_SPAWN),
        ("win", &WIN),
        ("lose", &LOSE),
        ("scripts", &SCRIPT),
        ("stat_boxes", &STAT_BOX),
        ("colours", &COLOURS),
        ("modifiers", &MODIFIERS),
        ("negative_tiles", &NEGATIVE_TILES),
        ("memory", &MEMORY),
    ]
    .into_iter()
}

/// Returns the names of some words.
pub(crate) fn words(words: &'static [Word]) -> impl Iterator<Item = &'static str> + Clone {
    words.iter().map(|(word, _)| *word)
}
