//! Caching of results within an evaluation. It must not show: in no value, no variable, no error,
//! and not in the cost.

use calcarray::host::{Board, Host, NoGame, Store};
use calcarray::program::Variables;
use calcarray::trace::{Trace, Traced};
use calcarray::{Error, Limits, Meter, Position, Primes, Program, Value, json};

/// A game with variables and random numbers, which are counted.
struct Game {
    none: NoGame,
    variables: Vec<Value>,
    drawn: u32,
}

impl Host for Game {
    fn grid(&self) -> &dyn Board {
        self.none.grid()
    }

    fn store(&self, _: Store) -> &[Value] {
        &self.variables
    }

    fn store_mut(&mut self, _: Store) -> Option<&mut Vec<Value>> {
        Some(&mut self.variables)
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.drawn += 1;
        Ok(f64::from(self.drawn) * 0.618 % 1.0)
    }

    fn primes(&mut self) -> &mut Primes {
        self.none.primes()
    }
}

/// A trace that keeps nothing. With a trace, every step is taken.
struct SilentTrace;

impl Trace for SilentTrace {
    fn step(&mut self, _: Traced<'_>) {}
}

const SEEDS: &str = r#"["@Literal",["@BigInt 2","@BigInt 3"],["@BigInt 1","@BigInt 2"],["@BigInt 1","@BigInt 1"],["@BigInt 5","@BigInt 1"],["@BigInt 2","@BigInt 1"]]"#;
const PAIR: &str = r#"["@Literal","@BigInt 60","@BigInt 84"]"#;
const UNLOCK: &str = r#"
    ["@var_retain",["@Literal"],"arr_push",["@var_retain","@Var -2","arr_elem",0,"*B",["@var_retain","@Var -1","arr_elem",0]],
                                "arr_push",["@var_retain","@Var -2","arr_elem",1,"*B",["@var_retain","@Var -1","arr_elem",1]]],
    ["@var_retain",["@Literal"],"arr_push",["@var_retain","@Var -2","arr_elem",0,"/B",["@var_retain","@Var -1","arr_elem",0]],
                                "arr_push",["@var_retain","@Var -2","arr_elem",1,"/B",["@var_retain","@Var -1","arr_elem",1]]],
    ["@var_retain",["@var_retain","@Var -2","arr_elem",0,"modB",["@var_retain","@Var -1","arr_elem",0],"=","@BigInt 0"],
              "&&",["@var_retain","@Var -2","arr_elem",1,"modB",["@var_retain","@Var -1","arr_elem",1],"=","@BigInt 0"]],
    ORDER,
    ["@var_retain",["@var_retain","@Var -2","arr_elem",0,"gcdB",["@var_retain","@Var -1","arr_elem",0],"=","@BigInt 1"],
              "&&",["@var_retain","@Var -2","arr_elem",1,"gcdB",["@var_retain","@Var -1","arr_elem",1],"=","@BigInt 1"]],
    ["@Literal","@BigInt 1","@BigInt 1"],["@var_retain",true],
    ["@var_retain","@Var -1","=",["@Literal","@BigInt 1","@BigInt 1"]]"#;
const ORDER: &str = r#"
    ["@var_retain","@Var -2","arr_elem",0,"*B",["@var_retain","@Var -2","arr_elem",1],
     "-B",["@var_retain","@Var -1","arr_elem",0,"*B",["@var_retain","@Var -1","arr_elem",1]],"Number"]"#;

/// The results of six rounds of some work.
struct Outcome {
    /// The value or error, the variables of both kinds, how many random numbers were drawn.
    result: String,
    steps: u64,
    bytes: u64,
}

fn outcome(work: &str, rounds: u32, traced: bool) -> Outcome {
    let text = format!(
        r#"["@var_retain",0,"@repeat",{rounds},"@add_gvar",[{work}],"@edit_gvar",0,["@GVar 0","+",1],"@end-repeat"]"#
    );
    let limits = Limits::default();
    let expression = json::read(&text, &Default::default()).expect("an expression");
    let program = Program::compile(&expression, &limits).expect("it does not nest too deep");
    let mut game = Game { none: NoGame::default(), variables: vec![0.0.into(); 2], drawn: 0 };
    let (mut meter, variables) = (Meter::new(limits.clone()), Variables::default());
    let at = Position::default();
    let result = match traced {
        true => program.trace(&mut game, &at, &mut meter, &variables, &mut SilentTrace),
        false => program.run_with(&mut game, &at, &mut meter, &variables),
    };
    let result = result.map(|value| json::write(&value)).map_err(|error| error.to_string());
    Outcome {
        result: format!("{result:?} {variables:?} {:?} {}", game.variables, game.drawn),
        steps: limits.steps - meter.steps_left(),
        bytes: limits.memory - meter.memory_left(),
    }
}

#[test]
fn what_is_remembered_does_not_show() {
    let list = "[\"@Literal\",5,3,[1],[4],9,1]";
    let work = [
        // Computed once for all rounds.
        format!(r#"{list},"arr_map",["@var_retain","@Var -1","*",2]"#),
        format!(r#"{SEEDS},"arr_map",["@var_retain","@Var -1","arr_map",["@var_retain","@Var -1","absB"]]"#),
        format!(r#"{PAIR},"customDIVESeedUnlock",{SEEDS},0,{}"#, UNLOCK.replace("ORDER", ORDER)),
        format!(r#"{PAIR},"customDIVESeedUnlock",{SEEDS},3,{}"#, UNLOCK.replace("ORDER", ORDER)),
        format!(r#"{PAIR},"customDIVESeedUnlock",{SEEDS},["@GVar 0","%",5],{}"#, UNLOCK.replace("ORDER", ORDER)),
        // Of lists that change.
        format!(r#"{SEEDS},"arr_map",["@var_retain","@Var -1","arr_push",1],"arr_push",["@GVar 0"],"arr_map",["@var_retain","@Var -1","arr_length"]"#),
        // Different each time: by a variable, a random number, an effect, the game.
        format!(r#"{list},"arr_map",["@var_retain","@Var -1","+",["@GVar 0"]]"#),
        format!(r#"{list},"arr_map",["@var_retain",0,"rand_int",1000]"#),
        format!(r#"{list},"arr_map",["@var_retain","@Var -1","@add_gvar","@Var -1"]"#),
        format!(r#"{list},"arr_map",["@var_retain","@Var","arr_length"]"#),
        format!(
            r#"{PAIR},"customDIVESeedUnlock",{SEEDS},0,{}"#,
            UNLOCK.replace("ORDER", r#"["@var_retain",0,"rand_int",2,"-",1]"#)
        ),
        // What the calls declared is there for those after them.
        format!(
            r#"{PAIR},"customDIVESeedUnlock",{SEEDS},0,{}"#,
            UNLOCK.replace("ORDER", ORDER).replace(r#"["@var_retain",["@Literal"],"arr_push",["@var_retain","@Var -2","arr_elem",0,"/B""#,
                r#"["@var_retain",0,"@add_gvar",["@var_retain","@Var","arr_length"],"2nd",["@Literal"],"arr_push",["@var_retain","@Var -2","arr_elem",0,"/B""#)
        ),
        // Texts that turn out to be words or to stand for something.
        r#"["@Literal","@GVar 0","@Moves","x","@Literal"],"arr_map",["@var_retain","@Var -1"]"#.to_owned(),
        r#"["@Literal",["@GVar 0"],["@end_vars"],["x"],[1]],"arr_map",["@var_retain","@Var -1","arr_elem",0]"#.to_owned(),
    ];
    for work in work {
        assert_eq!(outcome(&work, 6, false).result, outcome(&work, 6, true).result, "{work}");
    }
}

#[test]
fn what_is_remembered_costs_the_same_again() {
    for work in [
        format!(r#"{SEEDS},"arr_map",["@var_retain","@Var -1","arr_map",["@var_retain","@Var -1","absB"]]"#),
        format!(r#"{PAIR},"customDIVESeedUnlock",{SEEDS},0,{}"#, UNLOCK.replace("ORDER", ORDER)),
    ] {
        let [once, twice, often] = [1, 2, 12].map(|rounds| outcome(&work, rounds, false));
        assert_eq!(often.steps - twice.steps, 10 * (twice.steps - once.steps), "{work}");
        assert_eq!(often.bytes - twice.bytes, 10 * (twice.bytes - once.bytes), "{work}");
        assert!(once.steps > 20, "{work} is no work");
    }
}
