//! Arrays in variables and infinite fractions as operands.

use calcarray::{Limits, Program, json};

fn evaluated(expression: &str) -> String {
    let expression = json::read(expression, &Default::default()).unwrap();
    let program = Program::compile(&expression, &Limits::default()).unwrap();
    let result = program.evaluate(&[], &Limits::default());
    result.map_or_else(|error| format!("error: {error}"), |value| json::write(&value))
}

#[test]
fn arrays_in_variables_make_no_numbers() {
    for (expression, expected) in [
        // Declared, put in by a call, added later, changed.
        (r#"[["@Literal",5],"@end_vars","@Var 0","+",1]"#, "1"),
        (r#"[["@Literal",[7],3],"arr_map",["@Var -1","+",1]]"#, "[1,4]"),
        (r#"[0,"@add_var",["@Literal",5],"+",["@var_retain","@Var 0","*",2]]"#, "0"),
        (r#"[4,"@end_vars",1,"@edit_var",0,["@Literal",5],"+",["@var_retain","@Var 0"]]"#, "6"),
        (r#"[4,"@end_vars",1,"@edit_var",0,["@Literal",5],"+","@Var 0"]"#, "1"),
        (r#"[["@Literal",5],"@end_vars","@Var 0","+B","@BigInt 1"]"#, r#""@BigInt 1""#),
        (r#"[["@Literal",1,2],"@end_vars","@Var 0","+BR","@BigRational 1 2"]"#, r#""@BigRational 0 0""#),
        (
            r#"[["@Literal",1,2],"@end_vars","@Var 0","+GB","@GaussianBigInt 0 3"]"#,
            r#""@GaussianBigInt 0 3""#,
        ),
        // As texts and arrays they are what they are.
        (r#"[["@Literal",1,[2,3]],"@end_vars","@Var 0","str_length"]"#, "5"),
        (r#"[["@Literal",1,[2,3]],"@end_vars","@Var 0","str_lastIndexOf","@@"]"#, "-1"),
        (r#"[["@Literal",1,[2,3]],"@end_vars","x","str_concat","@Var 0"]"#, r#""x1,2,3""#),
        (r#"[["@Literal",1,[2,3]],"@end_vars","@Var 0","arr_length"]"#, "2"),
        (r#"[["@Literal",1,[2,3]],"@end_vars","@Var 0","=",["@Literal",1,[2,3]]]"#, "true"),
        (r#"[["@Literal"],"@end_vars","@Var 0","!"]"#, "false"),
        // A line makes a number of one again.
        (r#"[["@Literal",5],"@end_vars",["@var_retain","@Var 0"],"+",1]"#, "6"),
    ] {
        assert_eq!(evaluated(expression), expected, "{expression}");
    }
}

#[test]
fn greatest_common_divisors_of_nothing_and_everything() {
    for (a, b, expected) in [
        ("1 0", "0 1", "1 0"),
        ("-1 0", "0 1", "1 0"),
        ("0 1", "1 0", "0 1"),
        ("1 0", "1 2", "1 2"),
        ("1 2", "-1 0", "1 2"),
        ("1 0", "-1 0", "1 0"),
        ("0 1", "0 1", "0 1"),
        ("0 1", "-3 4", "3 4"),
        ("0 0", "0 1", "0 0"),
    ] {
        let expression = format!(r#"["@BigRational {a}","gcdBR","@BigRational {b}"]"#);
        assert_eq!(evaluated(&expression), format!(r#""@BigRational {expected}""#), "{expression}");
    }
}
