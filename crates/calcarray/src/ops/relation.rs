//! Comparison. See docs/spec/calcarray.md, "Operators on any value".

use super::Family::{Any, Boolean};
use super::{Facts, Operator, Run, Typed};
use crate::compare::{self, Relation::*, relates};

macro_rules! relation {
    ($name:literal, $typed:expr, $function:expr, $($text:tt)+) => {
        row!($name, Any, &[Any], Boolean, Facts::typed($typed), Run::Relation($function), $($text)+)
    };
}

pub(super) const OPERATORS: &[Operator] = &[
    relation!("=", Typed::Equal, compare::equals, "Whether both are the same value of the same type; arrays entry by entry.",
        r#"[5,"=","5"]"# => "false"),
    relation!("!=", Typed::Unequal, compare::differs, "The opposite of =, except that for the rational 0/0 both are false.",
        r#"[5,"!=","5"]"# => "true"),
    relation!("<", Typed::Less, |a, b, m| relates(a, Less, b, m), "Whether the running value is smaller. Texts by code units, arrays as texts.",
        r#"[2,"<",10]"# => "true"),
    relation!(">", Typed::Greater, |a, b, m| relates(a, Greater, b, m), "Whether the running value is larger.",
        r#"["b",">","a"]"# => "true"),
    relation!("<=", Typed::AtMost, |a, b, m| relates(a, LessOrEqual, b, m), "Whether the running value is not larger.",
        r#"[2,"<=",2]"# => "true"),
    relation!(">=", Typed::AtLeast, |a, b, m| relates(a, GreaterOrEqual, b, m), "Whether the running value is not smaller.",
        r#"[1,">=",2]"# => "false"),
];
