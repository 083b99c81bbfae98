//! The state of a game as text: for machines, and for people.

use polymerge::advanced::rules::Screen;
use polymerge::proof::Run;
use polymerge::{State, Value};
use polymerge_app::board;
use polymerge_app::figures::{count, counted};
use polymerge_app::object::object;

/// Returns a game after given moves as an object.
pub fn of_run(run: &Run) -> Value {
    let [grid, score, counters, outcome, won] = members(run.game().state());
    object([
        ("seed", Value::text(run.game().seed().to_string())),
        ("played", run.played().into()),
        ("ignored", run.ignored().into()),
        grid,
        score,
        counters,
        outcome,
        won,
    ])
}

/// Returns the members that the JSON of every game has.
pub fn members(game: &State) -> [(&'static str, Value); 5] {
    let counters = [
        ("moves", game.moves()),
        ("manual_moves", game.manual_moves()),
        ("merges", game.merges()),
        ("merge_moves", game.merge_moves()),
        ("merges_before", game.merges_before()),
    ];
    [
        ("grid", game.grid()),
        ("score", game.score().into()),
        ("counters", object(counters.map(|(name, count)| (name, count.into())))),
        ("outcome", outcome(game).into()),
        ("won", game.won().into()),
    ]
}

/// Returns the board, in lines.
pub fn board(game: &State) -> String {
    let rows = board::texts(game, 0.0);
    let width = rows.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|text| right(text, width)).collect();
        out.push_str(cells.join(" ").trim_end());
        out.push('\n');
    }
    out
}

/// Aligns a text at the right of `width` characters. Format strings panic for widths above 65,535.
fn right(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{}{text}", " ".repeat(missing))
}

/// Returns the board after given moves, with a summary.
pub fn text_of_run(run: &Run) -> String {
    let game = run.game().state();
    format!(
        "{}score {}, {}, {} ignored, {}\n",
        board(game),
        count(game.score()),
        counted(run.played() as f64, "move"),
        run.ignored(),
        outcome(game)
    )
}

/// Returns the outcome of a game, in a word or two.
pub fn outcome(game: &State) -> &'static str {
    let was_won = game.won() == PLAYED_ON;
    match game.screen() {
        Screen::Play if was_won => "won, playing on",
        Screen::Play => "playing",
        Screen::Win => "won",
        Screen::GameOver if was_won => "won, over",
        Screen::GameOver => "over",
    }
}

/// The value of [`State::won`] for a game that went on after its win.
const PLAYED_ON: f64 = -1.0;
