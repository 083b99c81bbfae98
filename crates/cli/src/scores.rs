//! `polymerge scores`: games for a score service, its boards, its daily and ranked games.

mod boards;
mod days;
mod game;
mod own;

use crate::terminal::{self, Start};
use clap::{Args, Subcommand, ValueEnum};
use polymerge::proof::{self, Claim};
use polymerge_app::config::Config;
use polymerge_app::failure::Failure;
use polymerge_app::figures::{count, counted};
use polymerge_app::input;
use polymerge_app::saves::Saves;
use polymerge_app::source::find;
use polymerge_tui::replay_cursor::ReplayCursor;
use serde_json::json;

use crate::replay::RecordArguments;
use crate::service::answer::text;
use crate::service::secrets::{Secrets, Session};
use crate::service::submission::{HandIn, hand_in};
use crate::service::{Service, game_path};
use boards::{List, word};
use days::play_seed;
use game::BoardGame;

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

#[derive(Args)]
struct Submit {
    #[command(flatten)]
    record: RecordArguments,
    #[command(flatten)]
    how: HandIn,
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
        Task::Report { id, kind, text } => own::report(&service, id, &word(*kind), text),
    }
}

fn submit(service: &Service, submit: &Submit) -> Result<(), Failure> {
    let game = match submit.record.is_open() {
        true => game::played_last()?,
        false => game::of_record(&submit.record)?,
    };
    let (place, id) = hand_in(service, &game, &submit.how)?;
    input::print_line(&format!("{place}\n{id}"))
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

#[cfg(test)]
mod tests {
    use super::boards::Kind;
    use super::*;

    fn words<T: ValueEnum>() -> Vec<String> {
        T::value_variants().iter().cloned().map(word).collect()
    }

    /// The service knows these words. A choice that is renamed for people is still sent by this one.
    #[test]
    fn choices_are_sent_in_the_words_of_the_service() {
        assert_eq!(words::<Kind>(), ["open", "daily", "ranked", "program"]);
        assert_eq!(words::<Wrong>(), ["name", "title", "cheating", "other"]);
    }
}
