//! A line of the choices about a new game.

use polymerge::advanced::modefile::{Setting, SettingKind};
use polymerge::modifiers::{Modifier, Modifiers, Preset, modifiers, shown};
use polymerge::{Mode, Value};

/// A line of the list.
#[derive(Clone, Debug)]
pub enum Row {
    /// The start of the game with the present choices.
    Start,
    /// A preset.
    Preset(PresetRow),
    /// A setting of the mode.
    Setting(Setting),
    /// A modifier.
    Modifier(&'static Modifier),
}

/// A preset: a combination of modifiers.
#[derive(Clone, Debug)]
pub struct PresetRow {
    /// The name of the preset.
    pub name: String,
    /// The effect on a game.
    pub title: String,
    /// The modifiers, in words.
    pub words: Vec<String>,
}

impl From<&Preset> for PresetRow {
    fn from(preset: &Preset) -> PresetRow {
        let words = preset.words.iter().map(|word| (*word).to_owned()).collect();
        PresetRow { name: preset.name.into(), title: preset.title.into(), words }
    }
}

impl PresetRow {
    /// Returns true if all modifiers of the preset are chosen.
    pub fn is_in(&self, chosen: &Modifiers) -> bool {
        self.added_to(chosen.clone()).as_ref() == Some(chosen)
    }

    /// Returns the modifiers without those of the preset.
    pub fn taken_from(&self, chosen: &Modifiers) -> Option<Modifiers> {
        let (own, usual) = (self.added_to(Modifiers::default())?, Modifiers::default());
        let mut left = chosen.clone();
        for modifier in modifiers().iter().filter(|one| one.get(&own) != one.get(&usual)) {
            modifier.set(&mut left, &modifier.default_value()).ok()?;
        }
        Some(left)
    }

    fn added_to(&self, mut chosen: Modifiers) -> Option<Modifiers> {
        self.words.iter().try_for_each(|words| chosen.choose(words)).ok()?;
        Some(chosen)
    }
}

impl Row {
    /// Returns the group of the line.
    pub fn group(&self) -> &'static str {
        match self {
            Row::Start => "",
            Row::Preset(_) => "Ready-made changes",
            Row::Setting(_) => "Settings of the mode",
            Row::Modifier(modifier) => modifier.group.title(),
        }
    }

    /// Returns the name that players read.
    pub fn title(&self) -> &str {
        match self {
            Row::Start => "▶ Start the game",
            Row::Preset(preset) => &preset.name,
            Row::Setting(setting) => &setting.title,
            Row::Modifier(modifier) => modifier.title,
        }
    }

    /// Returns the name that is typed.
    pub fn name(&self) -> &str {
        match self {
            Row::Start => "",
            Row::Preset(preset) => &preset.name,
            Row::Setting(setting) => &setting.name,
            Row::Modifier(modifier) => modifier.name,
        }
    }

    /// Returns the value in a mode, as players read it.
    pub fn value(&self, mode: &Mode) -> String {
        match self {
            Row::Start => String::new(),
            Row::Preset(preset) if preset.is_in(mode.modifiers()) => "chosen".into(),
            Row::Preset(preset) => preset.title.clone(),
            Row::Setting(setting) => said(setting, &chosen(setting, mode)),
            Row::Modifier(modifier) => modifier.in_words(&modifier.get(mode.modifiers())),
        }
    }

    /// Returns true if a mode has another value than the default. A preset is never counted: its
    /// modifiers are.
    pub fn is_changed(&self, mode: &Mode) -> bool {
        match self {
            Row::Start | Row::Preset(_) => false,
            Row::Setting(setting) => chosen(setting, mode) != setting.default,
            Row::Modifier(modifier) => {
                modifier.get(mode.modifiers()) != modifier.default_value() && self.idle(mode).is_none()
            }
        }
    }

    /// Returns the reason why the line has no effect in a mode; `None` if it has one.
    pub fn idle(&self, mode: &Mode) -> Option<&'static str> {
        match self {
            Row::Modifier(modifier) => modifier.idle(mode.modifiers()),
            _ => None,
        }
    }

    /// Returns the explanation, line by line.
    pub fn help(&self) -> Vec<String> {
        match self {
            Row::Start => Vec::new(),
            Row::Preset(preset) => {
                let argument = format!("As an argument: --with {}", preset.name);
                vec![preset.title.clone(), preset.words.join(", "), argument]
            }
            Row::Setting(setting) => {
                let mut lines = vec![setting.about.clone()];
                match &setting.kind {
                    SettingKind::Choice(choices) => {
                        lines.extend(choices.iter().map(|one| format!("{}: {}", one.word(), one.title)));
                    }
                    _ => lines.push(sentence(&setting.values())),
                }
                lines.push(format!("Usually {}.", said(setting, &setting.default)));
                lines.push(format!(
                    "As an argument: --set {}={}",
                    setting.name,
                    setting.word(&setting.default)
                ));
                lines.retain(|line| !line.is_empty());
                lines
            }
            Row::Modifier(modifier) => {
                let usual = modifier.default_value();
                vec![
                    modifier.help.to_owned(),
                    format!("Usually {}.", modifier.in_words(&usual)),
                    format!(
                        "As an argument: --with {}={} ({})",
                        modifier.name,
                        shown(&usual),
                        modifier.range.text()
                    ),
                ]
            }
        }
    }
}

/// Returns the value of a setting in a mode.
pub fn chosen(setting: &Setting, mode: &Mode) -> Value {
    let own = mode.choices().all().iter().find(|(name, _)| *name == setting.name);
    own.map_or_else(|| setting.default.clone(), |(_, value)| value.clone())
}

/// Returns a value of a setting, as players read it.
fn said(setting: &Setting, value: &Value) -> String {
    match value {
        Value::Number(f64::INFINITY) => "no limit".into(),
        value => setting.shown(value),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
