//! `polymerge hint`: a ranking of the directions, by random games.

mod casual;
mod exact;
mod learned;

use clap::Args;
use polymerge::advanced::rules::Screen;
use polymerge::calc::json;
use polymerge::{Engine, Error, State, Value};
use polymerge_app::begin::begin_after;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::ranker::RankingOptions;
use polymerge_app::reasons;
use polymerge_app::source::Source;
use polymerge_player::{Advice, Adviser, Choice, Ranking, SURVIVAL};

use crate::progress;

/// Say which direction is best, by random games from the position
///
/// Every legal direction is followed by random games; the one whose games go best comes
/// first. Nothing is known of the mode beforehand, so any mode will do. Of some modes, such as
/// classic, the program knows what boards are worth, and looks ahead by that, as it does by
/// --weights in others. A board, a seed and these numbers give one answer everywhere.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge hint --code my-game.txt               the game in a save code
  polymerge hint 2048 --seed 7 --moves LURD       a game of a seed, after these moves
  polymerge hint dive --turns 1000000 --json      slower and better, for a program
  polymerge hint dive --weights dive.weights      with learned weights (see polymerge train)
  polymerge hint --exact --code tiny.txt          all possible games, on tiny boards")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    ranking: RankingOptions<100_000, 20_000>,
    /// With learned weights: instead of looking ahead, play short games, this many turns in all
    #[arg(long, value_name = "TURNS", conflicts_with_all = ["turns", "nodes", "none"], value_parser = clap::value_parser!(u64).range(1..))]
    guided: Option<u64>,
    /// Calculate all possible games to their end, for boards so small that they have few states. Gives best scores, and the chances of the goal and of each tile
    #[arg(long, conflicts_with_all = ["turns", "file", "none", "nodes", "guided"])]
    exact: bool,
    /// With --exact: states to look at, at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "exact")]
    states: usize,
    /// Seed of the random numbers, also of those that start a mode
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Play these moves first: LURD letters, the directions' labels or indices
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let opened = arguments.source.open()?;
    let name = opened.name.clone();
    let game = begin_after(opened, &arguments.changes, arguments.seed, arguments.moves.as_deref())?;
    let names: Vec<&str> = game.rules().directions().iter().map(|own| own.name.as_str()).collect();
    if arguments.exact {
        return exact::run(game.state(), &names, arguments);
    }
    let (adviser, budget) = adviser(game.state(), arguments)?;
    let screen = game.state().screen();
    let fail = |error| Failure::input(format!("{name}: {error}"));
    let mut engine = Engine::new(game.state().rules().clone(), 0.0);
    let advice = advice(&mut engine, game.state(), adviser, budget, arguments.seed).map_err(fail)?;
    let reasons = reasons::of(&mut engine, game.state(), &advice.ranked());
    let casual = match advice.best() {
        Some(_) => Some(casual::games(&mut engine, game.state(), budget, arguments.seed).map_err(fail)?),
        None => None,
    };
    if arguments.json {
        let mut members = match &advice {
            Advice::Rollouts(ranking) => machine(ranking, screen, &names),
            Advice::Value(ranking) => learned::machine(ranking, screen, &names),
        };
        members.push(("reasons", reasons::machine(&reasons)));
        members.push(("casual", casual.as_ref().map_or(Value::Null, casual::machine)));
        return input::print_json(&json::write(&object(members)));
    }
    let table = match &advice {
        _ if advice.best().is_none() => return input::print_line(why_nothing(screen)),
        Advice::Rollouts(ranking) => table(ranking, &names),
        Advice::Value(ranking) => learned::table(ranking, &names, arguments.guided.is_some()),
    };
    let line = reasons::line(&reasons, &advice.ranked(), &names);
    let casual = casual.as_ref().map_or_else(String::new, casual::lines);
    input::print(format!("{table}{casual}{line}").as_bytes())
}

/// Returns the adviser that is asked for, and its budget.
fn adviser(state: &State, arguments: &Arguments) -> Result<(Adviser, u64), Failure> {
    let Arguments { ranking, guided, seed, .. } = arguments;
    let (turns, nodes) = (ranking.turns(), ranking.nodes());
    let value = ranking.value(state.rules().mode(), guided.is_some())?.map(Box::new);
    Ok(match (value, *guided) {
        (None, _) => (Adviser::rollouts(turns, *seed), turns),
        (Some(value), None) => (Adviser::search(value, nodes, *seed), nodes),
        (Some(value), Some(turns)) => (Adviser::guided(value, turns, *seed), turns),
    })
}

