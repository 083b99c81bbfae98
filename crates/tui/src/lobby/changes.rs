//! A new game, changed before it begins: settings of the mode, modifiers and
//! presets in one list.

use polymerge::advanced::modefile::{Setting, SettingKind};
use polymerge::modifiers::{Group, Range, modifiers, presets, shown};
use polymerge::{Mode, Value};
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::keys::{Action, Bindings};
use polymerge_app::presets::{self as kept, Presets};
use polymerge_app::saves::Saves;

use super::Request;
use super::chooser::Chooser;
use super::new_game::{NewGame, Origin};
use super::preview::Preview;
use super::row::{self, PresetRow, Row};

/// The seed of the game in the picture.
const SEED: u64 = 2048;

/// The description of presets that the player has saved.
const OWN: &str = "kept by you";

/// The shape of a drawn grid. It can be chosen only where there is one.
const DRAWN: &str = "Custom";

/// The largest value to step to in settings that have no practical bound.
const FAR: f64 = 20.0;

/// The screen that changes the mode of a new game.
pub struct Changes {
    origin: Origin,
    /// The title of the mode.
    pub title: String,
    mode: Mode,
    rows: Vec<Row>,
    chooser: Chooser,
    /// The preview of the game as it is chosen, or the reason why there is none.
    preview: Option<Result<Preview, Failure>>,
    message: Option<String>,
    /// The presets of the player.
    user: Option<Presets>,
    /// The preset that a second press would replace.
    replacing: Option<String>,
}

