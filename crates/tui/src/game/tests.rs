use polymerge::Mode;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::*;
use crate::pointer::Gesture;
use crate::view::HitArea;
use crate::view::panel::Choice;

fn play_of(name: &str) -> GameController {
    play_in(name, Mode::built_in(name).unwrap())
}

fn play_in(name: &str, mode: Mode) -> GameController {
    GameController::new(
        name.into(),
        mode.compile().unwrap().start(7).unwrap(),
        Theme::PLAIN,
        &Bindings::default(),
    )
}

fn app() -> GameController {
    play_of("2048")
}

fn press(app: &mut GameController, keys: &str) {
    for key in keys.chars() {
        app.press(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE), 0.0);
    }
}

fn picture(play: &mut GameController, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| play.draw(frame)).unwrap();
    terminal.backend().to_string()
}

/// Returns a place on the screen in this area.
fn place_of(play: &mut GameController, wanted: HitArea) -> (u16, u16) {
    picture(play, 80, 24);
    let places = (0..24).flat_map(|row| (0..80).map(move |column| (column, row)));
    let mut places = places.filter(|(column, row)| play.picture.hits.at(*column, *row) == Some(wanted));
    places.next().unwrap_or_else(|| panic!("{wanted:?} is nowhere"))
}

fn click(play: &mut GameController, wanted: HitArea) -> Option<Effect> {
    let (column, row) = place_of(play, wanted);
    play.point(Gesture::Click(column, row), 0.0)
}

#[test]
fn every_set_of_keys_makes_the_same_moves() {
    let arrows = [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down];
    let mut by_arrows = app();
    for key in arrows {
        by_arrows.press(KeyEvent::new(key, KeyModifiers::NONE), 0.0);
    }
    for keys in ["awds", "AWDS", "hklj", "4862"] {
        let mut app = app();
        press(&mut app, keys);
        assert_eq!(app.state().grid(), by_arrows.state().grid(), "{keys}");
    }
}

#[test]
fn the_mouse_makes_the_same_moves() {
    let (mut by_keys, mut by_clicks, mut by_swipes) = (app(), app(), app());
    press(&mut by_keys, "awds");
    for (direction, across, down) in [(2, -8, 0), (0, 0, -4), (3, 9, 1), (1, 1, 5)] {
        click(&mut by_clicks, HitArea::Direction(direction));
        by_swipes.point(Gesture::Swipe(across, down), 0.0);
    }
    assert_eq!(by_clicks.state().grid(), by_keys.state().grid());
    assert_eq!(by_swipes.state().grid(), by_keys.state().grid());
    let moves = by_clicks.state().moves();
    click(&mut by_clicks, HitArea::Command(Action::Undo));
    assert_eq!(by_clicks.state().moves(), moves - 1.0);
    assert_eq!(click(&mut by_clicks, HitArea::Command(Action::Quit)), Some(Effect::Quit));
}

#[test]
fn moves_can_be_taken_back_and_made_again() {
    let mut app = app();
    let start = app.state().grid();
    press(&mut app, "awds");
    let end = app.state().grid();
    press(&mut app, "uuuu");
    assert_eq!(app.state().grid(), start);
    press(&mut app, "u");
    assert_eq!(app.notice.as_deref(), Some("nothing to undo"));
    press(&mut app, "rrrr");
    assert_eq!((app.state().grid(), app.notice), (end, None));
}

#[test]
fn a_new_game_is_another_one_and_the_same_again_is_the_same() {
    let (mut one, mut two) = (app(), app());
    press(&mut one, "n");
    assert_ne!(one.state().grid(), app().state().grid());
    press(&mut two, "awdsn");
    assert_eq!(one.state().grid(), two.state().grid());
    press(&mut two, "awdsN");
    assert_eq!(one.state().grid(), two.state().grid());
}

#[test]
fn help_is_shown_until_a_key_is_pressed() {
    let mut app = app();
    let start = app.state().grid();
    press(&mut app, "?");
    assert!(picture(&mut app, 80, 24).contains("← a h 4"));
    press(&mut app, "a");
    assert!(!picture(&mut app, 80, 24).contains("← a h 4") && app.state().grid() == start);
}

#[test]
fn q_and_control_c_leave() {
    for (code, modifiers) in
        [(KeyCode::Char('q'), KeyModifiers::NONE), (KeyCode::Char('c'), KeyModifiers::CONTROL)]
    {
        let mut app = app();
        assert_eq!(app.press(KeyEvent::new(code, modifiers), 0.0), Some(Effect::Quit));
    }
}

