//! `polymerge scores`: games for a score service, its boards, its daily and ranked games.

mod boards;
mod days;
mod game;
mod own;
mod secrets;
mod service;
mod table;

use crate::terminal::{self, Start};
use clap::{Args, Subcommand, ValueEnum};
use polymerge::catalogue;
use polymerge::proof::{self, Claim};
use polymerge_app::config::Config;
use polymerge_app::days::Days;
use polymerge_app::failure::Failure;
use polymerge_app::figures::{count, counted};
use polymerge_app::input;
use polymerge_app::line::line;
use polymerge_app::saves::Saves;
use polymerge_app::source::find;
use polymerge_tui::replay_cursor::ReplayCursor;
use serde_json::{json, Value};

use crate::play;
use crate::replay::RecordArguments;
use boards::player;
use game::{source_of, BoardGame, Submission};
use secrets::{Secrets, Session};
use service::Service;
pub use table::service_calls;

/// Submit games to a score service, and show its boards
///
/// The service plays each game again; the score is not even sent. What it answers to the
/// first game, a claim token, is kept in scores.json in the folder of your games: it makes
/// all games yours.
#[derive(Args)]
#[command(after_help = "\
Examples:
  export POLYMERGE_SERVER=http://127.0.0.1:8048
  polymerge scores submit                       the game that was played last
  polymerge scores submit game.json             a record, as replay record prints it
  polymerge scores submit 2048 --seed 7 --moves LURDLURD --name Ann
  polymerge scores list                         all boards
  polymerge scores list dive                    the open board of a mode
  polymerge scores daily --play                 the game of the day, which is one for all
  polymerge scores ranked dive --play           a seed from the service, good for two hours
  polymerge scores verify 0123456789abcdef      play a game of a board again, here
  polymerge scores submit --program 'Deep 3'    a game that a program played, for its own board
  polymerge scores recovery-code                a code that gets you your games on another machine

Addresses that begin with https need a program that was built with --features https.")]
pub struct Arguments {
    /// Address of the service; default: the variable POLYMERGE_SERVER
    #[arg(long, global = true, value_name = "ADDRESS")]
    server: Option<String>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Submit a record, or without one the last game that was played
    Submit(Submit),
    /// List boards, or the best games of one
    List(List),
    /// Watch a game of a board in the terminal
    Watch {
        /// The game
        id: String,
    },
    /// Play a game of a board again, and check its score: exit code 1 if it is wrong
    Verify {
        /// The game
        id: String,
    },
    /// Show the game of the day, which begins at your midnight; without a service there is one, too
    Daily {
        /// Play it, in the terminal
        #[arg(long)]
        play: bool,
        /// Print the answer of the service
        #[arg(long, conflicts_with = "play")]
        json: bool,
    },
    /// Begin a ranked game: its seed comes from the service, for one submission
    Ranked {
        /// A built-in mode
        mode: String,
        /// Play it, in the terminal
        #[arg(long)]
        play: bool,
    },
    /// Show on how many days in a row you have played the game of the day
    Streak {
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the best ranked game of each mode in a season, which is a quarter of a year (UTC)
    Season {
        /// The season, such as 2026-Q4; default: the present one
        season: Option<String>,
        /// List the seasons instead
        #[arg(long, conflicts_with = "season")]
        all: bool,
        /// Print the answer of the service
        #[arg(long)]
        json: bool,
    },
    /// List your own games
    Mine {
        /// Print the answer of the service
        #[arg(long)]
        json: bool,
    },
    /// Give one of your games another name
    Rename {
        /// The game
        id: String,
        /// The name
        name: String,
    },
    /// Give all your games another name
    Name {
        /// The name
        name: String,
    },
    /// Erase one of your games, or all
    Erase {
        /// The game
        #[arg(required_unless_present = "all")]
        id: Option<String>,
        /// Erase all your games, and what else the service has about you
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
    /// Print all that the service has about you, as JSON
    Export,
    /// Make a code with which you get your games on another machine, in place of the code before
    RecoveryCode,
    /// Get your games on this machine, with your recovery code
    Recover {
        /// The code
        code: String,
        /// End the access of all other machines
        #[arg(long)]
        sign_out_others: bool,
    },
    /// Report a game to the operators of the service
    Report {
        /// The game
        id: String,
        /// The reason
        #[arg(long, value_enum, default_value_t = Wrong::Other)]
        kind: Wrong,
        /// The reason in your words
        #[arg(default_value = "", hide_default_value = true)]
        text: String,
    },
}

/// The reason of a report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wrong {
    /// The name of the player
    Name,
    /// The title of the mode
    Title,
    /// It was not played as its board says
    Cheating,
    /// Something else
    Other,
}

impl Wrong {
    fn name(self) -> &'static str {
        match self {
            Wrong::Name => "name",
            Wrong::Title => "title",
            Wrong::Cheating => "cheating",
            Wrong::Other => "other",
        }
    }
}

