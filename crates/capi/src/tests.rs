//! The functions as C calls them.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_void};
use std::mem::{MaybeUninit, size_of};
use std::sync::OnceLock;

use proptest::prelude::*;

use crate::batch::PmBatch;
use crate::engine::*;
use crate::exports::*;
use crate::fault::*;
use crate::ffi::made::{self, Read};
use crate::ffi::{Afterstate, Buffer, Limits, Out, Spawn, Status};
use crate::game::*;
use crate::replay::*;
use crate::rules::*;

/// The handle that a call makes, and what the call gave.
fn handle<T>(call: impl FnOnce(Out<'_, Option<Box<T>>>) -> i32) -> Result<Box<T>, i32> {
    let mut place = MaybeUninit::new(None);
    let status = call(made::out(&mut place));
    let made = made::taken(place);
    assert_eq!(made.is_some(), status == PM_OK);
    made.ok_or(status)
}

fn open(text: &CStr) -> Result<Box<PmRules>, i32> {
    handle(|rules| pm_open(made::text(text), made::nothing(), rules, made::no_out()))
}

fn open_game(text: &str) -> Result<Box<PmGame>, i32> {
    let text = CString::new(text).unwrap();
    handle(|game| pm_open(made::text(&text), made::nothing(), made::no_out(), game))
}

fn start(rules: &PmRules, seed: u64) -> Box<PmGame> {
    handle(|game| pm_game_start(Some(rules), seed, 0.0, game)).unwrap()
}

/// The text that a call puts into a buffer, asked for as C does: first its length.
fn text(mut call: impl FnMut(Option<&mut Buffer>) -> i32) -> Result<String, i32> {
    let mut asking = made::buffer(None);
    match call(Some(&mut asking)) {
        PM_OK => {}
        status => return Err(status),
    }
    let length = made::length(&asking);
    let mut short = vec![7; length];
    assert_eq!(call(Some(&mut made::buffer(Some(&mut short)))), PM_SPACE);
    assert!(short.iter().all(|byte| *byte == 7), "nothing is written where there is no room");
    let mut room = vec![7; length + 1];
    assert_eq!(call(Some(&mut made::buffer(Some(&mut room)))), PM_OK);
    assert_eq!(room.pop(), Some(0));
    Ok(String::from_utf8(room).unwrap())
}

fn status(game: &PmGame) -> Status {
    let mut status = made::status(size_of::<Status>());
    assert_eq!(pm_game_status(Some(game), made::filled(&mut status)), PM_OK);
    status
}

fn play(game: &PmGame, direction: u32) -> (i32, i32, f64) {
    let (mut moved, mut score) = (MaybeUninit::new(9), MaybeUninit::new(9.0));
    let status =
        pm_game_play(made::own(Some(game)), direction, 0.0, made::out(&mut moved), made::out(&mut score));
    (status, made::taken(moved), made::taken(score))
}

#[test]
fn a_game_is_played_to_its_end() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    let mut sum = 0.0;
    loop {
        let now = status(&game);
        if now.status == PM_OVER {
            break;
        }
        if now.status == PM_WON {
            assert_eq!(pm_game_act(made::own(Some(&game)), made::text(c"on"), 0.0), PM_OK);
            continue;
        }
        let (status, moved, score) = play(&game, now.legal.trailing_zeros());
        assert_eq!((status, moved), (PM_OK, 1));
        sum += score;
    }
    let end = status(&game);
    assert_eq!((end.score, end.legal, end.rows, end.columns, end.directions), (sum, 0, 4, 4, 4));
    // What is refused changes nothing, the events of the last turn neither.
    let events = |game: &PmGame| text(|into| pm_game_text(made::own(Some(game)), PM_GAME_EVENTS, into));
    let last = events(&game).unwrap();
    assert_eq!(pm_game_redo(made::own(Some(&game))), PM_REFUSED);
    assert_eq!(events(&game).unwrap(), last);
    assert_eq!(pm_game_undo(made::own(Some(&game))), PM_OK);
    assert_eq!((status(&game).status, status(&game).redo_steps), (PM_PLAYING, 1));
    assert_eq!(pm_game_redo(made::own(Some(&game))), PM_OK);
    assert_eq!(pm_game_redo(made::own(Some(&game))), PM_REFUSED);
    assert_eq!(made::read(pm_last_error_code()), "nothing-to-redo");
    pm_game_free(made::freed(Some(game)));
    pm_rules_free(made::freed(Some(rules)));
}

#[test]
fn texts_come_back_as_what_they_were() {
    let rules = open(c"dive").unwrap();
    let game = start(&rules, 7);
    play(&game, 0);
    for what in [PM_GAME_CODE, PM_GAME_REPLAY, PM_GAME_SAVED] {
        let code = text(|into| pm_game_text(made::own(Some(&game)), what, into)).unwrap();
        let again = open_game(&code).unwrap();
        let grid =
            |game: &PmGame| text(|into| pm_game_eval(Some(game), made::text(c"[\"@Grid\"]"), into)).unwrap();
        assert!(grid(&again) == grid(&game) && status(&again).score == status(&game).score);
    }
    for what in [PM_RULES_CODE, PM_RULES_FILE] {
        let code = CString::new(text(|into| pm_rules_text(Some(&rules), what, into)).unwrap()).unwrap();
        assert!(open(&code).is_ok());
    }
    let info = text(|into| pm_rules_text(Some(&rules), PM_RULES_INFO, into)).unwrap();
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["name"], &info["directions"][2]["words"]), (&"050-dive".into(), &"left".into()));
    assert_eq!(pm_rules_text(Some(&rules), 99, Some(&mut made::buffer(None))), PM_INPUT);
}

#[test]
fn what_happened_is_data() {
    let rules = open(c"2048").unwrap();
    let game = start(&rules, 7);
    let legal = status(&game).legal.trailing_zeros();
    play(&game, legal);
    let events = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_EVENTS, into)).unwrap();
    let events: serde_json::Value = serde_json::from_str(&events).unwrap();
    assert_eq!(events["moved"], true);
    let spawn = events["events"].as_array().unwrap().iter().find(|event| event["kind"] == "spawn").unwrap();
    assert_eq!(spawn["tile"], serde_json::json!([1]));
    let sum = text(|into| pm_game_eval(Some(&game), made::text(c"[\"@Score\", \"+\", 1]"), into));
    assert_eq!(sum.unwrap(), (status(&game).score + 1.0).to_string());
}

#[test]
fn times_that_are_none_are_refused() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    let legal = status(&game).legal.trailing_zeros();
    play(&game, legal);
    let saved = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_SAVED, into)).unwrap();
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let started = handle(|game| pm_game_start(Some(&rules), 7, now, game));
        assert_eq!(started.err(), Some(PM_INPUT), "{now}");
        let played = pm_game_play(made::own(Some(&game)), 0, now, made::no_out(), made::no_out());
        let acted = ["tick", "on", "again"].map(|action| {
            let action = CString::new(action).unwrap();
            pm_game_act(made::own(Some(&game)), made::text(&action), now)
        });
        assert_eq!((played, acted), (PM_INPUT, [PM_INPUT; 3]), "{now}");
    }
    assert_eq!(text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_SAVED, into)).unwrap(), saved);
}