#[test]
fn keys_during_a_slide_are_not_lost() {
    let (mut quick, mut slow) = (app(), app());
    slow.set_speed(Speed::Off);
    for (step, key) in "awdsawds".chars().enumerate() {
        let event = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
        // Far too quick for any slide to end.
        quick.press(event, step as f64);
        slow.press(event, step as f64);
        assert!(!slow.is_moving());
        assert_eq!(quick.state().grid(), slow.state().grid(), "step {step}");
    }
    assert!(quick.is_moving());
    assert!(quick.tick(1000.0) && !quick.is_moving());
}

#[test]
fn the_end_says_what_happened_and_offers_to_go_on() {
    let mut app = app();
    let mut step = 0;
    while app.state().screen() == Screen::Play {
        press(&mut app, ["a", "w", "d", "s"][step % 4]);
        step += 1;
        assert!(step < 10_000);
    }
    app.tick(10_000.0);
    let screen = picture(&mut app, 60, 20);
    for words in ["Game over", "Score", "Best tile", "Moves", "Time", "watch", "share", "new game"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    // What was meant for the game does nothing.
    press(&mut app, "awds");
    assert!(app.panel.is_some());
    assert_eq!(click(&mut app, HitArea::Item(0)), Some(Effect::Watch));
    press(&mut app, "u");
    assert_eq!((app.state().screen(), app.panel.is_none()), (Screen::Play, true));
    press(&mut app, "r");
    assert_eq!((app.state().screen(), app.panel.is_some()), (Screen::GameOver, true));
    app.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), 0.0);
    assert!(app.panel.is_none());
    press(&mut app, "n");
    assert_eq!(app.state().moves(), 0.0);
}

#[test]
fn what_can_not_be_pressed_is_seen() {
    let mut app = app();
    let mut seen = false;
    for step in 0..40 {
        press(&mut app, ["a", "w"][step % 2]);
        let blocked = app.state().directions_available().iter().position(|open| !open);
        let screen = picture(&mut app, 60, 20);
        let labels = ["↑", "↓", "←", "→"];
        for (index, label) in labels.iter().enumerate() {
            let open = app.state().directions_available()[index];
            assert_eq!(screen.contains(&format!("({label})")), !open, "{screen}");
        }
        seen |= blocked.is_some();
    }
    assert!(seen);
}

#[test]
fn a_cell_is_pointed_at_by_keys() {
    let mut app = app();
    press(&mut app, ".");
    assert_eq!(app.cursor, Some(Cell::new(0, 0)));
    for code in [KeyCode::Right, KeyCode::Down, KeyCode::Down, KeyCode::Left, KeyCode::Left] {
        app.press(KeyEvent::new(code, KeyModifiers::NONE), 0.0);
    }
    assert_eq!((app.cursor, app.state().moves()), (Some(Cell::new(2, 0)), 0.0));
    app.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), 0.0);
    assert_eq!(app.cursor, None);
}

#[test]
fn sharing_is_asked_for_by_number_or_by_choice() {
    let mut app = app();
    press(&mut app, "e");
    assert!(picture(&mut app, 60, 20).contains("Replay code"));
    let key = KeyEvent::new(KeyCode::Char('2'), KeyModifiers::NONE);
    assert_eq!(app.press(key, 0.0), Some(Effect::Share(Form::Replay)));
    press(&mut app, "e");
    app.press(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE), 0.0);
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    assert_eq!(app.press(enter, 0.0), Some(Effect::Share(Form::Cast)));
}

#[test]
fn games_are_handed_in_only_where_a_service_is_set() {
    let mut app = app();
    let key = KeyEvent::new(KeyCode::Char('8'), KeyModifiers::NONE);
    press(&mut app, "e");
    assert!(!picture(&mut app, 60, 20).contains("score service"));
    assert_eq!(app.press(key, 0.0), None);
    app.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), 0.0);
    app.offer_service();
    press(&mut app, "e");
    assert!(picture(&mut app, 60, 20).contains("score service"));
    assert_eq!(app.press(key, 0.0), Some(Effect::HandIn));
}

