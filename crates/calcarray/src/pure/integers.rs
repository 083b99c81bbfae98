//! Operators on integers that fit 64 bits, where the result does, too.
//!
//! `None`: it does not, or there is none. The operators themselves, which say
//! what they compute, are in `ops/integer.rs`; these must give the same.

use crate::integer::Integer;

pub(super) type Unary = fn(i64) -> Option<i64>;
pub(super) type Binary = fn(i64, i64) -> Option<i64>;

pub(super) fn unary(operator: &str) -> Option<Unary> {
    Some(match operator {
        "absB" => i64::checked_abs,
        "signB" => |a| Some(a.signum()),
        "bit~B" => |a| Some(!a),
        _ => return None,
    })
}

pub(super) fn binary(operator: &str) -> Option<Binary> {
    Some(match operator {
        "+B" => i64::checked_add,
        "-B" => i64::checked_sub,
        "*B" => i64::checked_mul,
        "/B" => i64::checked_div,
        "%B" => |a, b| (b != 0).then(|| a.wrapping_rem(b)),
        "modB" => modulo,
        "^B" | "**B" => power,
        "gcdB" => |a, b| Integer::from(a).common_divisor(&Integer::from(b)).to_i64(),
        "bit&B" => |a, b| Some(a & b),
        "bit|B" => |a, b| Some(a | b),
        "bit^B" => |a, b| Some(a ^ b),
        _ => return None,
    })
}

fn modulo(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return Some(0);
    }
    let remainder = a.wrapping_rem(b);
    match remainder.signum() * b.signum() < 0 {
        true => remainder.checked_add(b),
        false => Some(remainder),
    }
}

fn power(a: i64, b: i64) -> Option<i64> {
    a.checked_pow(u32::try_from(b).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Meter};
    use crate::ops::{self, Run};

    #[test]
    fn they_give_what_the_operators_give() {
        let interesting = [0, 1, -1, 2, -2, 3, 7, -12, 60, 63, 64, 1 << 31, -(1 << 40), i64::MAX, i64::MIN];
        let mut meter = Meter::new(Limits::default());
        let mut compared = 0;
        for operator in ops::all() {
            for a in interesting {
                if let (Run::Integer1(f), Some(small)) = (operator.run, unary(operator.name)) {
                    let whole = f(&a.into(), &mut meter).ok().and_then(|value| value.to_i64());
                    assert!(small(a).is_none() || small(a) == whole, "{} of {a}", operator.name);
                    compared += 1;
                }
                for b in interesting {
                    if let (Run::Integer2(f), Some(small)) = (operator.run, binary(operator.name)) {
                        // Powers that do not fit are not worth computing here.
                        let Some(small) = small(a, b) else { continue };
                        let whole = f(&a.into(), &b.into(), &mut meter).ok().and_then(|value| value.to_i64());
                        assert_eq!(Some(small), whole, "{a} {} {b}", operator.name);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