#[test]
fn boards_are_numbers_as_in_batches() {
    let rules = open(c"2048").unwrap();
    let game = start(&rules, 7);
    let (mut kinds, mut values) = ([9; 16], [9.0; 16]);
    let board = made::board(16, Some(&mut kinds), Some(&mut values));
    assert_eq!(pm_game_board(made::own(Some(&game)), made::given(&board)), PM_OK);
    let batch = handle(|batch| pm_batch_new(Some(&rules), 2, 7, batch)).unwrap();
    let mut read = Read::of(2, 16);
    assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(None))), PM_OK);
    assert_eq!((&read.kinds[..16], &read.values[..16]), (&kinds[..], &values[..]));
    assert_eq!(
        (kinds.iter().filter(|kind| **kind == PM_EMPTY).count(), values.iter().sum::<f64>()),
        (14, 2.0)
    );
    let of_game = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_KINDS, into)).unwrap();
    assert_eq!(of_game, text(|into| pm_batch_kinds(made::own(Some(&batch)), into)).unwrap());
    let table: serde_json::Value = serde_json::from_str(&of_game).unwrap();
    let one = kinds.iter().find(|kind| **kind >= 0).unwrap();
    assert_eq!(table[*one as usize]["value"], 1.0);
    let short = made::board(15, None, None);
    assert_eq!(pm_game_board(made::own(Some(&game)), made::given(&short)), PM_INPUT);
}

#[test]
fn a_batch_goes_as_its_games_go() {
    let rules = open(c"classic").unwrap();
    let batch = handle(|batch| pm_batch_new(Some(&rules), 3, 5, batch)).unwrap();
    let game = start(&rules, 6);
    let mut read = Read::of(3, 16);
    for _ in 0..50 {
        assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(None))), PM_OK);
        let directions: Vec<u8> = read.legal.iter().map(|mask| mask.trailing_zeros() as u8).collect();
        assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(Some(&directions)))), PM_OK);
        let (status, moved, score) = play(&game, directions[1].into());
        assert_eq!((status, moved, score), (PM_OK, read.moved[1].into(), read.rewards[1]));
        assert_eq!(read.failed, [0; 3]);
    }
    assert_eq!(pm_batch_load(made::own(Some(&batch)), 0, Some(&game)), PM_OK);
    assert_eq!(pm_batch_reset(made::own(Some(&batch)), 2, 6), PM_OK);
    assert_eq!(pm_batch_reset(made::own(Some(&batch)), 3, 6), PM_REFUSED);
    assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(None))), PM_OK);
    assert_eq!(read.kinds[..16], read.kinds[16..32]);
    // A direction that there is not fails in its game, not in others.
    assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(Some(&[9, 0, 0])))), PM_OK);
    assert_eq!(read.failed[0], 1);
    let mut wrong = Read::of(2, 16);
    assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&wrong.step(None))), PM_INPUT);
}

/// A batch looks ahead in all of its games as an engine does in one.
#[test]
fn boards_after_each_direction_are_those_of_an_engine() {
    let rules = open(c"classic").unwrap();
    let batch = handle(|batch| pm_batch_new(Some(&rules), 2, 5, batch)).unwrap();
    let engine = engine(&rules, 0);
    let (mut kinds, mut points) = ([7; 2 * 4 * 16], [7.0; 2 * 4]);
    let after = |kinds: Option<&mut [i32]>, points: Option<&mut [f64]>| {
        let after = made::afterstates((2, 4), kinds, points);
        pm_batch_afterstates(made::own(Some(&batch)), made::given(&after))
    };
    let (mut read, mut scored) = (Read::of(2, 16), 0.0);
    for turn in 0..30 {
        assert_eq!(after(Some(&mut kinds), Some(&mut points)), PM_OK);
        assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(None))), PM_OK);
        for (game, direction) in (0..2).flat_map(|game| (0..4).map(move |direction| (game, direction))) {
            let own = handle(|own| pm_batch_game(Some(&batch), game, own)).unwrap();
            let own = handle(|at| pm_engine_position(made::own(Some(&engine)), Some(&own), at)).unwrap();
            let (board, expected) = match read.legal[game] >> direction & 1 {
                0 => (cells(&engine, &own), 0.0),
                _ => {
                    let (after, _, board) = look(&engine, &own, direction as u32);
                    (cells(&engine, &board.unwrap()), after.points)
                }
            };
            let place = 4 * game + direction;
            assert_eq!((&kinds[16 * place..][..16], points[place]), (&board[..], expected));
            scored += expected;
        }
        let pressed = |mask: &u64| (turn..turn + 4).map(|own| own % 4).find(|own| mask >> own & 1 == 1);
        let directions: Vec<u8> = read.legal.iter().map(|mask| pressed(mask).unwrap() as u8).collect();
        assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(Some(&directions)))), PM_OK);
    }
    assert!(scored > 0.0);
    // Each array may be left out, and lengths that don't fit are refused.
    let mut alone = ([7; 2 * 4 * 16], [7.0; 2 * 4]);
    assert_eq!(after(Some(&mut kinds), Some(&mut points)), PM_OK);
    assert_eq!((after(Some(&mut alone.0), None), after(None, Some(&mut alone.1))), (PM_OK, PM_OK));
    assert_eq!(alone, (kinds, points));
    let wrong = made::afterstates((2, 5), None, None);
    assert_eq!(pm_batch_afterstates(made::own(Some(&batch)), made::given(&wrong)), PM_INPUT);
}

#[test]
fn rules_are_changed_and_scores_are_checked() {
    let rules = open(c"2048").unwrap();
    let wide = |modifiers: &CStr| {
        handle(|changed| pm_rules_change(Some(&rules), made::no_text(), made::text(modifiers), changed))
    };
    assert_eq!(status(&start(&wide(c"grid=5x6").unwrap(), 7)).columns, 5);
    assert_eq!(wide(c"grid=5x6\nnonsense=1").err(), Some(PM_INPUT));
    let check = |score| {
        let (mut is_so, mut reached) = (MaybeUninit::new(9), MaybeUninit::new(9.0));
        let (holds, found) = (made::out(&mut is_so), made::out(&mut reached));
        let status = pm_verify(Some(&rules), 7, made::text(c""), score, holds, found);
        (status, made::taken(is_so), made::taken(reached))
    };
    assert_eq!(check(0.0), (PM_OK, 1, 0.0));
    assert_eq!(check(4.0), (PM_OK, 0, 0.0));
    assert_eq!(
        pm_verify(Some(&rules), 7, made::text(c"\xc3\x28"), 0.0, made::no_out(), made::no_out()),
        PM_INPUT
    );
}

#[test]
fn pictures_are_svg_and_png() {
    let rules = open(c"2048").unwrap();
    let game = start(&rules, 7);
    assert!(
        text(|into| pm_game_picture(made::own(Some(&game)), PM_SVG, 1.0, into)).unwrap().starts_with("<svg")
    );
    if !cfg!(feature = "png") {
        let png = || pm_game_picture(made::own(Some(&game)), PM_PNG, 0.5, Some(&mut made::buffer(None)));
        assert_eq!((png(), made::read(pm_last_error_code())), (PM_REFUSED, "no-png".to_owned()));
        return;
    }
    let mut room = vec![0; 1 << 20];
    let mut into = made::buffer(Some(&mut room));
    assert_eq!(pm_game_picture(made::own(Some(&game)), PM_PNG, 0.5, Some(&mut into)), PM_OK);
    let length = made::length(&into);
    assert!(length > 100 && room.starts_with(b"\x89PNG"));
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        assert_eq!(
            pm_game_picture(made::own(Some(&game)), PM_PNG, scale, Some(&mut made::buffer(None))),
            PM_INPUT
        );
    }
}

