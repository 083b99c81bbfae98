//! The number of moves in a second of the engine that is the limit, by random play: for
//! `speed.py`, which compiles this file by itself.

#[path = "../src/limit.rs"]
mod limit;

use std::time::{Duration, Instant};

fn main() {
    let tables = limit::Tables::default();
    let mut game = limit::Game::new(0x9E37_79B9);
    let (start, mut moves, mut points) = (Instant::now(), 0_u64, 0);
    while start.elapsed() < Duration::from_secs(1) {
        for _ in 0..100 {
            let mut left = 0b1111_u32;
            while left != 0 {
                let direction = (game.random() >> 62) as u32;
                if left >> direction & 1 == 1 {
                    let moved = game.play(&tables, direction);
                    left = if moved { 0b1111 } else { left & !(1 << direction) };
                    moves += u64::from(moved);
                }
            }
            points += game.score;
            game.restart();
        }
    }
    println!("{} {points}", moves as f64 / start.elapsed().as_secs_f64());
}
