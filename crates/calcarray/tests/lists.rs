//! Reading a list of the game as a whole costs its length: otherwise a loop could copy it for hours
//! within its steps.

use calcarray::host::{Board, Coordinate, Host, List, NoGame, Store};
use calcarray::{Limits, Meter, Position, Primes, Program, Value};

const ENTRIES: usize = 1_000;
const TIMES: u64 = 100;

/// A game whose every list is long.
struct Long {
    grid: Value,
    list: Vec<Value>,
    primes: Primes,
}

impl Host for Long {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn list(&self, _: List) -> &[Value] {
        &self.list
    }

    fn tile_order(&self) -> Value {
        Value::array(vec![Value::array(vec![0.0.into(), 0.0.into()]); ENTRIES])
    }

    fn store(&self, _: Store) -> &[Value] {
        &self.list
    }

    fn modifier_indices(&self) -> &[Value] {
        &self.list
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

#[test]
fn reading_a_list_costs_as_much_as_there_is_of_it() {
    let row = Value::array(vec![Value::text("@Empty"); ENTRIES / 10]);
    let mut game = Long {
        grid: Value::array(vec![row; 10]),
        list: vec![Value::text("7"); ENTRIES],
        primes: NoGame::default().primes().clone(),
    };
    let no_place = Position { v: Coordinate::None, h: Coordinate::None, ..Position::default() };
    for text in [
        "@Grid",
        "@Grid 3",
        "@Grid 99",
        "@This",
        "@This @FromVCoord 2",
        "@TileContainer",
        "@TileOrder",
        "@DiscTiles",
        "@DiscWinning 5000",
        "@DiscLosing",
        "@NextSpawns",
        "@GVar",
        "@MVar",
        "@MVarIndex",
        "@MVarIndex 12",
    ] {
        let inner = Value::array(vec![Value::text(text), Value::text("typeof")]);
        let line =
            [0.0.into(), "@repeat".into(), (TIMES as f64).into(), "2nd".into(), inner, "@end-repeat".into()];
        let limits = Limits::default();
        let program = Program::compile(&Value::array(line.to_vec()), &limits).expect("an expression");
        let mut meter = Meter::new(limits.clone());
        let result = program.run(&mut game, &no_place, &mut meter);
        let steps = limits.steps - meter.steps_left();
        assert!(result.is_ok(), "{text}: {result:?}");
        assert!(steps >= TIMES * ENTRIES as u64 / 4, "{text}: {steps} steps");
    }
}
