//! Old codes brought to the form of version 3.0 (spec/savecodes.md,
//! section 10).

use calcarray::Value;

use crate::error::{Problem, Reason, WarningKind};
use crate::kind::{Kind, Version};

/// A problem with the piece of this place and name.
pub(crate) type Misplaced = (usize, &'static str, Problem);

/// Brings the values of a code to the layout and form of version 3.0.
pub(crate) fn to_current(
    _kind: Kind,
    version: Version,
    values: Vec<Value>,
) -> Result<(Vec<Value>, Vec<WarningKind>), Misplaced> {
    if version != Version::V3_0 {
        let detail = "codes before 3.0 can't be read yet";
        return Err((0, "width", Problem::new(Reason::UnknownVersion, detail)));
    }
    Ok((values, Vec::new()))
}

/// Whether automatic moves count as moves of their own: strength 0.
pub(crate) fn has_separate_auto_moves(auto_directions: &Value) -> bool {
    let strength = |direction: &Value| {
        let direction = direction.as_array()?.first()?.as_array()?;
        direction.get(4)?.as_array()?.first()?.as_number()
    };
    auto_directions
        .as_array()
        .is_some_and(|directions| directions.iter().any(|direction| strength(direction) == Some(0.0)))
}
