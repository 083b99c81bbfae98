//! Drawing boards of 4 × 4 tiles.
//!
//! "Warm" is with a cache that has seen the tiles before, as a front end has
//! after the first picture; "cold" is without. Goals: under 100 µs warm for
//! modes like 2048, under 2 ms for DIVE with tiles of 30 digits.

use calcarray::host::Board;
use calcarray::{Host, Integer, Limits, Meter, Primes, Value};
use divan::Bencher;
use polymerge_display::{Scene, Tables, Theme, TileCache, svg};
use polymerge_modefile::catalogue;

fn main() {
    divan::main();
}

/// A game that stands still.
struct Still {
    grid: Value,
    primes: Primes,
}

impl Host for Still {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

/// A mode and a full board of it.
struct Picture {
    theme: Theme,
    tables: Tables,
    game: Still,
    meter: Meter,
}

impl Picture {
    fn new(mode: &str, tile: impl Fn(usize) -> Value) -> Picture {
        let mode = catalogue::find(mode).expect("a built-in mode").read().expect("a good one").mode;
        let cells: Vec<Value> = (0..16).map(|index| Value::array(vec![tile(index)])).collect();
        let rows: Vec<Value> = cells.chunks(4).map(|row| Value::array(row.to_vec())).collect();
        Picture {
            theme: Theme::new(&mode),
            tables: Tables::new(),
            game: Still { grid: Value::array(rows), primes: Primes::default() },
            meter: Meter::new(Limits::default()),
        }
    }

    fn plain() -> Picture {
        Picture::new("2048", |index| Value::Number(index as f64))
    }

    /// Numbers of 30 digits with factors of all sizes.
    fn dive() -> Picture {
        Picture::new("dive", |index| {
            let text = format!("{}{}", 123_456_789_012_345 + 7 * index, 678_901_234_567_890 + 11 * index);
            Value::Integer(Integer::parse(&text).expect("digits"))
        })
    }

    fn draw(&mut self, cache: &mut TileCache) -> Scene {
        Scene::of(&mut self.game, &mut self.meter, &self.theme, &self.tables, cache).expect("a picture")
    }

    fn warm(mut self, bencher: Bencher<'_, '_>) {
        let mut cache = TileCache::new();
        self.draw(&mut cache);
        bencher.bench_local(|| self.draw(&mut cache));
    }

    fn cold(mut self, bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| self.draw(&mut TileCache::new()));
    }
}

#[divan::bench]
fn plain_warm(bencher: Bencher<'_, '_>) {
    Picture::plain().warm(bencher);
}

#[divan::bench]
fn plain_cold(bencher: Bencher<'_, '_>) {
    Picture::plain().cold(bencher);
}

#[divan::bench]
fn dive_30_digits_warm(bencher: Bencher<'_, '_>) {
    Picture::dive().warm(bencher);
}

#[divan::bench]
fn dive_30_digits_cold(bencher: Bencher<'_, '_>) {
    Picture::dive().cold(bencher);
}

#[divan::bench]
fn plain_svg(bencher: Bencher<'_, '_>) {
    let scene = Picture::plain().draw(&mut TileCache::new());
    bencher.bench_local(|| svg::board(&scene));
}

#[divan::bench]
fn constant_tables(bencher: Bencher<'_, '_>) {
    bencher.bench_local(Tables::new);
}
