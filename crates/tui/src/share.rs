//! The export of games: as codes, as moves, as pictures, as recordings.

use polymerge_app::failure::Failure;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::Builder;

use base64::prelude::{BASE64_STANDARD, Engine};
use polymerge::calc::json;
use polymerge::painter::Painter;
use polymerge::proof::{self, Run};
use polymerge::{Error, Game, Value};
use polymerge_app::folders::io_reason;
use polymerge_app::record::Record;
use polymerge_app::recorded_mode::RecordedMode;

use super::cast::{self, Recording};
use super::replay_cursor::ReplayCursor;

/// A form of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A Game code: the game as it stands.
    Game,
    /// A Mode code: its mode.
    Mode,
    /// A Replay code: the whole game.
    Replay,
    /// Seed and move string: the whole game, if these give all of it.
    Moves,
    /// A picture of the board, as pixels.
    Png,
    /// A picture of the board, as shapes.
    Svg,
    /// A recording of the whole game as a terminal shows it.
    Cast,
}

/// A form with its label, the stem and the ending of its file names, and if its text can be pasted.
struct Kind {
    form: Form,
    label: &'static str,
    stem: &'static str,
    ending: &'static str,
    pasted: bool,
}

const KINDS: [Kind; 7] = [
    kind(Form::Game, "Game code, to go on elsewhere", "game", "txt", true),
    kind(Form::Replay, "Replay code, to watch", "replay", "txt", true),
    kind(Form::Moves, "Seed and moves, to check", "moves", "json", true),
    kind(Form::Mode, "Mode code, to play", "mode", "txt", true),
    kind(Form::Png, "Picture (PNG)", "board", "png", false),
    kind(Form::Svg, "Picture (SVG)", "board", "svg", false),
    kind(Form::Cast, "Recording (asciicast)", "game", "cast", false),
];

const fn kind(
    form: Form,
    label: &'static str,
    stem: &'static str,
    ending: &'static str,
    pasted: bool,
) -> Kind {
    Kind { form, label, stem, ending, pasted }
}

impl Form {
    /// Returns all forms.
    pub fn all() -> impl Iterator<Item = Form> {
        KINDS.iter().map(|kind| kind.form)
    }

    fn kind(self) -> &'static Kind {
        KINDS.iter().find(|kind| kind.form == self).unwrap_or(&KINDS[0])
    }

    /// Returns the label of the form.
    pub fn label(self) -> &'static str {
        self.kind().label
    }
}

/// A game to export.
pub struct SharedGame<'a> {
    /// The name of the mode.
    pub name: &'a str,
    /// The title of the mode.
    pub title: &'a str,
    /// The game.
    pub game: &'a Game,
}

/// The size of a cell in a picture, in hundreds of pixels.
const SCALE: f32 = 2.0;

impl SharedGame<'_> {
    /// Returns the bytes of the game in a form.
    pub fn wrap(&self, form: Form) -> Result<Vec<u8>, Failure> {
        let bytes = |text: Result<String, Error>| text.map(String::into_bytes);
        let (game, mut painter) = (self.game, Painter::of(self.game.rules()));
        match form {
            Form::Game => bytes(game.code()),
            Form::Mode => bytes(game.mode_code()),
            Form::Replay => bytes(game.replay_code()),
            Form::Svg => bytes(painter.svg(game)),
            Form::Png => painter.png(game, SCALE),
            Form::Moves => {
                let record = self.record()?;
                return Ok(format!("{}\n", json::write(&record.to_value())).into_bytes());
            }
            Form::Cast => {
                let replay = game.checked_replay().map_err(Failure::input)?;
                let cursor = ReplayCursor::recorded(&replay)?;
                return Ok(cast::record(cursor, self.title, &Recording::default())?.into_bytes());
            }
        }
        .map_err(Failure::input)
    }

    /// Returns the record of the game, if seed and moves give all of it.
    pub fn record(&self) -> Result<Record, Failure> {
        const NOT_ALL: &str =
            "seed and moves alone do not lead to this game; the Replay code holds what happened";
        let (replay, state) = (self.game.replay(), self.game.state());
        let record = replay.record();
        let steps = record.moves_played.as_array().map(|steps| steps.to_vec()).unwrap_or_default();
        let direction = |step: &Value| step.as_array()?.first()?.as_number();
        let moves = steps.iter().chain([&record.current_move]).skip(1);
        let moves: Option<Vec<usize>> =
            moves.map(|step| direction(step).map(|direction| direction.max(0.0) as usize)).collect();
        let moves = moves.ok_or_else(|| {
            Failure::input("a game with clicks can't be written as moves; the Replay code has them")
        })?;
        let (rules, seed) = (self.game.rules(), self.game.seed());
        let run = Run::start(rules, seed).and_then(|mut run| run.play_all(&moves).map(|()| run));
        let run = run.map_err(|_| Failure::input(NOT_ALL))?;
        let again = run.game().state();
        if again.grid() != state.grid() || again.score() != state.score() {
            return Err(Failure::input(NOT_ALL));
        }
        let string = proof::write_moves(rules, &moves).map_err(Failure::input)?;
        let mode = RecordedMode::of(rules.mode()).map_err(Failure::input)?;
        Ok(Record::new(mode, seed, &string, moves.len(), state.score()))
    }
}

