//! The stage of a display expression: the game that it is evaluated in, and a place
//! there.

use calcarray::color::Evaluate;
use calcarray::host::Store;
use calcarray::{Container, Coordinate, Error, Host, Meter, Position, Program, Value, Variables};

/// A game, a place in it, and the budget for evaluating expressions there.
pub struct Stage<'a> {
    /// The game.
    pub host: &'a mut dyn Host,
    /// The meter of the work; reset it between things that are shown.
    pub meter: &'a mut Meter,
    /// The place.
    pub position: Position<'a>,
    /// True if tiles are hexagons.
    pub hexagonal: bool,
    pub(crate) parents: Vec<Value>,
}

impl<'a> Stage<'a> {
    /// The upper left cell of the game's grid.
    pub fn new(host: &'a mut dyn Host, meter: &'a mut Meter, hexagonal: bool) -> Stage<'a> {
        Stage { host, meter, position: Position::default(), hexagonal, parents: Vec::new() }
    }

    /// This stage at another place of its game. Coordinates of `None` mean that the
    /// container is the tile itself.
    pub fn at<'b>(&'b mut self, v: Coordinate, h: Coordinate, container: Container<'b>) -> Stage<'b> {
        Stage {
            host: &mut *self.host,
            meter: &mut *self.meter,
            position: Position { v, h, container, ..Position::default() },
            hexagonal: self.hexagonal,
            parents: Vec::new(),
        }
    }
}

impl Evaluate for Stage<'_> {
    fn run(&mut self, expression: &Value, variables: &Variables) -> Result<Value, Error> {
        let program = Program::compile(expression, self.meter.limits())?;
        program.run_inside(&mut *self.host, &self.position, self.meter, variables, &self.parents)
    }

    fn game_variables(&self) -> Vec<Value> {
        self.host.store(Store::GameVariables).to_vec()
    }

    fn hexagonal(&self) -> bool {
        self.hexagonal
    }

    fn meter(&mut self) -> &mut Meter {
        self.meter
    }

    fn push_parent(&mut self, text: &str) {
        self.parents.push(Value::text(text));
    }

    fn pop_parent(&mut self) {
        self.parents.pop();
    }
}
