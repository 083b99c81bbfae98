//! `docs/triggers.md` is the table of the code. With `APPROVE` set, it is written anew.

#![cfg(test)]

use std::path::Path;

use polymerge_modefile::triggers;

const INTRODUCTION: &str = "\
# Triggers: when scripts run

*Generated from the table of triggers; `APPROVE=1 cargo test -p polymerge-modefile` writes it anew.*

A script of a [mode file](mode-files.md#scripts) runs on a trigger (`\"on\": \"EndTurn\"`), or on each of a list of them. They
are listed in the order in which they come in a game. Variables are seen by lists that start with `\"@var_retain\"`, as
`\"@Var 0\"`, `\"@Var 1\"` and so on. In words that look at the grid, `@This` is the cell at the top left unless the table
says otherwise.

| Trigger | When its scripts run | What they see |
|---|---|---|
";

#[test]
fn the_page_of_triggers_is_the_table() {
    let rows =
        triggers().map(|trigger| format!("| `{}` | {} | {} |\n", trigger.name, trigger.when, trigger.sees));
    let page = INTRODUCTION.to_owned() + &rows.collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/triggers.md");
    if std::env::var_os("APPROVE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/triggers.md is out of date: run this test with APPROVE=1");
}
