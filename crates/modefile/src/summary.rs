//! What a list of modes says about one of them.

use serde::{Deserialize, Serialize};

use crate::feature::features;
use crate::file::{Info, ModeFile};

/// What a list of modes says about one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The name of its file without ending: `050-dive`.
    pub name: String,
    /// What its file says about it.
    #[serde(flatten)]
    pub info: Info,
    /// Columns of its grid.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// What it has that plain 2048 does not, in a few words each.
    pub features: Vec<String>,
}

impl Summary {
    /// The summary of a mode file.
    pub fn of(name: &str, file: &ModeFile) -> Summary {
        Summary {
            name: name.to_owned(),
            info: file.info.clone(),
            width: file.mode.width,
            height: file.mode.height,
            features: features(&file.mode).into_iter().map(str::to_owned).collect(),
        }
    }

    /// Whether a text is found in what it says, whatever the case.
    pub fn mentions(&self, wanted: &str) -> bool {
        let wanted = wanted.to_lowercase();
        let Info { title, family, about, .. } = &self.info;
        let texts = [&self.name, title, family, about, &self.features.join(", ")];
        texts.iter().any(|text| text.to_lowercase().contains(&wanted))
    }
}