#[test]
fn faults_have_number_name_and_message() {
    assert_eq!(open(c"2084").err(), Some(PM_INPUT));
    assert_eq!(made::read(pm_last_error()), "there is no mode \"2084\"; did you mean 2048?");
    assert_eq!(made::read(pm_last_error_code()), "no-such-mode");
    assert_eq!(open(c"{ \"widht\": 4 }").err(), Some(PM_FILE));
    assert_eq!(open(c"@nonsense|1").err(), Some(PM_CODE));
    assert_eq!(open(c"\xff").err(), Some(PM_INPUT));
    let long = CString::new(" ".repeat(5 << 20)).unwrap();
    let seven = Limits { cells: 7, text: 7, undo_bytes: 7, ..made::limits() };
    let seven = limits(Some(seven)).unwrap();
    assert_eq!((seven.game.cells, seven.code.cells, seven.text, seven.history.bytes), (7, 7, 7, 7));
    let strict = Limits { strict: 1, ..made::limits() };
    let within = |limits: &Limits| {
        handle::<PmRules>(|rules| pm_open(made::text(&long), made::given(limits), rules, made::no_out()))
            .err()
    };
    assert_eq!(within(&strict), Some(PM_LIMIT));
    assert_eq!(within(&Limits { text: 8 << 20, ..strict }), Some(PM_INPUT));
    assert_eq!(within(&Limits { strict: 2, ..strict }), Some(PM_INPUT));
    assert_eq!(within(&Limits { size: 0, ..strict }), Some(PM_INPUT));
    let problems = text(|into| pm_check(made::text(c"{ \"widht\": 4 }"), made::nothing(), into)).unwrap();
    let problems: serde_json::Value = serde_json::from_str(&problems).unwrap();
    assert_eq!((&problems[0]["line"], &problems[0]["column"]), (&1.into(), &3.into()));
}

fn engine(rules: &PmRules, seed: u64) -> Box<PmEngine> {
    handle(|engine| pm_engine_new(Some(rules), seed, engine)).unwrap()
}

fn first_position(engine: &PmEngine) -> Box<PmPosition> {
    handle(|position| pm_engine_start(made::own(Some(engine)), position)).unwrap()
}

fn copy(position: &PmPosition) -> Box<PmPosition> {
    handle(|copy| pm_position_copy(Some(position), copy)).unwrap()
}

fn standing(engine: &PmEngine, position: &PmPosition) -> Status {
    let mut status = made::status(size_of::<Status>());
    let filled = made::filled(&mut status);
    assert_eq!(pm_position_status(made::own(Some(engine)), Some(position), filled), PM_OK);
    status
}

fn legal(engine: &PmEngine, position: &PmPosition) -> u64 {
    let mut legal = MaybeUninit::new(0);
    let into = made::out(&mut legal);
    assert_eq!(pm_position_legal(made::own(Some(engine)), Some(position), into), PM_OK);
    made::taken(legal)
}

fn press(engine: &PmEngine, position: &PmPosition, direction: u32) -> (i32, i32, f64) {
    let (mut moved, mut points) = (MaybeUninit::new(9), MaybeUninit::new(9.0));
    let (engine, position) = (made::own(Some(engine)), made::own(Some(position)));
    let into = (made::out(&mut moved), made::out(&mut points));
    let status = pm_position_play(engine, position, direction, into.0, into.1);
    (status, made::taken(moved), made::taken(points))
}

fn cells(engine: &PmEngine, position: &PmPosition) -> Vec<i32> {
    let mut kinds = vec![9; 16];
    let board = made::board(16, Some(&mut kinds), None);
    assert_eq!(pm_position_board(made::own(Some(engine)), Some(position), made::given(&board)), PM_OK);
    kinds
}

/// The result of a move before anything spawns, its spawns and its board.
fn look(
    engine: &PmEngine,
    position: &PmPosition,
    direction: u32,
) -> (Afterstate, Vec<Spawn>, Option<Box<PmPosition>>) {
    let nothing = Spawn { row: 9, column: 9, kind: 9, probability: 9.0 };
    let mut room = vec![nothing; 64];
    let mut after = made::afterstate(Some(&mut room));
    let mut board = MaybeUninit::new(None);
    let (own, into) = (made::own(Some(engine)), made::filled(&mut after));
    assert_eq!(
        pm_position_afterstate(own, Some(position), direction, into, made::out(&mut board)),
        PM_OK,
        "{}",
        made::read(pm_last_error())
    );
    room.truncate(after.count);
    (after, room, made::taken(board))
}

#[test]
fn a_position_goes_as_the_game_of_its_seed() {
    let rules = open(c"classic").unwrap();
    for seed in [7, u64::MAX, (1 << 53) + 1] {
        let (engine, game) = (engine(&rules, seed), start(&rules, seed));
        let position = first_position(&engine);
        assert_eq!(status(&game).seed, seed);
        for turn in 0..200 {
            let (own, other) = (status(&game), standing(&engine, &position));
            let read = |own: Status| (own.status, own.rows, own.columns, own.score, own.moves, own.legal);
            assert_eq!(read(other), read(own), "seed {seed}, turn {turn}");
            assert_eq!(legal(&engine, &position), own.legal);
            if own.status != PM_PLAYING {
                break;
            }
            let direction = own.legal.trailing_zeros();
            assert_eq!(press(&engine, &position, direction), play(&game, direction));
        }
    }
}

#[test]
fn every_spawn_of_a_list_can_be_placed() {
    let rules = open(c"classic").unwrap();
    let engine = engine(&rules, 7);
    let own = || made::own(Some(&*engine));
    let position = first_position(&engine);
    for _ in 0..20 {
        let direction = legal(&engine, &position).trailing_zeros();
        let (after, spawns, board) = look(&engine, &position, direction);
        let board = cells(&engine, &board.unwrap());
        let empty = board.iter().filter(|kind| **kind == PM_EMPTY).count();
        assert_eq!((after.moved, after.spawning, after.count), (1, PM_SPAWNS_LISTED, 2 * empty));
        assert!((spawns.iter().map(|spawn| spawn.probability).sum::<f64>() - 1.0).abs() < 1e-9);
        for spawn in &spawns {
            let (fork, mut points) = (copy(&position), MaybeUninit::new(9.0));
            let into = made::out(&mut points);
            let fork_own = made::own(Some(&*fork));
            assert_eq!(pm_position_play_spawn(own(), fork_own, direction, Some(spawn), into), PM_OK);
            let mut expected = board.clone();
            expected[spawn.row as usize * 4 + spawn.column as usize] = spawn.kind;
            assert_eq!((cells(&engine, &fork), made::taken(points)), (expected, after.points));
        }
        // A list with no room is refused, and says how long it is.
        let mut short = [spawns[0]];
        let mut after = made::afterstate(Some(&mut short));
        let into = made::filled(&mut after);
        let refused = pm_position_afterstate(own(), Some(&position), direction, into, made::no_out());
        assert_eq!((refused, after.count), (PM_SPACE, spawns.len()));
        press(&engine, &position, direction);
    }
    let direction = legal(&engine, &position).trailing_zeros();
    for wrong in [
        Spawn { row: 4, column: 0, kind: 1, probability: 1.0 },
        Spawn { row: 0, column: 0, kind: 99, probability: 1.0 },
    ] {
        let placed = pm_position_play_spawn(
            own(),
            made::own(Some(&*position)),
            direction,
            Some(&wrong),
            made::no_out(),
        );
        assert_eq!(placed, PM_INPUT);
    }
}

