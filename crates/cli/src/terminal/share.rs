//! Giving games to others: as codes, as moves, as pictures, as recordings.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::prelude::{Engine, BASE64_STANDARD};
use polymerge::json;
use polymerge::old::{seeded, Game, Session, Value};
use polymerge::savecode::moves as move_string;
use polymerge::savecode::{encode, Content};

use super::cast::{self, Recording};
use super::tape::Tape;
use crate::render;
use crate::replay::record::Record;

/// The forms in which a game can be given to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A Game code: the game as it stands.
    Game,
    /// A Mode code: its mode.
    Mode,
    /// A Replay code: the whole game.
    Replay,
    /// Seed and move string: the whole game, if it is given by these.
    Moves,
    /// A picture of the board, as pixels.
    Png,
    /// A picture of the board, as shapes.
    Svg,
    /// A recording of the whole game as a terminal shows it.
    Cast,
}

/// What a form is called, the name of its file, and whether it can be pasted.
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
    /// All forms in which a game can be shared.
    pub fn all() -> impl Iterator<Item = Form> {
        KINDS.iter().map(|kind| kind.form)
    }

    fn kind(self) -> &'static Kind {
        KINDS.iter().find(|kind| kind.form == self).unwrap_or(&KINDS[0])
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        self.kind().label
    }
}

/// A game to be given to others.
pub struct Gift<'a> {
    /// The name of its mode.
    pub name: &'a str,
    /// What the mode is called.
    pub title: &'a str,
    /// The game.
    pub game: &'a Game,
    /// The seed it was started with.
    pub seed: u64,
    /// The time.
    pub now: f64,
}

/// Pixels of a cell in a picture, in hundreds.
const SCALE: f32 = 2.0;

impl Gift<'_> {
    /// The game in a form.
    pub fn wrap(&self, form: Form) -> Result<Vec<u8>, String> {
        let code = |content: Content| encode(&content).map_err(|error| error.to_string());
        let game = self.game;
        let mode = || Box::new(game.saved_mode());
        Ok(match form {
            Form::Game => {
                code(Content::Game { mode: mode(), game: game.save(self.now).into() })?.into_bytes()
            }
            Form::Mode => code(Content::Mode(game.drawn(game.rules().mode()).into()))?.into_bytes(),
            Form::Replay => replay_code(game, self.now)?.into_bytes(),
            Form::Moves => self.moves()?.into_bytes(),
            Form::Svg => render::board(game).map_err(|error| error.to_string())?.into_bytes(),
            Form::Png => {
                let picture = render::board(game).map_err(|error| error.to_string())?;
                render::png(&picture, SCALE).map_err(|failure| failure.to_string())?
            }
            Form::Cast => {
                let tape = Tape::recorded(game.saved_mode(), game.replay(self.now))?;
                cast::record(tape, self.title, &Recording::default())?.into_bytes()
            }
        })
    }

    /// Seed and moves, if these are all that there is to this game.
    fn moves(&self) -> Result<String, String> {
        const NOT_ALL: &str =
            "seed and moves alone do not lead to this game; the Replay code holds what happened";
        let record = self.game.replay(self.now);
        let steps = record.moves_played.as_array().map(|steps| steps.to_vec()).unwrap_or_default();
        let direction = |step: &Value| step.as_array()?.first()?.as_number();
        let moves = steps.iter().chain([&record.current_move]).skip(1);
        let moves: Option<Vec<usize>> =
            moves.map(|step| direction(step).map(|direction| direction.max(0.0) as usize)).collect();
        let moves = moves.ok_or("a game with clicks can't be told as moves; the Replay code holds them")?;
        let rules = self.game.rules();
        let played = Session::new(rules.clone(), self.seed, 0.0)
            .ok()
            .and_then(|(session, _)| seeded::play(session, &moves).ok())
            .ok_or(NOT_ALL)?;
        let again = played.session.game();
        if again.grid() != self.game.grid() || again.score() != self.game.score() {
            return Err(NOT_ALL.into());
        }
        let short: Vec<u8> = moves.iter().map(|&direction| direction as u8).collect();
        let directions = u8::try_from(rules.directions().len()).unwrap_or(u8::MAX);
        let string = move_string::encode(&short, directions).map_err(|error| error.to_string())?;
        let record = Record::new(self.name, self.seed, &string, moves.len(), self.game.score());
        Ok(format!("{}\n", json::write(&record.to_value())))
    }
}

/// The Replay code of a game.
pub fn replay_code(game: &Game, now: f64) -> Result<String, String> {
    let content = Content::Replay {
        mode: game.saved_mode().into(),
        forced_spawns: game.forced_spawns().to_vec().into(),
        replay: game.replay(now).into(),
    };
    encode(&content).map_err(|error| error.to_string())
}

/// What was given away: what to tell the player, and what goes into the
/// clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Where the shared text or file is, in words.
    pub message: String,
    /// The text to be copied.
    pub copied: Option<String>,
}

