//! A mode with what is chosen about it.

use std::sync::Arc;

use polymerge_modefile::catalogue::{self, BuiltIn, BuiltInMode};
use polymerge_modefile::{
    Choices, Expressions, Info, ModeFile, Problems, Setting, Source, SourceFile, Written, read_with, write,
};
use polymerge_modifiers::infused::{InfusedMode, Page};
use polymerge_modifiers::{ModeTraits, Modifiers};
use polymerge_rules::{Mode as Raw, Ruleset};
use polymerge_savecode::{Content, code_in, decode, encode};

use crate::changed::Changed;
use crate::error::{Error, ErrorKind};
use crate::files::{Files, Recorder};
use crate::forms;
use crate::limits::Limits;

/// A mode with chosen settings and modifiers, and the limits of all that is done with it. A mode is
/// a value: choosing returns another one.
///
/// ```
/// use polymerge::Mode;
///
/// let dive = Mode::built_in("dive")?;
/// let mode = dive.set("goals=fresh")?.with("garbage=2")?.with("grid=hexagon:3")?;
/// assert_eq!(mode.title(), "DIVE");
/// let game = mode.compile()?.start(7)?;
/// assert_eq!(game.state().width(), 13);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mode {
    origin: Origin,
    /// The mode if nothing is chosen.
    plain: Arc<ModeFile>,
    choices: Choices,
    modifiers: Modifiers,
    limits: Limits,
}

/// The source of a mode.
#[derive(Clone, Debug)]
enum Origin {
    BuiltIn(BuiltInMode),
    File(SourceFile, Arc<Files>),
    /// No file, such as of the mode of a save code; perhaps one that was made from a
    /// built-in mode.
    Raw(Option<BuiltInMode>),
}

impl Mode {
    /// A built-in mode, by its number, its name or its title (`50`, `dive`, `1/512`). There
    /// are none without the feature `catalogue`.
    ///
    /// # Errors
    /// There is none; the message names one that was perhaps meant.
    pub fn built_in(name: &str) -> Result<Mode, Error> {
        let mode = catalogue::find(name).ok_or_else(|| no_such_mode(name))?;
        Ok(Mode::of(Origin::BuiltIn(mode), &Limits::default())?)
    }

    /// A mode file as text; it may extend built-in files.
    ///
    /// # Errors
    /// Everything that is wrong with it ([`Error::problems`]).
    ///
    /// ```
    /// use polymerge::{Limits, Mode, Place};
    ///
    /// let error = Mode::from_text(r#"{ "extends": "classic.jsonc", "widht": 5 }"#, &Limits::default()).unwrap_err();
    /// assert_eq!(error.code(), "unknown-key");
    /// assert!(matches!(error.place(), Some(Place::File { line: 1, column: 31, .. })));
    /// ```
    pub fn from_text(text: &str, limits: &Limits) -> Result<Mode, Error> {
        Mode::from_file(SourceFile::new("mode.jsonc", text.as_bytes().to_vec()), &BuiltIn, limits)
    }

    /// A mode file; `source` finds the files that it extends, which are read at once.
    ///
    /// # Errors
    /// Everything that is wrong with it ([`Error::problems`]).
    pub fn from_file(file: SourceFile, source: &dyn Source, limits: &Limits) -> Result<Mode, Error> {
        Ok(Mode::read(file, source, limits)?)
    }

    pub(crate) fn read(file: SourceFile, source: &dyn Source, limits: &Limits) -> Result<Mode, Problems> {
        let recorder = Recorder::of(source);
        let plain = read_with(&file, &recorder, &limits.reading(), &Choices::default())?;
        let files = recorder.into_files();
        Ok(Mode { plain: plain.into(), ..Mode::with_origin(Origin::File(file, files.into()), limits) })
    }

