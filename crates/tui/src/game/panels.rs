//! The panels of a game: its end, its boxes, the ways to share it.

use std::collections::VecDeque;

use polymerge::advanced::rules::Screen;
use polymerge::{Game, State};
use polymerge_app::board::{BoxValue, InfoBox};
use polymerge_app::figures::count;
use polymerge_app::keys::{Action, Keymap};

use crate::advice::{AS_GOOD, Hint, difference};
use crate::folding::folded;
use crate::picture::Picture;
use crate::share::Form;
use crate::view::Arrow;
use crate::view::panel::{Choice, Item, Panel};

/// The commands that the panel at the end of a game offers.
pub const OFFERS: [Action; 7] =
    [Action::PlayOn, Action::Watch, Action::Share, Action::New, Action::Again, Action::Undo, Action::Modes];

/// Returns the entry of a command.
pub fn offer(action: Action, keymap: &Keymap) -> Option<Item> {
    let (key, label) = keymap.button(action)?;
    Some(Item { label: label.to_owned(), key, choice: Choice::Command(action) })
}

/// Returns the entry that submits a game to a score service.
fn hand_in() -> Item {
    let label = "submit to the score service".to_owned();
    // Behind the forms in which the game can be given to others.
    Item { label, key: (Form::all().count() + 1).to_string(), choice: Choice::HandIn }
}

/// Returns the panel of a game that has ended: the result, and commands. `None` before the end.
pub fn ending(game: &State, facts: Facts, offers: Vec<Item>, has_service: bool) -> Option<Panel> {
    let title = match game.screen() {
        Screen::Play => return None,
        Screen::Win => "You win!",
        Screen::GameOver => "Game over",
    };
    let items = offers.into_iter().chain(has_service.then(hand_in)).collect();
    Some(Panel { title: title.to_owned(), banner: count(game.score()), facts, items, chosen: 0 })
}

/// The names and values of facts.
type Facts = Vec<(String, BoxValue)>;

/// Returns the facts about a finished game. Its score is compared with the best one of other games.
pub fn facts(game: &Game, picture: &Picture, best_before: Option<f64>, now: f64) -> Facts {
    let is_won = game.is_won();
    let game = game.state();
    let mode = game.rules().mode();
    let score = game.score();
    let compared = match best_before {
        Some(best) if score > best => format!("{}, a new best (before: {})", count(score), count(best)),
        Some(best) => format!("{} (best: {})", count(score), count(best)),
        None => count(score),
    };
    let has_goal = mode.win_conditions.as_array().is_some_and(|goals| !goals.entries().is_empty());
    let goal = match is_won {
        true => "reached",
        false => "not reached",
    };
    let text = |name: &str, text: String| Some((name.to_owned(), BoxValue::Text(text)));
    let tile = picture.best(game, now).map(|tile| ("Best tile".to_owned(), BoxValue::Tiles(vec![tile])));
    let facts = [
        text("Score", compared),
        tile,
        text("Goal", goal.to_owned()).filter(|_| has_goal),
        text("Moves", count(game.moves())),
        text("Merges", count(game.merges())),
        elapsed(game, now).and_then(|time| text("Time", clock(time))),
    ];
    facts.into_iter().flatten().collect()
}

/// Returns the panel of a hint: the legal directions, the best first, each with its distance from
/// the best.
pub fn hint(hint: &Hint, directions: &[Arrow]) -> Panel {
    let label = |direction: usize| directions.get(direction).map_or("", |arrow| arrow.label.as_str());
    let (best, others): (Vec<_>, Vec<_>) = hint.ranked.iter().partition(|(_, worse)| *worse < AS_GOOD);
    // Those that are equally good stand in one line.
    let best: Vec<&str> = best.into_iter().map(|(direction, _)| label(direction)).collect();
    let best = (best.join(" "), BoxValue::Text("best".into()));
    let worse = others.into_iter().map(|(direction, worse)| {
        (label(direction).to_owned(), BoxValue::Text(format!("−{}", difference(worse))))
    });
    Panel { title: "Hint".into(), facts: std::iter::once(best).chain(worse).collect(), ..Panel::default() }
}

