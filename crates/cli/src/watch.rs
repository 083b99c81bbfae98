//! `polymerge watch`: a game that a player plays by itself.

use crate::terminal::{self, Start};
use clap::Args;
use polymerge::calc::json;
use polymerge_app::begin::{any_seed, begin};
use polymerge_app::changes::Changes;
use polymerge_app::config::Config;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::ranker::{Ranker, RankingOptions};
use polymerge_app::saves::Saves;
use polymerge_app::source::{Source, headline};
use polymerge_tui::live::Live;
use polymerge_tui::replay_cursor::ReplayCursor;

use crate::replay::export::speed;
use crate::report;

/// Watch a player that thinks before each move play a mode
///
/// In the terminal, space pauses, . makes one move, + and - change the speed, t goes on by
/// hand and q leaves. Without a terminal, the moves are printed, then how the game ended.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge watch 2048                              by random games, about 2,000 turns a move
  polymerge watch dive --turns 300 --speed 5        a slow mode: faster and worse
  polymerge watch 2048 --weights 2048.weights       with learned weights (see polymerge train)
  polymerge watch 2048 --seed 7 --max-moves 100 --json")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    ranking: RankingOptions,
    /// Moves per second, at first
    #[arg(long, default_value_t = 2.0, value_parser = speed)]
    speed: f64,
    /// Seed of the random numbers; the same seed gives the same game everywhere
    #[arg(long)]
    seed: Option<u64>,
    /// Without a terminal: stop after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_moves: usize,
    /// Print moves as text, even in a terminal
    #[arg(long)]
    plain: bool,
    /// Print the final state as JSON
    #[arg(long, conflicts_with = "plain")]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let on_screen = !arguments.plain && !arguments.json && terminal::is_there() && !terminal::is_dumb();
    let seed = arguments.seed.unwrap_or_else(|| if on_screen { any_seed() } else { 0 });
    let opened = arguments.source.open()?;
    let name = opened.name.clone();
    let game = begin(opened, &arguments.changes, seed)?;
    let title = headline(game.state().rules().mode()).unwrap_or(name);
    let ranker = Ranker::new(game.state(), &arguments.ranking)?;
    let mut live = Live::new(game, ranker, arguments.speed)?;
    if on_screen {
        let config = Config::of_user().map_err(Failure::input)?;
        return terminal::run(
            Start::Replay(ReplayCursor::Live(live).into(), title),
            Saves::of_user(),
            config,
        );
    }
    while live.moves().len() < arguments.max_moves {
        let before = live.run().game().state().score();
        let Some(turn) = live.step()? else { break };
        if turn.moved && !arguments.json {
            input::print_line(&line(&live, before))?;
        }
    }
    match arguments.json {
        true => input::print_json(&json::write(&report::of_run(live.run()))),
        false => input::print(report::text_of_run(live.run()).as_bytes()),
    }
}

/// Returns the line about a move: its number, its name, the score and the gain.
fn line(live: &Live, before: f64) -> String {
    let game = live.run().game();
    let (state, directions) = (game.state(), game.rules().directions());
    let name = live.moves().last().and_then(|own| directions.get(*own)).map_or("", |own| own.name.as_str());
    let gained = state.score() - before;
    format!("{:>5} {name:<16} {:>12} {gained:>+10}", live.moves().len(), state.score())
}
