//! `polymerge review`: the costliest moves of a recorded game.

use clap::Args;
use polymerge::Value;
use polymerge::calc::json;
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::ranker::{Ranked, Ranker, RankingOptions};

use crate::progress;
use crate::replay::RecordArguments;
use crate::replay::export::cursor;

/// Find the worst moves of a recorded game, and better ones
///
/// Before each move all directions are ranked, by random games or by what was learned; a move
/// lost as much as it looked worse than the best one. What is within the error of random
/// games is no loss.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge review --code replay.txt                        a Replay code
  polymerge review 2048 --seed 7 --moves LURDLURD --all     each move of a seeded game
  polymerge review --code replay.txt --turns 20000 --json   slower and better, for a program")]
pub struct Arguments {
    #[command(flatten)]
    record: RecordArguments,
    #[command(flatten)]
    ranking: RankingOptions,
    /// How many moves to show: the worst ones
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Show all moves, in the order in which they were made
    #[arg(long, conflicts_with = "most")]
    all: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The number of standard errors within which a difference may be chance.
const ERRORS: f64 = 2.0;

/// A move of the game, compared with the best one.
struct Move {
    /// The number of the move, from 1 on.
    number: usize,
    /// The score before the move.
    score: f64,
    made: Ranked,
    best: Ranked,
    /// The loss against the best move, less the part that may be chance.
    lost: f64,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut cursor, _) = cursor(&arguments.record)?;
    let names: Vec<String> = cursor.rules().directions().iter().map(|own| own.name.clone()).collect();
    let mut ranker = Ranker::new(cursor.state(), &arguments.ranking)?;
    let mut moves = Vec::new();
    let bar = progress::bar(cursor.total());
    loop {
        let (before, direction) = (cursor.state().clone(), cursor.next());
        let Some(turn) = cursor.step()? else { break };
        bar.inc(1);
        // Clicks are no moves, and some moves move nothing.
        let Some(direction) = direction.filter(|_| turn.moved) else { continue };
        let ranking = ranker.ranking(&before, moves.len() as u64).map_err(Failure::result)?;
        moves.extend(compare(cursor.done(), before.score(), direction, &ranking));
    }
    bar.finish_and_clear();
    let count = moves.len();
    if !arguments.all {
        moves.sort_by(|one, other| other.lost.total_cmp(&one.lost).then(one.number.cmp(&other.number)));
        moves.truncate(arguments.most);
        moves.retain(|own| own.lost > 0.0);
    }
    match arguments.json {
        true => input::print_json(&json::write(&machine(&moves, count, &names))),
        false => input::print(table(&moves, count, &names).as_bytes()),
    }
}

/// Compares a move with the ranking before it; `None` if the ranking does not have it, as for a
/// click.
fn compare(number: usize, score: f64, direction: usize, ranking: &[Ranked]) -> Option<Move> {
    let best = *ranking.first()?;
    let made = *ranking.iter().find(|own| own.direction == direction)?;
    // Both errors together.
    let unsure = |own: Ranked| own.standard_error.unwrap_or_default();
    let error = (unsure(best) * unsure(best) + unsure(made) * unsure(made)).sqrt();
    let lost = (best.value - made.value - ERRORS * error).max(0.0);
    Some(Move { number, score, made, best, lost })
}

fn name(names: &[String], direction: usize) -> &str {
    names.get(direction).map_or("", String::as_str)
}

/// Returns the moves for people.
fn table(moves: &[Move], count: usize, names: &[String]) -> String {
    if moves.is_empty() {
        return format!("{}: none was surely a mistake\n", counted(count as f64, "move"));
    }
    let mut text = format!(
        "{:>6} {:>12}  {:<16} {:>12}  {:<16} {:>12} {:>10}\n",
        "move", "score", "pressed", "value", "better", "value", "lost"
    );
    for own in moves {
        let is_best = own.best.direction == own.made.direction;
        text.push_str(&format!(
            "{:>6} {:>12}  {:<16} {:>12.1}  {:<16} {:>12} {:>10.1}\n",
            own.number,
            own.score,
            name(names, own.made.direction),
            own.made.value,
            if is_best { "-" } else { name(names, own.best.direction) },
            if is_best { "-".to_owned() } else { format!("{:.1}", own.best.value) },
            own.lost,
        ));
    }
    text + &format!(
        "\n{} reviewed; lost: how much worse the move was than the best one, minus what may be luck\n",
        counted(count as f64, "move")
    )
}

/// Returns the moves for programs.
fn machine(moves: &[Move], count: usize, names: &[String]) -> Value {
    let number = |number: f64| Value::Number(number);
    let ranked = |own: &Ranked| {
        object([
            ("direction", number(own.direction as f64)),
            ("name", name(names, own.direction).into()),
            ("value", number(own.value)),
            ("standard_error", own.standard_error.map_or(Value::Null, Value::Number)),
        ])
    };
    let moves = moves.iter().map(|own| {
        object([
            ("move", number(own.number as f64)),
            ("score", number(own.score)),
            ("pressed", ranked(&own.made)),
            ("best", ranked(&own.best)),
            ("lost", number(own.lost)),
        ])
    });
    object([("moves", number(count as f64)), ("worst", Value::from(moves.collect::<Vec<Value>>()))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_within_the_error_is_no_loss() {
        let ranked = |direction, value| Ranked {
            direction,
            value,
            standard_error: Some(if direction == 2 { 0.0 } else { 3.0 }),
            ..Ranked::default()
        };
        let ranking = [ranked(0, 100.0), ranked(1, 95.0), ranked(2, 40.0)];
        let lost = |direction| compare(1, 0.0, direction, &ranking).map(|own| own.lost);
        assert_eq!([lost(0), lost(1), lost(2), lost(3)], [Some(0.0), Some(0.0), Some(54.0), None]);
    }
}
