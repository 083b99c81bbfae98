//! Positions as texts, and games that come out of batches.

use polymerge::engine::directions_in;
use polymerge::{Mode, Rng, catalogue};

#[test]
fn positions_of_all_modes_go_on_as_texts_in_other_engines() {
    for entry in catalogue::modes() {
        let rules = Mode::built_in(entry.name()).unwrap().compile().unwrap().drawn(1).unwrap();
        let (mut engine, mut other) = (rules.engine().unwrap(), rules.engine().unwrap());
        let mut random = Rng::new(7);
        let mut here = engine.start(&mut random).unwrap();
        for turn in 0..40 {
            let legal = directions_in(engine.legal(&here).unwrap());
            let Some(direction) = legal.get(turn % legal.len().max(1)).copied() else { break };
            if turn % 8 == 0 {
                let text = engine.snapshot(&here).unwrap();
                let mut there = other.of_snapshot(&text).unwrap();
                assert_eq!(other.game(&there).unwrap().grid(), engine.game(&here).unwrap().grid());
                let (mut same, mut fork) = (random.clone(), here.clone());
                engine.play(&mut fork, direction, &mut random.clone()).unwrap();
                other.play(&mut there, direction, &mut same).unwrap();
                let both = (engine.snapshot(&fork).unwrap(), other.snapshot(&there).unwrap());
                assert_eq!(both.0, both.1, "{}, turn {turn}", entry.name());
            }
            engine.play(&mut here, direction, &mut random).unwrap();
        }
    }
}

#[test]
fn texts_of_no_position_are_refused() {
    let rules = |name: &str| Mode::built_in(name).unwrap().compile().unwrap();
    let mut engine = rules("classic").engine().unwrap();
    let position = engine.start(&mut Rng::new(7)).unwrap();
    let text = engine.snapshot(&position).unwrap();
    assert!(engine.of_snapshot(&text).is_ok());
    let cases = [
        String::new(),
        "[]".to_owned(),
        "[1]".to_owned(),
        text[..text.len() / 2].to_owned(),
        text.replacen("[1,", "[2,", 1),
        text.replacen("[[", "[", 1),
    ];
    for case in cases {
        let refused = engine.of_snapshot(&case).map(drop).map_err(polymerge::Error::from);
        assert_eq!(refused.unwrap_err().code(), "bad-record", "{case}");
    }
    let refused = rules("2048").engine().unwrap().of_snapshot(&text).map(drop).unwrap_err();
    assert!(refused.to_string().contains("other rules"), "{refused}");
    let foreign = rules("classic").engine().unwrap().snapshot(&position).unwrap_err();
    assert_eq!(polymerge::Error::from(foreign).code(), "foreign");
}

#[test]
fn games_out_of_batches_go_on_as_there() {
    for name in ["classic", "dive", "2187"] {
        let rules = Mode::built_in(name).unwrap().compile().unwrap();
        let directions = rules.directions().len();
        let mut batch = rules.batch(3, 7).unwrap();
        for turn in 0..50 {
            let own = [0, 1, 2].map(|game| ((turn * 7 + game * 3) % directions) as u8);
            batch.step(&own).unwrap();
        }
        let mut game = rules.continued(batch.game(1), batch.random(1).unwrap().clone(), 0.0).unwrap();
        let ended = batch.games_ended();
        for turn in 0..60 {
            let direction = turn % directions;
            batch.step(&[direction as u8; 3]).unwrap();
            if batch.games_ended() != ended {
                break;
            }
            // Neither a batch nor a game presses a direction that is known to move nothing.
            let refused = game.play(direction).err();
            assert_eq!(refused.is_some(), batch.failures().iter().any(|(place, _)| *place == 1));
            assert_eq!((game.state().grid(), game.score()), (batch.game(1).grid(), batch.game(1).score()));
        }
        let kept = game.saved().unwrap().to_json();
        let again = polymerge::Saved::from_json(&kept, rules.limits()).unwrap();
        assert_eq!(again.resume(0.0, rules.limits()).unwrap().state().grid(), game.state().grid());
    }
    let one = Mode::built_in("classic").unwrap().compile().unwrap();
    let other = Mode::built_in("classic").unwrap().compile().unwrap();
    let foreign = one.continued(other.state(7).unwrap(), Rng::new(1), 0.0).map(drop).unwrap_err();
    assert_eq!(foreign.code(), "foreign");
    let timeless = one.continued(one.state(7).unwrap(), Rng::new(1), f64::NAN).map(drop).unwrap_err();
    assert_eq!(timeless.code(), "bad-time");
}