/// Asks for advice, and shows how far it is.
fn advice(
    engine: &mut Engine,
    state: &State,
    mut adviser: Adviser,
    budget: u64,
    seed: u64,
) -> Result<Advice, Error> {
    let position = engine.position(state.clone())?;
    adviser.begin(engine, &position, seed)?;
    let bar = progress::bar(budget as usize);
    bar.set_message("of the look ahead");
    adviser.advance_while(engine, budget / 100, |work| {
        bar.set_position(work);
        true
    })?;
    bar.finish_and_clear();
    Ok(adviser.advice())
}

fn why_nothing(screen: Screen) -> &'static str {
    match screen {
        Screen::Win => "The game is won: no direction can be pressed before it is played on.",
        Screen::Play | Screen::GameOver => "The game is over: no direction moves anything.",
    }
}

fn screen_name(screen: Screen) -> &'static str {
    match screen {
        Screen::Play => "play",
        Screen::Win => "win",
        Screen::GameOver => "over",
    }
}

/// Returns the name of a direction.
fn name<'n>(names: &[&'n str], direction: usize) -> &'n str {
    names.get(direction).copied().unwrap_or_default()
}

/// Returns the ranking for people: a line for each direction, and a legend.
fn table(ranking: &Ranking, names: &[&str]) -> String {
    let mut text = format!(
        "{:<20} {:>24} {:>12} {:>8} {:>9} {:>9} {:>7}\n",
        "direction", "value", "worse by", "turns", "survives", "wins", "games"
    );
    for choice in &ranking.choices {
        let error = choice.standard_error.map_or(String::new(), |error| format!(" ± {}", number(error)));
        let name = name(names, choice.direction);
        let worse = if choice.worse == 0.0 { "-".to_owned() } else { number(choice.worse) };
        text.push_str(&format!(
            "{:<20} {:>24} {:>12} {:>8.1} {:>9} {:>9} {:>7}\n",
            name,
            format!("{}{error}", number(choice.value)),
            worse,
            choice.turns,
            percent(choice.survival),
            percent(choice.win),
            choice.samples,
        ));
    }
    text.push_str(&format!(
        "\nvalue: mean {} of random games after that move, cut after {} turns; survives: at least {SURVIVAL} turns; \
         {} turns simulated\n",
        ranking.objective, ranking.horizon, ranking.turns
    ));
    let failed: u64 = ranking.choices.iter().map(|choice| choice.failures).sum();
    if failed > 0 {
        text.push_str(&format!("{failed} {FAILED}"));
    }
    text
}

/// The reason why games ended that could not go on, after their number.
const FAILED: &str = "of the games ended because a turn failed or reached a limit\n";

/// Returns a number as text: large ones without fractions, enormous ones by their magnitude.
fn number(number: f64) -> String {
    match number.abs() {
        size if size >= 1e9 => format!("{number:.3e}"),
        // More digits than the estimate is worth.
        size if size >= 10_000.0 => format!("{:.0}", (number / 100.0).round() * 100.0),
        size if size >= 1000.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.3}"),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// Returns the ranking for programs, as members of an object.
fn machine(ranking: &Ranking, screen: Screen, names: &[&str]) -> Vec<(&'static str, Value)> {
    let number = |number: u64| Value::Number(number as f64);
    let choices: Vec<Value> = ranking.choices.iter().map(|choice| machine_choice(choice, names)).collect();
    vec![
        ("screen", screen_name(screen).into()),
        ("objective", ranking.objective.name().into()),
        ("turns_simulated", number(ranking.turns)),
        ("rollouts", number(ranking.rollouts)),
        ("horizon", number(ranking.horizon)),
        ("choices", Value::from(choices)),
    ]
}

fn machine_choice(choice: &Choice, names: &[&str]) -> Value {
    let optional = |number: Option<f64>| number.map_or(Value::Null, Value::Number);
    object([
        ("direction", Value::Number(choice.direction as f64)),
        ("name", name(names, choice.direction).into()),
        ("value", Value::Number(choice.value)),
        ("standard_error", optional(choice.standard_error)),
        ("worse", Value::Number(choice.worse)),
        ("samples", Value::Number(choice.samples as f64)),
        ("turns", Value::Number(choice.turns)),
        ("survival", optional(choice.survival)),
        ("win", optional(choice.win)),
        ("failures", Value::Number(choice.failures as f64)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.1234, "0.123"),
            (12.34, "12.3"),
            (-4321.0, "-4321"),
            (104_777.0, "104800"),
            (2.5e12, "2.500e12"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!((percent(None), percent(Some(0.975))), ("-".into(), "97.5%".into()));
    }
}
