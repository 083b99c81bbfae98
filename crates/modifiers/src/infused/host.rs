//! The host of the expressions of an Infused Mode: the size of the grid, and game
//! variables as far as they are made.

use calcarray::host::{Board, Store};
use calcarray::{Host, Limits, Primes, Value};

/// An empty grid.
struct Empty {
    width: usize,
    height: usize,
    cell: Value,
}

impl Board for Empty {
    fn height(&self) -> usize {
        self.height
    }

    fn width(&self, row: usize) -> usize {
        if row < self.height { self.width } else { 0 }
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        (row < self.height && column < self.width).then_some(&self.cell)
    }

    fn to_value(&self) -> Value {
        vec![Value::array(vec![self.cell.clone(); self.width]); self.height].into()
    }
}

/// A page or a start that expressions are evaluated on.
pub(super) struct PageHost {
    board: Empty,
    primes: Primes,
    /// The game variables.
    pub variables: Vec<Value>,
    hexagonal: bool,
    /// The limits of each evaluation.
    pub limits: Limits,
}

impl PageHost {
    pub fn new(width: usize, height: usize, hexagonal: bool, limits: &Limits) -> PageHost {
        let board = Empty { width, height, cell: "@Empty".into() };
        let limits = limits.clone();
        PageHost { board, primes: Primes::default(), variables: Vec::new(), hexagonal, limits }
    }
}

impl Host for PageHost {
    fn grid(&self) -> &dyn Board {
        &self.board
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }

    fn store(&self, store: Store) -> &[Value] {
        match store {
            Store::GameVariables => &self.variables,
            _ => &[],
        }
    }

    fn hexagonal(&self) -> bool {
        self.hexagonal
    }
}