    /// The mode of a save code of any kind and version that has one: of a game or a
    /// replay, the mode with what was drawn before that game; of a Custom or Infused Mode,
    /// the mode that it makes.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn from_code(code: &str, limits: &Limits) -> Result<Mode, Error> {
        let content = decode(&code_in(code), &limits.code)?.content;
        Ok(Mode::from_raw(mode_of(content, limits)?).within(limits))
    }

    /// A mode that a program has put together. It has no settings, but can be modified.
    pub fn from_raw(mode: Raw) -> Mode {
        Mode::from_raw_of(mode, None)
    }

    /// A mode that was made from the built-in one of this name, if there is one.
    pub(crate) fn from_raw_named(mode: Raw, name: &str) -> Mode {
        Mode::from_raw_of(mode, catalogue::find(name))
    }

    fn from_raw_of(mode: Raw, built_in: Option<BuiltInMode>) -> Mode {
        let known = built_in.and_then(|known| known.read().ok());
        let plain = ModeFile {
            info: known.map_or_else(|| Info::of(&mode), |known| known.info),
            mode,
            entry_names: Vec::new(),
            variable_names: Vec::new(),
            settings: Vec::new(),
            traits: ModeTraits::default(),
        };
        Mode { plain: plain.into(), ..Mode::with_origin(Origin::Raw(built_in), &Limits::default()) }
    }

    fn of(origin: Origin, limits: &Limits) -> Result<Mode, Problems> {
        let mut mode = Mode::with_origin(origin, limits);
        mode.plain = mode.read_again(&Choices::default())?;
        Ok(mode)
    }

    /// A mode of which nothing is known yet.
    fn with_origin(origin: Origin, limits: &Limits) -> Mode {
        let plain = ModeFile {
            mode: Raw::default(),
            info: Info::default(),
            entry_names: Vec::new(),
            variable_names: Vec::new(),
            settings: Vec::new(),
            traits: ModeTraits::default(),
        };
        Mode {
            origin,
            plain: plain.into(),
            choices: Choices::default(),
            modifiers: Modifiers::default(),
            limits: limits.clone(),
        }
    }

    /// Reads the mode with other choices.
    fn read_again(&self, choices: &Choices) -> Result<Arc<ModeFile>, Problems> {
        Ok(match &self.origin {
            Origin::BuiltIn(mode) => mode.read_with(choices)?.into(),
            Origin::File(file, files) => read_with(file, &**files, &self.limits.reading(), choices)?.into(),
            Origin::Raw(_) => Arc::clone(&self.plain),
        })
    }

    /// Returns the mode as it was read, with nothing chosen.
    pub(crate) fn file(&self) -> &ModeFile {
        &self.plain
    }

    /// Returns the mode as it is written in its file, beside the rules that were made of it; `None` for
    /// modes without a file, and for modified ones: modifiers add rules and scripts, so that numbers
    /// are not those of the file.
    pub(crate) fn written(&self, rules: &Ruleset) -> Option<Written> {
        if self.modifiers != Modifiers::default() {
            return None;
        }
        let options = self.limits.reading();
        match &self.origin {
            Origin::BuiltIn(mode) => {
                let file = BuiltIn.open(&format!("{}.jsonc", mode.name()), "").ok()?;
                Written::read(&file, &BuiltIn, &options, &self.choices, rules)
            }
            Origin::File(file, files) => Written::read(file, &**files, &options, &self.choices, rules),
            Origin::Raw(_) => None,
        }
    }

    /// Returns this mode with other limits of all that is done with it: choosing, starting,
    /// playing.
    pub fn within(&self, limits: &Limits) -> Mode {
        Mode { limits: limits.clone(), ..self.clone() }
    }

    /// Returns this mode with one of its settings set: `goals=fresh`.
    ///
    /// # Errors
    /// The mode has no such setting, or it does not take the value.
    pub fn set(&self, text: &str) -> Result<Mode, Error> {
        let mut choices = self.choices.clone();
        choices
            .choose(&self.plain.settings, text)
            .map_err(|message| Error::new(ErrorKind::Input, "bad-setting", message))?;
        Ok(Mode { choices, ..self.clone() })
    }

    /// Returns this mode with a modifier chosen in words (`garbage=2`, `grid=hexagon:3`,
    /// `multi-merge`), a preset, or what a Modifiers code says.
    ///
    /// # Errors
    /// There is no such modifier, or it does not take the value.
    pub fn with(&self, text: &str) -> Result<Mode, Error> {
        let modifiers = Changed::modifiers_from(self.modifiers.clone(), [text], &self.limits)?;
        Ok(self.with_modifiers(modifiers))
    }

    /// Returns this mode with these modifiers in place of all others.
    pub fn with_modifiers(&self, modifiers: Modifiers) -> Mode {
        Mode { modifiers, ..self.clone() }
    }

    /// Returns the title; empty if the mode has none.
    pub fn title(&self) -> &str {
        &self.plain.info.title
    }

    /// Returns the author's description of the mode.
    pub fn info(&self) -> &Info {
        &self.plain.info
    }

    /// The name of the built-in mode that it is, or was made from.
    pub fn name(&self) -> Option<&'static str> {
        match self.origin {
            Origin::BuiltIn(mode) | Origin::Raw(Some(mode)) => Some(mode.name()),
            _ => None,
        }
    }

    /// The text of the mode file that it was read from, as long as nothing is chosen.
    pub fn text(&self) -> Option<&str> {
        let is_plain = self.choices.all().is_empty() && self.modifiers == Modifiers::default();
        match &self.origin {
            Origin::BuiltIn(mode) if is_plain => mode.text(),
            Origin::File(file, _) if is_plain => std::str::from_utf8(&file.bytes).ok(),
            _ => None,
        }
    }

    /// Returns true if the mode's file extends no other one.
    pub(crate) fn stands_alone(&self) -> bool {
        matches!(&self.origin, Origin::File(_, files) if files.is_empty())
    }

    /// The settings that players choose.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.plain.settings.iter().filter(|setting| setting.is_used())
    }

    /// Returns the chosen settings.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The modifiers that were chosen.
    pub fn modifiers(&self) -> &Modifiers {
        &self.modifiers
    }

    /// The limits of all that is done with it.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The mode as it is if nothing is chosen.
    pub fn unchanged(&self) -> &Raw {
        &self.plain.mode
    }

    /// The mode with all of this, as the parts of the engine know it: settings first, then
    /// modifiers. Random cells are not in it: they are drawn before each game.
    ///
    /// # Errors
    /// The mode can't be changed like this.
    pub fn raw(&self) -> Result<Raw, Error> {
        Ok(self.changed()?.into_mode())
    }

    pub(crate) fn changed(&self) -> Result<Changed, Error> {
        let plain = match self.choices.all().is_empty() {
            true => Arc::clone(&self.plain),
            false => self.read_again(&self.choices)?,
        };
        if self.modifiers == Modifiers::default() {
            return Changed::of_file(&plain, &self.modifiers);
        }
        let side = plain.traits.default_side.unwrap_or(plain.mode.width);
        let choices = self.choices.clone().with_modifiers(&self.modifiers, side);
        Changed::of_file(&*self.read_again(&choices)?, &self.modifiers)
    }

    /// Returns the Mode code, which anything that reads save codes plays the same way.
    ///
    /// # Errors
    /// The code would lose something: it has no place for what a mode does before every
    /// game, nor for random cells. [`Game::mode_code`](crate::Game::mode_code) holds what
    /// was drawn before a game.
    ///
    /// ```
    /// use polymerge::{Limits, Mode};
    ///
    /// let code = Mode::built_in("dive")?.with("grid=5x5")?.to_code()?;
    /// assert_eq!(Mode::from_code(&code, &Limits::default())?.unchanged().width, 5);
    /// let drawn = Mode::built_in("dive")?.with("random_holes=2")?;
    /// assert_eq!(drawn.to_code().unwrap_err().code(), "code-loses-random-cells");
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn to_code(&self) -> Result<String, Error> {
        let mode = self.whole("code")?;
        if mode.before_game.is_some() {
            let message = "a Mode code has no place for what this mode does before every game (before_game); \
                           the mode file has, and the Mode code of a game holds what was drawn before it";
            return Err(Error::new(ErrorKind::Code, "code-loses-before-game", message));
        }
        Ok(encode(&Content::Mode(mode.into()))?)
    }

    /// The mode as a mode file, with all choices made.
    ///
    /// # Errors
    /// The mode can't be changed like this, or has random cells, for which a file has no
    /// place.
    pub fn to_file(&self) -> Result<String, Error> {
        self.to_file_with(Expressions::Formulas)
    }

    /// [`Mode::to_file`], with the expressions in a form.
    ///
    /// # Errors
    /// As those of [`Mode::to_file`].
    pub fn to_file_with(&self, expressions: Expressions) -> Result<String, Error> {
        Ok(write(&self.whole("file")?, self.info(), expressions))
    }

    /// The mode, if nothing but it is there before a game.
    fn whole(&self, what: &str) -> Result<Raw, Error> {
        let changed = self.changed()?;
        match changed.is_drawn() {
            false => Ok(changed.into_mode()),
            true => {
                let message = format!(
                    "a Mode {what} has no place for cells that are drawn before every game; \
                     share the Modifiers code with the mode"
                );
                Err(Error::new(ErrorKind::Code, "code-loses-random-cells", message))
            }
        }
    }

    /// The Modifiers code of the modifiers that were chosen.
    ///
    /// # Errors
    /// A value can't be written.
    ///
    /// ```
    /// use polymerge::Mode;
    ///
    /// let mode = Mode::built_in("2048")?.with("grid=hexagon:3")?;
    /// let other = Mode::built_in("dive")?.with(&mode.modifiers_code()?)?;
    /// assert_eq!(other.modifiers(), mode.modifiers());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn modifiers_code(&self) -> Result<String, Error> {
        Ok(Changed::code(&self.modifiers)?)
    }

    /// A number that differs for modes that play differently, as 16 digits: the same on
    /// every machine and in every version that writes the same codes. It keeps mistakes
    /// apart, not forgers.
    ///
    /// # Errors
    /// The mode can't be changed like this, or has values that can't be written.
    ///
    /// ```
    /// use polymerge::Mode;
    /// let dive = Mode::built_in("dive")?;
    /// assert_eq!(dive.digest()?, Mode::built_in("050")?.digest()?);
    /// assert_ne!(dive.digest()?, dive.with("grid=5x5")?.digest()?);
    /// assert_ne!(dive.digest()?, dive.with("random_holes=1")?.digest()?);
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn digest(&self) -> Result<String, Error> {
        let changed = self.changed()?;
        let mut text = String::new();
        if changed.is_drawn() {
            let own = &self.modifiers;
            text = format!("{} {} {} ", own.random_holes, own.random_boxes, own.random_slippery);
        }
        let mode = changed.into_mode();
        if let Some(before) = &mode.before_game {
            text.push_str(&calcarray::json::write(before));
        }
        text.push_str(&encode(&Content::Mode(Raw { before_game: None, ..mode }.into()))?);
        Ok(format!("{:016x}", hash(text.as_bytes())))
    }
}

