use polymerge_rules::*;
fn cpu() -> f64 { std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn main() {
    let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap();
    let n: u64 = std::env::args().nth(1).map_or(2000, |a| a.parse().unwrap());
    let which = std::env::args().nth(2).unwrap_or_default();
    for limits in [MemoryLimits::none(), MemoryLimits::default()].into_iter().skip(usize::from(which == "memo")).take(if which.is_empty() { 2 } else { 1 }) {
        let mut random = Seeded::new(7);
        let mut r = Rollout::new(rules.clone(), &mut random, 0.0).unwrap().with_memory(limits);
        let mut policy = Seeded::new(8);
        let t = cpu();
        let (mut moves, mut games, mut score) = (0u64, 0u64, 0.0);
        while games < n {
            let d = (policy.next().unwrap() * 4.0) as usize;
            if r.is_available(d) {
                moves += u64::from(r.play(d, &mut random).unwrap());
                if r.screen() == Screen::GameOver {
                    games += 1;
                    score += r.score();
                    r.restart(&mut random).unwrap();
                } else if r.screen() == Screen::Win { r.continue_after_win().unwrap(); }
            }
        }
        let s = cpu() - t;
        println!("{:.3} M moves/s, {} ns/move; {} moves/game, mean score {} {:?}", moves as f64 / s / 1e6, s * 1e9 / moves as f64, moves as f64 / games as f64, score / games as f64, r.memory_use());
    }
}
