//! Batches as learners use them, and who may use which position.

#![cfg(test)]

use std::sync::Arc;

use polymerge_rules::{
    Batch, Engine, Game, Limits, Mode, NoRandomness, Refusal, Rollout, Ruleset, Screen, Seeded, Spawns,
    TurnError, World,
};

fn classic() -> Arc<Ruleset> {
    Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap()
}

#[test]
fn a_refused_action_stops_no_other_game() {
    for game in [0, 3, 7] {
        let mut batch = Batch::new(classic(), 8, 7, 0.0).unwrap();
        let mut legal = [0; 8];
        batch.legal_into(&mut legal).unwrap();
        let mut actions = legal.map(|own| own.trailing_zeros() as u8);
        actions[game] = 9;
        let before = batch.game(game);
        batch.step(&actions).unwrap();
        let refused = |refusal: Refusal| [(game, TurnError::from(refusal))];
        assert_eq!(batch.failures(), refused(Refusal::NoSuchDirection));
        assert_eq!(batch.moved(), std::array::from_fn::<bool, 8, _>(|own| own != game));
        assert_eq!((batch.game(game), batch.rewards()[game]), (before, 0.0));
        // The next step has failures of its own.
        batch.legal_into(&mut legal).unwrap();
        batch.step(&legal.map(|own| own.trailing_zeros() as u8)).unwrap();
        assert_eq!(batch.failures(), []);
    }
    let mut batch = Batch::new(classic(), 8, 7, 0.0).unwrap();
    let before = batch.game(0);
    assert!(batch.step(&[0; 7]).is_err());
    assert_eq!(batch.game(0), before);
}

#[test]
fn games_of_a_batch_are_loaded_and_reset() {
    let mut batch = Batch::new(classic(), 4, 7, 0.0).unwrap();
    let start = batch.position(2).unwrap().clone();
    let fresh = batch.game(2);
    for press in 0..40 {
        batch.step(&[press % 4; 4]).unwrap();
    }
    let untouched = batch.game(1);
    batch.load(2, &start).unwrap();
    assert_eq!(batch.game(2), fresh);
    let random = polymerge_rules::Direct(Seeded::new(8));
    batch.reset(3, random.clone()).unwrap();
    let again = Batch::of_streams(classic(), [random], 0.0).unwrap().game(0);
    assert_eq!(batch.game(3).grid(), again.grid());
    assert_eq!(batch.game(3).moves(), 0.0);
    assert_eq!(batch.game(1), untouched);
    assert_eq!(batch.load(4, &start), Err(Refusal::NoSuchGame.into()));
}

#[test]
fn one_seed_gives_one_game_everywhere() {
    for seed in 0..5 {
        let rules = classic();
        let mut batch =
            Batch::of_streams(Arc::clone(&rules), [Seeded::new(0), Seeded::new(seed)], 0.0).unwrap();
        let (mut random, mut twin) = (Seeded::new(seed), Seeded::new(seed));
        let (mut game, _) = Game::new(Arc::clone(&rules), &mut World::new(&mut random, 0.0)).unwrap();
        let mut rollout = Rollout::new(rules, &mut twin, 0.0).unwrap();
        while game.screen() == Screen::Play {
            let direction = game.legal_moves().unwrap()[0];
            game.play(direction, &mut World::new(&mut random, 0.0)).unwrap();
            rollout.play(direction, &mut twin).unwrap();
            batch.step(&[batch.available()[0].trailing_zeros() as u8, direction as u8]).unwrap();
            let is_over = game.screen() == Screen::GameOver;
            assert_eq!(batch.done()[1], is_over);
            assert_eq!(rollout.to_game().grid(), game.grid());
            if is_over {
                assert_eq!(batch.final_scores()[1], game.score());
            } else {
                assert_eq!(batch.game(1).grid(), game.grid());
            }
        }
    }
}

#[test]
fn positions_of_other_engines_are_refused() {
    let rules = classic();
    let mut engine = Engine::new(Arc::clone(&rules), 0.0);
    let mut position = engine.start(&mut Seeded::new(1)).unwrap();
    let after = (0..4).find_map(|direction| engine.afterstate(&position, direction).unwrap()).unwrap();
    let mut other = Engine::new(rules, 0.0);
    let foreign = TurnError::from(Refusal::Foreign);
    assert_eq!(other.play(&mut position, 0, &mut Seeded::new(1)), Err(foreign.clone()));
    assert_eq!(other.legal(&position), Err(foreign.clone()));
    assert_eq!(other.read_kinds(&position, &mut []), Err(foreign.clone()));
    assert_eq!(other.spawns(&after), Err(foreign.clone()));
    assert_eq!(other.game(&position), Err(foreign.clone()));
    assert_eq!(other.restart(&mut position, &mut Seeded::new(1)), Err(foreign.clone()));
    // As a game, it may go there.
    let game = engine.game(&position).unwrap();
    let same = other.position(game.clone()).unwrap();
    assert_eq!(other.game(&same).unwrap(), game);
    assert_eq!(Engine::new(classic(), 0.0).position(game).unwrap_err(), foreign);
}

/// The best play on a board of two cells is found by going through all that may spawn.
#[test]
fn all_that_may_spawn_is_gone_through() {
    let rules = Ruleset::compile(Mode::classic(1, 2), Limits::default()).unwrap();
    let mut engine = Engine::new(rules, 0.0);
    let mut position = engine.start(&mut Seeded::new(1)).unwrap();
    let mut kinds = [0; 2];
    engine.read_kinds(&position, &mut kinds).unwrap();
    // Two tiles fill the board: it is dead unless they are alike.
    let alike = kinds[0] == kinds[1];
    assert_eq!(engine.is_over(&position).unwrap(), !alike);
    assert_eq!(position.screen(), Screen::Play);
    let mut turns = 0;
    while !engine.is_over(&position).unwrap() {
        let direction = engine.legal(&position).unwrap().trailing_zeros() as usize;
        let after = engine.afterstate(&position, direction).unwrap().unwrap();
        let Spawns::Exact(spawns) = engine.spawns(&after).unwrap() else { panic!("{after:?}") };
        assert_eq!(spawns.len(), 2);
        // The rarer tile, in the only cell that is free.
        let rare = spawns.iter().min_by(|a, b| a.probability.total_cmp(&b.probability)).unwrap();
        assert!((rare.probability - 0.1).abs() < 1e-12);
        engine.play_spawn(&mut position, direction, rare, &mut NoRandomness).unwrap();
        turns += 1;
        assert!(turns < 20);
    }
}
