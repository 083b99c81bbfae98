//! JSON of codes is read without replacing its references first. The result is the same as
//! that of the text with replaced references.

use calcarray::json::{self, Markup, ReadLimits, Reader};
use calcarray::{Integer, Value};
use polymerge_savecode::entity;
use proptest::prelude::*;

const MARKUP: Markup = Markup { quote: "&#x22;", decode: entity::decode };

fn in_markup(text: &str) -> Option<Value> {
    Reader::new(ReadLimits::default()).read_in_markup(text, &MARKUP)
}

fn decoded(text: &str) -> Option<Value> {
    json::read(&entity::decode(text), &ReadLimits::default()).ok()
}

#[test]
fn what_codes_hold_is_read_directly() {
    for text in [
        "[]",
        "[1,-2.5,true,false,null,1e3,0]",
        "&#x22;&#x22;",
        "[&#x22;@This 0&#x22;, &#x22;&#x3C;&#x22;, &#x22;&#x26;&#x26;&#x22;]",
        "[&#x22;@BigInt 5&#x22;,&#x22;@Infinity&#x22;,&#x22;@Empty&#x22;,&#x22;@undefined&#x22;]",
        "[&#x22;caf&#xE9;&#x22;,&#x22;caf\u{e9}&#x22;,&#x22;&lt;&#60;&ampx&#x22;]",
        "&#x22;a text of more characters than are looked up, with a &#x3C; in it&#x22;",
        " [ [ 1 , [ ] ] ] ",
    ] {
        assert_eq!(in_markup(text), decoded(text), "{text}");
        assert!(in_markup(text).is_some(), "{text}");
    }
}

#[test]
fn what_is_rare_or_wrong_is_left_to_the_other_way() {
    for text in [
        "",
        "[1",
        "[01]",
        "[\"a\"]",
        "&quot;a&quot;",
        "&#x22;a&quot;,&quot;b&#x22;",
        "[&#49;]",
        "&#x22;a\\n&#x22;",
        "&#x22;a&#x5C;n&#x22;",
        "&#x22;a&#xA;&#x22;",
        "&#x22;&#x40;BigInt 5&#x22;",
        "&#x22;@BigInt &#x35;&#x22;",
        "&#x22;@BigInt x&#x22;",
        "{&#x22;a&#x22;:1}",
        "&#x22;no end",
        "[1]]",
        "&",
    ] {
        assert_eq!(in_markup(text), None, "{text}");
    }
}

/// Arrays that stand in a text again and again are read once; the limits hold
/// all the same.
#[test]
fn repetitions_count_as_often_as_they_stand_there() {
    let entry = "[[1,[2,\"three\"]],[],4]";
    let text = format!("[{}]", vec![entry; 100].join(","));
    let nodes = 1 + 100 * 8;
    for (limits, good) in [
        (ReadLimits { nodes, ..Default::default() }, true),
        (ReadLimits { nodes: nodes - 1, ..Default::default() }, false),
        (ReadLimits { depth: 4, ..Default::default() }, true),
        (ReadLimits { depth: 3, ..Default::default() }, false),
    ] {
        assert_eq!(json::read(&text, &limits).is_ok(), good, "{limits:?}");
        let read = Reader::new(limits.clone()).read_in_markup(&entity::encode(&text), &MARKUP);
        assert_eq!(read.is_some(), good, "{limits:?}");
    }
}

/// An array that was read before may nest too deep where it stands again, further in.
#[test]
fn repetitions_nest_as_deep_as_they_stand() {
    let inner = "[[[[1]]]]";
    let deep = format!("{}{inner}{}", "[".repeat(3), "]".repeat(3));
    let text = format!("[{},{deep}]", vec![inner; 100].join(","));
    let read = |depth| json::read(&text, &ReadLimits { depth, ..Default::default() });
    assert!(read(8).is_ok());
    assert_eq!(read(7).unwrap_err().kind, json::ReadErrorKind::Depth);
}

#[test]
fn repetitions_are_shared() {
    let text = format!("[{}]", vec!["[\"@This 0\",\"+\",1]"; 50].join(","));
    let value = json::read(&text, &ReadLimits::default()).unwrap();
    let entries: Vec<_> = value.as_array().unwrap().iter().filter_map(Value::as_array).collect();
    assert_eq!(entries.len(), 50);
    // Arrays are found by how they start, and what stands behind the last is other.
    assert!(entries[48].same_storage(entries[40]));
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (-20i64..20).prop_map(|number| Value::Number(number as f64)),
        any::<f64>().prop_map(Value::Number),
        any::<i64>().prop_map(|number| Value::Integer(Integer::from(number))),
        any::<bool>().prop_map(Value::Boolean),
        Just(Value::Null),
        prop::sample::select(vec!["@This 0", "@Next 1 0", "&&", "<", "=", "+", "@if", "@linear-gradient"])
            .prop_map(Value::text),
        // Special texts with references in them are left to the other way.
        "[ -~]{0,40}".prop_map(|text| Value::text(text.trim_start_matches('@'))),
        "[a-z&;#<é€]{0,12}".prop_map(|text| Value::text(&*text)),
    ];
    leaf.prop_recursive(5, 200, 6, |inner| prop::collection::vec(inner, 0..6).prop_map(Value::array))
}

proptest! {
    #[test]
    fn both_ways_read_the_same(values in prop::collection::vec(values(), 1..8), order in prop::collection::vec(any::<prop::sample::Index>(), 1..60)) {
        let all: Vec<Value> = order.iter().map(|index| index.get(&values).clone()).collect();
        let text = json::write(&Value::array(all));
        // A text that only looks like a number type can't be read in any way.
        let read = json::read(&text, &ReadLimits::default()).ok();
        let encoded = entity::encode(&text);
        prop_assert_eq!(decoded(&encoded), read.clone());
        let direct = in_markup(&encoded);
        prop_assert!(direct.is_none() || direct == read, "{text}");
        // Escapes are left to the other way.
        prop_assert!(direct.is_some() || read.is_none() || text.contains('\\'), "{text}");
    }

    #[test]
    fn damaged_texts_read_the_same(value in values(), at in any::<prop::sample::Index>(), with in "[\\[\\],0-9\"&#x;a@ \\\\]{0,3}") {
        let encoded = entity::encode(&json::write(&Value::array(vec![value; 3]))).into_owned();
        let at = at.index(encoded.len());
        prop_assume!(encoded.is_char_boundary(at));
        let damaged = format!("{}{with}{}", &encoded[..at], &encoded[at..]);
        let direct = in_markup(&damaged);
        prop_assert!(direct.is_none() || direct == decoded(&damaged), "{damaged}");
    }
}
