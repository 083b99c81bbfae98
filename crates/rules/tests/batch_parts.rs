//! Batches in parts: what is taken out of one goes on as it would have done there.

use std::sync::Arc;

use polymerge_rules::{Batch, CommonKinds, Kind, Limits, MemoryLimits, Mode, Refusal, Restart, Rng, Ruleset};

const GAMES: usize = 9;

/// A batch and its copy in parts that begin at these games.
struct Pair {
    whole: Batch,
    parts: Vec<Batch>,
    common: CommonKinds,
}

impl Pair {
    fn of(whole: Batch, cuts: &[usize]) -> Pair {
        let mut parts = vec![whole.clone()];
        for cut in cuts.iter().rev() {
            let rest = parts[0].split_off(*cut);
            parts.insert(1, rest);
        }
        let mut pair = Pair { whole, parts, common: CommonKinds::default() };
        pair.meet();
        pair
    }

    fn meet(&mut self) {
        for (number, part) in self.parts.iter_mut().enumerate() {
            self.common.number(number, part.engine().kinds());
        }
    }

    fn step(&mut self, directions: &[u8]) {
        self.whole.step(directions).unwrap();
        let mut rest = directions;
        for part in &mut self.parts {
            let (own, others) = rest.split_at(part.len());
            part.step(own).unwrap();
            rest = others;
        }
    }

    /// The reports of all parts, joined.
    fn joined<T: Clone>(&self, of: impl Fn(&Batch) -> &[T]) -> Vec<T> {
        self.parts.iter().flat_map(|part| of(part).to_vec()).collect()
    }

    /// The reports of all parts, with the numbers that games have in the whole batch.
    fn numbered<T>(&self, of: impl Fn(&Batch) -> Vec<(usize, T)>) -> Vec<(usize, T)> {
        let mut first = 0;
        let mut all = Vec::new();
        for part in &self.parts {
            all.extend(of(part).into_iter().map(|(game, own)| (first + game, own)));
            first += part.len();
        }
        all
    }

    fn kinds(&mut self) -> Vec<i32> {
        self.boards(Batch::kinds_into, Batch::len)
    }

    fn final_kinds(&mut self) -> Vec<i32> {
        self.boards(Batch::final_kinds_into, |part| part.ended().len())
    }

    fn boards(
        &mut self,
        read: impl Fn(&mut Batch, &mut [i32]) -> Result<(), polymerge_rules::TurnError>,
        count: impl Fn(&Batch) -> usize,
    ) -> Vec<i32> {
        let mut boards: Vec<Vec<i32>> = Vec::new();
        for part in &mut self.parts {
            let mut own = vec![0; count(part) * part.cells()];
            read(part, &mut own).unwrap();
            boards.push(own);
        }
        self.meet();
        for (number, own) in boards.iter_mut().enumerate() {
            self.common.write(number, own);
        }
        boards.concat()
    }

    fn compare(&mut self) {
        let whole = &mut self.whole;
        let mut kinds = vec![0; whole.len() * whole.cells()];
        whole.kinds_into(&mut kinds).unwrap();
        let mut last = vec![0; whole.ended().len() * whole.cells()];
        whole.final_kinds_into(&mut last).unwrap();
        assert_eq!(self.kinds(), kinds);
        assert_eq!(self.final_kinds(), last);
        let of = |kinds: &[Kind]| kinds.iter().map(|own| (own.text(), own.value)).collect::<Vec<_>>();
        assert_eq!(of(self.common.kinds()), of(self.whole.kinds()));
        assert_eq!(self.joined(Batch::rewards), self.whole.rewards());
        assert_eq!(self.joined(Batch::moved), self.whole.moved());
        assert_eq!(self.joined(Batch::over), self.whole.over());
        assert_eq!(self.joined(Batch::truncated), self.whole.truncated());
        assert_eq!(self.joined(Batch::final_scores), self.whole.final_scores());
        assert_eq!(self.joined(Batch::final_lengths), self.whole.final_lengths());
        let ended = |part: &Batch| part.ended().iter().map(|game| (*game, ())).collect();
        assert_eq!(self.numbered(ended), ended(&self.whole));
        let failures = |part: &Batch| part.failures().to_vec();
        assert_eq!(self.numbered(failures), failures(&self.whole));
        assert_eq!(self.parts.iter().map(Batch::games_ended).sum::<u64>(), self.whole.games_ended());
        let texts = Batch::snapshot_of_parts(&self.parts, self.common.kinds()).unwrap();
        assert_eq!(texts, self.whole.snapshot().unwrap());
    }
}

fn rules(height: usize, width: usize) -> Arc<Ruleset> {
    Ruleset::compile(Mode::classic(height, width), Limits::default()).unwrap()
}

