//! What panels of a game say: how it ended, its boxes, how to share it.

use polymerge::advanced::rules::Screen;
use polymerge::calc::number;
use polymerge::State;

use crate::terminal::board::{BoxValue, InfoBox};
use crate::terminal::keys::{Action, Keymap};
use crate::terminal::picture::Picture;
use crate::terminal::share::Form;
use crate::terminal::view::panel::{Choice, Item, Panel};

/// What is offered at the end of a game.
const OFFERS: [Action; 7] =
    [Action::PlayOn, Action::Watch, Action::Share, Action::New, Action::Again, Action::Undo, Action::Modes];

/// The entry that hands a game in to a score service.
fn hand_in() -> Item {
    let label = "hand in to the score service".to_owned();
    // Behind the forms in which the game can be given to others.
    Item { label, key: (Form::all().count() + 1).to_string(), choice: Choice::HandIn }
}

/// How a game ended, and what can be done now; `None` if it goes on.
pub fn ending(
    game: &State,
    picture: &Picture,
    keymap: &Keymap,
    now: f64,
    has_service: bool,
) -> Option<Panel> {
    let screen = game.screen();
    let title = match screen {
        Screen::Play => return None,
        Screen::Win => "You win!",
        Screen::GameOver => "Game over",
    };
    let text = |text: String| BoxValue::Text(text);
    let mut facts = vec![("Score".to_owned(), text(number::to_text(game.score())))];
    facts.extend(picture.best(game, now).map(|tile| ("Best tile".to_owned(), BoxValue::Tiles(vec![tile]))));
    facts.push(("Moves".to_owned(), text(number::to_text(game.moves()))));
    facts.push(("Merges".to_owned(), text(number::to_text(game.merges()))));
    facts.extend(elapsed(game, now).map(|time| ("Time".to_owned(), text(clock(time)))));
    let can_go_on = screen == Screen::Win && game.rules().postgame_allowed();
    let offers = OFFERS.into_iter().filter(|action| can_go_on || *action != Action::PlayOn);
    let items = offers.filter_map(|action| {
        let (key, label) = keymap.button(action)?;
        Some(Item { label: label.to_owned(), key, choice: Choice::Command(action) })
    });
    let items = items.chain(has_service.then(hand_in));
    Some(Panel { title: title.to_owned(), facts, items: items.collect(), chosen: 0 })
}

/// One line on how a game stands that has ended.
pub fn standing(game: &State) -> Option<&'static str> {
    match game.screen() {
        Screen::Play => None,
        Screen::Win => Some("You win!"),
        Screen::GameOver => Some("Game over."),
    }
}

/// How long a game took, in milliseconds.
fn elapsed(game: &State, now: f64) -> Option<f64> {
    let saved = game.save(now);
    let end = match game.screen() {
        Screen::Play => &saved.elapsed,
        Screen::Win => &saved.victory,
        Screen::GameOver => &saved.game_over,
    };
    end.as_number().or(saved.elapsed.as_number())
}

/// A time as clocks show it.
fn clock(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).max(0.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// All boxes, to be read and clicked.
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
    Panel { title: "Boxes".into(), facts: facts.collect(), items, chosen: 0 }
}

/// All forms in which the game can be given to others, a score service among them if there is one.
pub fn share(has_service: bool) -> Panel {
    let item = |(number, form): (usize, Form)| Item {
        label: form.label().to_owned(),
        key: number.to_string(),
        choice: Choice::Share(form),
    };
    Panel {
        title: "Share".into(),
        facts: Vec::new(),
        items: (1..).zip(Form::all()).map(item).chain(has_service.then(hand_in)).collect(),
        chosen: 0,
    }
}