#[test]
fn tiles_are_clicked_by_the_mouse_and_by_keys() {
    let mode = Mode::built_in("2048").unwrap();
    let mut play = play_in("2048", mode.with("destroying_clicks=3").unwrap());
    let tiles = |play: &GameController| polymerge::motion::contents(play.state());
    let first = *tiles(&play).keys().next().unwrap();
    picture(&mut play, 80, 24);
    let frame = play.picture.hits.grid.unwrap().cell(first);
    play.point(Gesture::Click(frame.x as u16 + 1, frame.y as u16 + 1), 0.0);
    assert!(!tiles(&play).contains_key(&first));
    let second = *tiles(&play).keys().next().unwrap();
    press(&mut play, ".");
    for _ in 0..second.row {
        play.press(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE), 0.0);
    }
    for _ in 0..second.column {
        play.press(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE), 0.0);
    }
    play.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), 0.0);
    assert!(tiles(&play).is_empty());
    press(&mut play, "u");
    assert!(tiles(&play).contains_key(&second));
}

/// Tests the boxes of 1825, which show and hide tiles that were found.
#[test]
fn boxes_are_clicked_by_the_mouse_and_by_keys() {
    let mut play = play_of("059-1825");
    let clickable = |play: &GameController| -> Vec<usize> {
        play.picture.boxes().iter().filter(|own| own.clickable).map(|own| own.index).collect()
    };
    let before = clickable(&play);
    let index = *before.first().expect("a box to click");
    // There is no room for it on the screen, or there is: the list has it.
    press(&mut play, ",");
    assert!(matches!(play.panel.as_ref().unwrap().choice(0), Some(Choice::Box(first)) if first == index));
    play.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), 0.0);
    let after = clickable(&play);
    assert_ne!(after, before);
    press(&mut play, ",");
    click(&mut play, HitArea::Item(0));
    assert_eq!(clickable(&play), before);
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).unwrap();
    terminal.draw(|frame| play.draw(frame)).unwrap();
    let places = (0..60).flat_map(|row| (0..200).map(move |column| (column, row)));
    let mut places = places.filter(|(x, y)| play.picture.hits.at(*x, *y) == Some(HitArea::Box(index)));
    let (column, row) = places.next().expect("the box on a large screen");
    play.point(Gesture::Click(column, row), 0.0);
    assert_eq!(clickable(&play), after);
}

#[test]
fn the_view_follows_what_happens_on_a_large_board() {
    let mode = Mode::built_in("2048").unwrap();
    let mut play = play_in("2048", mode.with("width=60").unwrap().with("height=40").unwrap());
    for key in ["a", "w", "d", "s", "a", "s", "d", "w"] {
        picture(&mut play, 60, 20);
        let before = polymerge::motion::contents(play.state());
        press(&mut play, key);
        picture(&mut play, 60, 20);
        let grid = play.picture.hits.grid.unwrap();
        let after = polymerge::motion::contents(play.state());
        let changed = after.iter().filter(|(cell, tile)| before.get(cell) != Some(tile));
        assert!(changed.map(|(cell, _)| cell).any(|cell| grid.shows(*cell)), "{key}");
    }
    // By hand it goes anywhere.
    let corner = play.picture.hits.grid.unwrap().moved(0, 0);
    for (code, rows) in [(KeyCode::PageDown, -1), (KeyCode::PageUp, 1)] {
        play.press(KeyEvent::new(code, KeyModifiers::NONE), 0.0);
        picture(&mut play, 60, 20);
        let moved = play.picture.camera.corner;
        play.point(Gesture::Scroll(rows, 0), 0.0);
        picture(&mut play, 60, 20);
        // One of the two may have met the edge.
        assert!(moved != corner || play.picture.camera.corner != corner, "{code:?}");
        play.picture.camera.corner = corner;
        picture(&mut play, 60, 20);
    }
}

#[test]
fn messages_of_scripts_stay_as_long_as_they_say() {
    let mut play = app();
    let mut turn = Turn::default();
    turn.events = vec![Event::Announcement { message: "well done".into(), milliseconds: 2000.0 }].into();
    play.announce(&turn, 100.0);
    play.tick(2000.0);
    assert!(picture(&mut play, 60, 20).contains("well done"));
    play.tick(2200.0);
    assert!(!picture(&mut play, 60, 20).contains("well done"));
}

#[test]
fn why_is_asked_with_a_direction_and_answered_over_the_board() {
    let mut play = app();
    press(&mut play, "Y");
    assert!(picture(&mut play, 80, 24).contains("why? Press a direction"));
    let before = play.state().grid();
    press(&mut play, "w");
    let shown = picture(&mut play, 100, 30);
    assert!(shown.contains("Why: ↑") && shown.contains("A tile spawns, drawn from"), "{shown}");
    assert_eq!(play.state().grid(), before);
    press(&mut play, "x");
    assert!(!picture(&mut play, 80, 24).contains("Why"));
    // The help is the keys again, and another key is no direction.
    press(&mut play, "?");
    assert!(picture(&mut play, 80, 24).contains("Keys"));
    press(&mut play, "?Yt");
    press(&mut play, "w");
    assert_ne!(play.state().grid(), before);
}

