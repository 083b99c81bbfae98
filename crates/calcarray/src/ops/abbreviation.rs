//! Numbers as the game shows them. See docs/spec/calcarray.md, "Abbreviation".

use super::Family::{Any, Integer, Number, Text};
use super::operand::{integer, number};
use super::{Facts, Operator, Run};
use crate::abbreviate;
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    row!("defaultAbbrev", Number, &[], Any, Facts::PURE, Run::Pure(|values, _| abbreviate::number(number(values, 0))),
        "A text with commas from 10000 on; very large and very small numbers become a text expression with a power of 10.",
        r#"[12345.6789,"defaultAbbrev"]"# => r#""12,345.679""#),
    row!("defaultAbbrevB", Integer, &[], Text, Facts::PURE, Run::Pure(|values, meter| {
        Ok(Value::text(abbreviate::integer(integer(values, 0), meter)?))
    }),
        "A text with commas from 10000 on.", r#"["@BigInt 1234567","defaultAbbrevB"]"# => r#""1,234,567""#),
    row!("defaultAbbrevAny", Any, &[], Any, Facts::PURE, Run::Pure(|values, meter| abbreviate::any(values.first().unwrap_or(&Value::Undefined), meter)),
        "Abbreviates numbers of every type, each by the rule for its type.",
        r#"["@BigRational 3 2","defaultAbbrevAny"]"# => r#""1 1/2""#),
];
