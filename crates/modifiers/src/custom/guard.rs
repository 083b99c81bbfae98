//! Guards: a shorter merge waits where a longer one is possible
//! (docs/spec/custom-modes.md, "Rules").

use calcarray::Value;

use super::definition::CustomMode;
use super::subset::is_subset;
use crate::parts::expression::list;

/// A longer merge that comes first, and by how many tiles it is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    merge: usize,
    pub longer: usize,
}

impl CustomMode {
    /// The pairs of merges \[smaller, larger\] of which the tiles of the
    /// smaller can be part of those of the larger.
    pub fn subsets(&self) -> Vec<[usize; 2]> {
        let all = || 0..self.merges.len();
        let pairs = all().flat_map(|small| all().map(move |large| [small, large]));
        pairs.filter(|[small, large]| is_subset(&self.merges[*small], &self.merges[*large])).collect()
    }

    pub(super) fn guards(&self, merge: usize) -> Vec<Guard> {
        let inputs = self.merges[merge].inputs.len();
        let longer = |earlier: &usize| self.merges[*earlier].inputs.len() > inputs;
        let earlier = (0..merge).filter(longer);
        let hidden = earlier.filter(|earlier| is_subset(&self.merges[merge], &self.merges[*earlier]));
        hidden.map(|p| Guard { merge: p, longer: self.merges[p].inputs.len() - inputs }).collect()
    }
}

impl Guard {
    /// Returns a condition that fails if the longer merge can start up to `longer` cells
    /// further back.
    pub fn condition(self) -> Value {
        let Guard { merge, longer } = self;
        let applies = list![merge, "mergeRuleApplies_nonRecursive", "@Var 5", "!"];
        #[rustfmt::skip]
        let condition = list![
            0, "@edit_var", 5, 0,
            "@repeat", list!["@Var 5", ">", -(longer as f64), "&&", "@Var 6"],
                "@edit_var", 5, list!["@Var 5", "-", 1],
                "@edit_var", 6, applies,
            "2nd", "@Var 6"
        ];
        condition
    }
}