impl Changes {
    /// Opens the mode of an origin. Modes of saved games are looked up in `saves`.
    ///
    /// # Errors
    ///
    /// The mode is missing or can't be read.
    pub fn new(origin: Origin, saves: Option<&Saves>, user: Option<Presets>) -> Result<Changes, Failure> {
        let mode = origin.mode(saves)?;
        let mut rows = vec![Row::Start];
        let (users, message) = kept_presets(user.as_ref());
        rows.extend(users);
        rows.extend(presets().iter().map(|preset| Row::Preset(preset.into())));
        rows.extend(mode.settings().cloned().map(Row::Setting));
        for group in Group::ALL {
            let members = modifiers().iter().filter(|modifier| modifier.group == *group);
            rows.extend(members.map(Row::Modifier));
        }
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
            message,
            user,
            replacing: None,
        })
    }

    /// Shows why an action failed.
    pub fn complain(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Returns the visible lines: those with all words of the search. Without a search, lines
    /// without effect are left out.
    pub fn found(&self) -> Vec<&Row> {
        if self.query().is_empty() || self.is_typed_value() {
            return self.rows.iter().filter(|row| self.idle(row).is_none()).collect();
        }
        let finds = |row: &&Row| {
            let text = format!("{} {} {} {}", row.group(), row.title(), row.name(), row.help().join(" "));
            !matches!(row, Row::Start) && self.chooser.finds(&text)
        };
        let mut found: Vec<&Row> = self.rows.iter().filter(finds).collect();
        // What has this name comes before what only mentions it.
        let query = self.query().to_lowercase();
        let names = |row: &Row| [row.name(), row.title()].map(str::to_lowercase);
        found.sort_by_key(|row| !names(row).iter().any(|name| name.starts_with(&query)));
        found
    }

    /// Returns the chosen line.
    pub fn chosen(&self) -> Option<&Row> {
        let found = self.found();
        found.get(self.chooser.place()).or(found.last()).copied()
    }

    /// Returns the place of the chosen line.
    pub fn place(&self) -> usize {
        self.chooser.place()
    }

    /// Returns the text that was typed.
    pub fn query(&self) -> &str {
        self.chooser.query()
    }

    /// Returns the message about the last action.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Returns the preview of the game, or the reason why there is none.
    pub fn preview(&self) -> Option<&Result<Preview, Failure>> {
        self.preview.as_ref()
    }

    /// Returns the number of settings and modifiers that differ from their defaults.
    pub fn count(&self) -> usize {
        self.rows.iter().filter(|row| self.is_changed(row)).count()
    }

    /// Returns the value of a line, as players read it.
    pub fn value(&self, row: &Row) -> String {
        match row {
            Row::Start => match self.count() {
                0 => "nothing changed".into(),
                number => counted(number as f64, "change"),
            },
            _ if self.idle(row).is_some() => "–".into(),
            row => row.value(&self.mode),
        }
    }

    /// Returns true if the value of a line differs from its default.
    pub fn is_changed(&self, row: &Row) -> bool {
        row.is_changed(&self.mode)
    }

    /// Returns the reason why a line has no effect beside the other choices; `None` if it has one.
    pub fn idle(&self, row: &Row) -> Option<&'static str> {
        row.idle(&self.mode)
    }

    /// Returns the changes in words.
    pub fn changed(&self) -> Vec<String> {
        self.begin().words()
    }

    /// Returns true if the text is a value for a setting, not a search.
    fn is_typed_value(&self) -> bool {
        self.query().contains('=')
    }

    /// Types a character, or deletes the last one.
    pub fn search(&mut self, typed: Option<char>) {
        (self.message, self.replacing) = (None, None);
        match typed {
            Some(c) => self.chooser.write(c),
            None => self.chooser.erase(),
        }
    }

    /// Handles an action. Returns the request that the lobby passes on.
    pub fn act(&mut self, action: Action) -> Option<Request> {
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
                    return Some(Request::Copy(code));
                }
                Err(error) => self.message = Some(error.to_string()),
            },
            Action::Open if self.is_typed_value() => self.take_typed(),
            Action::Open => match self.chosen().cloned() {
                Some(Row::Preset(preset)) if !self.choose_all(&preset.words) => {}
                Some(_) => return Some(Request::Start(self.begin())),
                None => self.message = Some("nothing has this name; Ctrl-U empties the search".into()),
            },
            action => {
                let count = self.found().len();
                self.chooser.act(action, count);
            }
        }
        None
    }

    /// Returns the start of a new game: the mode, its settings and modifiers in words, or as a
    /// code.
    fn begin(&self) -> NewGame {
        let value = |setting: &Setting| row::chosen(setting, &self.mode);
        let settings = self.mode.settings().filter(|setting| value(setting) != setting.default);
        let words = settings.map(|setting| format!("{}={}", setting.name, setting.word(&value(setting))));
        NewGame {
            origin: self.origin.clone(),
            settings: words.collect(),
            modifiers: self.mode.modifiers().words(),
        }
    }

    /// Takes the typed value, if it changes anything.
    fn take_typed(&mut self) {
        let text = self.query().to_owned();
        let name = text.split('=').next().unwrap_or_default().trim().to_lowercase().replace('-', "_");
        let row = self.rows.iter().find(|row| matches!(row, Row::Modifier(own) if own.name == name));
        if let Some(why) = row.and_then(|row| self.idle(row)) {
            self.message = Some(format!("{name} would change nothing: {why}"));
        } else if self.choose(&text) {
            self.chooser.search(String::new());
        }
    }

    /// Takes all of these words, or none of them.
    fn choose_all(&mut self, words: &[String]) -> bool {
        let before = self.mode.clone();
        let done = words.iter().all(|words| self.choose(words));
        if !done {
            self.set(before);
        }
        done
    }

    /// Takes a typed text: a setting of the mode, or a modifier.
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
        if let Some(why) = self.idle(&row) {
            self.message = Some(format!("{} changes nothing here: {why}", row.title()));
            return;
        }
        let text = match &row {
            Row::Start => return,
            Row::Setting(setting) => {
                let values: Vec<Value> = match &setting.kind {
                    SettingKind::Flag => [false, true].map(Value::from).to_vec(),
                    SettingKind::Choice(choices) => choices.iter().map(|one| one.value.clone()).collect(),
                    SettingKind::Whole { from, to } => {
                        return self.step_number(setting, (*from, *to), by);
                    }
                    _ => return self.explain(&setting.name, &setting.values()),
                };
                let value = next(&values, &row::chosen(setting, &self.mode), by);
                format!("{}={}", setting.name, setting.word(&value))
            }
            Row::Modifier(modifier) => {
                let values: Vec<Value> = match modifier.range {
                    Range::Flag => [false, true].map(Value::from).to_vec(),
                    Range::Word(words) => {
                        let is_drawn = self.mode.modifiers().custom_grid.is_some();
                        let there = words.iter().filter(|word| **word != DRAWN || is_drawn);
                        there.map(|word| Value::text(*word)).collect()
                    }
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
            Row::Preset(preset) if preset.is_in(self.mode.modifiers()) => return self.reset(),
            Row::Preset(preset) => {
                self.choose_all(&preset.words);
                return;
            }
        };
        self.choose(&text);
    }

    fn step_number(&mut self, setting: &Setting, (from, to): (f64, f64), by: isize) {
        let word = setting.word(&row::chosen(setting, &self.mode));
        let Ok(now) = word.parse::<f64>() else { return self.explain(&setting.name, &setting.values()) };
        let number = (now + by as f64).clamp(from, to);
        self.choose(&format!("{}={number}", setting.name));
    }

    /// Shows how to enter a value that can't be stepped to.
    fn explain(&mut self, name: &str, values: &str) {
        self.message = Some(format!("type {name}=VALUE, then Enter; it takes {values}"));
    }

    /// Resets the chosen line to its default.
    fn reset(&mut self) {
        let text = match self.chosen() {
            Some(Row::Setting(setting)) => format!("{}={}", setting.name, setting.word(&setting.default)),
            Some(Row::Modifier(modifier)) => {
                format!("{}={}", modifier.name, shown(&modifier.default_value()))
            }
            Some(Row::Preset(preset)) if preset.is_in(self.mode.modifiers()) => {
                if let Some(left) = preset.taken_from(self.mode.modifiers()) {
                    self.set(self.mode.with_modifiers(left));
                }
                return;
            }
            _ => return,
        };
        self.choose(&text);
    }

    /// Saves the modifiers as a preset under the typed name. An existing preset is replaced only by
    /// a second press.
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
                self.rows.retain(|row| !matches!(row, Row::Preset(known) if known.name == name));
                let own = PresetRow { name: name.clone(), title: OWN.into(), words };
                self.rows.insert(1, Row::Preset(own));
                self.chooser.search(String::new());
                self.complain(format!("kept: polymerge play --preset {name}"));
            }
            Err(failure) => self.complain(failure.message().to_owned()),
        }
    }

    /// Makes the preview. Returns true if it was missing.
    pub fn prepare(&mut self, keys: &Bindings) -> bool {
        if self.preview.is_some() {
            return false;
        }
        let game = self.mode.compile().and_then(|rules| rules.start(SEED));
        self.preview = Some(game.map(|game| Preview::of(&game, keys)).map_err(Failure::input));
        true
    }

    /// Returns true if the preview is not ready yet.
    pub fn is_waiting(&self) -> bool {
        self.preview.is_none()
    }
}

/// Returns the value `by` places behind another one in a list that wraps around.
fn next(values: &[Value], now: &Value, by: isize) -> Value {
    let count = values.len().max(1) as isize;
    let place = values.iter().position(|value| value == now).map_or(0, |place| place as isize + by);
    values.get(place.rem_euclid(count) as usize).cloned().unwrap_or_default()
}

/// Returns the player's presets, and a message about unreadable ones.
fn kept_presets(user: Option<&Presets>) -> (Vec<Row>, Option<String>) {
    let (mut rows, mut message) = (Vec::new(), None);
    let names = user.map_or(Ok(Vec::new()), Presets::names);
    let names = names.map_err(|failure| message = Some(failure.message().to_owned())).unwrap_or_default();
    for name in names {
        match user.map_or(Ok(None), |user| user.words(&name)) {
            Ok(words) => {
                let words = words.unwrap_or_default();
                rows.push(Row::Preset(PresetRow { name, title: OWN.into(), words }));
            }
            Err(failure) => message = Some(failure.message().to_owned()),
        }
    }
    (rows, message)
}

#[cfg(test)]
mod tests;
