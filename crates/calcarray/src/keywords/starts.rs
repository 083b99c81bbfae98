//! Words that a list begins with: whether it is code or values, and which variables it sees.

use super::{Group, Keyword};
use crate::ir::variables::Start;

/// Returns true for a word at the start of a line that says which variables the line sees.
///
/// ```
/// assert!(calcarray::keywords::is_start("@var_retain") && !calcarray::keywords::is_start("@Literal"));
/// ```
pub fn is_start(word: &str) -> bool {
    Start::WORDS.iter().any(|(known, _)| *known == word)
}

/// Words that a list may begin with, and the word that ends its variables.
pub const STARTS: Group = Group {
    title: "How a list begins",
    note: "The first entry says whether the list is an expression, and which variables it can read. \
           Without such a word, a list can't read the variables of the list around it. Examples are expressions and their values, in the game of \
           [words.md](words.md).",
    keywords: ROWS,
};

const ROWS: &[Keyword] = &[
    keyword!("@Literal", "entries",
        "A list of values, not an expression. So are the lists in it.", r#"["@Literal",1,["@Score",2]]"# => r#"[1,["@Score",2]]"#),
    keyword!("@CalcArray", "expression",
        "Makes the list an expression where a list of values, a tile, a colour or a text is expected.",
        r#"["@Literal",1,["@CalcArray",2,"+",3]]"# => "[1,5]"),
    keyword!("@end_vars", "",
        "The entries before it in the list are the first values of the list's variables.",
        r#"[4,5,"@end_vars","@Var 0","*","@Var 1"]"# => "20"),
    keyword!("@include_gvars", "",
        "The game variables come first among the variables of the list.", r#"["@include_gvars","@Var 0","+",1]"# => "4"),
    keyword!("@var_retain", "",
        "The list reads the variables of the list around it; if it changes them, they change there, too.",
        r#"[4,"@end_vars",["@var_retain",0,"@edit_var",0,9],"2nd","@Var 0"]"# => "9"),
    keyword!("@var_copy", "",
        "The list gets a copy of the variables of the list around it.",
        r#"[4,"@end_vars",["@var_copy",0,"@edit_var",0,9],"2nd","@Var 0"]"# => "4"),
    keyword!("@global_var_retain", "",
        "As @var_retain, for this list and all lists in it.",
        r#"[4,"@end_vars",["@global_var_retain",["@Var 0","+",1],"*",2]]"# => "10"),
    keyword!("@global_var_copy", "",
        "As @var_copy, for this list and all lists in it.",
        r#"[4,"@end_vars",["@global_var_copy",["@Var 0","+",1],"*",2]]"# => "10"),
    keyword!("@global_var_none", "",
        "This list and the lists in it can't read variables from outside.",
        r#"["@global_var_retain",4,"@end_vars",["@global_var_none","@Var"]]"# => "[]"),
    keyword!("@global_var_retain_inner", "",
        "As @var_retain, for the lists in this one.", r#"["@global_var_retain_inner",4,"@end_vars",["@Var 0","+",1]]"# => "5"),
    keyword!("@global_var_copy_inner", "",
        "As @var_copy, for the lists in this one.", r#"["@global_var_copy_inner",4,"@end_vars",["@Var 0","+",1]]"# => "5"),
    keyword!("@global_var_none_inner", "",
        "The lists in this one can't read variables from outside.",
        r#"["@global_var_none_inner",4,"@end_vars",["@Var"]]"# => "[]"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_that_shares_variables_has_a_row() {
        for (word, _) in Start::WORDS {
            assert!(STARTS.find(word).is_some(), "{word}");
        }
        let of_variables = ROWS.iter().filter(|row| row.name.contains("var_") && is_start(row.name));
        assert_eq!(of_variables.count(), Start::WORDS.len());
    }
}