/// Returns the panel of what expressions printed, the latest last, each line with the number of
/// moves before it.
pub fn printed(lines: &VecDeque<(f64, String)>) -> Option<Panel> {
    const SHOWN: usize = 12;
    let shown = lines.iter().skip(lines.len().saturating_sub(SHOWN));
    let facts: Facts = shown.map(|(moves, line)| (count(*moves), BoxValue::Text(line.clone()))).collect();
    (!facts.is_empty()).then(|| Panel { title: "Output".into(), facts, ..Panel::default() })
}

/// Returns the panel of the problems of a mode file.
pub fn problems(lines: &[String]) -> Option<Panel> {
    const SHOWN: usize = 4;
    const WIDTH: usize = 24;
    let shown = lines.iter().take(SHOWN).flat_map(|line| folded(line, WIDTH, 4));
    let more = lines.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("and {more} more"));
    let facts: Facts = shown.chain(more).map(|line| (String::new(), BoxValue::Text(line))).collect();
    (!facts.is_empty()).then(|| Panel { title: "Problems".into(), facts, ..Panel::default() })
}

/// Returns a line on a game that has ended.
pub fn standing(game: &State) -> Option<&'static str> {
    match game.screen() {
        Screen::Play => None,
        Screen::Win => Some("You win!"),
        Screen::GameOver => Some("Game over."),
    }
}

/// Returns the message that is shown during autoplay.
pub fn autoplay(keymap: &Keymap) -> String {
    let key = |action| keymap.button(action).map(|(key, _)| key).unwrap_or_default();
    let [stop, slower, faster] = [Action::Autoplay, Action::Slower, Action::Faster].map(key);
    format!("it plays by itself: {stop} stops it, {slower} {faster} change the speed")
}

/// Returns the duration of a game, in milliseconds.
fn elapsed(game: &State, now: f64) -> Option<f64> {
    let saved = game.save(now);
    let end = match game.screen() {
        Screen::Play => &saved.elapsed,
        Screen::Win => &saved.victory,
        Screen::GameOver => &saved.game_over,
    };
    end.as_number().or(saved.elapsed.as_number())
}

/// Returns a time in the format of clocks.
fn clock(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).max(0.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Returns the panel of all boxes, to read and click them.
pub fn boxes(boxes: &[InfoBox]) -> Panel {
    let read = boxes.iter().filter(|own| !own.clickable);
    let facts = read.map(|own| (own.title.clone(), own.value.clone()));
    let clicked = boxes.iter().filter(|own| own.clickable);
    let items = clicked.map(|own| {
        let value = match &own.value {
            BoxValue::Text(text) => text.clone(),
            BoxValue::Tiles(tiles) => {
                tiles.iter().map(|tile| tile.text.as_str()).collect::<Vec<_>>().join(" ")
            }
        };
        let label = format!("{}  {value}", own.title);
        Item { label, key: String::new(), choice: Choice::Box(own.index) }
    });
    let mut items: Vec<Item> = items.collect();
    if items.is_empty() {
        items.push(Item { label: "close".into(), key: String::new(), choice: Choice::Nothing });
    }
    Panel { title: "Boxes".into(), facts: facts.collect(), items, ..Panel::default() }
}

/// Returns the panel of all forms of export, and the score service if there is one.
pub fn share(has_service: bool) -> Panel {
    let item = |(number, form): (usize, Form)| Item {
        label: form.label().to_owned(),
        key: number.to_string(),
        choice: Choice::Share(form),
    };
    Panel {
        title: "Share".into(),
        items: (1..).zip(Form::all()).map(item).chain(has_service.then(hand_in)).collect(),
        ..Panel::default()
    }
}
