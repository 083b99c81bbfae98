//! Games for a score service, and games from its boards.

use polymerge::proof::{self, Moves};
use polymerge::{Limits, Mode, Rules};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::open_game::OpenGame;
use polymerge_app::record;
use polymerge_app::saves::{NOWHERE, Saves};
use polymerge_tui::share::SharedGame;
use serde_json::Value;

use crate::replay::{Opened, RecordArguments, seeded_game, without_padding};
use crate::service::submission::Submission;

/// Opens the game of a record.
pub fn of_record(of_record: &RecordArguments) -> Result<Submission, Failure> {
    let (name, opened) = of_record.open()?;
    let Opened::Seeded { mode, seed, moves, count, .. } = opened else {
        let message = "a Replay code holds no seed; submit seed and moves (see polymerge replay record)";
        return Err(Failure::input(format!("{name}: {message}")));
    };
    let (rules, moves) = seeded_game(&name, &mode, &moves)?;
    let moves = without_padding(moves, count)?;
    let list = proof::directions(&rules, &moves).map_err(Failure::input)?;
    let moves = proof::write_moves(&rules, &list).map_err(Failure::input)?;
    Ok(Submission { mode: *mode, seed, moves, count: list.len() })
}

/// Opens the saved game that was played last.
pub fn played_last() -> Result<Submission, Failure> {
    let saves = Saves::of_user().ok_or_else(|| Failure::result(NOWHERE))?;
    let listing = saves.list();
    listing.unreadable.iter().for_each(|found| input::note(&found.to_string()));
    let last = listing.games.into_iter().max_by_key(|game| game.played);
    // Another game than the one that is meant is not to be on a board.
    let newer = listing.damaged.iter().any(|game| last.as_ref().is_none_or(|last| game.played > last.played));
    let last = last.filter(|_| !newer);
    let last = last.ok_or_else(|| {
        Failure::input(match newer {
            true => "the game that was played last can't be read; name a record to submit",
            false => "no game is saved; name a record to submit",
        })
    })?;
    let open_game = OpenGame::resume(&saves, &last.id, 0.0)?;
    let shared = SharedGame { name: &open_game.mode, title: &open_game.title, game: &open_game.game };
    Submission::of_shared(&shared).map_err(|failure| failure.of(&open_game.title))
}

/// A game of a board.
pub struct BoardGame {
    /// The rules of the game.
    pub rules: Rules,
    /// The title of the mode.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// The moves, without padding.
    pub moves: Moves,
    /// The score on the board.
    pub score: f64,
}

impl BoardGame {
    /// Parses the game in an answer.
    pub fn of(answer: &Value) -> Result<BoardGame, Failure> {
        let missing = |what: &str| Failure::result(format!("the answer of the service has no {what}"));
        let text = |value: &Value, what| value.as_str().map(str::to_owned).ok_or_else(|| missing(what));
        let source = &answer["source"];
        let named = text(&source["mode"], "mode")?;
        let mut mode = match Mode::built_in(&named) {
            Ok(mode) => mode,
            Err(_) => Mode::from_code(&named, &Limits::default()).map_err(Failure::result)?,
        };
        for (name, value) in source["settings"].as_object().into_iter().flatten() {
            mode = mode.set(&format!("{name}={}", text(value, "setting")?)).map_err(Failure::result)?;
        }
        if let Some(modifiers) = source["modifiersCode"].as_str().filter(|code| !code.is_empty()) {
            mode = mode.with(modifiers).map_err(Failure::result)?;
        }
        let score = match &answer["score"] {
            Value::String(text) => text.parse().ok(),
            number => number.as_f64(),
        };
        if answer["movesFrom"].is_u64() {
            let message = "games of a day are shown to others when its date is over everywhere (12:00 UTC of the next day)";
            return Err(Failure::result(message));
        }
        let mut moves = record::moves(&text(&answer["canonicalMoves"], "moves")?)?;
        let count = answer["moves"].as_u64().and_then(|count| usize::try_from(count).ok());
        moves.moves.truncate(count.ok_or_else(|| missing("number of moves"))?);
        moves.exact = true;
        Ok(BoardGame {
            rules: mode.compile().map_err(Failure::result)?,
            title: text(&answer["title"], "title")?,
            seed: text(&answer["seed"], "seed")?.parse().map_err(|_| missing("seed"))?,
            moves,
            score: score.ok_or_else(|| missing("score"))?,
        })
    }
}
