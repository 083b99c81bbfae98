//! Hints by learned weights.

use polymerge::Value;
use polymerge::advanced::rules::Screen;
use polymerge_app::object::object;
use polymerge_player::{HORIZON, Reward, ValueChoice, ValueRanking};

use super::{name, number, percent, screen_name};

/// Returns the result for programs, as members of an object.
pub fn machine(ranking: &ValueRanking, screen: Screen, names: &[&str]) -> Vec<(&'static str, Value)> {
    let choices = ranking.choices.iter().map(|choice| machine_choice(choice, names));
    vec![
        ("screen", screen_name(screen).into()),
        ("foreseen", ranking.reward.name().into()),
        ("depth", Value::Number(f64::from(ranking.depth))),
        ("nodes", Value::Number(ranking.nodes as f64)),
        ("choices", Value::from(choices.collect::<Vec<Value>>())),
    ]
}

/// Returns the result for people.
pub fn table(ranking: &ValueRanking, names: &[&str], is_guided: bool) -> String {
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
fn machine_choice(choice: &ValueChoice, names: &[&str]) -> Value {
    object([
        ("direction", Value::Number(choice.direction as f64)),
        ("name", name(names, choice.direction).into()),
        ("value", Value::Number(choice.value)),
        ("worse", Value::Number(choice.worse)),
        ("win", choice.win.map_or(Value::Null, Value::Number)),
    ])
}
