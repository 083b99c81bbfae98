//! Both ways, over all golden expressions: a formula that is shown becomes the same array.

use std::fs;
use std::path::Path;

use calcarray::Value;
use calcarray::json::{self, ReadLimits};
use polymerge_formula::{NoNames, compile, show};

fn expressions(folder: &Path) -> Vec<Value> {
    let limits = ReadLimits { nodes: usize::MAX, ..ReadLimits::default() };
    let mut found = Vec::new();
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for file in files.map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Ok(Value::Object(case)) = json::read(line, &limits) else { continue };
            let expression = case.members().iter().find(|(key, _)| key.is("expr"));
            found.extend(expression.map(|(_, value)| value.clone()));
        }
    }
    found
}

#[test]
fn golden_expressions_come_back_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/calcarray");
    let expressions = expressions(&folder);
    assert!(expressions.len() > 1_000, "{} has {} expressions", folder.display(), expressions.len());
    let mut raw = 0;
    for expression in &expressions {
        let shown = show(expression, &NoNames);
        let back = compile(&shown, &NoNames).unwrap_or_else(|error| panic!("{shown}: {error}"));
        assert_eq!(json::write(&back), json::write(expression), "{shown}");
        raw += usize::from(shown.starts_with("= `["));
    }
    // Nearly all have a form; the others stand between backticks.
    assert!(raw * 20 < expressions.len(), "{raw} of {} expressions stay arrays", expressions.len());
}
