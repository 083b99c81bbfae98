//! The functions as C calls them.

use std::ffi::{CStr, CString};
use std::mem::{size_of, MaybeUninit};

use proptest::prelude::*;

use crate::batch::PmBatch;
use crate::exports::*;
use crate::fault::{PM_CODE, PM_FILE, PM_INPUT, PM_LIMIT, PM_OK, PM_PANIC, PM_REFUSED, PM_SPACE};
use crate::ffi::made::{self, Read};
use crate::ffi::{Buffer, Limits, Out, Status};
use crate::game::*;
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

fn play(game: &mut PmGame, direction: u32) -> (i32, i32, f64) {
    let (mut moved, mut score) = (MaybeUninit::new(9), MaybeUninit::new(9.0));
    let status = pm_game_play(Some(game), direction, 0.0, made::out(&mut moved), made::out(&mut score));
    (status, made::taken(moved), made::taken(score))
}

#[test]
fn a_game_is_played_to_its_end() {
    let rules = open(c"classic").unwrap();
    let mut game = start(&rules, 7);
    let mut sum = 0.0;
    loop {
        let now = status(&game);
        if now.status == PM_OVER {
            break;
        }
        if now.status == PM_WON {
            assert_eq!(pm_game_act(Some(&mut game), made::text(c"on"), 0.0), PM_OK);
            continue;
        }
        let (status, moved, score) = play(&mut game, now.legal.trailing_zeros());
        assert_eq!((status, moved), (PM_OK, 1));
        sum += score;
    }
    let end = status(&game);
    assert_eq!((end.score, end.legal, end.rows, end.columns, end.directions), (sum, 0, 4, 4, 4));
    assert_eq!(pm_game_undo(Some(&mut game)), PM_OK);
    assert_eq!((status(&game).status, status(&game).redo_steps), (PM_PLAYING, 1));
    assert_eq!(pm_game_redo(Some(&mut game)), PM_OK);
    assert_eq!(pm_game_redo(Some(&mut game)), PM_REFUSED);
    assert_eq!(made::read(pm_last_error_code()), "nothing-to-redo");
    pm_game_free(Some(game));
    pm_rules_free(Some(rules));
}

#[test]
fn texts_come_back_as_what_they_were() {
    let rules = open(c"dive").unwrap();
    let mut game = start(&rules, 7);
    play(&mut game, 0);
    for what in [PM_GAME_CODE, PM_GAME_REPLAY, PM_GAME_SAVED] {
        let code = text(|into| pm_game_text(Some(&mut game), what, into)).unwrap();
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
    let mut game = start(&rules, 7);
    let legal = status(&game).legal.trailing_zeros();
    play(&mut game, legal);
    let events = text(|into| pm_game_text(Some(&mut game), PM_GAME_EVENTS, into)).unwrap();
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
    let mut game = start(&rules, 7);
    let legal = status(&game).legal.trailing_zeros();
    play(&mut game, legal);
    let saved = text(|into| pm_game_text(Some(&mut game), PM_GAME_SAVED, into)).unwrap();
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let started = handle(|game| pm_game_start(Some(&rules), 7, now, game));
        assert_eq!(started.err(), Some(PM_INPUT), "{now}");
        let played = pm_game_play(Some(&mut game), 0, now, made::no_out(), made::no_out());
        let acted = ["tick", "on", "again"].map(|action| {
            let action = CString::new(action).unwrap();
            pm_game_act(Some(&mut game), made::text(&action), now)
        });
        assert_eq!((played, acted), (PM_INPUT, [PM_INPUT; 3]), "{now}");
    }
    assert_eq!(text(|into| pm_game_text(Some(&mut game), PM_GAME_SAVED, into)).unwrap(), saved);
}

#[test]
fn boards_are_numbers_as_in_batches() {
    let rules = open(c"2048").unwrap();
    let mut game = start(&rules, 7);
    let (mut kinds, mut values) = ([9; 16], [9.0; 16]);
    let board = made::board(16, Some(&mut kinds), Some(&mut values));
    assert_eq!(pm_game_board(Some(&mut game), made::given(&board)), PM_OK);
    let mut batch = handle(|batch| pm_batch_new(Some(&rules), 2, 7, batch)).unwrap();
    let mut read = Read::of(2, 16);
    assert_eq!(pm_batch_step(Some(&mut batch), made::given(&read.step(None))), PM_OK);
    assert_eq!((&read.kinds[..16], &read.values[..16]), (&kinds[..], &values[..]));
    assert_eq!(
        (kinds.iter().filter(|kind| **kind == PM_EMPTY).count(), values.iter().sum::<f64>()),
        (14, 2.0)
    );
    let of_game = text(|into| pm_game_text(Some(&mut game), PM_GAME_KINDS, into)).unwrap();
    assert_eq!(of_game, text(|into| pm_batch_kinds(Some(&mut batch), into)).unwrap());
    let table: serde_json::Value = serde_json::from_str(&of_game).unwrap();
    let one = kinds.iter().find(|kind| **kind >= 0).unwrap();
    assert_eq!(table[*one as usize]["value"], 1.0);
    let short = made::board(15, None, None);
    assert_eq!(pm_game_board(Some(&mut game), made::given(&short)), PM_INPUT);
}

