//! The rules of a mode as a player reads them (docs/spec/display.md, "Rules
//! text and screen colours").

use calcarray::color::Scope;
use calcarray::{Error, Value, Variables};

use crate::html::Markup;
use crate::stage::Stage;
use crate::text::show;

/// A paragraph or headline of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesLine {
    /// 0 for a paragraph, 1 to 6 for headlines, 1 being the largest.
    pub level: u8,
    /// The text.
    pub text: Markup,
}

/// Returns the rules text: from a list of `[tag, text expression]`, or a CalcArray that
/// evaluates to one. Entries with other tags are left out.
///
/// # Errors
/// Those of the expressions in them.
pub fn view_rules(stage: &mut Stage<'_>, rules: &Value) -> Result<Vec<RulesLine>, Error> {
    let variables = Variables::default();
    let scope = Scope::new(&variables);
    let computed;
    let mut list = rules;
    if let Value::Array(entries) = rules
        && entries.first().is_some_and(|first| first.is_word("@CalcArray"))
    {
        let code = Value::Array(entries[1..].iter().cloned().collect());
        computed = scope.evaluate(stage, &code)?;
        list = &computed;
    }
    let mut lines = Vec::new();
    for line in list.as_array().map_or(&[][..], |list| list.entries()) {
        let Some([tag, text, ..]) = line.as_array().map(|line| line.entries()) else { continue };
        let levels = ["p", "h1", "h2", "h3", "h4", "h5", "h6"];
        let Some(level) = levels.iter().position(|level| tag.is_word(level)) else { continue };
        lines.push(RulesLine { level: level as u8, text: show(stage, text, &scope, true)? });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::host::NoGame;
    use calcarray::{Limits, Meter, json};

    #[test]
    fn lists_and_expressions() {
        for (rules, expected) in [
            (
                r#"[["h1","2048"],["p","Join <b>!"],["div","no"]]"#,
                &[(1, "2048"), (0, "Join &#x3C;b&#x3E;!")][..],
            ),
            (
                r#"["@CalcArray",["@Literal",["p",["@TextE","n",["@Superscript",2]]]]]"#,
                &[(0, "n<sup>2</sup>")],
            ),
            ("[]", &[]),
            ("3", &[]),
        ] {
            let rules = json::read(rules, &Default::default()).unwrap();
            let mut host = NoGame::default();
            let mut meter = Meter::new(Limits::default());
            let lines = view_rules(&mut Stage::new(&mut host, &mut meter, false), &rules).unwrap();
            let found: Vec<_> = lines.iter().map(|line| (line.level, line.text.to_html(true))).collect();
            let expected: Vec<_> =
                expected.iter().map(|(level, html)| (*level, (*html).to_owned())).collect();
            assert_eq!(found, expected);
        }
    }
}