#[derive(Args, Default)]
struct Submit {
    #[command(flatten)]
    record: RecordArguments,
    /// The name that is shown; without one, two words are chosen at random
    #[arg(long)]
    name: Option<String>,
    /// Submit it to the open board even if it is the game of the day or a ranked game
    #[arg(long)]
    open: bool,
    /// The program that played: the game goes to the board of programs
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// As a new player, with a new claim token; the one before is kept for its games
    #[arg(long)]
    new_player: bool,
}

#[derive(Args)]
struct List {
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
enum Kind {
    /// Own seeds
    Open,
    /// The game of a day
    Daily,
    /// Seeds of the service
    Ranked,
    /// Games of programs
    Program,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::Daily => "daily",
            Kind::Ranked => "ranked",
            Kind::Program => "program",
        }
    }
}

impl Arguments {
    /// Returns true if a service is named, here or in the environment.
    fn names_service(&self) -> bool {
        self.server.as_ref().is_some_and(|address| !address.is_empty())
            || Service::named_by_environment().is_some()
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let service = match (Service::at(arguments.server.as_deref()), &arguments.task) {
        // These need none.
        (Err(_), Task::Daily { play, json }) if !arguments.names_service() => {
            return days::daily(None, *play, *json);
        }
        (Err(_), Task::Streak { json }) if !arguments.names_service() => return days::streak(None, *json),
        (service, _) => service?,
    };
    match &arguments.task {
        Task::Submit(arguments) => submit(&service, arguments),
        Task::List(list) => boards::list(&service, list),
        Task::Watch { id } => watch(&service, id),
        Task::Verify { id } => verify(&service, id),
        Task::Daily { play, json } => days::daily(Some(&service), *play, *json),
        Task::Streak { json } => days::streak(Some(&service), *json),
        Task::Season { season, all, json } => days::season(&service, season.as_deref(), *all, *json),
        Task::Ranked { mode, play } => ranked(&service, mode, *play),
        Task::Mine { json } => own::list(&service, *json),
        Task::Rename { id, name } => own::rename(&service, id, name),
        Task::Name { name } => own::name(&service, name),
        Task::Erase { id: Some(id), .. } => own::erase(&service, id),
        Task::Erase { id: None, .. } => own::erase_all(&service),
        Task::Export => own::export(&service),
        Task::RecoveryCode => own::make_recovery(&service),
        Task::Recover { code, sign_out_others } => own::recover(&service, code, *sign_out_others),
        Task::Report { id, kind, text } => own::report(&service, id, kind.name(), text),
    }
}

/// Returns the path of a game in the service.
fn game_path(id: &str) -> Result<String, Failure> {
    if id.is_empty() || !id.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(Failure::input(format!(
            "{id:?} is not the name of a game: it has letters and digits only"
        )));
    }
    Ok(format!("/v1/scores/{id}"))
}