#[test]
fn moves_without_a_list_of_spawns_say_why() {
    for (mode, direction, spawning, moved) in [
        (c"drop-rows", 0, PM_SPAWNS_NONE, 1),
        (c"five", 0, PM_SPAWNS_SAMPLED, 1),
        (c"prowler", 1, PM_SPAWNS_BY_CHANCE, 0),
    ] {
        let engine = engine(&open(mode).unwrap(), 1);
        let (after, spawns, board) = look(&engine, &first_position(&engine), direction);
        assert_eq!((after.spawning, after.moved, spawns.len()), (spawning, moved, 0), "{mode:?}");
        assert_eq!(board.is_some(), spawning != PM_SPAWNS_BY_CHANCE, "{mode:?}");
    }
    let engine = engine(&open(c"classic").unwrap(), 7);
    let position = first_position(&engine);
    press(&engine, &position, legal(&engine, &position).trailing_zeros());
    let blocked = (0..4).find(|direction| legal(&engine, &position) >> direction & 1 == 0);
    let (after, ..) = look(&engine, &position, blocked.unwrap());
    assert_eq!((after.spawning, after.moved, after.points), (PM_SPAWNS_NONE, 0, 0.0));
}

#[test]
fn positions_are_kept_and_go_on_elsewhere() {
    let rules = open(c"classic").unwrap();
    let (here, there) = (engine(&rules, 7), engine(&rules, 8));
    let position = first_position(&here);
    press(&here, &position, 0);
    let kept = text(|into| pm_position_text(Some(&here), Some(&position), into)).unwrap();
    let kept = CString::new(kept).unwrap();
    let restored = handle(|own| pm_engine_resume(made::own(Some(&there)), made::text(&kept), own)).unwrap();
    assert_eq!(cells(&there, &restored), cells(&here, &position));
    // The position of another engine is refused.
    assert_eq!(press(&there, &position, 0).0, PM_REFUSED);
    assert_eq!(made::read(pm_last_error_code()), "foreign");
    let nonsense =
        handle::<PmPosition>(|own| pm_engine_resume(made::own(Some(&here)), made::text(c"[]"), own));
    assert_eq!(nonsense.err(), Some(PM_RECORD));
    // Equal random numbers make an equal game of it.
    let direction = legal(&there, &restored).trailing_zeros();
    let game = handle(|game| pm_engine_game(Some(&there), Some(&restored), 5, game)).unwrap();
    assert_eq!(pm_engine_reseed(made::own(Some(&there)), 5), PM_OK);
    assert_eq!(press(&there, &restored, direction), play(&game, direction));
    let of_game = handle(|own| pm_engine_position(made::own(Some(&there)), Some(&game), own)).unwrap();
    assert_eq!(cells(&there, &of_game), cells(&there, &restored));
    assert_eq!(pm_position_play_on(made::own(Some(&there)), made::own(Some(&restored))), PM_REFUSED);
}

#[test]
fn levels_tell_tiles_from_other_cells() {
    let rules = open(c"classic").unwrap();
    let (game, engine) = (start(&rules, 7), engine(&rules, 7));
    let (mut of_game, mut of_position) = ([9.0; 16], [9.0; 16]);
    let board = made::levels(&mut of_game);
    assert_eq!(pm_game_board(made::own(Some(&game)), made::given(&board)), PM_OK);
    let position = first_position(&engine);
    let board = made::levels(&mut of_position);
    assert_eq!(pm_position_board(made::own(Some(&engine)), Some(&position), made::given(&board)), PM_OK);
    let batch = handle(|batch| pm_batch_new(Some(&rules), 1, 7, batch)).unwrap();
    let mut read = Read::of(1, 16);
    assert_eq!(pm_batch_step(made::own(Some(&batch)), made::given(&read.step(None))), PM_OK);
    assert_eq!((&of_game, &read.levels[..]), (&of_position, &of_game[..]));
    let expected =
        read.values.iter().map(|value| if *value == 0.0 { 0.0 } else { 1.0 + value.log2() as f32 });
    assert!(expected.eq(read.levels.iter().copied()) && of_game.iter().any(|level| *level > 1.0));
}

#[test]
fn failures_of_a_batch_have_causes_and_its_games_go_on_alone() {
    let rules = open(c"classic").unwrap();
    let batch = handle(|batch| pm_batch_new(Some(&rules), 2, 7, batch)).unwrap();
    let mut read = Read::of(2, 16);
    let mut step = |directions: &[u8]| {
        let status = pm_batch_step(made::own(Some(&batch)), made::given(&read.step(Some(directions))));
        assert_eq!(status, PM_OK);
        read.clone()
    };
    step(&[9, 0]);
    let failures = text(|into| pm_batch_failures(Some(&batch), into)).unwrap();
    let failures: serde_json::Value = serde_json::from_str(&failures).unwrap();
    assert_eq!((&failures[0]["game"], &failures[0]["code"]), (&0.into(), &"no-such-direction".into()));
    assert_eq!(failures.as_array().map(Vec::len), Some(1));
    let game = handle(|game| pm_batch_game(Some(&batch), 1, game)).unwrap();
    let direction = status(&game).legal.trailing_zeros();
    let batch_step = step(&[0, direction as u8]);
    assert_eq!(play(&game, direction), (PM_OK, 1, batch_step.rewards[1]));
    let mut kinds = [0; 16];
    let board = made::board(16, Some(&mut kinds), None);
    assert_eq!(pm_game_board(made::own(Some(&game)), made::given(&board)), PM_OK);
    assert_eq!(kinds, batch_step.kinds[16..]);
    assert_eq!(handle::<PmGame>(|game| pm_batch_game(Some(&batch), 2, game)).err(), Some(PM_REFUSED));
}

#[test]
fn the_moves_of_a_game_prove_its_score() {
    let rules = open(c"2048").unwrap();
    let game = start(&rules, 7);
    for _ in 0..30 {
        play(&game, status(&game).legal.trailing_zeros());
    }
    let of = |game: &PmGame| text(|into| pm_game_text(made::own(Some(game)), PM_GAME_MOVES, into));
    let moves = CString::new(of(&game).unwrap()).unwrap();
    let mut is_so = MaybeUninit::new(9);
    let (score, seed) = (status(&game).score, status(&game).seed);
    let holds = made::out(&mut is_so);
    assert_eq!(pm_verify(Some(&rules), seed, made::text(&moves), score, holds, made::no_out()), PM_OK);
    assert_eq!(made::taken(is_so), 1);
    // A copy has other random numbers, so that its seed and moves are another game.
    let fork = handle(|fork| pm_game_fork(Some(&game), 3, fork)).unwrap();
    assert_eq!(of(&fork), Err(PM_RECORD));
    let mut room = [9; 40];
    let mut list = made::moves(0, Some(&mut room));
    assert_eq!(pm_rules_read_moves(Some(&rules), made::text(&moves), made::filled(&mut list)), PM_OK);
    assert!((list.least..=list.count).contains(&30), "{} to {}", list.least, list.count);
    let own = made::moves(30, Some(&mut room[..30]));
    let again = text(|into| pm_rules_write_moves(Some(&rules), made::given(&own), into)).unwrap();
    assert_eq!(again.as_bytes(), moves.as_bytes());
    let mut short = made::moves(0, Some(&mut room[..3]));
    assert_eq!(pm_rules_read_moves(Some(&rules), made::text(&moves), made::filled(&mut short)), PM_SPACE);
    assert_eq!(short.count, list.count);
    let no_direction = made::moves(1, Some(&mut room[39..]));
    assert_eq!(room[39], 9);
    let wrong = pm_rules_write_moves(Some(&rules), made::given(&no_direction), Some(&mut made::buffer(None)));
    assert_eq!(wrong, PM_CODE);
    let nowhere = made::moves(1, None);
    let wrong = pm_rules_write_moves(Some(&rules), made::given(&nowhere), Some(&mut made::buffer(None)));
    assert_eq!(wrong, PM_INPUT);
}

