//! The values of settings: each has to give a mode that can be played.

use calcarray::Value;
use polymerge_modifiers::{Modifiers, NegativeTiles, Negatives};
use polymerge_rules::Ruleset;

use crate::check::Checker;
use crate::draft::draft;
use crate::expand::setting::{Choices, Setting, SettingKind, like};
use crate::file::ModeFile;
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};
use crate::text::source::{Source, SourceFile};

/// Bytes that may be read to try the values of settings, and how many a small
/// file counts for.
const WORK: usize = 32 << 20;
const SMALL: usize = 16 << 10;

/// Checks the mode for the values of each setting, all of them or both ends
/// of a range, and for negative tiles if they are its own.
pub(super) fn check(
    read: &ModeFile,
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    problems: &mut Problems,
) {
    let mut tried: Vec<(Choices, String)> = Vec::new();
    for setting in &read.settings {
        for value in samples(setting) {
            let mut choices = Choices::default();
            choices.set(&setting.name, value.clone());
            tried.push((choices, format!("with {}={}", setting.name, setting.shown(&value))));
        }
    }
    for negative_tiles in [NegativeTiles::NonInteracting, NegativeTiles::Interacting] {
        if read.traits.negatives == Negatives::Own {
            let modifiers = Modifiers { negative_tiles, ..Modifiers::default() };
            let choices = Choices::default().with_modifiers(&modifiers, 4);
            tried.push((choices, format!("with negative_tiles={}", negative_tiles.word())));
        }
    }
    // Each time the whole file is read.
    let most = WORK / (file.bytes.len() + SMALL);
    if tried.len() > most {
        let message = format!("settings have more values than can be tried: {most} of {}", tried.len());
        problems.without_place(Severity::Warning, "many-settings", message);
        tried.truncate(most);
    }
    for (choices, what) in tried {
        let mut found = Problems::default();
        if let Some(draft) = draft(file, source, options, &choices, &mut found) {
            if !found.has_errors() {
                Checker::of(&draft, &options.game.evaluation, &mut found).mode(&draft);
            }
            if !found.has_errors()
                && let Err(error) = Ruleset::compile(draft.file.mode.clone(), options.game.clone())
            {
                found.without_place(Severity::Error, "settings", error.to_string());
            }
        }
        problems.append_errors(found, &what);
    }
}

/// Values to try, but for the default.
fn samples(setting: &Setting) -> Vec<Value> {
    let like_default = |number: f64| like(&setting.default, number);
    let values = match &setting.kind {
        SettingKind::Flag => vec![Value::Boolean(true), Value::Boolean(false)],
        SettingKind::Choice(choices) => choices.iter().map(|choice| choice.value.clone()).collect(),
        SettingKind::Whole { from, .. } if from.is_finite() => {
            vec![like_default(*from), like_default(from + 1.0)]
        }
        SettingKind::Number { from, between: false, .. } if from.is_finite() => vec![like_default(*from)],
        _ => Vec::new(),
    };
    values.into_iter().filter(|value| *value != setting.default && setting.allows(value)).collect()
}