#[test]
fn output_is_shown_beside_the_board() {
    let file = r##"{ "extends": "classic.jsonc", "scripts": [{ "on": "EndTurn", "do": "= moves.output('moves')" }] }"##;
    let mut play = play_in("printing", Mode::from_text(file, &Default::default()).unwrap());
    press(&mut play, "wasd");
    let shown = picture(&mut play, 110, 30);
    assert!(shown.contains("Output") && shown.contains("moves: 2"), "{shown}");
}

#[test]
fn a_game_goes_on_by_the_new_rules_of_an_edited_file() {
    let mode = |text: &str| Box::new(Mode::from_text(text, &Default::default()).unwrap());
    let mut play = play_in("edited", *mode(r#"{ "extends": "classic.jsonc" }"#));
    press(&mut play, "wasd");
    let (grid, score) = (play.state().grid(), play.state().score());
    let problems = vec!["error, line 3: nothing is named `scor`".to_owned()];
    play.edited(&Edit { mode: None, problems });
    assert!(picture(&mut play, 110, 30).contains("Problems"));
    assert_eq!(play.state().grid(), grid);
    let with_goal = mode(r#"{ "extends": "classic.jsonc", "win": [[3]] }"#);
    play.edited(&Edit { mode: Some(with_goal), problems: Vec::new() });
    let shown = picture(&mut play, 110, 30);
    assert!(shown.contains("the new rules are in play") && !shown.contains("Problems"), "{shown}");
    assert_eq!((play.state().grid(), play.state().score()), (grid, score));
    let larger = mode(r#"{ "extends": "classic.jsonc", "grid": "5x5" }"#);
    play.edited(&Edit { mode: Some(larger), problems: Vec::new() });
    assert!(picture(&mut play, 110, 40).contains("begun anew: the board"), "{:?}", play.notice);
    assert_eq!((play.state().width(), play.state().score()), (5, score));
}

/// Lets time pass until a condition holds.
fn wait_for(play: &mut GameController, wanted: impl Fn(&GameController) -> bool) {
    for step in 1..10_000 {
        if wanted(play) {
            return;
        }
        play.tick(f64::from(step) * 100.0);
    }
    panic!("it does not come: {:?}", play.notice);
}

#[test]
fn a_hint_is_said_until_the_next_key() {
    let mut app = app();
    press(&mut app, "t");
    assert!(app.is_busy());
    wait_for(&mut app, |app| app.notice.is_some());
    assert!(picture(&mut app, 80, 24).contains("hint: "));
    assert!(!app.is_busy() && app.state().moves() == 0.0);
    press(&mut app, "a");
    assert_eq!(app.notice, None);
}

#[test]
fn autoplay_goes_on_until_a_key_is_pressed() {
    let mut app = app();
    press(&mut app, "p");
    wait_for(&mut app, |app| app.state().moves() >= 3.0);
    press(&mut app, ">>");
    assert_eq!(app.notice.as_deref(), Some("speed of autoplay: 5 of 6"));
    wait_for(&mut app, |app| app.state().moves() >= 6.0);
    press(&mut app, "p");
    assert!(!app.is_busy());
    press(&mut app, "o");
    let moves = app.state().moves();
    wait_for(&mut app, |app| app.state().moves() > moves);
    assert!(!app.is_busy() && app.state().moves() == moves + 1.0);
}

#[test]
fn autoplay_stops_at_the_end_of_a_game() {
    let small = Mode::built_in("classic").unwrap().with("grid=2x2").unwrap();
    let mut app = play_in("classic", small);
    press(&mut app, "p>>>");
    wait_for(&mut app, |app| app.state().screen() == Screen::GameOver && !app.is_busy());
}

#[test]
fn arrows_without_a_direction_say_which_keys_there_are() {
    let mut play = play_in("2048", Mode::built_in("2048").unwrap().with("grid=hexagon:3").unwrap());
    play.press(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE), 0.0);
    let picture = picture(&mut play, 100, 30);
    assert!(picture.contains("directions here: ↖ "), "{picture}");
}

#[test]
fn autoplay_says_how_it_is_stopped() {
    let mut play = app();
    press(&mut play, "p");
    assert!(picture(&mut play, 80, 24).contains("p stops it, < > change the speed"));
}
