//! A new game, changed before it begins: settings of the mode, modifiers and
//! presets in one list.

use polymerge::advanced::modefile::{Setting, SettingKind};
use polymerge::modifiers::{modifiers, presets, shown, Group, Modifier, Range};
use polymerge::{Mode, Value};

use super::begin::{Begin, Origin};
use super::chooser::Chooser;
use super::preview::Preview;
use super::Wish;
use crate::presets::{self as kept, Presets};
use crate::saves::Saves;
use crate::terminal::keys::Action;

/// The seed of the game in the picture.
const SEED: u64 = 2048;

/// What presets are that a player keeps.
const OWN: &str = "kept by you";

/// How far counts without a practical end are stepped through.
const FAR: f64 = 20.0;

/// A line of the list.
#[derive(Clone, Debug)]
pub enum Row {
    /// A setting of the mode.
    Setting(Setting),
    /// A modifier.
    Modifier(&'static Modifier),
    /// A preset: its name, what it is, and the words that it chooses.
    Preset(String, String, Vec<String>),
}

impl Row {
    /// The group that it belongs to.
    pub fn group(&self) -> &'static str {
        match self {
            Row::Setting(_) => "Settings of the mode",
            Row::Modifier(modifier) => modifier.group.title(),
            Row::Preset(..) => "Presets",
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Row::Setting(setting) => &setting.name,
            Row::Modifier(modifier) => modifier.name,
            Row::Preset(name, ..) => name,
        }
    }

    /// What it does, line by line.
    pub fn help(&self) -> Vec<String> {
        match self {
            Row::Setting(setting) => {
                let mut lines = vec![setting.title.clone(), setting.about.clone()];
                match &setting.kind {
                    SettingKind::Choice(choices) => {
                        lines.extend(choices.iter().map(|one| format!("{}: {}", one.word(), one.title)));
                    }
                    _ => lines.push(setting.values()),
                }
                lines.push(format!("Usually {}.", setting.shown(&setting.default)));
                lines.retain(|line| !line.is_empty());
                lines
            }
            Row::Modifier(modifier) => vec![
                modifier.help.to_owned(),
                modifier.range.text(),
                format!("Usually {}.", shown(&modifier.default_value())),
            ],
            Row::Preset(_, title, words) => vec![title.clone(), words.join(", ")],
        }
    }
}

/// What is chosen about a new game.
pub struct Changes {
    origin: Origin,
    /// What the mode is called.
    pub title: String,
    mode: Mode,
    rows: Vec<Row>,
    chooser: Chooser,
    /// The picture of the game as it is chosen, or why there is none.
    preview: Option<Result<Preview, String>>,
    message: Option<String>,
    /// Where presets are kept.
    user: Option<Presets>,
    /// The preset of which the player was told that it would be replaced.
    replacing: Option<String>,
}