#[test]
fn modes_are_listed_and_drawn() {
    let modes = text(|into| pm_modes(Some(into.unwrap()))).unwrap();
    let modes: Vec<serde_json::Value> = serde_json::from_str(&modes).unwrap();
    let dive = modes.iter().find(|mode| mode["number"] == 50).unwrap();
    assert_eq!((&dive["name"], &dive["width"]), (&"050-dive".into(), &4.into()));
    let rules = open(c"2048").unwrap();
    let holes = handle(|changed| {
        pm_rules_change(Some(&rules), made::no_text(), made::text(c"random_holes=2"), changed)
    });
    let Ok(holes) = holes else { panic!("{}", made::read(pm_last_error())) };
    assert_eq!(handle::<PmEngine>(|own| pm_engine_new(Some(&holes), 1, own)).err(), Some(PM_INPUT));
    let drawn = handle(|drawn| pm_rules_draw(Some(&holes), 1, drawn)).unwrap();
    let engine = engine(&drawn, 1);
    let holes = cells(&engine, &first_position(&engine)).iter().filter(|kind| **kind == PM_HOLE).count();
    assert_eq!(holes, 2);
}

#[test]
fn a_replay_is_watched_from_anywhere() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    let mut scores = vec![status(&game).score];
    for _ in 0..40 {
        play(&game, status(&game).legal.trailing_zeros());
        scores.push(status(&game).score);
    }
    let code = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_REPLAY, into)).unwrap();
    let code = CString::new(code).unwrap();
    for replay in [
        handle(|replay| pm_game_replay(Some(&game), replay)).unwrap(),
        handle(|replay| pm_replay_open(made::text(&code), made::nothing(), replay)).unwrap(),
    ] {
        let own = || made::own(Some(&*replay));
        let place = || {
            let (mut position, mut length) = (MaybeUninit::new(99), MaybeUninit::new(99));
            let into = (made::out(&mut position), made::out(&mut length));
            assert_eq!(pm_replay_place(Some(&replay), into.0, into.1), PM_OK);
            (made::taken(position), made::taken(length))
        };
        let score = || {
            let mut status = made::status(size_of::<Status>());
            assert_eq!(pm_replay_status(Some(&replay), made::filled(&mut status)), PM_OK);
            status.score
        };
        let events = || text(|into| pm_replay_text(own(), PM_REPLAY_EVENTS, into)).unwrap();
        assert_eq!((place(), score()), ((0, 41), scores[0]));
        for to in [40, 3, 17, 0, 1000] {
            assert_eq!(pm_replay_seek(own(), to), PM_OK);
            assert_eq!((place().0, score()), (to.min(40), scores[to.min(40)]));
        }
        let step = || {
            let mut made = MaybeUninit::new(9);
            assert_eq!(pm_replay_step(own(), made::out(&mut made)), PM_OK);
            made::taken(made)
        };
        assert_eq!(step(), 0);
        assert_eq!(pm_replay_seek(own(), 5), PM_OK);
        assert!(events().contains("\"moved\":false"));
        assert_eq!((step(), score()), (1, scores[6]));
        assert!(events().contains("\"kind\":\"spawn\""));
        let mut kinds = [0; 16];
        let board = made::board(16, Some(&mut kinds), None);
        assert_eq!(pm_replay_board(own(), made::given(&board)), PM_OK);
        assert!(kinds.iter().any(|kind| *kind >= 0));
        let table = text(|into| pm_replay_text(own(), PM_REPLAY_KINDS, into)).unwrap();
        assert_eq!(table, text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_KINDS, into)).unwrap());
        let times = text(|into| pm_replay_text(own(), PM_REPLAY_TIMES, into)).unwrap();
        assert!(serde_json::from_str::<Vec<f64>>(&times).unwrap().len() >= 40);
        let taken = handle(|game| pm_replay_game(Some(&replay), 3, game)).unwrap();
        assert_eq!((status(&taken).score, status(&taken).status), (scores[6], PM_PLAYING));
        assert_eq!(pm_replay_text(own(), 9, Some(&mut made::buffer(None))), PM_INPUT);
        pm_replay_free(made::freed(Some(replay)));
    }
    let mode = handle::<PmReplay>(|replay| pm_replay_open(made::text(c"{}"), made::nothing(), replay));
    assert!(mode.is_err());
}

fn hint(game: &PmGame, turns: u64) -> (i32, i32) {
    let mut best = MaybeUninit::new(9);
    let status = pm_game_hint(made::own(Some(game)), turns, 1, made::out(&mut best));
    (status, made::taken(best))
}

#[test]
fn a_hint_ranks_the_directions() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    let ranking = |game: &PmGame| text(|into| pm_game_text(made::own(Some(game)), PM_GAME_HINT, into));
    assert_eq!(ranking(&game), Err(PM_REFUSED));
    let (given, best) = hint(&game, 500);
    assert_eq!(given, PM_OK);
    let found: serde_json::Value = serde_json::from_str(&ranking(&game).unwrap()).unwrap();
    assert_eq!((&found["choices"][0]["direction"], &found["complete"]), (&best.into(), &true.into()));
    assert_eq!(found["choices"].as_array().map(Vec::len), Some(status(&game).legal.count_ones() as usize));
    play(&game, best as u32);
    assert_eq!(ranking(&game), Err(PM_REFUSED));
}

#[test]
fn hints_say_why() {
    let rules = open(c"classic").unwrap();
    // Of some directions there is nothing to say.
    let reasons = (1..=20).flat_map(|seed| {
        let game = start(&rules, seed);
        assert_eq!(hint(&game, 100).0, PM_OK);
        let found = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_HINT, into)).unwrap();
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        found["reasons"].as_array().unwrap().clone()
    });
    let texts: Vec<bool> = reasons.map(|reason| reason["text"].is_string()).collect();
    assert!(!texts.is_empty() && texts.into_iter().all(|is_text| is_text));
}

thread_local! {
    /// The number of questions to the handler of a test, and the one at which it stops the call.
    static ASKED: Cell<(i32, i32)> = const { Cell::new((0, 0)) };
}

extern "C" fn asked(_: *mut c_void) -> i32 {
    let (times, stop_at) = ASKED.get();
    ASKED.set((times + 1, stop_at));
    i32::from(times + 1 >= stop_at)
}

/// Runs a call with a handler that stops it when it is asked so many times.
fn interrupted(stop_at: i32, call: impl FnOnce() -> i32) -> (i32, i32) {
    ASKED.set((0, stop_at));
    pm_set_interrupt(Some(asked), std::ptr::null_mut());
    let status = call();
    pm_set_interrupt(None, std::ptr::null_mut());
    (status, ASKED.get().0)
}

