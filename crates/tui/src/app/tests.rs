use polymerge::advanced::rules::Screen;
use polymerge_app::config;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::*;
use crate::service::{Daily, ServiceCalls};

fn app() -> App {
    app_with(None)
}

fn app_with(saves: Option<Saves>) -> App {
    let first = OpenGame::of_mode("001-2048", false, saves.as_ref(), 7, 0.0).unwrap();
    let mut app = App::new(Some(first), saves, Theme::PLAIN, Bindings::default()).with_speed(Speed::Off);
    app.lobby = app.lobby.with_modes(&["1", "2", "classic"]);
    app
}

fn press(app: &mut App, keys: &[KeyCode]) {
    for &key in keys {
        app.press(KeyEvent::new(key, KeyModifiers::NONE), 0.0);
    }
}

fn picture(app: &mut App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn another_mode_is_chosen_by_name_and_the_first_game_waits() {
    let mut app = app();
    press(&mut app, &[KeyCode::Left, KeyCode::Up]);
    let first = picture(&mut app);
    press(&mut app, &[KeyCode::Tab]);
    press(&mut app, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
    assert!(picture(&mut app).contains("2187"));
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.games.len(), 2);
    assert_ne!(picture(&mut app), first);
    press(&mut app, &[KeyCode::Tab]);
    press(&mut app, &"001-2048".chars().map(KeyCode::Char).collect::<Vec<_>>());
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.games.len(), 2);
    assert_eq!(picture(&mut app), first);
}

