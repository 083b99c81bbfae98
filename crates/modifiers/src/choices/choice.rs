//! The values that modifiers take, typed.

use calcarray::Value;

use crate::parts::expression::IntoValue;

/// A value as it stands in the list of a Modifiers code.
pub(crate) trait Choice: Sized {
    /// Reads it; `None` if it is none of these values.
    fn from_value(value: &Value) -> Option<Self>;
    /// The value as the list has it.
    fn to_value(&self) -> Value;
}

/// A type whose values are words of the code.
macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// All of them, in the order in which the reference offers them.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The word in codes.
            pub fn word(self) -> &'static str {
                match self {
                    $($type::$variant => $word,)*
                }
            }
        }

        impl Choice for $type {
            fn from_value(value: &Value) -> Option<$type> {
                $type::ALL.iter().copied().find(|choice| value.is_word(choice.word()))
            }

            fn to_value(&self) -> Value {
                self.word().into()
            }
        }
    };
}

words! {
    /// The shape of the grid.
    GridShape {
        /// A rectangle.
        #[default]
        Square = "Square",
        /// A square on its corner.
        Diamond = "Diamond",
        /// Every other cell of a rectangle.
        Checkerboard = "Checkerboard",
        /// A hexagon of hexagonal cells.
        Hexagon = "Hexagon",
        /// A triangle of hexagonal cells.
        HexaTriangle = "HexaTriangle",
        /// Rectangles in a rectangle.
        FourD = "4D",
        /// The cells that were drawn.
        Custom = "Custom",
    }
}

words! {
    /// The directions of the arrows.
    DirectionSet {
        /// Along the sides of cells.
        #[default]
        Orthogonal = "Orthogonal",
        /// Along sides and corners.
        Both = "Both",
        /// Along their corners.
        Diagonal = "Diagonal",
    }
}

words! {
    /// The cells where tiles spawn.
    SpawnLocation {
        /// Anywhere.
        #[default]
        All = "All",
        /// The edge that the tiles moved away from.
        Edge = "Edge",
    }
}

words! {
    /// The rule that changes the chances of spawning tiles.
    SpawnRule {
        /// The chances stay as they are.
        #[default]
        Regular = "Regular",
        /// The first kind of tile spawns alone.
        Simple = "Simple",
        /// All kinds are equally likely.
        Equal = "Equal",
    }
}

words! {
    /// The role of negative tiles.
    NegativeTiles {
        /// No negative tiles.
        #[default]
        None = "None",
        /// Negative tiles keep to themselves.
        NonInteracting = "Non-Interacting",
        /// A tile and its negative vanish.
        Interacting = "Interacting",
    }
}

/// The contents of cells that merges vacate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Garbage {
    /// An empty cell.
    #[default]
    None,
    /// A zero, which merges only with zeros.
    Zeros,
    /// A hole that is gone after this number of turns.
    Holes(u32),
}

impl Choice for Garbage {
    fn from_value(value: &Value) -> Option<Garbage> {
        match value {
            // Codes of version 2.1 have a truth value here.
            Value::Boolean(zeros) => Some(if *zeros { Garbage::Zeros } else { Garbage::None }),
            Value::Number(-1.0) => Some(Garbage::None),
            Value::Number(0.0) => Some(Garbage::Zeros),
            other => u32::from_value(other).map(Garbage::Holes),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Garbage::None => Value::Number(-1.0),
            Garbage::Zeros => Value::Number(0.0),
            Garbage::Holes(life) => life.to_value(),
        }
    }
}

/// The effect of pressing a direction again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SameDirection {
    /// No effect.
    #[default]
    Free,
    /// Tiles merge only in the second of two equal moves.
    TwiceToMerge,
    /// A direction is blocked for this number of turns after it was used.
    Cooldown(u32),
}

impl Choice for SameDirection {
    fn from_value(value: &Value) -> Option<SameDirection> {
        match value {
            Value::Number(0.0) => Some(SameDirection::Free),
            Value::Number(-1.0) => Some(SameDirection::TwiceToMerge),
            other => u32::from_value(other).map(SameDirection::Cooldown),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            SameDirection::Free => Value::Number(0.0),
            SameDirection::TwiceToMerge => Value::Number(-1.0),
            SameDirection::Cooldown(turns) => turns.to_value(),
        }
    }
}

impl Choice for bool {
    fn from_value(value: &Value) -> Option<bool> {
        match value {
            Value::Boolean(flag) => Some(*flag),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        Value::Boolean(*self)
    }
}

impl Choice for u32 {
    fn from_value(value: &Value) -> Option<u32> {
        let number = value.as_number()?;
        (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as u32)
    }

    fn to_value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
}

impl Choice for f64 {
    fn from_value(value: &Value) -> Option<f64> {
        value.as_number().filter(|number| !number.is_nan())
    }

    fn to_value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Choice for Vec<Value> {
    fn from_value(value: &Value) -> Option<Vec<Value>> {
        value.as_array().map(|array| array.to_vec())
    }

    fn to_value(&self) -> Value {
        Value::array(self.clone())
    }
}

/// A number of times, or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A number of times.
    Times(u32),
    /// No bound: as many times as possible.
    Infinite,
}

impl Amount {
    /// The amount as a number of the mode.
    pub fn number(self) -> f64 {
        match self {
            Amount::Times(times) => f64::from(times),
            Amount::Infinite => f64::INFINITY,
        }
    }
}

impl Choice for Amount {
    fn from_value(value: &Value) -> Option<Amount> {
        match value {
            Value::Number(f64::INFINITY) => Some(Amount::Infinite),
            other => u32::from_value(other).map(Amount::Times),
        }
    }

    fn to_value(&self) -> Value {
        Value::Number(self.number())
    }
}

/// A value as people type it: a word of the code in any case, `yes`, `no`,
/// a number, `infinity`, a list as extended JSON.
pub(crate) fn typed(text: &str) -> Value {
    let lower = text.trim().to_lowercase();
    match lower.as_str() {
        "yes" | "on" | "true" => Value::Boolean(true),
        "no" | "off" | "false" => Value::Boolean(false),
        "infinity" | "infinite" | "∞" => Value::Number(f64::INFINITY),
        _ => match calcarray::number::parse(&lower) {
            Some(number) if !lower.is_empty() => Value::Number(number),
            _ if lower.starts_with('[') => {
                calcarray::json::read(text.trim(), &Default::default()).unwrap_or_else(|_| Value::text(text))
            }
            _ => text.trim().to_owned().into_value(),
        },
    }
}
