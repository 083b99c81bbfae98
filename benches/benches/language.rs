//! Six expressions, each evaluated by native Rust, by a compiled CalcArray, by
//! rhai and by a JSON-logic engine; everything is prepared beforehand.
//!
//! The operands are 3 and 5, in ours as entries of the tile the expression
//! stands on, elsewhere as variables `x` and `y`.

use benches::{program, Row};
use calcarray::{Limits, Meter, Position, Program};
use divan::{black_box, Bencher};

fn main() {
    divan::Divan::default().sample_size(2000).config_with_args().main();
}

/// Benchmarks a CalcArray on the tile [3, 5].
fn ours(bencher: Bencher<'_, '_>, expression: &str) {
    let program: Program = program(expression);
    let mut host = Row::new("[[3,5],[4,6]]");
    let position = Position { hdir: 1.0, ..Position::default() };
    let mut meter = Meter::new(Limits::default());
    bencher.bench_local(|| {
        meter.reset();
        black_box(&program).run(&mut host, &position, &mut meter).expect("no error")
    });
}

/// Benchmarks a rhai script with x = 3 and y = 5.
fn rhai(bencher: Bencher<'_, '_>, script: &str) {
    let mut engine = rhai::Engine::new();
    engine.set_optimization_level(rhai::OptimizationLevel::Full);
    let ast = engine.compile(script).expect("the benchmark's own script");
    let mut scope = rhai::Scope::new();
    scope.push("x", 3.0_f64).push("y", 5.0_f64);
    let size = scope.len();
    bencher.bench_local(|| {
        scope.rewind(size);
        engine.eval_ast_with_scope::<rhai::Dynamic>(&mut scope, black_box(&ast)).expect("no error")
    });
}

/// Benchmarks a JSON-logic rule with x = 3 and y = 5.
fn json_logic(bencher: Bencher<'_, '_>, rule: &str) {
    let engine = datalogic_rs::Engine::new();
    let rule = engine.compile(rule).expect("the benchmark's own rule");
    let data =
        datalogic_rs::ParsedData::from_json(r#"{"x":3,"y":5,"list":[1,2,3,4,5,6,7,8,9,10]}"#).expect("data");
    let mut session = engine.session();
    bencher.bench_local(|| {
        session.reset();
        session.eval_borrowed(black_box(&rule), &data).map(|value| value.is_null()).expect("no error")
    });
}

/// `a == b && x != y`.
mod condition {
    use super::*;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| black_box(3.0) == black_box(4.0) && black_box(5.0) != black_box(6.0));
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(bencher, r#"["@This 0","=",3,"&&",["@This 1","!=",6]]"#);
    }
    #[divan::bench]
    fn rhai(bencher: Bencher<'_, '_>) {
        super::rhai(bencher, "x == 3.0 && y != 6.0");
    }
    #[divan::bench]
    fn json_logic(bencher: Bencher<'_, '_>) {
        super::json_logic(bencher, r#"{"and":[{"==":[{"var":"x"},3]},{"!=":[{"var":"y"},6]}]}"#);
    }
}

/// `(x * 2 + y) % 7`.
mod arithmetic {
    use super::*;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| (black_box(3.0_f64) * 2.0 + black_box(5.0)) % black_box(7.0));
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(bencher, r#"["@This 0","*",2,"+","@This 1","%",7]"#);
    }
    #[divan::bench]
    fn rhai(bencher: Bencher<'_, '_>) {
        super::rhai(bencher, "(x * 2.0 + y) % 7.0");
    }
    #[divan::bench]
    fn json_logic(bencher: Bencher<'_, '_>) {
        super::json_logic(bencher, r#"{"%":[{"+":[{"*":[{"var":"x"},2]},{"var":"y"}]},7]}"#);
    }
}

/// `2 ^ (x + 1)`; JSON logic has no power, and multiplies.
mod power {
    use super::*;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| black_box(2.0_f64).powf(black_box(3.0) + 1.0));
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(bencher, r#"[2,"^",["@This 0","+",1]]"#);
    }
    #[divan::bench]
    fn rhai(bencher: Bencher<'_, '_>) {
        super::rhai(bencher, "2.0 ** (x + 1.0)");
    }
    #[divan::bench]
    fn json_logic(bencher: Bencher<'_, '_>) {
        super::json_logic(bencher, r#"{"*":[2,{"*":[2,{"*":[2,{"+":[{"var":"x"},1]}]}]}]}"#);
    }
}

/// The sum of k * x for k = 0 to 99; JSON logic has no loop, and reduces a
/// list of ten.
mod loop_of_100 {
    use super::*;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher
            .bench_local(|| (0..100).fold(0.0_f64, |sum, k| black_box(sum) + f64::from(k) * black_box(3.0)));
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(
            bencher,
            r#"[0,"@end_vars",0,"@repeat",100,"+",["@var_retain","@Var 0","*","@This 0"],
                "@edit_var",0,["@var_retain","@Var 0","+",1],"@end-repeat"]"#,
        );
    }
    #[divan::bench]
    fn rhai(bencher: Bencher<'_, '_>) {
        super::rhai(bencher, "let sum = 0.0; let k = 0.0; while k < 100.0 { sum += k * x; k += 1.0; } sum");
    }
    #[divan::bench]
    fn json_logic_of_10(bencher: Bencher<'_, '_>) {
        json_logic(
            bencher,
            r#"{"reduce":[{"var":"list"},{"+":[{"var":"accumulator"},{"*":[{"var":"current"},3]}]},0]}"#,
        );
    }
}

/// The greatest common divisor of 3^200 and 6^100; the peers have no integers
/// of that size.
mod big_integer {
    use super::*;
    use num_bigint::BigInt;
    use num_integer::Integer;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| BigInt::from(black_box(3)).pow(200).gcd(&BigInt::from(black_box(6)).pow(100)));
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(bencher, r#"["@BigInt 3","^B","@BigInt 200","gcdB",["@BigInt 6","^B","@BigInt 100"]]"#);
    }
}

/// Ten entries doubled, then added up.
mod map_and_reduce {
    use super::*;

    #[divan::bench]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.bench_local(|| {
            let doubled: Vec<f64> = (1..=10).map(|k| black_box(f64::from(k)) * 2.0).collect();
            doubled.iter().sum::<f64>()
        });
    }
    #[divan::bench]
    fn calcarray(bencher: Bencher<'_, '_>) {
        ours(
            bencher,
            r#"[["@Literal",1,2,3,4,5,6,7,8,9,10],"arr_map",["@Var -1","*",2],"arr_reduce",0,["+","@Var -1"]]"#,
        );
    }
    #[divan::bench]
    fn rhai(bencher: Bencher<'_, '_>) {
        super::rhai(
            bencher,
            "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0].map(|k| k * 2.0).reduce(|sum, k| sum + k, 0.0)",
        );
    }
    #[divan::bench]
    fn json_logic(bencher: Bencher<'_, '_>) {
        super::json_logic(
            bencher,
            r#"{"reduce":[{"map":[{"var":"list"},{"*":[{"var":""},2]}]},{"+":[{"var":"accumulator"},{"var":"current"}]},0]}"#,
        );
    }
}