/// The result of an export: a message, and the text for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// A sentence that says where the shared text or file is.
    pub message: String,
    /// The text for the clipboard.
    pub copied: Option<String>,
}

/// The longest text that terminals accept for the clipboard.
const LONGEST: usize = 74_000;

/// Writes a game into a new file of a folder, in a form. Returns the text for the clipboard, if it
/// can be pasted.
pub fn export(shared: &SharedGame<'_>, form: Form, folder: Option<&Path>) -> Result<Exported, Failure> {
    let bytes = shared.wrap(form)?;
    let kind = form.kind();
    let text = kind.pasted.then(|| String::from_utf8(bytes.clone()).ok()).flatten();
    let written = match folder {
        Some(folder) => write_new(folder, &format!("{}-{}", shared.name, kind.stem), kind.ending, &bytes)
            .map_err(|error| Failure::result(io_reason(&error)).of(folder.display())),
        None => Err(Failure::result("there is no folder to write to")),
    };
    let copied = text.filter(|text| text.len() <= LONGEST);
    let message = match (&copied, written) {
        (Some(_), Ok(file)) => format!("copied, and written to {}", file.display()),
        (None, Ok(file)) => format!("written to {}", file.display()),
        (Some(_), Err(failure)) => format!("copied, but not written: {}", failure.message()),
        (None, Err(failure)) => return Err(failure),
    };
    Ok(Exported { message, copied })
}

/// An export on a thread of its own: all pictures of a long game take seconds.
#[derive(Debug)]
pub struct ExportJob {
    exported: Receiver<Result<Exported, Failure>>,
}

impl ExportJob {
    /// Starts an export.
    pub fn start(shared: &SharedGame<'_>, form: Form, folder: Option<&Path>) -> Result<ExportJob, Failure> {
        let (name, title, game) = (shared.name.to_owned(), shared.title.to_owned(), shared.game.clone());
        let folder = folder.map(Path::to_owned);
        let (sender, exported) = channel();
        let work = move || {
            let shared = SharedGame { name: &name, title: &title, game: &game };
            // Who has left the program does not hear of it.
            _ = sender.send(export(&shared, form, folder.as_deref()));
        };
        let thread = Builder::new().name("sharing".into()).spawn(work);
        thread.map(|_| ExportJob { exported }).map_err(Failure::result)
    }

    /// Returns the result once the export is done.
    pub fn result(&self) -> Option<Result<Exported, Failure>> {
        match self.exported.try_recv() {
            Err(TryRecvError::Empty) => None,
            result => Some(result.unwrap_or_else(|_| Err(unfinished()))),
        }
    }

    /// Waits for the end of the export.
    pub fn wait(self) -> Result<Exported, Failure> {
        self.exported.recv().unwrap_or_else(|_| Err(unfinished()))
    }
}

fn unfinished() -> Failure {
    Failure::result("the game was not written")
}

/// Writes a file under a free name.
fn write_new(folder: &Path, stem: &str, ending: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let stem: String =
        stem.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).collect();
    fs::create_dir_all(folder)?;
    for number in 1.. {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let file = folder.join(format!("{stem}{suffix}.{ending}"));
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(mut new) => {
                return new.write_all(bytes).map(|()| file.clone()).inspect_err(|_| {
                    // Half a file is of no use.
                    _ = fs::remove_file(&file);
                });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("all names are taken"))
}