/// Returns a member of an answer as text, with numbers for people.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => line(text),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), count),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Returns a number of an answer with its noun.
fn number(value: &Value, noun: &str) -> String {
    counted(value.as_f64().unwrap_or_default(), noun)
}

fn submit(service: &Service, submit: &Submit) -> Result<(), Failure> {
    let game = match submit.record.is_open() {
        true => Submission::played_last()?,
        false => Submission::of_record(&submit.record)?,
    };
    let (place, id) = hand_in(service, &game, submit)?;
    input::print_line(&format!("{place}\n{id}"))
}

/// Submits a game. Returns its place in words, and its id.
fn hand_in(service: &Service, game: &Submission, submit: &Submit) -> Result<(String, String), Failure> {
    let mut body = source_of(&game.mode)?;
    body["seed"] = json!(game.seed.to_string());
    body["moves"] = json!(game.moves);
    body["count"] = json!(game.count);
    if let Some(name) = &submit.name {
        body["name"] = json!(name);
    }
    let mut secrets = Secrets::of_user()?;
    let own = secrets.at(service.address());
    if let Some(program) = &submit.program {
        body["program"] = json!(program);
    } else if !submit.open {
        if let Some(ranked) = own.sessions.iter().find(|session| body["seed"] == session.seed.as_str()) {
            body["session"] = json!(ranked.session);
        } else if let Some(mode) = named(&body["mode"]).filter(|_| body["modifiersCode"].is_null()) {
            let seed = game.seed.to_string();
            // That of yesterday is taken as long as its date is not over everywhere.
            let kept = Days::of_user().ok().and_then(|days| days.open(service.address(), &seed).cloned());
            let daily = match kept {
                Some(day) => json!({ "seed": day.seed, "mode": day.mode, "date": day.date }),
                None => days::game_of_day(service)?,
            };
            // The service may call the mode by another of its names.
            if daily["seed"] == body["seed"] && named(&daily["mode"]) == Some(mode) {
                (body["daily"], body["mode"]) = (daily["date"].clone(), daily["mode"].clone());
            }
        }
    }
    let token = own.token.filter(|_| !submit.new_player);
    if token.is_none() {
        body["claimToken"] = json!(secrets.made_at(service.address())?);
    }
    let mut answer = service.post("/v1/scores", token.as_deref(), &body);
    if answer.as_ref().is_err_and(|refusal| refusal.is("not-today")) && !body["daily"].is_null() {
        let date = body.as_object_mut().and_then(|body| body.remove("daily")).unwrap_or_default();
        input::note(&format!(
            "note: the service does not take the game of {} now; it is handed in for the open board",
            text(&date)
        ));
        answer = service.post("/v1/scores", token.as_deref(), &body);
    }
    let (is_new, answer) = match answer {
        Err(refusal) if refusal.is_wrong_token() => {
            return Err(Failure::result(
                "no game of the service has your claim token any more; submit with --new-player to begin as a \
                 new player there",
            ));
        }
        answer => answer?,
    };
    if let Some(token) = answer["claimToken"].as_str() {
        secrets.change(service.address(), |own| own.begin_with(token))?;
    }
    if answer["kind"] == "daily" {
        // The game is handed in, whether that could be kept or not.
        _ = polymerge_app::days::take_part(game.seed);
    }
    let id = text(&answer["id"]);
    if id.is_empty() {
        return Err(Failure::result("the service names no game"));
    }
    let least = if answer["rankIsLeast"] == true { "at least " } else { "" };
    // The place of a player is that of the best game.
    let place = match &answer["best"] {
        Value::Null => format!("place {least}{}", text(&answer["rank"])),
        best => format!("not your best: {}", text(best)),
    };
    let place = format!(
        "{}{place} on the {} board of {}: {} points in {} moves, {}",
        if is_new { "" } else { "this game was there already: " },
        text(&answer["kind"]),
        text(&answer["title"]),
        text(&answer["score"]),
        text(&answer["moves"]),
        player(&answer),
    );
    let place = match answer["nameTaken"] == true {
        true => format!("{place}; another player uses the name you chose, or one like it"),
        false => place,
    };
    let not_ranked = answer["pace"]["notRanked"].as_str();
    let place = match not_ranked {
        Some(reason) => format!("{place}; not ranked: {}", line(reason)),
        None => place,
    };
    Ok((place, id))
}