/// Games that end at different times, some of them cut off; directions that can't be pressed.
#[test]
fn parts_go_on_as_the_whole_batch_does() {
    for restart in [Restart::SameStep, Restart::NextStep, Restart::ByHand] {
        for cuts in [&[4][..], &[1, 2, 8], &[0, 9]] {
            let whole = Batch::new(rules(2, 3), GAMES, 7, 0.0).unwrap();
            let mut whole = whole.with_restart(restart).with_max_steps(25);
            // Reports and last boards of the step before are taken along.
            (0..10).for_each(|turn| whole.step(&[turn % 4; GAMES]).unwrap());
            let mut pair = Pair::of(whole, cuts);
            for turn in 0..60_usize {
                let directions: Vec<u8> = (0..GAMES).map(|game| ((turn * 7 + game) % 5) as u8).collect();
                pair.step(&directions);
                pair.compare();
                if restart == Restart::ByHand && turn % 9 == 0 {
                    let over = pair.whole.over().to_vec();
                    pair.whole.restart(&over).unwrap();
                    let mut rest = &over[..];
                    for part in &mut pair.parts {
                        let (own, others) = rest.split_at(part.len());
                        part.restart(own).unwrap();
                        rest = others;
                    }
                    pair.compare();
                }
            }
            assert!(pair.whole.games_ended() > 9, "{restart:?}");
        }
    }
}

#[test]
fn kinds_that_parts_meet_later_are_numbered_as_in_the_whole_batch() {
    let mut pair = Pair::of(Batch::new(rules(4, 4), GAMES, 7, 0.0).unwrap(), &[2, 5]);
    let first = pair.whole.kinds().len();
    for _ in 0..600 {
        let mut legal = [0; GAMES];
        pair.whole.legal_into(&mut legal).unwrap();
        pair.step(&legal.map(|own| own.trailing_zeros() as u8));
        pair.compare();
    }
    assert!(pair.whole.kinds().len() > first);
}

#[test]
fn games_that_ended_are_told_in_their_order() {
    let mut batch = Batch::new(rules(1, 2), 30, 7, 0.0).unwrap().with_max_steps(3);
    let mut both = 0;
    for turn in 0..40 {
        batch.step(&[turn % 4; 30]).unwrap();
        assert!(batch.ended().is_sorted());
        let cut_off = batch.ended().iter().filter(|game| batch.truncated()[**game]).count();
        both += usize::from(cut_off > 0 && cut_off < batch.ended().len());
    }
    assert!(both > 3);
}

#[test]
fn a_snapshot_of_parts_is_that_of_one_batch() {
    let mut pair = Pair::of(Batch::new(rules(4, 4), GAMES, 7, 0.0).unwrap(), &[3, 6]);
    (0..20).for_each(|turn| pair.step(&[turn % 4; GAMES]));
    let texts = Batch::snapshot_of_parts(&pair.parts, pair.common.kinds()).unwrap();
    let mut again = Batch::<Rng>::of_snapshot(rules(4, 4), MemoryLimits::default(), &texts).unwrap();
    for turn in 0..20 {
        again.step(&[turn % 4; GAMES]).unwrap();
        pair.step(&[turn % 4; GAMES]);
        assert_eq!(pair.joined(Batch::rewards), again.rewards());
    }
    assert!(
        Batch::<Rng>::of_snapshot(
            rules(4, 4),
            MemoryLimits::default(),
            &Batch::<Rng>::snapshot_of_parts(&[], &[]).unwrap()
        )
        .is_err()
    );
}

fn legal(batch: &mut Batch) -> Vec<u64> {
    let mut legal = vec![0; batch.len()];
    batch.legal_into(&mut legal).unwrap();
    legal
}

/// Steps in legal directions, which differ from game to game.
fn step_legally(batch: &mut Batch, turn: usize) {
    let chosen = |(game, legal): (usize, u64)| {
        let directions: Vec<u8> = (0..4).filter(|direction| legal >> direction & 1 == 1).collect();
        directions.get((turn + game) % directions.len().max(1)).copied().unwrap_or_default()
    };
    let directions: Vec<u8> = legal(batch).into_iter().enumerate().map(chosen).collect();
    batch.step(&directions).unwrap();
}

/// Boards that are packed are so no more in a copy, in what is taken out, and with other caches.
#[test]
fn legal_directions_are_those_of_each_board_wherever_it_goes() {
    let scripts = r#"[[[0, "@add_score", 1], "EndTurn"]]"#;
    let scripts = calcarray::json::read(scripts, &Default::default()).unwrap();
    let scripted = Ruleset::compile(Mode { scripts, ..Mode::classic(3, 3) }, Limits::default()).unwrap();
    for rules in [rules(4, 4), rules(3, 3), rules(1, 5), scripted] {
        for turns in [3, 40, 300] {
            let mut batch = Batch::new(Arc::clone(&rules), GAMES, 7, 0.0).unwrap();
            for turn in 0..turns {
                let own = legal(&mut batch);
                let of_boards = (0..GAMES).map(|game| {
                    let (engine, position) = batch.look(game).unwrap();
                    engine.legal(position).unwrap()
                });
                assert_eq!(own, of_boards.collect::<Vec<_>>(), "{turn}");
                assert_eq!(own, legal(&mut batch.clone()), "{turn}");
                step_legally(&mut batch, turn);
            }
            let own = legal(&mut batch);
            let mut rest = batch.split_off(GAMES / 2);
            assert_eq!([legal(&mut batch), legal(&mut rest)].concat(), own);
            let mut other = batch.with_memory(MemoryLimits::default());
            assert_eq!(legal(&mut other), own[..GAMES / 2]);
        }
    }
}

