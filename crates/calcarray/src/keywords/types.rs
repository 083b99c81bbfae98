//! The types of values: how they are written, and what operators make of other values.

use super::{Group, Keyword};

/// Values by type, and those that are written as a word.
pub const TYPES: Group = Group {
    title: "Values",
    note: "What there is to compute with. Each operator takes values of one type and converts others to it, \
           as the row of the type says. `=` and `!=` convert nothing: the integer 5 is not the number 5. \
           `<`, `>`, `<=` and `>=` compare numbers, integers and fractions by what they are worth. Examples \
           are expressions and their values.",
    keywords: ROWS,
};

const ROWS: &[Keyword] = &[
    keyword!("number", "", "A number as JSON has it, exact to about 16 digits. Conversion: an integer or a fraction becomes the nearest number, true becomes 1, a text or a list the number that is written in it, a Gaussian integer its real part if the imaginary part is 0; anything else becomes 0. typeof: number.", r#"["12","+",true]"# => "13"),
    keyword!("@Infinity", "", "More than any other number. A slide amount or a count can be infinite. typeof: number.", r#"["@Infinity","-",5]"# => r#""@Infinity""#),
    keyword!("@-Infinity", "", "Less than any other number. typeof: number.", r#"["@-Infinity","+",5]"# => r#""@-Infinity""#),
    keyword!("@NaN", "", "The result of a computation that has none. It is not equal to itself; operators take it as 0. typeof: number.", r#"[0,"/",0]"# => r#""@NaN""#),
    keyword!("boolean", "", "`true` or `false`. A condition holds only if it is `true` itself. 0 (as a number or an integer), NaN, the empty text, undefined and null are converted to `false`, anything else to `true`, fractions and lists too. typeof: boolean.", r#"[5,"&&",""]"# => "false"),
    keyword!("text", "", "In quotes. A text that begins with `@` may be a word with a meaning; write `@@` at the start for a plain `@`. Numbers are converted to their digits, `true` to `true`, lists to their entries with commas between. typeof: string.", r#"[5,"str_concat","5"]"# => r#""55""#),
    keyword!("array", "", "A list of values, such as a tile. A list that is written down is an expression unless it begins with `@Literal`. Any other value is converted to a list of one entry. typeof: array.", r#"[["@Literal",1,2],"arr_concat",3]"# => "[1,2,3]"),
    keyword!("@BigInt", "digits", "An integer of any size; operators on them end in B. Conversion: a number becomes the nearest integer (a half is rounded up), true becomes 1, a text the number that is written in it; anything else becomes 0. typeof: bigint.", r#"["@BigInt 9007199254740993","+B",2]"# => r#""@BigInt 9007199254740995""#),
    keyword!("@BigRational", "numerator denominator", "A rational number: an exact fraction in lowest terms; operators on them end in BR. Conversion: a number becomes the simple fraction of that value, a text such as 1/3 or a list of two whole numbers becomes that fraction; anything else becomes 0/0. typeof: bigrational.", r#"[0.1,"+BR","@BigRational 1 3"]"# => r#""@BigRational 13 30""#),
    keyword!("@GaussianBigInt", "real imaginary", "A Gaussian integer: a complex number whose two parts are whole numbers; operators on them end in GB. Conversion: a whole number, a text such as 2+3i and a list of two whole numbers become that number; anything else becomes 0. typeof: gaussianbigint.", r#"[2,"+GB","@GaussianBigInt 0 1"]"# => r#""@GaussianBigInt 2 1""#),
    keyword!("@undefined", "", "A value that does not exist: an entry beyond the end of a list, a missing operand, the value of an empty expression. Converted, it is 0 (0/0 as a fraction), `false` or the text undefined. typeof: undefined.", r#"[["@Literal",7],"arr_elem",1]"# => r#""@undefined""#),
    keyword!("null", "", "It can be an entry of a save code; no operator gives it. Converted, it is 0, `false` or the text null. typeof: object.", r#"[null,"typeof"]"# => r#""object""#),
];
