//! Types of values, as far as a formula shows them.

/// The type of a value, as far as it can be seen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Unknown,
    Number,
    Boolean,
    Text,
    /// A tile, or an empty cell.
    Cell,
    /// A tile.
    Tile,
    /// A row and a column.
    Place,
    /// A row and a column of any cell of the board, empty ones included.
    AnyPlace,
    List(Box<Type>),
}

impl Type {
    pub fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    pub fn is_place(&self) -> bool {
        matches!(self, Type::Place | Type::AnyPlace)
    }

    pub fn is_tile(&self) -> bool {
        matches!(self, Type::Cell | Type::Tile)
    }

    /// The type as a noun, if it is no number and can't be one.
    pub fn noun(&self) -> Option<&'static str> {
        match self {
            Type::Text => Some("a text"),
            Type::Cell | Type::Tile => Some("a whole tile"),
            Type::Place | Type::AnyPlace => Some("a place"),
            Type::List(_) => Some("a list"),
            Type::Unknown | Type::Number | Type::Boolean => None,
        }
    }
}