#[test]
fn a_recording_is_written_while_the_game_goes_on() {
    let folder = std::env::temp_dir().join(format!("polymerge-giving-{}", std::process::id()));
    let mut app = app().with_export_folder(Some(folder.clone()));
    press(&mut app, &[KeyCode::Left, KeyCode::Char('e'), KeyCode::Char('7')]);
    assert!(picture(&mut app).contains("recording the game; you can play on"));
    press(&mut app, &[KeyCode::Up, KeyCode::Char('e'), KeyCode::Char('7')]);
    assert!(picture(&mut app).contains("wait until it is done"));
    while !app.tick(0.0) {}
    assert!(picture(&mut app).contains("written to"));
    assert!(app.take_export_job().is_none());
    let recording = std::fs::read_to_string(folder.join("001-2048-game.cast")).unwrap();
    assert!(recording.starts_with("{\"height\":20"), "{recording}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_the_score_service_says_is_reported() {
    let mut app = app().with_service(Some(Service::new(ServiceCalls {
        hand_in: |shared| Err(format!("{} is refused", shared.name).into()),
        daily: || Err("there is no service".into()),
        is_ranked: |_| false,
        checkpoint: |_| None,
    })));
    press(&mut app, &[KeyCode::Char('e'), KeyCode::Char('8')]);
    assert!(picture(&mut app).contains("submitting; you can play on"));
    while !app.tick(0.0) {}
    assert!(picture(&mut app).contains("001-2048 is refused"));
    press(&mut app, &[KeyCode::Tab]);
    while !app.poll_service() {}
    assert!(picture(&mut app).contains("no game of the day: there is no service"));
}

#[test]
fn the_game_of_the_day_is_on_the_home_screen() {
    let daily = || {
        let (mode, title, date) = ("002-2187".into(), "2187".into(), "2026-11-26".into());
        Ok(Daily { mode, title, seed: 42, date, ends: u64::MAX })
    };
    let mut app = app().with_service(Some(Service::new(ServiceCalls {
        hand_in: |_| Ok(String::new()),
        daily,
        is_ranked: |_| false,
        checkpoint: |_| None,
    })));
    press(&mut app, &[KeyCode::Tab]);
    while !app.poll_service() {}
    assert!(picture(&mut app).contains("Daily game: 2187"));
    press(&mut app, &[KeyCode::Enter]);
    let game = |app: &App| app.games.last().map(|screen| (screen.mode.clone(), screen.controller.seed()));
    assert_eq!(game(&app), Some(("002-2187".into(), 42)));
    press(&mut app, &[KeyCode::Left, KeyCode::Tab, KeyCode::Enter]);
    assert_eq!(app.games.len(), 2, "the game of the day waits");
}

#[test]
fn a_theme_that_is_chosen_stays_chosen() {
    let file = std::env::temp_dir().join(format!("polymerge-theme-{}.toml", std::process::id()));
    _ = std::fs::remove_file(&file);
    let mut app = app().with_settings(Some(file.clone()));
    let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
    app.press(control('t'), 0.0);
    assert!(picture(&mut app).contains("theme: dark"));
    app.press(control('a'), 0.0);
    let kept = config::Config::of_file(&file).unwrap();
    assert_eq!((kept.setting("theme"), kept.setting("animation")), ("dark", "normal"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn escape_does_what_the_footer_says() {
    let mut app = App::new(None, None, Theme::PLAIN, Bindings::default());
    app.lobby = Lobby::new(None, Bindings::default()).with_modes(&["1", "2"]);
    let says = |app: &mut App, part: &str| {
        let picture = picture(app);
        let footer = picture.lines().last().unwrap_or_default();
        assert!(footer.contains(part), "{part}: {picture}");
    };
    press(&mut app, &[KeyCode::Char('2')]);
    says(&mut app, "Esc all modes");
    press(&mut app, &[KeyCode::Esc]);
    says(&mut app, "Esc quit");
    assert!(!app.finished());
    press(&mut app, &[KeyCode::Enter, KeyCode::Esc, KeyCode::Down]);
    says(&mut app, "Esc back to the game");
    press(&mut app, &[KeyCode::Esc]);
    assert!(!app.in_lobby && !app.finished());
    // Without a game, nothing is left to go back to.
    let mut app = App::new(None, None, Theme::PLAIN, Bindings::default());
    press(&mut app, &[KeyCode::Esc]);
    assert!(app.finished());
}

#[test]
fn escape_leads_from_the_list_back_to_the_game() {
    let mut app = app();
    // Whatever is said at the start has been read.
    press(&mut app, &[KeyCode::Null]);
    let game = picture(&mut app);
    press(&mut app, &[KeyCode::Esc]);
    assert_ne!(picture(&mut app), game);
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!(picture(&mut app), game);
    assert!(!app.finished());
}

#[test]
fn every_move_is_kept_at_once() {
    let folder = std::env::temp_dir().join(format!("polymerge-app-{}", std::process::id()));
    let saves = Saves::in_folder(folder.clone());
    let mut one = app_with(Some(saves.clone()));
    press(&mut one, &[KeyCode::Tab]);
    press(&mut one, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
    press(&mut one, &[KeyCode::Enter, KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down]);
    let last = picture(&mut one);
    // The program ends without leaving the game, and is started again.
    drop(one);
    let mut two = app_with(Some(saves));
    press(&mut two, &[KeyCode::Tab]);
    press(&mut two, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
    press(&mut two, &[KeyCode::Enter]);
    assert_eq!(picture(&mut two), last);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn rules_are_scrolled_to_their_end_and_no_further() {
    let mut app = app();
    let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
    press(&mut app, &[KeyCode::Tab]);
    press(&mut app, &"2187".chars().map(KeyCode::Char).collect::<Vec<_>>());
    let mut seen = vec![picture(&mut app)];
    while app.lobby.work() {
        seen = vec![picture(&mut app)];
    }
    for _ in 0..100 {
        app.press(control('f'), 0.0);
        seen.push(picture(&mut app));
    }
    seen.dedup();
    // The last words about 2187, and the way back, line by line.
    assert!(seen.len() > 2 && seen.last().unwrap().contains(" was."), "{}", seen.last().unwrap());
    for before in seen.iter().rev().skip(1) {
        app.press(control('b'), 0.0);
        assert_eq!(picture(&mut app), *before);
    }
}

#[test]
fn no_keys_whatever_stop_the_lists() {
    use polymerge::Randomness;
    use polymerge::Rng;

    let mut app = app();
    app.press(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE), 0.0);
    let mut random = Rng::new(3);
    let bytes: Vec<u8> = (0..2000).map(|_| (random.next().unwrap() * 256.0) as u8).collect();
    let mut bytes = bytes.into_iter();
    let events = robot::Events::new(&mut bytes);
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    for event in events {
        app.handle(&event, 0.0);
        app.tick(0.0);
        if let Event::Resize(width, height) = event {
            terminal.backend_mut().resize(width, height);
            terminal.draw(|frame| app.draw(frame)).unwrap();
        }
    }
}

#[test]
fn the_mode_of_a_changed_game_is_changed_further_and_begun_again() {
    let folder = std::env::temp_dir().join(format!("polymerge-changed-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    let saves = Saves::in_folder(folder.clone());
    let first = polymerge::Mode::built_in("001-2048").unwrap().with("grid=hexagon:3").unwrap();
    let mut game = first.compile().unwrap().start(7).unwrap();
    let moved = (0..6).any(|direction| game.play(direction).is_ok_and(|turn| turn.moved));
    assert!(moved);
    let open_game = OpenGame::at(game, "2048", false, Some(&saves));
    let mut open_game = open_game.changed(&["grid=hexagon:3".to_owned()]);
    open_game.keep().unwrap();
    drop(open_game);

    // key that is pressed on the line to go on with, what else, what is changed then
    let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
    for (key, typed, changes) in [
        ('e', "garbage=2\n\n", "grid=hexagon:3, garbage=2"),
        ('n', "", "grid=hexagon:3"),
        ('e', "\n", "grid=hexagon:3"),
    ] {
        // Only the first game waits.
        let records = saves.list().games;
        let first = records.iter().min_by_key(|record| record.begun).unwrap();
        records
            .iter()
            .filter(|record| record.id != first.id)
            .for_each(|record| saves.delete(&record.id).unwrap());
        let mut app = App::new(None, Some(saves.clone()), Theme::PLAIN, Bindings::default());
        app.lobby = Lobby::new(Some(saves.clone()), Bindings::default()).with_modes(&["1", "2"]);
        app.enter_lobby();
        app.press(control(key), 0.0);
        for c in typed.chars() {
            press(&mut app, &[if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) }]);
        }
        assert!(!app.in_lobby, "{key} {typed}: {}", picture(&mut app));
        let screen = app.games.last().unwrap();
        assert_eq!(screen.slot.as_ref().unwrap().record().changes, changes);
        assert_eq!(screen.controller.state().width(), 13, "{key} {typed}");
        assert_eq!(screen.controller.state().moves(), 0.0, "{key} {typed}");
    }
    _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn time_stands_still_while_the_board_is_away() {
    let mut app = app();
    let key = |app: &mut App, key, now| app.press(KeyEvent::new(key, KeyModifiers::NONE), now);
    let played = |app: &mut App, now| {
        app.tick(now);
        app.games[0].controller.state().save(now).elapsed.as_number()
    };
    key(&mut app, KeyCode::Left, 0.0);
    key(&mut app, KeyCode::Up, 0.0);
    assert_eq!(played(&mut app, 5_000.0), Some(5_000.0));
    key(&mut app, KeyCode::Tab, 5_000.0);
    app.tick(5_000.0);
    key(&mut app, KeyCode::Esc, 65_000.0);
    app.tick(65_000.0);
    key(&mut app, KeyCode::Right, 66_000.0);
    assert_eq!(app.games[0].controller.game().state().save(6_000.0).elapsed.as_number(), Some(6_000.0));
}

/// Returns an empty folder for saved games.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("polymerge-{name}-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn games_with_hints_and_autoplay_are_marked_and_counted_apart() {
    use polymerge_app::saves::Mover;

    // keys, who has moved
    for (number, (keys, by)) in [
        ("a", Mover::Hand),
        ("ta", Mover::Hints),
        ("o", Mover::Hints),
        ("op", Mover::Autoplay),
        // Another game is begun by hand.
        ("ona", Mover::Hand),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("by-{number}"));
        let saves = Saves::in_folder(folder.clone());
        let mut app = app_with(Some(saves.clone()));
        let mut now = 0.0;
        for key in keys.chars() {
            app.press(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE), now);
            // A hint, and the first move of the program, take some time.
            let moves = |app: &App| app.games.last().unwrap().controller.state().moves();
            let before = moves(&app);
            while app.is_busy() && moves(&app) == before {
                now += 50.0;
                app.tick(now);
            }
        }
        let games = saves.list().games;
        let newest = games.iter().max_by_key(|game| u64::from_str_radix(&game.id, 16).unwrap()).unwrap();
        assert_eq!(newest.by, by, "{keys}");
        let statistics = saves.statistics();
        let by_hand = statistics.of_mode("001-2048").map_or(0, |totals| totals.games);
        assert_eq!(by_hand, usize::from(by == Mover::Hand), "{keys}");
        assert_eq!(statistics.total().games, games.len(), "{keys}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_file_that_can_not_be_read_is_reported_once() {
    let folder = folder("told");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("1f.game"), "").unwrap();
    let saves = Saves::in_folder(folder.clone());
    let mut terminal = Terminal::new(TestBackend::new(200, 30)).unwrap();
    let mut picture = |app: &mut App| {
        terminal.draw(|frame| app.draw(frame)).unwrap();
        terminal.backend().to_string()
    };
    let message = "1f.game: this saved game is empty; it stays as it is";
    // In a game as well as on the home screen.
    let mut app = app_with(Some(saves.clone()));
    assert!(picture(&mut app).contains(message), "{}", picture(&mut app));
    press(&mut app, &[KeyCode::Left, KeyCode::Tab]);
    assert!(!picture(&mut app).contains(message));
    let mut app = App::new(None, Some(saves), Theme::PLAIN, Bindings::default());
    assert!(picture(&mut app).contains(message), "{}", picture(&mut app));
    press(&mut app, &[KeyCode::Down]);
    assert!(!picture(&mut app).contains(message));
    assert_eq!(std::fs::read(folder.join("1f.game")).unwrap(), b"");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn texts_of_modes_are_drawn_without_control_characters() {
    let file = r##"{
        "extends": "classic.jsonc",
        "title": "Evil\u001b[2J\u009b2J",
        "rules_text": [{ "h1": "Evil\u001b[2J\u009b2J" }, "\u001b[31m"],
        "tiles": [{ "colour": "#ffffff", "text": "\u001b[2J" }],
        "stat_boxes": [{ "title": "\u001b[2J", "value": ["\u001b]52;c;aGVsbG8=\u0007"] }]
    }"##;
    let folder = folder("harmless");
    let saves = Saves::in_folder(folder.clone());
    let mode = polymerge::Mode::from_text(file, &polymerge::Limits::default()).unwrap();
    let game = mode.compile().unwrap().start(7).unwrap();
    let first = OpenGame::at(game, "evil", false, Some(&saves));
    let mut app =
        App::new(Some(first), Some(saves), Theme::PLAIN, Bindings::default()).with_speed(Speed::Off);
    app.lobby = app.lobby.with_modes(&["1"]);
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
    let keys = [
        KeyCode::Left,
        KeyCode::Up,
        KeyCode::Char(','),
        KeyCode::Esc,
        KeyCode::Char('v'),
        KeyCode::Esc,
        KeyCode::Tab,
    ];
    let keys = keys.map(|key| KeyEvent::new(key, KeyModifiers::NONE)).into_iter();
    for key in keys.chain([control('g'), control('s'), control('e')]) {
        app.press(key, 0.0);
        app.tick(0.0);
        terminal.draw(|frame| app.draw(frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        let found = cells.iter().find(|cell| cell.symbol().contains(char::is_control));
        assert_eq!(found, None, "{key:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
#[test]
fn texts_of_modes_do_not_control_the_terminal() {
    let file = format!("{}/../../stress/hostile/text-control.jsonc", env!("CARGO_MANIFEST_DIR"));
    let mut app = app();
    app.open(source::open_mode(&file, true), 0.0);
    assert!(!app.in_lobby);
    assert_eq!(app.games.last().map(|screen| screen.controller.state().screen()), Some(Screen::Play));
    // The game, a move, the help, all boxes, and the lists around it.
    for key in
        [KeyCode::Null, KeyCode::Left, KeyCode::Char('?'), KeyCode::Char(','), KeyCode::Esc, KeyCode::Esc]
    {
        press(&mut app, &[key]);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
        let symbols = terminal.backend().buffer().content().iter().map(|cell| cell.symbol());
        let hostile: Vec<&str> = symbols.filter(|symbol| symbol.chars().any(char::is_control)).collect();
        assert!(hostile.is_empty(), "{key:?}: {hostile:?}");
    }
}
