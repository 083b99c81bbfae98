//! A game as expressions see it, for looking at it.

use calcarray::host::{Counter, List, Store, Timer};
use calcarray::{Board, Error, Host, Meter, Position, Primes, Program, Text, Value, Variables};

use crate::turn::context::TurnContext;

/// A copy of a game that expressions can be evaluated on: it is a [`Host`].
///
/// What an expression changes is changed in this copy only, and there is no
/// randomness. Made by [`GameState::scratch`](crate::GameState::scratch).
pub struct Scratch<'g> {
    play: TurnContext<'g>,
}

impl<'g> Scratch<'g> {
    pub(crate) fn new(play: TurnContext<'g>) -> Scratch<'g> {
        Scratch { play }
    }

    /// Evaluates an expression within the limits of the game.
    ///
    /// # Errors
    /// As [`Program::run_with`].
    pub fn evaluate(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
    ) -> Result<Value, Error> {
        self.play.metered(|| crate::Place::Turn, |play, meter| play.run(program, position, variables, meter))
    }
}

/// Passes methods on to the game inside.
macro_rules! as_the_game {
    (read $(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $result {
            self.play.$name($($argument),*)
        })*
    };
    (change $(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&mut self $(, $argument: $type)*) -> $result {
            self.play.$name($($argument),*)
        })*
    };
}

impl Host for Scratch<'_> {
    as_the_game! { read
        fn grid() -> &dyn Board;
        fn tile_entries() -> usize;
        fn hexagonal() -> bool;
        fn counter(counter: Counter) -> f64;
        fn list(list: List) -> &[Value];
        fn tile_order() -> Value;
        fn store(store: Store) -> &[Value];
        fn modifier_indices() -> &[Value];
        fn timer(timer: Timer) -> f64;
        fn status() -> f64;
        fn can_replace_tiles() -> bool;
        fn script(index: f64) -> Option<Program>;
        fn tile_value() -> Program;
        fn discovered_filter() -> &[Value];
    }
    as_the_game! { change
        fn add_score(points: f64) -> ();
        fn store_mut(store: Store) -> Option<&mut Vec<Value>>;
        fn modifier_indices_mut() -> Option<&mut Vec<Value>>;
        fn replace_tile(row: f64, column: f64, tile: Value) -> Result<(), Error>;
        fn signal(signal: Value) -> ();
        fn announce(message: Text, milliseconds: f64) -> ();
        fn output(argument: &Value, value: &Value) -> ();
        fn primes() -> &mut Primes;
        fn random() -> Result<f64, Error>;
        fn replayed_random() -> Option<Result<Value, Error>>;
        fn record_random(result: &Value) -> ();
        fn merge_rule_applies(
            rule: f64,
            offset: f64,
            recursive: bool,
            position: &Position<'_>,
            meter: &mut Meter
        ) -> Result<bool, Error>;
    }
}
