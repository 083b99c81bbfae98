//! The language by example: what each form becomes, and what is shown again.

use calcarray::json;
use polymerge_formula::{Local, Meaning, Names, Place, compile, compile_at, show, show_at};

/// A mode with two entries, three variables, and a rule with the variables `sum` and `i`.
pub struct Mode;

const ENTRIES: [&str; 2] = ["value", "age"];
const VARIABLES: [&str; 3] = ["hp", "seeds", "goal"];
const LOCALS: [&str; 2] = ["sum", "n"];

impl Names for Mode {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        let place = |list: &[&str]| list.iter().position(|known| *known == name);
        place(&ENTRIES)
            .map(Meaning::Entry)
            .or_else(|| place(&VARIABLES).map(Meaning::Variable))
            .or_else(|| place(&LOCALS).map(|place| Meaning::Local(Local::Number(place))))
    }

    fn name(&self, meaning: &Meaning) -> Option<String> {
        let found = match meaning {
            Meaning::Entry(place) => ENTRIES.get(*place),
            Meaning::Variable(place) => VARIABLES.get(*place),
            Meaning::Local(Local::Number(place)) => LOCALS.get(*place),
            _ => None,
        };
        found.map(|name| (*name).to_owned())
    }
}

/// Compiles each formula, compares it with the array, and shows it again: the same formula, or
/// the one that stands third.
#[track_caller]
fn check_all(cases: &[(&str, &str, &str)]) {
    for (formula, array, shown) in cases {
        let compiled = compile(formula, &Mode).unwrap_or_else(|error| panic!("{formula}: {error}"));
        assert_eq!(json::write(&compiled), *array, "{formula}");
        let shown = if shown.is_empty() { formula } else { shown };
        assert_eq!(show(&compiled, &Mode), *shown, "{array}");
    }
}