#[test]
fn a_batch_goes_as_its_games_go() {
    let rules = open(c"classic").unwrap();
    let mut batch = handle(|batch| pm_batch_new(Some(&rules), 3, 5, batch)).unwrap();
    let mut game = start(&rules, 6);
    let mut read = Read::of(3, 16);
    for _ in 0..50 {
        assert_eq!(pm_batch_step(Some(&mut batch), made::given(&read.step(None))), PM_OK);
        let directions: Vec<u8> = read.legal.iter().map(|mask| mask.trailing_zeros() as u8).collect();
        assert_eq!(pm_batch_step(Some(&mut batch), made::given(&read.step(Some(&directions)))), PM_OK);
        let (status, moved, score) = play(&mut game, directions[1].into());
        assert_eq!((status, moved, score), (PM_OK, read.moved[1].into(), read.rewards[1]));
        assert_eq!(read.failed, [0; 3]);
    }
    assert_eq!(pm_batch_load(Some(&mut batch), 0, Some(&game)), PM_OK);
    assert_eq!(pm_batch_reset(Some(&mut batch), 2, 6), PM_OK);
    assert_eq!(pm_batch_reset(Some(&mut batch), 3, 6), PM_REFUSED);
    assert_eq!(pm_batch_step(Some(&mut batch), made::given(&read.step(None))), PM_OK);
    assert_eq!(read.kinds[..16], read.kinds[16..32]);
    // A direction that there is not fails in its game, not in others.
    assert_eq!(pm_batch_step(Some(&mut batch), made::given(&read.step(Some(&[9, 0, 0])))), PM_OK);
    assert_eq!(read.failed[0], 1);
    let mut wrong = Read::of(2, 16);
    assert_eq!(pm_batch_step(Some(&mut batch), made::given(&wrong.step(None))), PM_INPUT);
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
    let mut game = start(&rules, 7);
    assert!(text(|into| pm_game_picture(Some(&mut game), PM_SVG, 1.0, into)).unwrap().starts_with("<svg"));
    let mut room = vec![0; 1 << 20];
    let mut into = made::buffer(Some(&mut room));
    assert_eq!(pm_game_picture(Some(&mut game), PM_PNG, 0.5, Some(&mut into)), PM_OK);
    let length = made::length(&into);
    assert!(length > 100 && room.starts_with(b"\x89PNG"));
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        assert_eq!(pm_game_picture(Some(&mut game), PM_PNG, scale, Some(&mut made::buffer(None))), PM_INPUT);
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
        pm_game_play(None, 0, 0.0, made::no_out(), made::no_out()),
        pm_game_act(None, made::no_text(), 0.0),
        pm_game_undo(None),
        pm_game_redo(None),
        pm_game_status(None, made::filled(&mut made::status(8))),
        pm_game_board(None, made::nothing()),
        pm_game_eval(None, made::no_text(), None),
        pm_game_text(None, 0, None),
        pm_game_picture(None, 0, 1.0, None),
        pm_verify(None, 0, made::no_text(), 0.0, made::no_out(), made::no_out()),
        pm_batch_new(None, 1, 0, made::no_out()),
        pm_batch_step(None, made::nothing()),
        pm_batch_reset(None, 0, 0),
        pm_batch_load(None, 0, None),
        pm_batch_kinds(None, None),
    ] {
        assert_eq!(status, PM_INPUT, "{}", made::read(pm_last_error()));
    }
    pm_rules_free(None);
    pm_game_free(None);
    pm_batch_free(None);
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
    ]
}

/// Handles of a program, all of which may be missing.
#[derive(Default)]
struct Program {
    rules: Option<Box<PmRules>>,
    game: Option<Box<PmGame>>,
    batch: Option<Box<PmBatch>>,
}

impl Program {
    fn call(&mut self, call: Call) -> i32 {
        let Program { rules, game, batch } = self;
        let mut room = Vec::new();
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
                pm_game_play(game.as_deref_mut(), direction, now, made::no_out(), made::no_out())
            }
            Call::Act(action, now) => {
                let action = CString::new(action).unwrap();
                pm_game_act(game.as_deref_mut(), made::text(&action), now)
            }
            Call::Undo => pm_game_undo(game.as_deref_mut()),
            Call::Redo => pm_game_redo(game.as_deref_mut()),
            Call::Status(size) => {
                let mut status = made::status(size.min(size_of::<Status>()));
                pm_game_status(game.as_deref(), made::filled(&mut status))
            }
            Call::Board(cells) => {
                let (mut kinds, mut values) = (vec![0; cells], vec![0.0; cells]);
                let board = made::board(cells, Some(&mut kinds), Some(&mut values));
                pm_game_board(game.as_deref_mut(), made::given(&board))
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
                pm_game_text(game.as_deref_mut(), what, Some(&mut into))
            }
            Call::Picture(format, scale) => {
                pm_game_picture(game.as_deref_mut(), format, scale, Some(&mut made::buffer(None)))
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
                pm_batch_step(batch.as_deref_mut(), made::given(&read.step(Some(&directions))))
            }
            Call::Reset(place, seed) => pm_batch_reset(batch.as_deref_mut(), place, seed),
            Call::Load(place) => pm_batch_load(batch.as_deref_mut(), place, game.as_deref()),
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
            prop_assert!((PM_OK..PM_PANIC).contains(&status), "{said}: {}", made::read(pm_last_error()));
        }
    }
}
