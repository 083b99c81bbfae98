//! Strict compilation: every operator has to be one, wherever it stands.

use calcarray::{ErrorKind, Limits, Program, json};

/// Expressions, and where in them something stands that is no operator.
const CASES: &[(&str, &str, &[usize])] = &[
    (r#"[1,"pow",2]"#, r#""pow""#, &[1]),
    (r#"[1,7,2]"#, "7", &[1]),
    (r#"[[1,"x",2],"+",3]"#, r#""x""#, &[0, 1]),
    (r#"[1,"+",[2,"*",[3,"x"]]]"#, r#""x""#, &[2, 2, 1]),
    (r#"[[1,"x"],"@end_vars",2]"#, r#""x""#, &[0, 1]),
    (r#"[["@Literal",1,2],"arr_map",["@var_retain","@Var -1","x",2]]"#, r#""x""#, &[2, 2]),
    (r#"[1,"@if",[1,"x",2],"+",1,"@end-if"]"#, r#""x""#, &[2, 1]),
    (r#"[1,"@if",true,"x",1,"@end-if"]"#, r#""x""#, &[3]),
    (r#"[1,"@repeat",3,"+",[2,"x"],"@end-repeat"]"#, r#""x""#, &[4, 1]),
    (r#"["@Literal",5,["@CalcArray",1,"x",2]]"#, r#""x""#, &[2, 2]),
];

#[test]
fn what_is_no_operator_is_found_with_its_place() {
    for (text, operator, path) in CASES {
        let expression = json::read(text, &Default::default()).unwrap();
        let error = Program::compile_strict(&expression, &Limits::default()).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::UnknownOperator((*operator).to_owned()), "{text}");
        assert_eq!(error.path().collect::<Vec<_>>(), *path, "{text}");
        // The language itself has it that this does nothing.
        Program::compile(&expression, &Limits::default()).unwrap().evaluate(&[], &Limits::default()).unwrap();
    }
}

#[test]
fn what_computes_its_operator_is_taken() {
    for text in [r#"[1,["+"],2]"#, r#"["@Literal",1,"pow",2]"#, r#""pow""#, "[]", r#"[1,"@anything",2]"#] {
        let expression = json::read(text, &Default::default()).unwrap();
        Program::compile_strict(&expression, &Limits::default()).unwrap();
    }
}