impl Changes {
    /// For a mode; modes of games that are kept are looked for in `saves`.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    pub fn new(origin: Origin, saves: Option<&Saves>, user: Option<Presets>) -> Result<Changes, String> {
        let mode = origin.mode(saves)?;
        let own = mode.settings().cloned().map(Row::Setting);
        let groups = Group::ALL.iter().flat_map(|group| {
            modifiers().iter().filter(move |modifier| modifier.group == *group).map(Row::Modifier)
        });
        let others = presets().iter().map(|preset| {
            let words = preset.words.iter().map(|word| (*word).to_owned()).collect();
            Row::Preset(preset.name.into(), preset.title.into(), words)
        });
        let (users, unreadable) = kept_presets(user.as_ref());
        let rows = own.chain(groups).chain(others).chain(users).collect();
        Ok(Changes {
            title: match &origin {
                Origin::BuiltIn(_) => mode.info().title.clone(),
                Origin::Kept { title, changes, .. } if !changes.is_empty() => format!("{title} ({changes})"),
                Origin::Kept { title, .. } => title.clone(),
            },
            origin,
            mode,
            rows,
            chooser: Chooser::default(),
            preview: None,
            message: unreadable,
            user,
            replacing: None,
        })
    }

    /// Shows why something could not be done.
    pub fn complain(&mut self, message: String) {
        self.message = Some(message);
    }

    /// The lines that are shown: all words that are searched are in them.
    pub fn found(&self) -> Vec<&Row> {
        let finds = |row: &&Row| {
            let text = format!("{} {} {}", row.group(), row.name(), row.help().join(" "));
            self.is_typed_value() || self.chooser.finds(&text)
        };
        let mut found: Vec<&Row> = self.rows.iter().filter(finds).collect();
        // What has this name comes before what only mentions it.
        found.sort_by_key(|row| !row.name().starts_with(self.query()));
        found
    }

    /// The line that is chosen.
    pub fn chosen(&self) -> Option<&Row> {
        let found = self.found();
        found.get(self.chooser.place()).or(found.last()).copied()
    }

    /// Its place.
    pub fn place(&self) -> usize {
        self.chooser.place()
    }

    /// What is typed.
    pub fn query(&self) -> &str {
        self.chooser.query()
    }

    /// What there is to say about the last thing that was done.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The picture of the game, or why there is none.
    pub fn preview(&self) -> Option<&Result<Preview, String>> {
        self.preview.as_ref()
    }

    /// How many settings and modifiers are not as usual.
    pub fn count(&self) -> usize {
        self.rows.iter().filter(|row| self.is_changed(row)).count()
    }

    /// The value of a line, in words.
    pub fn value(&self, row: &Row) -> String {
        match row {
            Row::Setting(setting) => setting.shown(&self.setting(setting)),
            Row::Modifier(modifier) => shown(&modifier.get(self.mode.modifiers())),
            Row::Preset(..) => String::new(),
        }
    }

    /// Whether a line is not as usual.
    pub fn is_changed(&self, row: &Row) -> bool {
        match row {
            Row::Setting(setting) => self.setting(setting) != setting.default,
            Row::Modifier(modifier) => modifier.get(self.mode.modifiers()) != modifier.default_value(),
            Row::Preset(..) => false,
        }
    }

    fn setting(&self, setting: &Setting) -> Value {
        let chosen = self.mode.choices().all().iter().find(|(name, _)| *name == setting.name);
        chosen.map_or_else(|| setting.default.clone(), |(_, value)| value.clone())
    }

    /// Whether a value is typed rather than something searched.
    fn is_typed_value(&self) -> bool {
        self.query().contains('=')
    }

    /// A character was typed, or the last one is to go.
    pub fn search(&mut self, typed: Option<char>) {
        (self.message, self.replacing) = (None, None);
        match typed {
            Some(c) => self.chooser.write(c),
            None => self.chooser.erase(),
        }
    }

    /// Does what a key asks for; gives what is to be done outside.
    pub fn act(&mut self, action: Action) -> Option<Wish> {
        self.message = None;
        let replacing = self.replacing.take();
        match action {
            Action::NextFamily => self.step(1),
            Action::LastFamily => self.step(-1),
            Action::Delete => self.reset(),
            Action::Keep => self.keep(replacing),
            Action::Share => match self.mode.modifiers_code() {
                Ok(code) => {
                    self.message = Some("the Modifiers code is in the clipboard".into());
                    return Some(Wish::Copy(code));
                }
                Err(error) => self.message = Some(error.to_string()),
            },
            Action::Open if self.is_typed_value() => {
                let text = self.query().to_owned();
                if self.choose(&text) {
                    self.chooser.search(String::new());
                }
            }
            Action::Open => match self.chosen().cloned() {
                Some(Row::Preset(_, _, words)) => words.iter().for_each(|words| _ = self.choose(words)),
                _ => return Some(Wish::Begin(self.begin())),
            },
            action => {
                let count = self.found().len();
                self.chooser.act(action, count);
            }
        }
        None
    }

    /// What a new game is begun with: the mode, its settings and modifiers in
    /// words, or as a code.
    fn begin(&self) -> Begin {
        let settings = self.mode.settings().filter(|setting| self.setting(setting) != setting.default);
        let words =
            settings.map(|setting| format!("{}={}", setting.name, setting.word(&self.setting(setting))));
        Begin {
            origin: self.origin.clone(),
            settings: words.collect(),
            modifiers: self.mode.modifiers().words(),
        }
    }

    /// Chooses what is typed: a setting of the mode, or a modifier.
    fn choose(&mut self, text: &str) -> bool {
        let name = text.split('=').next().unwrap_or_default().trim().replace('-', "_");
        let mode = &self.mode;
        let own = mode.settings().any(|setting| setting.name.eq_ignore_ascii_case(&name));
        match if own { mode.set(text) } else { mode.with(text) } {
            Ok(mode) => self.set(mode),
            Err(error) => {
                self.message = Some(error.to_string());
                return false;
            }
        }
        true
    }

    fn set(&mut self, mode: Mode) {
        self.mode = mode;
        self.preview = None;
    }

    /// Takes the next value of the chosen line, or the one before.
    fn step(&mut self, by: isize) {
        let Some(row) = self.chosen().cloned() else { return };
        let text = match &row {
            Row::Setting(setting) => {
                let values: Vec<Value> = match &setting.kind {
                    SettingKind::Flag => [false, true].map(Value::from).to_vec(),
                    SettingKind::Choice(choices) => choices.iter().map(|one| one.value.clone()).collect(),
                    SettingKind::Whole { from, to } => {
                        return self.step_number(setting, (*from, *to), by);
                    }
                    _ => return self.explain(&setting.name, &setting.values()),
                };
                let value = next(&values, &self.setting(setting), by);
                format!("{}={}", setting.name, setting.word(&value))
            }
            Row::Modifier(modifier) => {
                let values: Vec<Value> = match modifier.range {
                    Range::Flag => [false, true].map(Value::from).to_vec(),
                    Range::Word(words) => words.iter().map(|word| Value::text(*word)).collect(),
                    Range::Count { least, most, infinite } => {
                        let last = (least + FAR as i64).min(i64::from(most));
                        let all = (least..=last).map(|number| Value::Number(number as f64));
                        all.chain(infinite.then_some(Value::Number(f64::INFINITY))).collect()
                    }
                    _ => return self.explain(modifier.name, &modifier.range.text()),
                };
                let value = next(&values, &modifier.get(self.mode.modifiers()), by);
                format!("{}={}", modifier.name, shown(&value))
            }
            Row::Preset(_, _, words) => return words.iter().for_each(|words| _ = self.choose(words)),
        };
        self.choose(&text);
    }

    fn step_number(&mut self, setting: &Setting, (from, to): (f64, f64), by: isize) {
        let word = setting.word(&self.setting(setting));
        let Ok(now) = word.parse::<f64>() else { return self.explain(&setting.name, &setting.values()) };
        let number = (now + by as f64).clamp(from, to);
        self.choose(&format!("{}={number}", setting.name));
    }

    /// Says how to choose a value that can't be stepped to.
    fn explain(&mut self, name: &str, values: &str) {
        self.message = Some(format!("type {name}=VALUE, then Enter; it takes {values}"));
    }

    /// Brings the chosen line back to what is usual.
    fn reset(&mut self) {
        let text = match self.chosen() {
            Some(Row::Setting(setting)) => format!("{}={}", setting.name, setting.word(&setting.default)),
            Some(Row::Modifier(modifier)) => {
                format!("{}={}", modifier.name, shown(&modifier.default_value()))
            }
            _ => return,
        };
        self.choose(&text);
    }

    /// Keeps the modifiers as a preset under the name that is typed; one that
    /// has this name already is replaced only if that was said before.
    fn keep(&mut self, replacing: Option<String>) {
        let name = self.query().to_owned();
        let words = self.mode.modifiers().words();
        if name.is_empty() || words.is_empty() {
            return self.complain("change something, type a name, then keep it".into());
        }
        let kept = self.user.as_ref().ok_or_else(kept::nowhere);
        let is_there = kept.as_ref().is_ok_and(|user| user.has(&name).unwrap_or(true));
        if is_there && replacing.as_ref() != Some(&name) {
            self.complain(format!("the preset {name} exists; the same key again replaces it"));
            self.replacing = Some(name);
            return;
        }
        match kept.and_then(|user| kept::save(user, &name, &words)) {
            Ok(()) => {
                self.rows.retain(|row| !matches!(row, Row::Preset(known, ..) if *known == name));
                self.rows.push(Row::Preset(name.clone(), OWN.into(), words));
                self.chooser.search(String::new());
                self.complain(format!("kept: polymerge play --preset {name}"));
            }
            Err(failure) => self.complain(failure.to_string()),
        }
    }

    /// Makes the picture; says whether there was anything to do.
    pub fn prepare(&mut self) -> bool {
        if self.preview.is_some() {
            return false;
        }
        let game = self.mode.compile().and_then(|rules| rules.start(SEED));
        self.preview = Some(game.map(|game| Preview::of(&game)).map_err(|error| error.to_string()));
        true
    }

    /// Whether the picture is not ready yet.
    pub fn is_waiting(&self) -> bool {
        self.preview.is_none()
    }
}

