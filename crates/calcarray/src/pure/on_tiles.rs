//! Which expressions read nothing but numbers of a tile and of those ahead of it.

use super::term::Terms;
use super::Pure;
use crate::ir::on_tiles::{Given, OnTiles, Reads};

/// The compiled form of an expression of a line that declares no variables and
/// reads none.
pub(super) fn on_tiles(pure: &Pure, cost: u64) -> Option<OnTiles> {
    let mut terms = Terms::new(0, None);
    let result = given(pure, &mut terms)?;
    let reads = reads(terms).filter(|reads| reads.reach > 0)?;
    Some(OnTiles { reads, result, cost })
}

/// The numbers of tiles that terms read; `None` if they read anything else.
pub(super) fn reads(terms: Terms) -> Option<Reads> {
    let entries = terms.into_leaves().into_iter().map(|leaf| match leaf {
        Pure::Entry { ahead, entry } => Some((ahead, entry)),
        _ => None,
    });
    let entries: Vec<(u32, u32)> = entries.collect::<Option<_>>()?;
    let reach = entries.iter().map(|(ahead, _)| *ahead as usize + 1).max().unwrap_or_default();
    let width = entries.iter().map(|(_, entry)| *entry as usize + 1).max().unwrap_or_default();
    Some(Reads { entries, reach, width })
}

fn given(pure: &Pure, terms: &mut Terms) -> Option<Given> {
    if let Pure::Array(entries) = pure {
        let entries = entries.iter().map(|entry| terms.term(entry));
        return Some(Given::Array(entries.collect::<Option<_>>()?));
    }
    if pure.gives_truth() {
        return Some(Given::Boolean(terms.test(pure)?));
    }
    match pure {
        Pure::If(condition, then, otherwise) => {
            let condition = terms.test(condition)?;
            let branches = (given(then, terms)?, given(otherwise, terms)?);
            Some(Given::If(condition, branches.into()))
        }
        _ => Some(Given::Number(terms.term(pure)?)),
    }
}
