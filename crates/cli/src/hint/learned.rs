//! Hints by what was learned of a mode.

use std::path::Path;

use polymerge::calc::json;
use polymerge::{Engine, State, Value};
use polymerge_player::{Foreseen, Outlook, Reward, Search};

use super::{number, screen_name, why_nothing, Arguments};
use crate::failure::Failure;
use crate::object::object;
use crate::{input, train};

/// Looks ahead from a game, by the weights in a file.
pub fn run(game: &State, names: &[&str], file: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let mut value = train::value(file, game.rules().mode())?;
    let screen = game.screen();
    let mut engine = Engine::new(game.rules().clone(), 0.0);
    let position = engine.position(game.clone()).map_err(Failure::input)?;
    let mut search = Search::new(&mut value, arguments.seed);
    let outlook = search.look(&mut engine, &position, arguments.nodes).map_err(Failure::result)?;
    if arguments.json {
        let choices = outlook.choices.iter().map(|choice| machine(choice, names));
        return input::print_line(&json::write(&object([
            ("screen", screen_name(screen).into()),
            ("foreseen", outlook.reward.name().into()),
            ("depth", Value::Number(f64::from(outlook.depth))),
            ("nodes", Value::Number(outlook.nodes as f64)),
            ("choices", Value::from(choices.collect::<Vec<Value>>())),
        ])));
    }
    match outlook.choices.is_empty() {
        true => input::print_line(why_nothing(screen)),
        false => input::print(table(&outlook, names).as_bytes()),
    }
}

fn name<'n>(names: &[&'n str], direction: usize) -> &'n str {
    names.get(direction).copied().unwrap_or_default()
}

/// For people.
fn table(outlook: &Outlook, names: &[&str]) -> String {
    let mut text = format!("{:<20} {:>16} {:>12}\n", "direction", "value", "worse by");
    for choice in &outlook.choices {
        let worse = if choice.worse == 0.0 { "-".to_owned() } else { number(choice.worse) };
        let name = name(names, choice.direction);
        text.push_str(&format!("{name:<20} {:>16} {worse:>12}\n", number(choice.value)));
    }
    let what = match outlook.reward {
        Reward::Points => "the mean final score",
        Reward::Turns => "the mean number of turns to come",
    };
    let moves = if outlook.depth == 1 { "move" } else { "moves" };
    text + &format!(
        "\nvalue: {what}, as learned; looked {} {moves} ahead, at {} positions\n",
        outlook.depth, outlook.nodes
    )
}

/// For programs.
fn machine(choice: &Foreseen, names: &[&str]) -> Value {
    object([
        ("direction", Value::Number(choice.direction as f64)),
        ("name", name(names, choice.direction).into()),
        ("value", Value::Number(choice.value)),
        ("worse", Value::Number(choice.worse)),
    ])
}
