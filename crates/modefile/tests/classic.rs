//! The two games of the articles, `classic` and `crummy`: what spawns.

use polymerge_modefile::catalogue;
use polymerge_rules::{Event, GameState, Limits, Rng, Ruleset, Screen, Turn, World};

/// The tiles that spawned, by their exponent: 2s, 4s, others.
fn spawned(turn: &Turn) -> [usize; 3] {
    let mut counts = [0; 3];
    for event in &turn.events {
        if let Event::Spawn { tile, .. } = event {
            let exponent = tile.as_array().and_then(|tile| tile.first()?.as_number());
            counts[exponent
                .map_or(2, |exponent| [1.0, 2.0].iter().position(|e| *e == exponent).unwrap_or(2))] += 1;
        }
    }
    counts
}

#[test]
fn two_twos_at_the_start_and_then_a_share_of_fours() {
    // mode, per cent of 4s: least and most that is accepted
    for (name, least, most) in [("classic", 8.0, 12.0), ("crummy", 17.0, 23.0)] {
        let mode = catalogue::find(name).unwrap().read().unwrap().mode;
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        let mut later = [0; 3];
        for seed in 0..60 {
            let mut random = Rng::new(seed);
            let (mut game, start) = GameState::new(rules.clone(), &mut World::new(&mut random, 0.0)).unwrap();
            assert_eq!(spawned(&start), [2, 0, 0], "{name}, seed {seed}");
            for direction in (0..4).cycle().take(200) {
                if game.screen() != Screen::Play {
                    break;
                }
                if !game.legal_moves().unwrap().contains(&direction) {
                    continue;
                }
                let turn = game.play(direction, &mut World::new(&mut random, 0.0)).unwrap();
                later.iter_mut().zip(spawned(&turn)).for_each(|(sum, count)| *sum += count);
            }
        }
        let [twos, fours, others] = later;
        let share = 100.0 * fours as f64 / (twos + fours) as f64;
        assert!((least..=most).contains(&share) && others == 0, "{name}: {share} % of 4s, {later:?}");
    }
}
