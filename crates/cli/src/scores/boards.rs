//! `polymerge scores list`: the boards of a service, and the games of one.

use clap::{Args, ValueEnum};
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::input;
use polymerge_app::source::open_mode;
use serde_json::Value;

use crate::aligned::table;
use crate::service::Service;
use crate::service::answer::{number, player, text};
use crate::service::submission::source_of;

#[derive(Args)]
pub struct List {
    /// A mode (its name, title or file, or its code), or the name of a board
    board: Option<String>,
    /// Which of the boards of a mode
    #[arg(long, value_enum, default_value_t = Kind::Open)]
    kind: Kind,
    /// Only games of today (UTC)
    #[arg(long)]
    day: bool,
    /// Only games of a season, such as 2026-Q4
    #[arg(long, conflicts_with = "day")]
    season: Option<String>,
    /// How many games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
    limit: u8,
    /// Print the answer of the service
    #[arg(long)]
    json: bool,
}

/// A kind of board.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Own seeds
    Open,
    /// The game of a day
    Daily,
    /// Seeds of the service
    Ranked,
    /// Games of programs
    Program,
}

/// Returns the word for a choice of the command line, which the service uses as well.
pub fn word(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Lists the boards, or the games of one.
pub fn list(service: &Service, list: &List) -> Result<(), Failure> {
    let board = match &list.board {
        None => {
            let answer = service.get("/v1/boards", &[], None)?;
            if list.json {
                return input::print_json(&answer.to_string());
            }
            let rows = entries(&answer, "boards", |board| {
                let games = number(&board["games"], "game");
                [games, text(&board["kind"]), text(&board["title"]), text(&board["id"])]
            })?;
            if rows.is_empty() {
                return input::print_line("no board has a game yet");
            }
            return input::print(table(&rows, 0..1).as_bytes());
        }
        Some(board)
            if ["open-", "daily-", "ranked-", "program-"].iter().any(|kind| board.starts_with(kind)) =>
        {
            board.clone()
        }
        Some(mode) => board_of(service, mode, list.kind)?,
    };
    let limit = list.limit.to_string();
    let period = match &list.season {
        Some(season) => season.as_str(),
        None if list.day => "day",
        None => "all",
    };
    let path = format!("/v1/boards/{}/scores", board.replace(['/', '?', '#', '%'], "-"));
    let answer = service.get(&path, &[("limit", &limit), ("period", period)], None)?;
    if list.json {
        return input::print_json(&answer.to_string());
    }
    let mut place = 0;
    let rows = entries(&answer, "scores", |game| {
        place += 1;
        let moves = number(&game["moves"], "move");
        [place.to_string(), text(&game["score"]), moves, player(game), text(&game["id"]), remarks(game)]
    })?;
    let board = &answer["board"];
    input::print_line(&format!(
        "{}, {}: {}",
        text(&board["title"]),
        text(&board["kind"]),
        text(&board["proves"])
    ))?;
    input::print(table(&rows, 0..3).as_bytes())
}

/// Returns what stands beside the score of a game: its origin, its program, its pace.
fn remarks(game: &Value) -> String {
    let origin = match (text(&game["follows"]), text(&game["origin"])) {
        (follows, _) if !follows.is_empty() => Some(format!("goes on from {follows}")),
        (_, origin) if !origin.is_empty() => Some("goes on from a game that was erased".to_owned()),
        _ => None,
    };
    let program = Some(text(&game["program"])).filter(|name| !name.is_empty());
    let pace = game["pace"].as_object().map(|pace| {
        let number = |key: &str| pace.get(key).and_then(Value::as_u64).unwrap_or_default();
        let (minutes, seconds) = (number("seconds") / 60, number("seconds") % 60);
        format!("in {minutes}:{seconds:02} min, {} taken back", counted(number("undone") as f64, "move"))
    });
    let program = program.map(|name| format!("by {name}"));
    [program, pace, origin].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Returns the rows of a list of an answer.
pub fn entries<const N: usize>(
    answer: &Value,
    list: &str,
    row: impl FnMut(&Value) -> [String; N],
) -> Result<Vec<[String; N]>, Failure> {
    Ok(listed(answer, list)?.iter().map(row).collect())
}

/// Returns a list of an answer. A missing list is a failure.
pub fn listed<'a>(answer: &'a Value, list: &str) -> Result<&'a [Value], Failure> {
    let found = answer[list].as_array().map(Vec::as_slice);
    found.ok_or_else(|| Failure::result(format!("the answer of the service has no list of {list}")))
}

/// Finds the board of a mode that has games.
fn board_of(service: &Service, name: &str, kind: Kind) -> Result<String, Failure> {
    let source = source_of(&open_mode(name, false)?.any_mode()?)?;
    let pairs: Vec<(&str, &str)> =
        ["mode", "modifiersCode"].into_iter().filter_map(|key| Some((key, source[key].as_str()?))).collect();
    let answer = service.get("/v1/boards", &pairs, None)?;
    let board = listed(&answer, "boards")?.iter().find(|board| board["kind"] == word(kind));
    board
        .and_then(|board| board["id"].as_str())
        .map(str::to_owned)
        .ok_or_else(|| Failure::result(format!("the {} board of {name} has no games yet", word(kind))))
}