#[test]
fn long_calls_are_stopped() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    assert_eq!(interrupted(3, || hint(&game, u64::MAX).0), (PM_INTERRUPTED, 3));
    assert_eq!(made::read(pm_last_error_code()), "interrupted");
    // What was found so far is there.
    assert!(text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_HINT, into)).is_ok());
    let mut list = [0; 1000];
    let moves = made::moves(1000, Some(&mut list));
    let moves = text(|into| pm_rules_write_moves(Some(&rules), made::given(&moves), into)).unwrap();
    let moves = CString::new(moves).unwrap();
    let verify = || pm_verify(Some(&rules), 7, made::text(&moves), 0.0, made::no_out(), made::no_out());
    assert_eq!(interrupted(2, verify), (PM_INTERRUPTED, 2));
    assert_eq!(interrupted(99, verify), (PM_OK, 4));
    play(&game, status(&game).legal.trailing_zeros());
    let replay = handle(|replay| pm_game_replay(Some(&game), replay)).unwrap();
    assert_eq!(interrupted(1, || pm_replay_seek(made::own(Some(&replay)), 1)), (PM_INTERRUPTED, 1));
    assert_eq!(pm_replay_seek(made::own(Some(&replay)), 1), PM_OK);
    // Playing a game again for its record, too.
    let replay = || handle(|replay| pm_game_replay(Some(&game), replay)).err().unwrap_or(PM_OK);
    assert_eq!(interrupted(1, replay), (PM_INTERRUPTED, 1));
    assert_eq!(interrupted(2, replay), (PM_OK, 1));
    let code = || {
        let code = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_REPLAY, into));
        code.err().unwrap_or(PM_OK)
    };
    assert_eq!(interrupted(1, code), (PM_INTERRUPTED, 1));
    assert_eq!(code(), PM_OK);
    let saved = text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_SAVED, into)).unwrap();
    let saved = CString::new(saved).unwrap();
    let open = || {
        let opened = handle(|replay| pm_replay_open(made::text(&saved), made::nothing(), replay));
        opened.err().unwrap_or(PM_OK)
    };
    assert_eq!(interrupted(1, open), (PM_INTERRUPTED, 1));
}

#[test]
fn rules_are_not_freed_under_a_call() {
    // The handler is asked while a check plays by the rules.
    let rules: &'static PmRules = Box::leak(open(c"classic").unwrap());
    extern "C" fn frees(_: *mut c_void) -> i32 {
        let rules = USED.get().unwrap();
        pm_rules_free(made::freed_in_use(rules));
        assert_eq!(made::read(pm_last_error_code()), "busy");
        // Other calls share them.
        assert!(text(|into| pm_rules_text(Some(rules), PM_RULES_INFO, into)).is_ok());
        0
    }
    static USED: OnceLock<&'static PmRules> = OnceLock::new();
    assert!(USED.set(rules).is_ok());
    let verify = || pm_verify(Some(rules), 7, made::text(c"0"), 0.0, made::no_out(), made::no_out());
    pm_set_interrupt(Some(frees), std::ptr::null_mut());
    assert_eq!(verify(), PM_OK);
    pm_set_interrupt(None, std::ptr::null_mut());
    assert_eq!(verify(), PM_OK);
    pm_rules_free(made::freed_in_use(rules));
}

#[test]
fn a_busy_handle_is_refused() {
    // The handler is asked while a hint uses the game: its calls with that game come too soon.
    let rules = open(c"classic").unwrap();
    let game: &'static PmGame = Box::leak(start(&rules, 7));
    extern "C" fn tries(_: *mut c_void) -> i32 {
        let game = BUSY.get().unwrap();
        assert_eq!(pm_game_undo(made::own(Some(game))), PM_BUSY);
        assert_eq!(pm_game_eval(Some(game), made::text(c"1"), Some(&mut made::buffer(None))), PM_BUSY);
        assert_eq!(handle::<PmGame>(|fork| pm_game_fork(Some(game), 1, fork)).err(), Some(PM_BUSY));
        // It stays where it is.
        pm_game_free(made::freed_in_use(game));
        assert_eq!(made::read(pm_last_error_code()), "busy");
        0
    }
    static BUSY: OnceLock<&'static PmGame> = OnceLock::new();
    assert!(BUSY.set(game).is_ok());
    pm_set_interrupt(Some(tries), std::ptr::null_mut());
    assert_eq!(hint(game, 100).0, PM_OK);
    pm_set_interrupt(None, std::ptr::null_mut());
    assert_eq!(hint(game, 100).0, PM_OK);
    pm_game_free(made::freed_in_use(game));
}

#[test]
fn threads_that_share_a_game_are_refused_or_served() {
    let rules = open(c"classic").unwrap();
    let game = start(&rules, 7);
    let both = std::thread::scope(|scope| {
        let press = || {
            let found = (0..400).map(|turn| {
                pm_game_play(made::own(Some(&game)), turn % 4, 0.0, made::no_out(), made::no_out())
            });
            found.filter(|status| ![PM_OK, PM_REFUSED, PM_BUSY].contains(status)).collect::<Vec<_>>()
        };
        let other = scope.spawn(press);
        [press(), other.join().unwrap()]
    });
    assert!(both.iter().all(Vec::is_empty), "{both:?}");
    assert_eq!(text(|into| pm_game_text(made::own(Some(&game)), PM_GAME_MOVES, into)).map(drop), Ok(()));
}

#[test]
fn structs_of_earlier_versions_are_taken() {
    let rules = open(c"2048").unwrap();
    let game = start(&rules, 7);
    // A program that knows of nothing behind the first two numbers.
    let mut status = made::status(size_of::<usize>() + 8);
    status.rows = 77;
    assert_eq!(pm_game_status(Some(&game), made::filled(&mut status)), PM_OK);
    assert_eq!((status.status, status.rows, status.size), (PM_PLAYING, 77, size_of::<usize>() + 8));
    // One of later versions has more bytes than are known here: they are left alone.
    let mut later = [made::status(2 * size_of::<Status>()), made::status(7)];
    assert_eq!(pm_game_status(Some(&game), made::filled(&mut later[0])), PM_OK);
    assert_eq!((later[0].rows, later[1].size), (4, 7));
}

#[test]
fn null_is_a_fault_and_freeing_it_is_none() {
    let none = || made::buffer(None);
    for status in [
        pm_open(made::no_text(), made::nothing(), made::no_out(), made::no_out()),
        pm_check(made::no_text(), made::nothing(), Some(&mut none())),
        pm_check(made::text(c"{}"), made::nothing(), None),
        pm_rules_change(None, made::no_text(), made::no_text(), made::no_out()),
        pm_rules_text(None, 0, Some(&mut none())),
        pm_game_start(None, 0, 0.0, made::no_out()),
        pm_game_fork(None, 0, made::no_out()),
        pm_game_play(made::own(None), 0, 0.0, made::no_out(), made::no_out()),
        pm_game_act(made::own(None), made::no_text(), 0.0),
        pm_game_undo(made::own(None)),
        pm_game_redo(made::own(None)),
        pm_game_status(None, made::filled(&mut made::status(8))),
        pm_game_board(made::own(None), made::nothing()),
        pm_game_eval(None, made::no_text(), None),
        pm_game_text(made::own(None), 0, None),
        pm_game_picture(made::own(None), 0, 1.0, None),
        pm_verify(None, 0, made::no_text(), 0.0, made::no_out(), made::no_out()),
        pm_batch_new(None, 1, 0, made::no_out()),
        pm_batch_step(made::own(None), made::nothing()),
        pm_batch_afterstates(made::own(None), made::nothing()),
        pm_batch_reset(made::own(None), 0, 0),
        pm_batch_load(made::own(None), 0, None),
        pm_batch_kinds(made::own(None), None),
        pm_batch_game(None, 0, made::no_out()),
        pm_batch_failures(None, None),
        pm_modes(None),
        pm_rules_draw(None, 0, made::no_out()),
        pm_rules_write_moves(None, made::nothing(), None),
        pm_rules_read_moves(None, made::no_text(), made::filled(&mut made::moves(0, None))),
        pm_game_hint(made::own(None), 0, 0, made::no_out()),
        pm_game_replay(None, made::no_out()),
        pm_replay_open(made::no_text(), made::nothing(), made::no_out()),
        pm_replay_place(None, made::no_out(), made::no_out()),
        pm_replay_step(made::own(None), made::no_out()),
        pm_replay_seek(made::own(None), 0),
        pm_replay_status(None, made::filled(&mut made::status(8))),
        pm_replay_board(made::own(None), made::nothing()),
        pm_replay_text(made::own(None), 0, None),
        pm_replay_game(None, 0, made::no_out()),
        pm_engine_new(None, 0, made::no_out()),
        pm_engine_reseed(made::own(None), 0),
        pm_engine_start(made::own(None), made::no_out()),
        pm_engine_position(made::own(None), None, made::no_out()),
        pm_engine_resume(made::own(None), made::no_text(), made::no_out()),
        pm_engine_game(None, None, 0, made::no_out()),
        pm_engine_kinds(None, None),
        pm_position_copy(None, made::no_out()),
        pm_position_play(made::own(None), made::own(None), 0, made::no_out(), made::no_out()),
        pm_position_play_spawn(made::own(None), made::own(None), 0, None, made::no_out()),
        pm_position_play_on(made::own(None), made::own(None)),
        pm_position_afterstate(
            made::own(None),
            None,
            0,
            made::filled(&mut made::afterstate(None)),
            made::no_out(),
        ),
        pm_position_legal(made::own(None), None, made::no_out()),
        pm_position_status(made::own(None), None, made::filled(&mut made::status(8))),
        pm_position_board(made::own(None), None, made::nothing()),
        pm_position_text(None, None, None),
    ] {
        assert_eq!(status, PM_INPUT, "{}", made::read(pm_last_error()));
    }
    pm_rules_free(made::freed(None));
    pm_game_free(made::freed(None));
    pm_batch_free(made::freed(None));
    pm_replay_free(made::freed(None));
    pm_engine_free(made::freed(None));
    pm_position_free(made::freed(None));
    pm_set_interrupt(None, std::ptr::null_mut());
    assert_eq!((pm_abi(), made::read(pm_version()).as_str()), (PM_ABI, env!("CARGO_PKG_VERSION")));
}