/// Returns the full name of the built-in mode of this name.
fn named(text: &Value) -> Option<&'static str> {
    Some(catalogue::find(text.as_str()?)?.name())
}

fn shown(service: &Service, id: &str) -> Result<BoardGame, Failure> {
    let path = game_path(id)?;
    let mut answer = service.get(&path, &[], None)?;
    // Some moves are shown to their player alone.
    if !answer["movesFrom"].is_null() {
        for token in Secrets::read_or_default(service.address()).tokens() {
            answer = service.get(&path, &[], Some(token))?;
            if answer["movesFrom"].is_null() {
                break;
            }
        }
    }
    BoardGame::of(&answer)
}

fn watch(service: &Service, id: &str) -> Result<(), Failure> {
    let game = shown(service, id)?;
    terminal::required("scores verify plays the game again without one")?;
    let config = Config::of_user().map_err(Failure::input)?;
    let cursor = ReplayCursor::seeded(&game.rules, game.seed, &game.moves)?;
    terminal::run(Start::Replay(cursor.into(), game.title), Saves::of_user(), config)
}

fn verify(service: &Service, id: &str) -> Result<(), Failure> {
    let game = shown(service, id)?;
    let claim = Claim { score: game.score, count: Some(game.moves.moves.len()) };
    let verdict = proof::verify(&game.rules, game.seed, &game.moves, &claim).map_err(Failure::input)?;
    let found = verdict.run.game().score();
    if !verdict.holds {
        let message = format!("the score of the game is {}, not {}", count(found), count(game.score));
        return Err(Failure::result(message));
    }
    input::print_line(&format!(
        "yes: {} points in {}",
        count(found),
        counted(claim.count.unwrap_or(0) as f64, "move")
    ))
}

/// Plays a seed in the terminal, and prints how to submit the game, if there is a service.
fn play_seed(mode: &str, seed: &Value, has_service: bool) -> Result<(), Failure> {
    let seed = seed.as_str().and_then(|seed| seed.parse().ok());
    let seed = seed.ok_or_else(|| Failure::result("the service names no seed"))?;
    play::run(&play::Arguments::of_seed(find(mode)?.short_name(), seed))?;
    if has_service {
        input::note("to submit the last game: polymerge scores submit");
    }
    Ok(())
}

fn ranked(service: &Service, name: &str, play: bool) -> Result<(), Failure> {
    let mode = find(name)?.short_name();
    let mut secrets = Secrets::of_user()?;
    secrets.prepare()?;
    let (_, answer) = service.post("/v1/sessions", None, &json!({ "mode": mode }))?;
    let session: Session = serde_json::from_value(answer.clone())
        .map_err(|error| Failure::result(format!("the service gives no session: {error}")))?;
    secrets.change(service.address(), |own| own.sessions.push(session))?;
    if play {
        service.play_with();
        return play_seed(mode, &answer["seed"], true);
    }
    let minutes =
        (answer["expires"].as_f64().unwrap_or_default() - polymerge_app::saves::now() as f64) / 60_000.0;
    input::print_line(&format!(
        "{mode} with seed {}, to be submitted within {}; it is ranked if its moves are sent while you play, \
         which the terminal game does\npolymerge play {mode} --seed {}",
        text(&answer["seed"]),
        counted(minutes.round(), "minute"),
        text(&answer["seed"]),
    ))
}
