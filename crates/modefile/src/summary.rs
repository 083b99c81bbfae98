//! Summaries of modes, for lists.

use serde::{Deserialize, Serialize};

use crate::feature::features;
use crate::file::{Info, ModeFile};
use crate::group::Group;
use crate::tag::{Measured, tags};

/// Says whether all words that are searched are in a text, whatever the case; of a plural, the singular
/// will do.
///
/// ```
/// use polymerge_modefile::are_words_in;
/// assert!(are_words_in("Walls 4x4", "a wall on 4x4"));
/// assert!(!are_words_in("walls 5x5", "a wall on 4x4"));
/// ```
pub fn are_words_in(searched: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let is_in = |word: &str| {
        let singular = word.strip_suffix('s').filter(|singular| singular.len() >= 3);
        text.contains(word) || singular.is_some_and(|singular| text.contains(singular))
    };
    searched.to_lowercase().split_whitespace().all(is_in)
}

/// The summary of a mode, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The name of its file without ending: `050-dive`.
    pub name: String,
    /// The description in the file.
    #[serde(flatten)]
    pub info: Info,
    /// Columns of its grid.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// Features that plain 2048 does not have, in a few words each.
    pub features: Vec<String>,
    /// Words for its size, length and difficulty, such as `easy` or `timer`; length and
    /// difficulty of built-in modes only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

impl Summary {
    /// The summary of a mode file.
    pub fn of(name: &str, file: &ModeFile) -> Summary {
        let summary = Summary {
            name: name.to_owned(),
            info: file.info.clone(),
            width: file.mode.width,
            height: file.mode.height,
            features: features(&file.mode).into_iter().map(str::to_owned).collect(),
            tags: Vec::new(),
        };
        summary.tagged(None)
    }

    /// Adds the tags of a mode that was measured like this.
    #[must_use]
    pub fn tagged(self, measured: Option<Measured>) -> Summary {
        let tags =
            tags(&self.features, self.width * self.height, measured).into_iter().map(str::to_owned).collect();
        Summary { tags, ..self }
    }

    /// The size of its grid, such as `4x4`: columns and rows.
    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// Returns true if a text is found in the summary, in capital or small letters.
    pub fn mentions(&self, wanted: &str) -> bool {
        let wanted = wanted.to_lowercase();
        let Info { title, family, brief, about, .. } = &self.info;
        let (features, tags) = (self.features.join(", "), self.tags.join(", "));
        let texts = [&self.name, title, family, brief, about, &features, &tags, &self.size()];
        texts.iter().any(|text| text.to_lowercase().contains(&wanted))
    }

    /// The group under which a list has it.
    pub fn group(&self) -> Group {
        Group::of(&self.name, &self.info.family)
    }

    /// Returns the special thing about it in a few words. Where its file does not say so: the beginning of
    /// what it is about.
    pub fn brief(&self) -> &str {
        let Info { brief, about, .. } = &self.info;
        if !brief.is_empty() {
            return brief;
        }
        // A point may stand in a number.
        let sentence = about.split([':', ';']).next().and_then(|start| start.split(". ").next());
        sentence.unwrap_or_default().trim_end_matches('.')
    }
}
