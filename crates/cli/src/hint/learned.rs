//! Hints by learned weights.

use polymerge::calc::json;
use polymerge::{Engine, State, Value};
use polymerge_player::{Guided, LearnedValue, Reward, Search, ValueChoice, ValueRanking, HORIZON};

use super::{name, number, percent, screen_name, why_nothing, Arguments};
use crate::failure::Failure;
use crate::input;
use crate::object::object;

/// Searches from a game, and prints the result.
pub fn run(
    game: &State,
    names: &[&str],
    mut value: LearnedValue,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let screen = game.screen();
    let mut engine = Engine::new(game.rules().clone(), 0.0);
    let position = engine.position(game.clone()).map_err(Failure::input)?;
    let seed = arguments.seed;
    let ranking = match arguments.guided {
        Some(turns) => Guided::new(&mut value, seed).rank(&mut engine, &position, turns),
        None => Search::new(&mut value, seed).rank(
            &mut engine,
            &position,
            arguments.nodes.unwrap_or(super::NODES),
        ),
    };
    let ranking = ranking.map_err(Failure::result)?;
    if arguments.json {
        let choices = ranking.choices.iter().map(|choice| machine(choice, names));
        return input::print_json(&json::write(&object([
            ("screen", screen_name(screen).into()),
            ("foreseen", ranking.reward.name().into()),
            ("depth", Value::Number(f64::from(ranking.depth))),
            ("nodes", Value::Number(ranking.nodes as f64)),
            ("choices", Value::from(choices.collect::<Vec<Value>>())),
        ])));
    }
    match ranking.choices.is_empty() {
        true => input::print_line(why_nothing(screen)),
        false => input::print(table(&ranking, names, arguments.guided.is_some()).as_bytes()),
    }
}

/// Returns the result for people.
fn table(ranking: &ValueRanking, names: &[&str], is_guided: bool) -> String {
    let mut text = format!("{:<20} {:>16} {:>12} {:>9}\n", "direction", "value", "worse by", "wins");
    for choice in &ranking.choices {
        let worse = if choice.worse == 0.0 { "-".to_owned() } else { number(choice.worse) };
        let name = name(names, choice.direction);
        let wins = percent(choice.win);
        text.push_str(&format!("{name:<20} {:>16} {worse:>12} {wins:>9}\n", number(choice.value)));
    }
    let what = match ranking.reward {
        Reward::Points => "the mean final score",
        Reward::Turns => "the mean number of turns to come",
    };
    let how = match (is_guided, ranking.depth) {
        (true, _) => format!("games of up to {HORIZON} turns, {} turns in all", ranking.nodes),
        (false, 1) => format!("looked 1 move ahead, at {} positions", ranking.nodes),
        (false, depth) => format!("looked {depth} moves ahead, at {} positions", ranking.nodes),
    };
    text + &format!(
        "\nvalue: {what}, as learned; {how}; wins: the chance to reach the goal, if that was learned (polymerge \
         train --goal)\n"
    )
}

/// Returns a direction for programs.
fn machine(choice: &ValueChoice, names: &[&str]) -> Value {
    object([
        ("direction", Value::Number(choice.direction as f64)),
        ("name", name(names, choice.direction).into()),
        ("value", Value::Number(choice.value)),
        ("worse", Value::Number(choice.worse)),
        ("win", choice.win.map_or(Value::Null, Value::Number)),
    ])
}
