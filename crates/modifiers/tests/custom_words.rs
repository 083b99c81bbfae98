//! Custom Modes in words: errors name the path to the fault.

use calcarray::json;
use polymerge_modifiers::custom::CustomMode;

#[test]
fn what_is_not_understood_is_named() {
    let mut count = 0;
    let rows = include_str!("custom_words.txt").lines();
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (words, message) = row.split_once(" :: ").unwrap();
        let words = json::read(words, &Default::default()).unwrap();
        assert_eq!(CustomMode::from_words(&words).unwrap_err().to_string(), message, "{row}");
        count += 1;
    }
    assert!(count > 30, "{count} rows");
}
