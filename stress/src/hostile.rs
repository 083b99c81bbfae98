//! Hostile modes: attacks written by hand, one per file, each with the answer
//! that it must get.
//!
//! A file is a mode file. Its first comments say what the attack is, and the
//! line `// Answer: STAGE: TEXT` what becomes of it: the stage at which it is
//! refused and a part of the error's text, or `// Answer: harmless`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use polymerge::advanced::display::{Scene, Tables, Theme, TileCache};
use polymerge::advanced::modefile::{ReadOptions, SourceFile, read};
use polymerge::calc::Meter;
use polymerge::catalogue::BuiltIn;
use polymerge::{Mode, Painter, Rules};
use polymerge_rules::{Cell, GameState, Limits, Rng, Screen, TurnError, World};

use crate::actions::Action;
use crate::resume;

/// The stage at which a mode is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The text is no mode file.
    File,
    /// The mode can't be compiled.
    Mode,
    /// A game can't be started.
    Start,
    /// A turn, a click or a tick fails.
    Play,
    /// The board can't be shown.
    Look,
    /// The game can't be saved.
    Save,
    /// The mode can be played: no limit is reached.
    Harmless,
}

impl Stage {
    const NAMES: [(Stage, &str); 7] = [
        (Stage::File, "file"),
        (Stage::Mode, "mode"),
        (Stage::Start, "start"),
        (Stage::Play, "play"),
        (Stage::Look, "look"),
        (Stage::Save, "save"),
        (Stage::Harmless, "harmless"),
    ];
}

/// The answer to an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The stage at which it ends.
    pub stage: Stage,
    /// The message for the player.
    pub text: String,
}

impl Answer {
    fn new(stage: Stage, text: impl fmt::Display) -> Answer {
        Answer { stage, text: text.to_string() }
    }

    /// Returns true if this is the answer that was expected: at the same stage, with that
    /// text in it.
    pub fn fits(&self, expected: &Answer) -> bool {
        self.stage == expected.stage && self.text.contains(&expected.text)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Stage::NAMES.iter().find(|(stage, _)| *stage == self.stage).map_or("", |(_, name)| name);
        match self.text.is_empty() {
            true => f.write_str(name),
            false => write!(f, "{name}: {}", self.text),
        }
    }
}

/// The attacks in the repository, by name.
///
/// # Errors
/// If the folder can't be read.
pub fn attacks() -> std::io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("hostile");
    let files = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonc"));
    files.sort();
    Ok(files)
}

/// Returns the expected answer of a file.
pub fn expected(text: &str) -> Option<Answer> {
    let line = text.lines().find_map(|line| line.strip_prefix("// Answer: "))?;
    let (name, text) = line.split_once(": ").unwrap_or((line, ""));
    let (stage, _) = Stage::NAMES.iter().find(|(_, own)| *own == name)?;
    Some(Answer::new(*stage, text))
}

/// The actions in a mode until it fails: presses in all directions, clicks and ticks, twice
/// round.
const ACTIONS: [Action; 14] = [
    Action::Move(0),
    Action::Move(1),
    Action::Move(2),
    Action::Move(3),
    Action::ClickTile(Cell { row: 0, column: 0 }),
    Action::ClickStatBox(0),
    Action::Tick,
    Action::Move(0),
    Action::Move(1),
    Action::Move(2),
    Action::Move(3),
    Action::PlayOn,
    Action::Tick,
    Action::Restart,
];

/// Runs an attack within these limits. `lap` is called after each thing that a player waits
/// for: opening the mode, starting the game, each action and picture, saving.
///
/// # Panics
/// If something fails and changes the game.
pub fn attack(name: &str, text: &str, limits: &Limits, lap: &mut dyn FnMut()) -> Answer {
    let file = SourceFile::new(name, text.as_bytes().to_vec());
    let mut all = polymerge::Limits::default();
    all.game = limits.clone();
    let mode = match read(&file, &BuiltIn, &ReadOptions::default()) {
        Ok(read) => read.mode,
        Err(problems) => return Answer::new(Stage::File, problems.to_text()),
    };
    let rules = match Mode::from_raw(mode).within(&all).compile() {
        Ok(rules) => rules,
        Err(error) => return Answer::new(Stage::Mode, error),
    };
    lap();
    let mut random = Rng::new(7);
    let mut game = match GameState::new(rules.ruleset().clone(), &mut World::new(&mut random, 0.0)) {
        Ok((game, _)) => game,
        Err(error) => return Answer::new(Stage::Start, error),
    };
    lap();
    if let Some(answer) = look(&rules, &game, lap) {
        return answer;
    }
    for (number, action) in ACTIONS.iter().enumerate() {
        let before = game.clone();
        let world = &mut World::new(&mut random, (number + 1) as f64 * 1000.0);
        match action.run(&mut game, world) {
            Ok(_) | Err(TurnError::Refused(_)) => {}
            Err(error) => {
                assert!(game == before, "{action:?} fails, and changes the game");
                return Answer::new(Stage::Play, error);
            }
        }
        lap();
        if game.screen() != Screen::Play {
            break;
        }
        if let Err(error) = game.legal_moves() {
            return Answer::new(Stage::Play, error);
        }
    }
    lap();
    look(&rules, &game, lap).or_else(|| save(&game, limits)).unwrap_or(Answer::new(Stage::Harmless, ""))
}

/// Shows the game, as a picture and as data for a page; returns the error, if there is one.
fn look(rules: &Rules, game: &GameState, lap: &mut dyn FnMut()) -> Option<Answer> {
    let mut meter = Meter::new(game.rules().limits().evaluation.clone());
    let theme = Theme::new(game.rules().mode());
    let tables = Arc::new(Tables::new());
    lap();
    let scene = Scene::of(&mut game.scratch(0.0), &mut meter, &theme, &tables, &mut TileCache::new());
    lap();
    // Here something plain stands for what fails.
    Painter::with_tables(rules, tables).at(game, 0.0).view();
    lap();
    scene.err().map(|error| Answer::new(Stage::Look, error))
}

/// Saves the game and continues from the code; returns the error, if there is one.
fn save(game: &GameState, limits: &Limits) -> Option<Answer> {
    let restored = resume::code(game, 0.0)
        .and_then(|code| resume::game(&code, limits, &mut World::new(&mut Rng::new(7), 0.0)));
    restored.err().map(|error| Answer::new(Stage::Save, error))
}