/// The value `by` places behind another one in a list that goes around.
fn next(values: &[Value], now: &Value, by: isize) -> Value {
    let count = values.len().max(1) as isize;
    let place = values.iter().position(|value| value == now).map_or(0, |place| place as isize + by);
    values.get(place.rem_euclid(count) as usize).cloned().unwrap_or_default()
}

/// The presets that a player keeps; and what is to be said of those that can't be read.
fn kept_presets(user: Option<&Presets>) -> (Vec<Row>, Option<String>) {
    let (mut rows, mut message) = (Vec::new(), None);
    let names = user.map_or(Ok(Vec::new()), Presets::names);
    let names = names.map_err(|failure| message = Some(failure.to_string())).unwrap_or_default();
    for name in names {
        match user.map_or(Ok(None), |user| user.words(&name)) {
            Ok(words) => rows.push(Row::Preset(name, OWN.into(), words.unwrap_or_default())),
            Err(failure) => message = Some(failure.to_string()),
        }
    }
    (rows, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes() -> Changes {
        Changes::new(Origin::BuiltIn("001-2048".into()), None, None).unwrap()
    }

    fn write(changes: &mut Changes, text: &str) {
        text.chars().for_each(|c| changes.search(Some(c)));
    }

    #[test]
    fn a_preset_is_replaced_only_when_asked_for_twice() {
        let folder = std::env::temp_dir().join(format!("polymerge-keep-{}", std::process::id()));
        let kept = || Presets::in_folder(folder.clone());
        let mut changes = Changes::new(Origin::BuiltIn("001-2048".into()), None, Some(kept())).unwrap();
        // what is chosen, keys, what is kept then
        for (choice, keys, words) in [
            ("garbage=2", &[Action::Keep][..], "garbage=2"),
            ("garbage=3", &[Action::Keep], "garbage=2"),
            ("garbage=4", &[Action::Keep, Action::Share, Action::Keep], "garbage=2"),
            ("garbage=5", &[Action::Keep, Action::Keep], "garbage=5"),
        ] {
            changes.act(Action::Clear);
            write(&mut changes, choice);
            changes.act(Action::Open);
            write(&mut changes, "mine");
            keys.iter().for_each(|key| _ = changes.act(*key));
            assert_eq!(kept().words("mine").unwrap(), Some(vec![words.to_owned()]), "{choice}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn values_are_stepped_through_typed_and_brought_back() {
        let mut changes = changes();
        // what is searched, the key, how often, what is chosen then
        for (query, action, times, words) in [
            ("garbage", Action::NextFamily, 1, "garbage="),
            ("hidden_text", Action::NextFamily, 1, "hidden_text"),
            ("grid_shape", Action::LastFamily, 2, "grid="),
        ] {
            changes.act(Action::Clear);
            write(&mut changes, query);
            (0..times).for_each(|_| _ = changes.act(action));
            let chosen = changes.mode.modifiers().words();
            assert!(chosen.len() == 1 && chosen[0].starts_with(words), "{query}: {chosen:?}");
            changes.act(Action::Delete);
            assert_eq!(changes.count(), 0, "{query}");
        }
        changes.act(Action::Clear);
        write(&mut changes, "grid=hexagon:3");
        assert_eq!(changes.act(Action::Open), None);
        assert_eq!(changes.query(), "");
        write(&mut changes, "original_spawns=7");
        changes.act(Action::Open);
        assert!(changes.message().is_some_and(|text| text.contains("true or false")));
        changes.act(Action::Clear);
        let Some(Wish::Begin(begin)) = changes.act(Action::Open) else { panic!("no game begins") };
        assert!(begin.modifiers.contains(&"grid=hexagon:3".to_owned()) && begin.settings.is_empty());
        assert_eq!(begin.start(None, 7, 0.0).unwrap().state().width(), 13);
    }
}