/// There is no built-in mode of this name; the message names one that was perhaps meant.
fn no_such_mode(name: &str) -> Error {
    let help = match catalogue::suggest(name) {
        None if catalogue::modes().next().is_none() => {
            ": built-in modes come with the feature `catalogue`".into()
        }
        None => String::new(),
        Some(mode) => format!("; did you mean {}?", mode.short_name()),
    };
    Error::new(ErrorKind::Input, "no-such-mode", format!("there is no mode {name:?}{help}"))
}

/// The hash of Fowler, Noll and Vo (1a, 64 bits).
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The mode that a code holds or makes.
pub(crate) fn mode_of(content: Content, limits: &Limits) -> Result<Raw, Error> {
    let kind = content.kind();
    let mode = match content {
        Content::Mode(mode) | Content::Game { mode, .. } | Content::Replay { mode, .. } => return Ok(*mode),
        Content::Custom(custom) => forms::custom(&custom)?.mode(),
        Content::Infused(values) => {
            let infused = InfusedMode::read(&values)?;
            Page::open_within(infused, &Modifiers::default(), &limits.game.evaluation)?.mode()?.0
        }
        Content::Modifiers(_) => {
            let message = format!(
                "a {kind} code holds changes for any mode, and no mode to play: \
                 choose it together with a mode"
            );
            return Err(Error::new(ErrorKind::Code, "no-mode", message));
        }
    };
    Ok(forms::of_a_size(mode, &limits.game)?)
}
