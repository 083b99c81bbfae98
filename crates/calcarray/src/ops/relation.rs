//! Comparison. See docs/spec/calcarray.md, "Operators on any value".

use super::Family::{Any, Boolean};
use super::{Operator, Run};
use crate::compare::{self, relates, Relation::*};

macro_rules! relation {
    ($name:literal, $function:expr, $help:literal, $example:literal => $value:literal) => {
        Operator::new($name, Any, &[Any], Boolean, Run::Relation($function), $help, ($example, $value))
    };
}

pub(super) const OPERATORS: &[Operator] = &[
    relation!("=", compare::equals, "Whether both are the same value of the same type; arrays entry by entry.",
        r#"[5,"=","5"]"# => "false"),
    relation!("!=", compare::differs, "The opposite of =, except that for the rational 0/0 both are false.",
        r#"[5,"!=","5"]"# => "true"),
    relation!("<", |a, b, m| relates(a, Less, b, m), "Whether the running value is smaller. Texts by code units, arrays as texts.",
        r#"[2,"<",10]"# => "true"),
    relation!(">", |a, b, m| relates(a, Greater, b, m), "Whether the running value is larger.",
        r#"["b",">","a"]"# => "true"),
    relation!("<=", |a, b, m| relates(a, LessOrEqual, b, m), "Whether the running value is not larger.",
        r#"[2,"<=",2]"# => "true"),
    relation!(">=", |a, b, m| relates(a, GreaterOrEqual, b, m), "Whether the running value is not smaller.",
        r#"[1,">=",2]"# => "false"),
];