/// Terminals refuse longer texts for the clipboard.
const LONGEST: usize = 74_000;

/// Writes a game into a new file of a folder, in a form; texts that can be
/// pasted are to be copied too.
pub fn give(gift: &Gift<'_>, form: Form, folder: Option<&Path>) -> Result<Given, String> {
    let bytes = gift.wrap(form)?;
    let kind = form.kind();
    let text = kind.pasted.then(|| String::from_utf8(bytes.clone()).ok()).flatten();
    let written = match folder {
        Some(folder) => write_new(folder, &format!("{}-{}", gift.name, kind.stem), kind.ending, &bytes)
            .map_err(|error| format!("{}: {error}", folder.display())),
        None => Err("there is no folder to write to".to_owned()),
    };
    let copied = text.filter(|text| text.len() <= LONGEST);
    let message = match (&copied, written) {
        (Some(_), Ok(file)) => format!("copied, and written to {}", file.display()),
        (None, Ok(file)) => format!("written to {}", file.display()),
        (Some(_), Err(error)) => format!("copied, but not written: {error}"),
        (None, Err(error)) => return Err(error),
    };
    Ok(Given { message, copied })
}

/// Writes a file under a name that is not taken yet.
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

/// What asks a terminal to put a text into the clipboard (OSC 52).
pub fn clipboard(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text))
}

#[cfg(test)]
mod tests {
    use polymerge::{Limits, Opening, Ruleset};

    use super::*;

    /// A game of a few moves.
    fn session() -> Session {
        let opening = Opening::of_name("2048").unwrap();
        let rules = Ruleset::compile(opening.mode().clone(), Limits::default()).unwrap();
        let (mut session, _) = Session::new(rules, 7, 0.0).unwrap();
        for (step, direction) in [2, 0, 3, 1, 2, 2, 0].into_iter().enumerate() {
            _ = session.play(direction, step as f64 * 1000.0).unwrap();
        }
        session
    }

    fn gift(game: &Game, seed: u64) -> Gift<'_> {
        Gift { name: "001-2048", title: "2048", game, seed, now: 9000.0 }
    }

    #[test]
    fn codes_lead_back_to_the_game() {
        let session = session();
        let code = |form| String::from_utf8(gift(session.game(), 7).wrap(form).unwrap()).unwrap();
        let open = |form| Opening::of_code(&code(form), &Default::default()).unwrap();
        let rules = |mode: &polymerge::old::Mode| Ruleset::compile(mode.clone(), Limits::default()).unwrap();
        match open(Form::Game) {
            Opening::Game(mode, saved) => {
                let again = Session::restore(rules(&mode), &saved, 1, 0.0).unwrap();
                assert_eq!(again.game().grid(), session.game().grid());
            }
            other => panic!("{other:?}"),
        }
        match open(Form::Replay) {
            Opening::Replay(mode, replay) => {
                let mut tape = Tape::recorded(*mode, *replay).unwrap();
                while tape.step().unwrap().is_some() {}
                assert_eq!(tape.game().grid(), session.game().grid());
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(open(Form::Mode), Opening::Mode(_)));
    }

    #[test]
    fn seed_and_moves_are_told_only_if_they_are_all() {
        let session = session();
        let record = gift(session.game(), 7).wrap(Form::Moves).unwrap();
        let record = Record::read(&record).unwrap().unwrap();
        assert_eq!((record.seed(), record.count as f64), (7, session.game().moves()));
        // With another seed, the moves lead elsewhere.
        assert!(gift(session.game(), 8).wrap(Form::Moves).unwrap_err().contains("Replay code"));
    }

    #[test]
    fn every_form_is_written_to_a_file_of_its_own() {
        let folder = std::env::temp_dir().join(format!("polymerge-share-{}", std::process::id()));
        let session = session();
        let mut files = 0;
        for form in Form::all().chain([Form::Game]) {
            let given = give(&gift(session.game(), 7), form, Some(&folder)).unwrap();
            files += 1;
            assert_eq!(fs::read_dir(&folder).unwrap().count(), files, "{form:?}");
            assert_eq!(given.copied.is_some(), form.kind().pasted, "{form:?}");
        }
        assert!(folder.join("001-2048-game-2.txt").is_file());
        assert!(fs::read(folder.join("001-2048-board.png")).unwrap().starts_with(b"\x89PNG"));
        assert!(fs::read_to_string(folder.join("001-2048-board.svg")).unwrap().starts_with("<svg"));
        fs::remove_dir_all(&folder).unwrap();
        // Without a folder, what can be copied still is.
        assert!(give(&gift(session.game(), 7), Form::Game, None).unwrap().copied.is_some());
        assert!(give(&gift(session.game(), 7), Form::Svg, None).is_err());
    }

    #[test]
    fn the_clipboard_is_reached_through_the_terminal() {
        assert_eq!(clipboard("@2048"), "\x1b]52;c;QDIwNDg=\x07");
    }
}
