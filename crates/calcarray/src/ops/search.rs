//! Binary search and insertion. See docs/spec/calcarray.md, "Binary search and
//! insertion".

use crate::error::{Error, ErrorKind};
use crate::value::Value;

/// Says how an entry stands to the value sought: negative, positive, zero;
/// NaN if they have no order.
pub(super) type Order<'o> = &'o mut dyn FnMut(&Value, &Value) -> Result<f64, Error>;

/// The index of the value, or -1.
pub(super) fn search(entries: &[Value], sought: &Value, order: Order<'_>) -> Result<f64, Error> {
    let Some(last) = entries.len().checked_sub(1) else {
        // The reference looks at the first entry even if there is none.
        let place = order(&Value::Undefined, sought)?;
        return Ok(if place == 0.0 { 0.0 } else { -1.0 });
    };
    let (mut low, mut high) = (0, last);
    while high - low > 1 {
        let middle = (low + high) / 2;
        let place = order(&entries[middle], sought)?;
        if place == 0.0 {
            return Ok(middle as f64);
        } else if place < 0.0 {
            low = middle;
        } else if place > 0.0 {
            high = middle;
        } else {
            return Ok(-1.0);
        }
    }
    for end in [low, high] {
        if order(&entries[end], sought)? == 0.0 {
            return Ok(end as f64);
        }
    }
    Ok(-1.0)
}

/// The index at which the value belongs.
pub(super) fn insertion(entries: &[Value], sought: &Value, order: Order<'_>) -> Result<usize, Error> {
    let Some(last) = entries.len().checked_sub(1) else { return Ok(0) };
    let (mut low, mut high) = (0, last);
    while low != high {
        let middle = (low + high) / 2;
        let place = order(&entries[middle], sought)?;
        if place == 0.0 {
            return Ok(middle);
        } else if place < 0.0 {
            low = middle + 1;
        } else if place > 0.0 {
            high = middle;
        } else {
            return Err(ErrorKind::NotComparable.into());
        }
    }
    Ok(if order(&entries[low], sought)? >= 0.0 { low } else { low + 1 })
}
