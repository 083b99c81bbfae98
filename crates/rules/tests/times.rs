//! Times that are no moments are refused, wherever one comes in, and change nothing.

use std::sync::Arc;

use calcarray::Value;
use polymerge_rules::{
    Batch, Cell, Engine, GameState, Limits, Mode, Playback, Rng, Rollout, Ruleset, Turn, TurnError, World,
};

const NO_MOMENTS: [f64; 6] =
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 9_007_199_254_740_994.0, -9_007_199_254_740_994.0, 1e300];

const MOMENTS: [f64; 5] = [0.0, -1.0, 1_763_800_000_000.0, 9_007_199_254_740_992.0, -9_007_199_254_740_992.0];

fn rules() -> Arc<Ruleset> {
    Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap()
}

fn game() -> GameState {
    GameState::new(rules(), &mut World::new(&mut Rng::new(7), 0.0)).unwrap().0
}

/// A function that changes a game.
type Change = fn(&mut GameState, &mut World<'_>) -> Result<Turn, TurnError>;

#[test]
fn games_refuse_them() {
    let changes: [(&str, Change); 6] = [
        ("play", |game, world| game.play(0, world)),
        ("tick", |game, world| game.tick(world)),
        ("restart", |game, world| game.restart(world)),
        ("click", |game, world| {
            let cells = (0..4).flat_map(|row| (0..4).map(move |column| Cell::new(row, column)));
            let tile =
                cells.into_iter().find(|cell| game.cell(*cell).is_some_and(|own| own.as_array().is_some()));
            game.click_tile(tile.unwrap(), world)
        }),
        ("stat box", |game, world| game.click_stat_box(0, world)),
        ("recorded", |game, world| game.play_recorded(0, &[], world)),
    ];
    for now in NO_MOMENTS {
        for (name, change) in changes {
            let (mut game, before) = (game(), game());
            let refused = change(&mut game, &mut World::new(&mut Rng::new(1), now));
            assert!(matches!(refused, Err(TurnError::BadTime(_))), "{name} at {now}: {refused:?}");
            assert_eq!(game, before, "{name} at {now}");
        }
    }
}

#[test]
fn so_does_everything_that_starts() {
    let saved = game().save(0.0);
    let replay = game().replay(0.0);
    for now in NO_MOMENTS.into_iter().chain(MOMENTS) {
        let random = &mut Rng::new(1);
        let engine = || Engine::new(rules(), now);
        let rules = rules();
        let errors = [
            GameState::new(rules.clone(), &mut World::new(random, now)).err(),
            GameState::restore(rules.clone(), &saved, &mut World::new(random, now)).err(),
            Playback::new(rules.clone(), &replay, &mut World::new(random, now)).err(),
            engine().start(random).err(),
            Engine::new(game().rules().clone(), now).start(random).err(),
            Rollout::new(rules.clone(), random, now).err(),
            Rollout::from_game(game(), now).err(),
            Batch::new(rules.clone(), 2, 7, now).err(),
            Batch::direct(rules, 2, 7, now).err(),
        ];
        for (place, error) in errors.iter().enumerate() {
            match MOMENTS.contains(&now) {
                true => assert_eq!(*error, None, "{place} at {now}"),
                false => assert!(matches!(error, Some(TurnError::BadTime(_))), "{place} at {now}: {error:?}"),
            }
        }
    }
}

#[test]
fn saved_games_whose_times_are_none_are_refused() {
    let mut random = Rng::new(1);
    let world = &mut World::new(&mut random, 0.0);
    for time in [f64::NAN, f64::INFINITY, 1e300] {
        for field in 0..6 {
            let mut saved = game().save(0.0);
            let fields = [
                ("elapsed", &mut saved.elapsed),
                ("first_move", &mut saved.first_move),
                ("move_start", &mut saved.move_start),
                ("move_end", &mut saved.move_end),
                ("victory", &mut saved.victory),
                ("game_over", &mut saved.game_over),
            ];
            let mut name = "";
            for (place, (own, value)) in fields.into_iter().enumerate() {
                if place == field {
                    (name, *value) = (own, Value::Number(time));
                }
            }
            let error = GameState::restore(rules(), &saved, world).unwrap_err();
            assert!(error.to_string().contains(name), "{name} {time}: {error}");
        }
    }
    // A moment that has not come may be any number below 0.
    let mut saved = game().save(0.0);
    saved.victory = Value::Number(-1e300);
    assert!(GameState::restore(rules(), &saved, world).is_ok());
}