/// Returns the control sequence that makes a terminal copy a text to the clipboard (OSC 52).
pub fn clipboard(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use polymerge::{Limits, Mode, Opened, open};

    use super::*;

    /// Returns a game of a few moves.
    fn game() -> Game {
        let mut game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
        for (step, direction) in [2, 0, 3, 1, 2, 2, 0].into_iter().enumerate() {
            game.play_at(direction, step as f64 * 1000.0).unwrap();
        }
        game
    }

    fn shared(game: &Game) -> SharedGame<'_> {
        SharedGame { name: "001-2048", title: "2048", game }
    }

    #[test]
    fn codes_lead_back_to_the_game() {
        let game = game();
        let limits = Limits::default();
        let open =
            |form| open(&String::from_utf8(shared(&game).wrap(form).unwrap()).unwrap(), &limits).unwrap();
        let Opened::Game(saved) = open(Form::Game) else { panic!("not a game") };
        assert_eq!(saved.resume(0.0, &limits).unwrap().state().grid(), game.state().grid());
        let Opened::Replay(replay) = open(Form::Replay) else { panic!("not a replay") };
        let mut cursor = ReplayCursor::recorded(&replay).unwrap();
        while cursor.step().unwrap().is_some() {}
        assert_eq!(cursor.state().grid(), game.state().grid());
        assert!(matches!(open(Form::Mode), Opened::Mode(_)));
    }

    #[test]
    fn seed_and_moves_are_reported_only_if_they_are_all() {
        let game = game();
        let record = shared(&game).wrap(Form::Moves).unwrap();
        let record = Record::read(&record).unwrap().unwrap();
        assert_eq!((record.seed(), record.count as u64), (7, game.moves()));
        // With another seed, the moves lead elsewhere.
        let saved = polymerge::Saved::from_code(&game.code().unwrap(), 8);
        let other = saved.resume(0.0, &Limits::default()).unwrap();
        assert!(shared(&other).wrap(Form::Moves).unwrap_err().message().contains("Replay code"));
    }

    #[test]
    fn the_mode_of_a_record_is_read_everywhere() {
        let file = r##"{ "extends": "classic.jsonc", "title": "Mine", "grid": "5x4" }"##;
        let built_in = |name: &str| Mode::built_in(name).unwrap();
        // mode, what it is in the record
        for (mode, named, modifiers) in [
            (built_in("2048"), "2048", None),
            (built_in("dive").with("garbage=2").unwrap(), "dive", Some(())),
            (built_in("dive").with("random_holes=2").unwrap(), "dive", Some(())),
            (Mode::from_text(file, &Limits::default()).unwrap(), "@2048PowCompMode|", None),
        ] {
            let mut game = mode.compile().unwrap().start(7).unwrap();
            for direction in [2, 0, 3, 1] {
                game.play(direction).unwrap();
            }
            let shared = SharedGame { name: "any name", title: "any title", game: &game };
            let record = Record::read(&shared.wrap(Form::Moves).unwrap()).unwrap().unwrap();
            assert!(record.mode.mode.starts_with(named), "{:?}", record.mode);
            assert_eq!(record.mode.modifiers.is_some(), modifiers.is_some(), "{:?}", record.mode);
            let again = record.mode.open(None).unwrap();
            assert_eq!(again.digest().unwrap(), mode.digest().unwrap());
        }
    }

    #[test]
    fn every_form_is_written_to_a_file_of_its_own() {
        let folder = std::env::temp_dir().join(format!("polymerge-share-{}", std::process::id()));
        let game = game();
        let mut files = 0;
        for form in Form::all().chain([Form::Game]) {
            let exported = export(&shared(&game), form, Some(&folder)).unwrap();
            files += 1;
            assert_eq!(fs::read_dir(&folder).unwrap().count(), files, "{form:?}");
            assert_eq!(exported.copied.is_some(), form.kind().pasted, "{form:?}");
        }
        assert!(folder.join("001-2048-game-2.txt").is_file());
        assert!(fs::read(folder.join("001-2048-board.png")).unwrap().starts_with(b"\x89PNG"));
        assert!(fs::read_to_string(folder.join("001-2048-board.svg")).unwrap().starts_with("<svg"));
        fs::remove_dir_all(&folder).unwrap();
        // Without a folder, and with a file in its place, what can be copied still is.
        fs::write(&folder, "mine").unwrap();
        for folder in [None, Some(folder.as_path())] {
            let exported = export(&shared(&game), Form::Game, folder).unwrap();
            assert!(exported.copied.is_some() && exported.message.contains("not written"), "{exported:?}");
            let failure = export(&shared(&game), Form::Svg, folder).unwrap_err();
            let names = |folder: &Path| failure.message().contains(&folder.display().to_string());
            assert!(folder.is_none_or(names), "{failure:?}");
        }
        assert_eq!(fs::read_to_string(&folder).unwrap(), "mine");
        fs::remove_file(&folder).unwrap();
    }

    #[test]
    fn the_clipboard_is_reached_through_the_terminal() {
        assert_eq!(clipboard("@2048"), "\x1b]52;c;QDIwNDg=\x07");
    }
}