/// After each legal direction, that of an engine; else the present board.
#[test]
fn boards_after_each_direction_are_those_of_an_engine() {
    let mut batch = Batch::new(rules(3, 3), GAMES, 7, 0.0).unwrap();
    let (mut boards, mut points) = ([0; GAMES * 4 * 9], [0.0; GAMES * 4]);
    let (mut scored, mut still) = (0.0, 0);
    for turn in 0..40 {
        batch.afterstates_into(&mut boards, &mut points).unwrap();
        for (place, (board, points)) in boards.chunks(9).zip(points).enumerate() {
            let (game, direction) = (place / 4, place % 4);
            let (engine, position) = batch.look(game).unwrap();
            let mut expected = [0; 9];
            if engine.is_legal(position, direction).unwrap() {
                let after = engine.afterstate(position, direction).unwrap().unwrap();
                engine.observe(after.board(), &mut expected).unwrap();
                assert_eq!(points, after.points());
                scored += points;
            } else {
                engine.observe(position, &mut expected).unwrap();
                assert_eq!(points, 0.0);
                still += 1;
            }
            assert_eq!(board, expected);
        }
        batch.step(&[turn % 4; GAMES]).unwrap();
    }
    assert!(scored > 0.0 && still > 0);
    let wrong = Err(Refusal::WrongLength.into());
    assert_eq!(batch.afterstates_into(&mut boards[1..], &mut points), wrong);
    assert_eq!(batch.afterstates_into(&mut boards, &mut points[1..]), wrong);
}

/// Scores that go by chance in each turn: games that stand alike draw other numbers.
#[test]
fn chance_in_boards_after_each_direction_is_that_of_each_game() {
    let scripts = r#"[[[0, "@add_score", [1, "rand_int", 1000000000]], "EndTurn"]]"#;
    let scripts = calcarray::json::read(scripts, &Default::default()).unwrap();
    let mode = Mode { scripts, ..Mode::classic(4, 4) };
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let mut pair = Pair::of(Batch::new(rules, GAMES, 7, 0.0).unwrap(), &[1, 4]);
    let points_of = |batch: &mut Batch| {
        let turns = batch.len() * 4;
        let (mut boards, mut points) = (vec![0; turns * 16], vec![0.0; turns]);
        batch.afterstates_into(&mut boards, &mut points).unwrap();
        points
    };
    let before: Vec<Rng> = (0..GAMES).map(|game| pair.whole.random(game).unwrap().clone()).collect();
    let points = points_of(&mut pair.whole);
    // At the start all have no moves and no score.
    for direction in 0..4 {
        let mut drawn: Vec<f64> = points.iter().skip(direction).step_by(4).copied().collect();
        drawn.retain(|points| *points > 0.0);
        assert!(drawn.len() > 3, "{direction}: {drawn:?}");
        drawn.sort_by(f64::total_cmp);
        drawn.dedup();
        let legal = points.iter().skip(direction).step_by(4).filter(|points| **points > 0.0).count();
        assert_eq!(drawn.len(), legal, "{direction}: {drawn:?}");
    }
    let after: Vec<Rng> = (0..GAMES).map(|game| pair.whole.random(game).unwrap().clone()).collect();
    assert_eq!((after, points_of(&mut pair.whole)), (before, points), "nothing is used up");
    // In parts, and after a step.
    for turn in 0..3 {
        let whole = points_of(&mut pair.whole);
        assert_eq!(pair.parts.iter_mut().flat_map(points_of).collect::<Vec<_>>(), whole);
        pair.step(&[turn; GAMES]);
        assert_ne!(points_of(&mut pair.whole), whole);
    }
}

/// One of both slices is enough.
#[test]
fn boards_or_points_after_each_direction_can_be_left_out() {
    let mut batch = Batch::new(rules(3, 3), GAMES, 7, 0.0).unwrap();
    (0..9).for_each(|turn| batch.step(&[turn % 4; GAMES]).unwrap());
    let (mut boards, mut points) = ([0; GAMES * 4 * 9], [0.0; GAMES * 4]);
    batch.afterstates_into(&mut boards, &mut points).unwrap();
    let mut alone = ([1; GAMES * 4 * 9], [1.0; GAMES * 4]);
    batch.look_ahead_into(Some(&mut alone.0), None).unwrap();
    batch.look_ahead_into(None, Some(&mut alone.1)).unwrap();
    assert_eq!(alone, (boards, points));
    let wrong = Err(Refusal::WrongLength.into());
    assert_eq!(batch.look_ahead_into(None, Some(&mut points[1..])), wrong);
    assert_eq!(batch.look_ahead_into(Some(&mut boards[1..]), None), wrong);
}