#[test]
fn values() {
    check_all(&[
        ("= 5", "5", ""),
        ("= -0.5", "-0.5", ""),
        ("= 1e21", "1e+21", "= 1e+21"),
        ("= -Infinity", r#""@-Infinity""#, ""),
        ("= NaN", r#""@NaN""#, ""),
        ("= 5n", r#""@BigInt 5""#, ""),
        ("= -5n", r#""@BigInt -5""#, ""),
        ("= 3/4q", r#""@BigRational 3 4""#, ""),
        ("= -6/4q", r#""@BigRational -3 2""#, "= -3/2q"),
        ("= 7q", r#""@BigRational 7 1""#, ""),
        ("= 2+3i", r#""@GaussianBigInt 2 3""#, ""),
        ("= -2-3i", r#""@GaussianBigInt -2 -3""#, ""),
        ("= 3i", r#""@GaussianBigInt 0 3""#, "= 0+3i"),
        ("= true", "true", ""),
        ("= undefined", r#""@undefined""#, ""),
        ("= 'it\\'s'", r#""it's""#, ""),
        ("= \"quoted\"", r#""quoted""#, "= 'quoted'"),
        ("= '@Literal'", r#""@Literal""#, "= @Literal"),
        ("= [1, 'two', [3]]", r#"["@Literal",1,"two",[3]]"#, ""),
        (
            "= [value + 1, score]",
            r#"["@Literal",["@CalcArray","@This 0","+",1],["@CalcArray","@Score"]]"#,
            "",
        ),
        ("= `[5,6]`", "[5,6]", ""),
    ]);
}

#[test]
fn names_and_tiles() {
    check_all(&[
        ("= value", r#""@This 0""#, ""),
        ("= this.value", r#""@This 0""#, "= value"),
        ("= next.value", r#""@Next 1 0""#, ""),
        ("= next(2).age", r#""@Next 2 1""#, ""),
        ("= near(-1, 0).value", r#"["@Relative -1 0","arr_elem",0]"#, ""),
        ("= near(0, 1)", r#""@Relative 0 1""#, ""),
        ("= this", r#""@This""#, ""),
        ("= hp", r#""@GVar 0""#, ""),
        ("= score", r#""@Score""#, ""),
        ("= @Anything", r#""@Anything""#, ""),
        ("= @NextNE(-1, 0)", r#""@NextNE -1 0""#, "= next_tile(-1).value"),
        ("= @Next(1, 0, @FromVCoord, 2)", r#""@Next 1 0 @FromVCoord 2""#, ""),
        ("= '@Next  1'", r#""@Next  1""#, ""),
    ]);
}

#[test]
fn operators() {
    check_all(&[
        ("= value * 2", r#"["@This 0","*",2]"#, ""),
        ("= value * 2 + 1", r#"["@This 0","*",2,"+",1]"#, ""),
        ("= 1 + value * 2", r#"[1,"+",["@This 0","*",2]]"#, ""),
        ("= (value + 1) * 2", r#"["@This 0","+",1,"*",2]"#, ""),
        ("= ((value + 1)) * 2", r#"[["@This 0","+",1],"*",2]"#, ""),
        ("= (value * 2) + 1", r#"[["@This 0","*",2],"+",1]"#, ""),
        ("= value - (1 - hp)", r#"["@This 0","-",[1,"-","@GVar 0"]]"#, ""),
        ("= value - (hp * 2)", r#"["@This 0","-",["@GVar 0","*",2]]"#, "= value - hp * 2"),
        ("= value - ((hp * 2))", r#"["@This 0","-",[["@GVar 0","*",2]]]"#, ""),
        ("= (value)", r#"["@This 0"]"#, ""),
        ("= ((value))", r#"[["@This 0"]]"#, ""),
        ("= (value + 1)", r#"["@This 0","+",1]"#, "= value + 1"),
        ("= ((value + 1))", r#"[["@This 0","+",1]]"#, ""),
        (
            "= value == next.value && score > 100",
            r#"["@This 0","=","@Next 1 0","&&",["@Score",">",100]]"#,
            "",
        ),
        (
            "= (value == 1) && (hp > 2)",
            r#"[["@This 0","=",1],"&&",["@GVar 0",">",2]]"#,
            "= (value == 1) && hp > 2",
        ),
    ]);
    check_all(&[
        ("= !(value == 1)", r#"["@This 0","=",1,"!"]"#, ""),
        ("= !value && true", r#"["@This 0","!","&&",true]"#, ""),
        ("= -value", r#"[0,"-","@This 0"]"#, "= 0 - value"),
        ("= goal modB 2n == 0n", r#"["@GVar 2","modB","@BigInt 2","=","@BigInt 0"]"#, ""),
        ("= goal +B 1n *B 2n", r#"["@GVar 2","+B",["@BigInt 1","*B","@BigInt 2"]]"#, ""),
        ("= 2 ^ (3 ^ 2)", r#"[2,"^",[3,"^",2]]"#, ""),
        ("= (2 ^ 3) ^ 2", r#"[2,"^",3,"^",2]"#, ""),
        ("= value bit& 3", r#"["@This 0","bit&",3]"#, ""),
        ("= bit~(value)", r#"["@This 0","bit~"]"#, ""),
        ("= max(value, hp) + 1", r#"["@This 0","max","@GVar 0","+",1]"#, ""),
        ("= max(value + 1, hp)", r#"["@This 0","+",1,"max","@GVar 0"]"#, ""),
        ("= max((value + 1), hp)", r#"[["@This 0","+",1],"max","@GVar 0"]"#, ""),
        ("= value.floor(2)", r#"["@This 0","floor",2]"#, "= floor(value, 2)"),
        ("= (value + 1).floor(2)", r#"["@This 0","+",1,"floor",2]"#, "= floor(value + 1, 2)"),
        ("= 12 gcd value", r#"[12,"gcd","@This 0"]"#, "= gcd(12, value)"),
        ("= 5.'no such'(6)", r#"[5,"no such",6]"#, ""),
        ("= 5.'1st'(6)", r#"[5,"1st",6]"#, ""),
    ]);
}

#[test]
fn lists_and_functions() {
    check_all(&[
        ("= seeds[2]", r#"["@GVar 1","arr_elem",2]"#, ""),
        ("= seeds[seeds.length - 1]", r#"["@GVar 1","arr_elem",["@GVar 1","arr_length","-",1]]"#, ""),
        ("= grid[1][2]", r#"["@Grid","arr_elem",1,"arr_elem",2]"#, ""),
        ("= seeds.push(5)", r#"["@GVar 1","arr_push",5]"#, ""),
        (
            "= seeds.filter(x => x > 1).length",
            r#"["@GVar 1","arr_filter",["@Var -1",">",1],"arr_length"]"#,
            "",
        ),
        ("= seeds.map((x, i) => x + i)", r#"["@GVar 1","arr_map",["@Var -1","+","@Var -2"]]"#, ""),
        ("= seeds.sort((x, y) => y - x)", r#"["@GVar 1","arr_sort",["@Var -1","-","@Var -2"]]"#, ""),
        ("= seeds.reduce(0, x => _ + x)", r#"["@GVar 1","arr_reduce",0,["+","@Var -1"]]"#, ""),
        (
            "= seeds.filter(x => seeds.filter(y => y > x).length > 2)",
            r#"["@GVar 1","arr_filter",["@GVar 1","arr_filter",["@var_copy","@Var -1",">","@Var -3"],"arr_length",">",2]]"#,
            "",
        ),
        (
            "= seeds.filter(x => (x % 2) == 0)",
            r#"["@GVar 1","arr_filter",[["@var_retain","@Var -1","%",2],"=",0]]"#,
            "",
        ),
        (
            "= seeds.filter(keep x => x > 1)",
            r#"["@GVar 1","arr_filter",["@var_retain","@Var -1",">",1]]"#,
            "",
        ),
        (
            "= seeds.map(x => [x, [x]])",
            r#"["@GVar 1","arr_map",[["@Literal",["@CalcArray","@var_retain","@Var -1"],["@CalcArray","@var_retain",["@Literal",["@CalcArray","@var_retain","@Var -1"]]]]]]"#,
            "",
        ),
        (
            "= grid.flat(1).filter(c => c.value > 1)",
            r#"["@Grid","arr_flat",1,"arr_filter",["@Var -1","arr_elem",0,">",1]]"#,
            "= grid.flat(1).filter(x => x[0] > 1)",
        ),
    ]);
}

#[test]
fn variables() {
    check_all(&[
        ("= sum", r#"["@var_retain","@Var 0"]"#, ""),
        ("= sum + 1 > n * 2", r#"["@var_retain","@Var 0","+",1,">",["@var_retain","@Var 1","*",2]]"#, ""),
        (
            "= value + 1 > 2 && sum == 3",
            r#"["@var_retain","@This 0","+",1,">",2,"&&",["@var_retain","@Var 0","=",3]]"#,
            "",
        ),
        (
            "= seeds.filter(x => x > sum).length",
            r#"["@var_retain","@GVar 1","arr_filter",["@var_retain","@Var -1",">","@Var 0"],"arr_length"]"#,
            "",
        ),
        ("= @var_copy { @Var(0) + 1 }", r#"["@var_copy","@Var 0","+",1]"#, "= @var_copy { sum + 1 }"),
        ("= let a = 5; a * 2", r#"[5,"@end_vars","@Var 0","*",2]"#, ""),
        (
            "= let a = 5; let b = a + 1; a * b",
            r#"[5,["@var_retain","@Var 0","+",1],"@end_vars","@Var 0","*","@Var 1"]"#,
            "",
        ),
        ("= let a = sum; a * 2", r#"["@var_copy","@Var 0","@end_vars","@Var -1","*",2]"#, ""),
    ]);
}

#[test]
fn statements() {
    check_all(&[
        ("= hp -= 1", r#"[0,"@edit_gvar",0,["@GVar 0","-",1]]"#, ""),
        ("= hp = hp * 2 + 1", r#"[0,"@edit_gvar",0,["@GVar 0","*",2,"+",1]]"#, ""),
        (
            "= hp -= 1; if hp <= 0 { score += 5 }",
            r#"[0,"@edit_gvar",0,["@GVar 0","-",1],"@if",["@GVar 0","<=",0],"@add_score",5,"@end-if"]"#,
            "",
        ),
        ("= score -= 5", r#"[0,"@add_score",[0,"-",5]]"#, "= score += 0 - 5"),
        (
            "= seeds[2] = 5",
            r#"[0,"@edit_gvar",1,["@GVar 1","arr_edit_elem",2,5]]"#,
            "= seeds = seeds.edit_elem(2, 5)",
        ),
        ("= grid[1][2] = [4]", r#"[0,"@replace_tile",1,2,["@Literal",4]]"#, ""),
        (
            "= if hp > 0 { 1 } else { 2 }",
            r#"[0,"@if",["@GVar 0",">",0],"2nd",1,"@end-if","@else","2nd",2,"@end-else"]"#,
            "",
        ),
        (
            "= 1 + if hp > 0 { 1 }",
            r#"[1,"+",[0,"@if",["@GVar 0",">",0],"2nd",1,"@end-if"]]"#,
            "= 1 + (if hp > 0 { 1 })",
        ),
        ("= slide; if value == 0 { 0 }", r#"["@SlideAmount","@if",["@This 0","=",0],"2nd",0,"@end-if"]"#, ""),
        ("= slide; if value == 0:: 0", r#"["@SlideAmount","@if",["@This 0","=",0],"2nd",0]"#, ""),
        (
            "= slide; if value == 0: 0",
            r#"["@SlideAmount","@if",["@This 0","=",0],"2nd",0,"@end-if"]"#,
            "= slide; if value == 0 { 0 }",
        ),
        (
            "= announce('a', 1); hp = 2",
            r#"[0,"ignore",[0,"announce","a",1],"@edit_gvar",0,2]"#,
            "= ignore(0, announce(0, 'a', 1)); hp = 2",
        ),
        (
            "= 1; if hp > 0 { if hp > 1: 2 }",
            r#"[1,"@if",["@GVar 0",">",0],"@if",["@GVar 0",">",1],"2nd",2,"@end-if","@end-if"]"#,
            "= 1; if hp > 0 { if hp > 1 { 2 } }",
        ),
        ("= 1; repeat 10 { _ * 2 }", r#"[1,"@repeat",10,"*",2,"@end-repeat"]"#, ""),
        ("= ScriptSignal('boom')", r#"[0,"@ScriptSignal","boom"]"#, ""),
        ("= 5; score += 1; _ + 2", r#"[5,"@add_score",1,"+",2]"#, ""),
        ("= edit_spawn(0, [2])", r#"[0,"@edit_spawn",0,["@Literal",2]]"#, ""),
        (
            "= if sum { hp = 1 }",
            r#"["@var_retain",0,"@if",["@var_retain","@Var 0"],"@edit_gvar",0,1,"@end-if"]"#,
            "",
        ),
    ]);
}

#[test]
fn scripts_do_not_share_their_own_variables() {
    let formula = "= sum += 1; repeat n { hp += sum * (sum - 1) }";
    let array = r#"[0,"@edit_var",0,["@var_retain","@Var 0","+",1],"@repeat",["@var_retain","@Var 1"],"@edit_gvar",0,["@var_retain","@GVar 0","+",["@var_retain","@Var 0","*",["@var_retain","@Var 0","-",1]]],"@end-repeat"]"#;
    let compiled = compile_at(formula, &Mode, Place::Script).unwrap();
    assert_eq!(json::write(&compiled), array);
    assert_eq!(show_at(&compiled, &Mode, Place::Script), formula);
}

#[test]
fn mistakes() {
    for (formula, place, message) in [
        ("= 2 +", 5..5, "a value is expected at the end"),
        ("= (1 + 2", 8..8, "`)` is expected here; something was opened at character 2"),
        ("= valu * 2", 2..6, "nothing is named `valu`"),
        ("= value = 2", 2..7, "this can't be set; variables, their entries and grid[row][column] can"),
        ("= hp > 1 and hp < 3", 9..12, "an operator or the end is expected here; write &&"),
        ("= 1 < hp < 3", 9..10, "comparisons can't follow each other; write a < b && b < c"),
        ("= 2 ^ 3 ^ 4", 8..9, "powers of powers need brackets; write (a ^ b) ^ c or a ^ (b ^ c)"),
        ("= -2 ^ 2", 2..4, "what is raised here is not clear; write (-2) ^ 2 or 0 - 2 ^ 2"),
        ("= hp & 1", 5..6, "`&` means nothing here; write && for and, bit& for bits"),
        ("= max(1)", 2..8, "`max` has 2 values here, not 1; write max(value, value)"),
        (
            "= 12px",
            2..6,
            "`12px` is no number; numbers are written 5, 0.25, 1e21; big integers 5n, fractions 3/4q, Gaussian integers 2+3i",
        ),
        ("= 'open", 2..7, "this text has no end; end it with '"),
        ("= next.valu", 7..11, "tiles have no entry `valu`"),
        ("= score = 5", 2..7, "the score can't be set, only added to; write score += …"),
        ("= 1 + _", 6..7, "`_` can only begin a step; write the steps one after the other: _ * 2 + 1"),
        (
            "= 2n + 1",
            2..4,
            "`+` takes numbers, and these are big integers; write `+B`, or make a number of it: Number(x)",
        ),
        ("= goal modB 2n == 0", 18..19, "big integers never equal numbers; write 0n"),
        (
            "= 1/2q *B 2n",
            2..6,
            "`*B` takes big integers, and these are fractions; write `*BR`, or make a number of it: Number(x)",
        ),
        ("= for x of seeds { }", 8..10, "`in` is expected here; write for x in list { … }"),
        (
            "= let t = 0; seeds.map(x => { t += x; x })",
            30..31,
            "a function can't set `t`, which is outside of it; write for x in list { … }, or reduce",
        ),
        (
            "= cell(-1, 0)",
            7..9,
            "there is no row -1: they begin at 0; write height - 1, counted from the other side",
        ),
        ("= cell(0, 0.5)", 10..13, "there is no column 0.5: they begin at 0"),
        ("= given(hp)", 2..11, "`given` needs a number that is written out: given(0)"),
        (
            "= let grid = [[1]]; grid[0][0] = 5",
            20..30,
            "this can't be set; variables, their entries and grid[row][column] can",
        ),
        ("= let [] = seeds", 6..7, "names are expected between [ and ]"),
        ("= for [r, c in places { }", 12..14, "an operator or the end is expected here"),
        ("= floor", 2..7, "nothing is named `floor`; `floor` is an operator: write its values in brackets"),
    ] {
        let error = compile(formula, &Mode).expect_err(formula);
        assert_eq!((error.span.clone(), error.to_string().as_str()), (place, message), "{formula}");
    }
}

/// Forms of other languages: the message says what is written here.
#[test]
fn slips_of_other_languages() {
    let mut wrong = String::new();
    for (formula, help) in [
        ("= hp++", "write x += 1"),
        ("= hp--", "write x -= 1"),
        ("= hp === 1", "write == to compare"),
        ("= hp <> 1", "write !="),
        ("= hp > 1 ? 2 : 3", "write `if condition { a } else { b }`"),
        ("= hp > 1 and score > 2", "write &&"),
        ("= not hp", "write !"),
        ("= hp & 1", "write && for and, bit& for bits"),
        ("= hp // 2", "write floor(a / b, 1) for a division without a rest"),
        ("= hp ≤ 2", "write <="),
        ("= while hp > 0 { hp -= 1 }", "write repeat condition { … }"),
        ("= var x = 1", "write let x = 1"),
        ("= if hp > 0 then { 1 }", "a block stands in braces: if hp > 0 { … }"),
        ("= if hp > 0 { 1 } elif hp < 0 { 2 }", "write else_if"),
        ("= if hp > 0 { 1 } else if hp < 0 { 2 }", "write else_if"),
        ("= return hp", "the last value is the result: write it alone"),
        ("= True", "write true"),
        ("= foreach x in seeds { hp += x }", "write for x in list { … }"),
        ("= for x of seeds { hp += x }", "write for x in list { … }"),
        ("= 1 < hp < 3", "write a < b && b < c"),
        ("= goal modB 2n == 0", "write 0n"),
        ("= 2n + 1", "write `+B`, or make a number of it: Number(x)"),
        ("= score = 5", "write score += …"),
        ("= for i in range(3) { hp += 1 }", "a list is written [0, 1, 2], and repeat 3 { … } goes 3 times"),
        ("= repeat 3 { break }", "a loop ends when its condition no longer holds: repeat hp > 0 { … }"),
        ("= repeat 3 { continue }", "put the rest into if … { … }"),
        ("= switch hp { 1 }", "write if … { … } else_if … { … }"),
        ("= random()", "write rand_int(1, 6) for a whole number, rand_float(0, 1) for any"),
        ("= length(seeds) > 2", "write count(list)"),
        ("= print(hp)", "write output(x)"),
        ("= self.value", "write this"),
        ("= if hp = 5 { 1 }", "= sets a variable, == compares"),
        ("= rand_int(6)", "write rand_int(number, number)"),
        ("= floor(hp / 2)", "write floor(number, number)"),
        ("= count()", "write count(list), count(list, x => …)"),
        ("= announce('hi')", "write announce(value, value, number)"),
        ("= seeds.contains(3)", "write list.includes(x)"),
        ("= cell(-1, 0)", "write height - 1, counted from the other side"),
        ("= cell(0, -2)", "write width - 2, counted from the other side"),
        ("= keep + 1", "`keep` stands before a block or a function: keep { … }, keep x => …"),
        ("= x => x + 1", "functions are arguments of filter, map, sort and the like"),
    ] {
        let error = compile(formula, &Mode).expect_err(formula);
        if error.help != help {
            wrong.push_str(&format!("{formula}: {error}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