/// A call with any input.
#[derive(Clone, Debug)]
enum Call {
    Open(String),
    Start(u64, f64),
    Fork(u64),
    Play(u32, f64),
    Act(String, f64),
    Undo,
    Redo,
    Status(usize),
    Board(usize),
    Eval(String),
    Text(u32, usize),
    Picture(u32, f32),
    Verify(u64, String),
    Batch(usize, u64),
    Step(Vec<u8>),
    Reset(usize, u64),
    Load(usize),
    OfBatch(usize),
    Failures,
    Hint(u64),
    WriteMoves(Vec<u32>),
    ReadMoves(String, usize),
    OpenReplay(String),
    Replay,
    ReplayStep,
    ReplaySeek(usize),
    ReplayText(u32),
    ReplayGame(u64),
    Engine(u64),
    FirstPosition,
    OfGame,
    Restore(String),
    Continue(u64),
    Copy,
    Press(u32),
    Look(u32, usize),
    Place(u32, usize),
    PlayOn,
    Standing(usize),
    PositionBoard(usize),
    PositionText,
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "2048", "classic", "dive", "50", "", "{}", "@", "on", "again", "tick", "tile:0:0"
        ])
        .prop_map(str::to_owned),
        "[\\[\\]{}@a-z0-9\", +*]{0,20}",
    ]
}

fn any_time() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), any::<f64>()]
}

fn any_call() -> impl Strategy<Value = Call> {
    prop_oneof![
        any_text().prop_map(Call::Open),
        (any::<u64>(), any_time()).prop_map(|(seed, now)| Call::Start(seed, now)),
        any::<u64>().prop_map(Call::Fork),
        (0..6_u32, any_time()).prop_map(|(direction, now)| Call::Play(direction, now)),
        (any_text(), any_time()).prop_map(|(action, now)| Call::Act(action, now)),
        Just(Call::Undo),
        Just(Call::Redo),
        (0..200_usize).prop_map(Call::Status),
        prop_oneof![Just(16), 0..40_usize].prop_map(Call::Board),
        any_text().prop_map(Call::Eval),
        (0..8_u32, 0..9_000_usize).prop_map(|(what, room)| Call::Text(what, room)),
        (0..3_u32, Just(0.1_f32)).prop_map(|(format, scale)| Call::Picture(format, scale)),
        (any::<u64>(), any_text()).prop_map(|(seed, moves)| Call::Verify(seed, moves)),
        (0..5_usize, any::<u64>()).prop_map(|(games, seed)| Call::Batch(games, seed)),
        prop::collection::vec(0..6_u8, 0..5).prop_map(Call::Step),
        (0..5_usize, any::<u64>()).prop_map(|(place, seed)| Call::Reset(place, seed)),
        (0..5_usize).prop_map(Call::Load),
        any_call_of_replays(),
        any_call_of_engines(),
        any_call_of_engines(),
    ]
}

fn any_call_of_replays() -> impl Strategy<Value = Call> {
    prop_oneof![
        (0..5_usize).prop_map(Call::OfBatch),
        Just(Call::Failures),
        (0..300_u64).prop_map(Call::Hint),
        prop::collection::vec(0..6_u32, 0..9).prop_map(Call::WriteMoves),
        (any_text(), 0..9_usize).prop_map(|(text, room)| Call::ReadMoves(text, room)),
        any_text().prop_map(Call::OpenReplay),
        Just(Call::Replay),
        Just(Call::ReplayStep),
        any::<usize>().prop_map(Call::ReplaySeek),
        (0..4_u32).prop_map(Call::ReplayText),
        any::<u64>().prop_map(Call::ReplayGame),
    ]
}

fn any_call_of_engines() -> impl Strategy<Value = Call> {
    prop_oneof![
        any::<u64>().prop_map(Call::Engine),
        Just(Call::FirstPosition),
        Just(Call::OfGame),
        any_text().prop_map(Call::Restore),
        any::<u64>().prop_map(Call::Continue),
        Just(Call::Copy),
        (0..6_u32).prop_map(Call::Press),
        (0..6_u32, 0..40_usize).prop_map(|(direction, room)| Call::Look(direction, room)),
        (0..6_u32, 0..40_usize).prop_map(|(direction, place)| Call::Place(direction, place)),
        Just(Call::PlayOn),
        (0..200_usize).prop_map(Call::Standing),
        prop_oneof![Just(16), 0..40_usize].prop_map(Call::PositionBoard),
        Just(Call::PositionText),
    ]
}

/// Handles of a program, all of which may be missing.
#[derive(Default)]
struct Program {
    rules: Option<Box<PmRules>>,
    game: Option<Box<PmGame>>,
    batch: Option<Box<PmBatch>>,
    replay: Option<Box<PmReplay>>,
    engine: Option<Box<PmEngine>>,
    position: Option<Box<PmPosition>>,
}

/// Puts a handle in its place; without one, the place is as before.
fn kept<T>(place: &mut Option<Box<T>>, made: Result<Box<T>, i32>) -> i32 {
    match made {
        Ok(made) => {
            *place = Some(made);
            PM_OK
        }
        Err(status) => status,
    }
}

