use polymerge_rules::*;
fn main() {
    let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap();
    let n: u64 = std::env::args().nth(1).map_or(2000, |a| a.parse().unwrap());
    let which = std::env::args().nth(2).unwrap_or_default();
    let mut x = 88172645463325252u64;
    let mut policy = move || { x ^= x << 13; x ^= x >> 7; x ^= x << 17; (x >> 62) as usize };
    let (mut moves, mut games, mut score) = (0u64, 0u64, 0.0);
    if which == "batch" {
        let mut batch = Batch::new(rules, 64, 7, 0.0).unwrap();
        let mut actions = vec![0u8; 64];
        while games < n {
            for (a, l) in actions.iter_mut().zip(batch.available()) { *a = loop { let d = policy(); if l >> d & 1 == 1 { break d as u8; } }; }
            batch.step(&actions).unwrap();
            moves += batch.moved().iter().map(|m| u64::from(*m)).sum::<u64>();
            games = batch.games_ended();
        }
    } else {
        let limits = if which == "none" { MemoryLimits::none() } else { MemoryLimits::default() };
        let mut random = Direct(Seeded::new(7));
        let mut r = Rollout::new(rules.clone(), &mut random, 0.0).unwrap().with_memory(limits);
        while games < n {
            let d = policy();
            if r.is_available(d) {
                moves += u64::from(r.play(d, &mut random).unwrap());
                if r.screen() == Screen::GameOver {
                    games += 1;
                    score += r.score();
                    r.restart(&mut random).unwrap();
                } else if r.screen() == Screen::Win { r.continue_after_win().unwrap(); }
            }
        }
    }
    println!("{} moves, {} moves/game, mean score {}", moves, moves as f64 / games as f64, score / games as f64);
}
