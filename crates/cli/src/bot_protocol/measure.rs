//! The cost of the protocol: a move of the program's player as a bot, beside one within the program.

use std::sync::Arc;
use std::time::{Duration, Instant};

use polymerge::calc::json;
use polymerge::proof::Run;
use polymerge::{Error, Mode, Value};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_player::Adviser;

use crate::arena::bot::Bot;
use crate::arena::groups::Groups;
use crate::bots::{board, direction, mode};

/// The mode of the game.
const MODE: &str = "classic";

/// The moves that are measured.
const MOVES: u64 = 400;

/// The turns of random games for a move: few, so that the rest is well seen.
const TURNS: u64 = 200;

/// The time that the bot has for a move.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run() -> Result<(), Failure> {
    let program = std::env::current_exe()?;
    let command = format!("'{}' serve-moves --no-weights", program.display());
    let fail = |error: Error| Failure::result(error);
    let rules = Mode::built_in(MODE).and_then(|mode| mode.compile()).map_err(fail)?;
    let mut run = Run::start(&rules, 7).map_err(fail)?.forgetful();
    let mut bot = Bot::new(&command, PATIENCE, Arc::default(), Groups::default());
    let message = json::write(&mode::message(&rules, run.game().state()));
    bot.begin(&message).map_err(|fault| Failure::result(format!("the bot {fault}")))?;
    let (mut kept, mut within, mut by_protocol) = (None, Vec::new(), Vec::new());
    for number in 0..MOVES {
        let start = Instant::now();
        let (engine, position) = run.game().position_in(&mut kept).map_err(fail)?;
        let mut adviser = Adviser::rollouts(TURNS, number);
        let advice = adviser.advise(engine, &position, number).map_err(Failure::result)?;
        within.push(start.elapsed());
        let Some(best) = advice.best() else { break };

        let start = Instant::now();
        let (engine, position) = run.game().position_in(&mut kept).map_err(fail)?;
        let legal = board::legal(engine, &position).map_err(fail)?;
        let shown = (rules.directions(), &legal[..]);
        let members = board::members(engine, &position, shown, bot.wanted).map_err(fail)?;
        let go = [("turns", TURNS), ("seed", number)].map(|(name, own)| (name, Value::Number(own as f64)));
        let chosen = bot.choose(&json::write(&object(members)), &json::write(&object(go)));
        let chosen = chosen.map_err(|fault| Failure::result(format!("the bot {fault}")))?;
        by_protocol.push(start.elapsed());
        if direction::read(&rules, &chosen) != Some(best) {
            return Err(Failure::result(format!("move {}: the bot chose {chosen}, not {best}", number + 1)));
        }
        run.play(best).map_err(fail)?;
    }
    let (within, by_protocol) = (median(within), median(by_protocol));
    input::print_line(&format!(
        "{MODE}, {MOVES} moves by random games of {TURNS} turns, the same moves both times; medians:\n\
         {within:.3} ms a move within the program\n\
         {by_protocol:.3} ms a move by protocol\n\
         {:.3} ms for the protocol",
        by_protocol - within
    ))
}

/// Returns the median, in milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}