impl Program {
    fn call(&mut self, call: Call) -> i32 {
        let Program { rules, game, batch, replay, engine, position } = self;
        let mut room = Vec::new();
        let mut none = made::buffer(None);
        match call {
            Call::Open(text) => {
                let text = CString::new(text).unwrap();
                let opened = open(&text);
                let status = opened.as_ref().err().copied().unwrap_or(PM_OK);
                *rules = opened.ok().or(rules.take());
                status
            }
            Call::Start(seed, now) => {
                let started = handle(|game| pm_game_start(rules.as_deref(), seed, now, game));
                let status = started.as_ref().err().copied().unwrap_or(PM_OK);
                *game = started.ok();
                status
            }
            Call::Fork(seed) => {
                let forked = handle(|fork| pm_game_fork(game.as_deref(), seed, fork));
                let status = forked.as_ref().err().copied().unwrap_or(PM_OK);
                *game = forked.ok();
                status
            }
            Call::Play(direction, now) => {
                pm_game_play(made::own(game.as_deref()), direction, now, made::no_out(), made::no_out())
            }
            Call::Act(action, now) => {
                let action = CString::new(action).unwrap();
                pm_game_act(made::own(game.as_deref()), made::text(&action), now)
            }
            Call::Undo => pm_game_undo(made::own(game.as_deref())),
            Call::Redo => pm_game_redo(made::own(game.as_deref())),
            Call::Status(size) => {
                let mut status = made::status(size.min(size_of::<Status>()));
                pm_game_status(game.as_deref(), made::filled(&mut status))
            }
            Call::Board(cells) => {
                let (mut kinds, mut values) = (vec![0; cells], vec![0.0; cells]);
                let board = made::board(cells, Some(&mut kinds), Some(&mut values));
                pm_game_board(made::own(game.as_deref()), made::given(&board))
            }
            Call::Eval(expression) => {
                let expression = CString::new(expression).unwrap();
                room.resize(64, 0);
                let mut into = made::buffer(Some(&mut room));
                pm_game_eval(game.as_deref(), made::text(&expression), Some(&mut into))
            }
            Call::Text(what, length) => {
                room.resize(length, 0);
                let mut into = made::buffer(Some(&mut room));
                pm_game_text(made::own(game.as_deref()), what, Some(&mut into))
            }
            Call::Picture(format, scale) => {
                pm_game_picture(made::own(game.as_deref()), format, scale, Some(&mut made::buffer(None)))
            }
            Call::Verify(seed, moves) => {
                let moves = CString::new(moves).unwrap();
                pm_verify(rules.as_deref(), seed, made::text(&moves), 0.0, made::no_out(), made::no_out())
            }
            Call::Batch(games, seed) => {
                let new = handle(|batch| pm_batch_new(rules.as_deref(), games, seed, batch));
                let status = new.as_ref().err().copied().unwrap_or(PM_OK);
                *batch = new.ok();
                status
            }
            Call::Step(directions) => {
                let mut read = Read::of(directions.len(), 16);
                pm_batch_step(made::own(batch.as_deref()), made::given(&read.step(Some(&directions))))
            }
            Call::Reset(place, seed) => pm_batch_reset(made::own(batch.as_deref()), place, seed),
            Call::Load(place) => pm_batch_load(made::own(batch.as_deref()), place, game.as_deref()),
            Call::OfBatch(place) => {
                let made = handle(|game| pm_batch_game(batch.as_deref(), place, game));
                kept(game, made)
            }
            Call::Failures => pm_batch_failures(batch.as_deref(), Some(&mut none)),
            Call::Hint(turns) => pm_game_hint(made::own(game.as_deref()), turns, 1, made::no_out()),
            Call::WriteMoves(mut list) => {
                let moves = made::moves(list.len(), Some(&mut list));
                pm_rules_write_moves(rules.as_deref(), made::given(&moves), Some(&mut none))
            }
            Call::ReadMoves(text, length) => {
                let (text, mut list) = (CString::new(text).unwrap(), vec![0; length]);
                let mut moves = made::moves(0, Some(&mut list));
                pm_rules_read_moves(rules.as_deref(), made::text(&text), made::filled(&mut moves))
            }
            Call::OpenReplay(text) => {
                let text = CString::new(text).unwrap();
                kept(replay, handle(|own| pm_replay_open(made::text(&text), made::nothing(), own)))
            }
            Call::Replay => kept(replay, handle(|own| pm_game_replay(game.as_deref(), own))),
            Call::ReplayStep => pm_replay_step(made::own(replay.as_deref()), made::no_out()),
            Call::ReplaySeek(to) => pm_replay_seek(made::own(replay.as_deref()), to),
            Call::ReplayText(what) => pm_replay_text(made::own(replay.as_deref()), what, Some(&mut none)),
            Call::ReplayGame(seed) => {
                kept(game, handle(|game| pm_replay_game(replay.as_deref(), seed, game)))
            }
            Call::Engine(seed) => kept(engine, handle(|own| pm_engine_new(rules.as_deref(), seed, own))),
            Call::FirstPosition => {
                kept(position, handle(|own| pm_engine_start(made::own(engine.as_deref()), own)))
            }
            Call::OfGame => {
                let own = made::own(engine.as_deref());
                kept(position, handle(|place| pm_engine_position(own, game.as_deref(), place)))
            }
            Call::Restore(text) => {
                let text = CString::new(text).unwrap();
                let own = made::own(engine.as_deref());
                kept(position, handle(|place| pm_engine_resume(own, made::text(&text), place)))
            }
            Call::Continue(seed) => {
                let place = position.as_deref();
                kept(game, handle(|game| pm_engine_game(engine.as_deref(), place, seed, game)))
            }
            Call::Copy => {
                let made = handle(|copy| pm_position_copy(position.as_deref(), copy));
                kept(position, made)
            }
            Call::Press(direction) => {
                let (own, place) = (made::own(engine.as_deref()), made::own(position.as_deref()));
                pm_position_play(own, place, direction, made::no_out(), made::no_out())
            }
            Call::Look(direction, length) => {
                let mut list = vec![Spawn { row: 0, column: 0, kind: 0, probability: 0.0 }; length];
                let mut after = made::afterstate(Some(&mut list));
                let (own, into) = (made::own(engine.as_deref()), made::filled(&mut after));
                pm_position_afterstate(own, position.as_deref(), direction, into, made::no_out())
            }
            Call::Place(direction, place) => {
                let (row, column) = (place as u32 / 4, place as u32 % 4);
                let spawn = Spawn { row, column, kind: 1, probability: 0.0 };
                let (own, position) = (made::own(engine.as_deref()), made::own(position.as_deref()));
                pm_position_play_spawn(own, position, direction, Some(&spawn), made::no_out())
            }
            Call::PlayOn => pm_position_play_on(made::own(engine.as_deref()), made::own(position.as_deref())),
            Call::Standing(size) => {
                let mut status = made::status(size.min(size_of::<Status>()));
                let (own, into) = (made::own(engine.as_deref()), made::filled(&mut status));
                pm_position_status(own, position.as_deref(), into)
            }
            Call::PositionBoard(cells) => {
                let (mut kinds, mut values) = (vec![0; cells], vec![0.0; cells]);
                let board = made::board(cells, Some(&mut kinds), Some(&mut values));
                let own = made::own(engine.as_deref());
                pm_position_board(own, position.as_deref(), made::given(&board))
            }
            Call::PositionText => pm_position_text(engine.as_deref(), position.as_deref(), Some(&mut none)),
        }
    }
}

/// Programs that are tried, unless PROPTEST_CASES says how many.
fn programs() -> ProptestConfig {
    let config = ProptestConfig::default();
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => config,
        None => ProptestConfig { cases: 64, ..config },
    }
}

proptest! {
    #![proptest_config(programs())]

    #[test]
    fn no_call_is_a_fault_of_the_library(calls in prop::collection::vec(any_call(), 1..60)) {
        let mut program = Program { rules: open(c"2048").ok(), ..Program::default() };
        for call in calls {
            let said = format!("{call:?}");
            let status = program.call(call);
            prop_assert!(status != PM_PANIC && (PM_OK..=PM_INTERRUPTED).contains(&status), "{said}: {}", made::read(pm_last_error()));
        }
    }
}
