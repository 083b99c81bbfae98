use super::*;

fn changes() -> Changes {
    Changes::new(Origin::BuiltIn("001-2048".into()), None, None).unwrap()
}

fn write(changes: &mut Changes, text: &str) {
    text.chars().for_each(|c| changes.search(Some(c)));
}

#[test]
fn a_preset_is_replaced_only_when_asked_for_twice() {
    let folder = std::env::temp_dir().join(format!("polymerge-keep-{}", std::process::id()));
    let kept = || Presets::in_folder(folder.clone());
    let mut changes = Changes::new(Origin::BuiltIn("001-2048".into()), None, Some(kept())).unwrap();
    // what is chosen, keys, what is kept then
    for (choice, keys, words) in [
        ("garbage=2", &[Action::Keep][..], "garbage=2"),
        ("garbage=3", &[Action::Keep], "garbage=2"),
        ("garbage=4", &[Action::Keep, Action::Share, Action::Keep], "garbage=2"),
        ("garbage=5", &[Action::Keep, Action::Keep], "garbage=5"),
    ] {
        changes.act(Action::Clear);
        write(&mut changes, choice);
        changes.act(Action::Open);
        write(&mut changes, "mine");
        keys.iter().for_each(|key| _ = changes.act(*key));
        assert_eq!(kept().words("mine").unwrap(), Some(vec![words.to_owned()]), "{choice}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_preset_that_was_found_is_played_at_once() {
    // what is searched, what the game is begun with
    for (searched, words) in
        [("honeyc", "grid=hexagon"), ("antimatter", "negative_tiles=Interacting"), ("memory", "hidden_text")]
    {
        let mut changes = changes();
        write(&mut changes, searched);
        let Some(Request::Start(begin)) = changes.act(Action::Open) else { panic!("{searched}: no game") };
        assert_eq!(begin.modifiers[0], words, "{searched}");
        assert!(begin.start(None, 7, 0.0).is_ok(), "{searched}");
    }
    // Chosen without starting, and taken back.
    let mut changes = changes();
    write(&mut changes, "rubble");
    for (action, words) in [
        (Action::NextFamily, &["garbage=0"][..]),
        (Action::NextFamily, &[]),
        (Action::NextFamily, &["garbage=0"]),
        (Action::Delete, &[]),
    ] {
        assert_eq!(changes.act(action), None);
        assert_eq!(changes.mode.modifiers().words(), words);
    }
    // Where nothing was found, nothing starts.
    changes.act(Action::Clear);
    write(&mut changes, "quux");
    assert_eq!(changes.act(Action::Open), None);
    assert!(changes.message().is_some_and(|text| text.contains("nothing")), "{:?}", changes.message());
    // A preset that can't be had starts nothing, and says why.
    let broken = PresetRow { name: "broken".into(), title: String::new(), words: vec!["quux=1".into()] };
    changes.rows.push(Row::Preset(broken));
    changes.act(Action::Clear);
    write(&mut changes, "broken");
    assert_eq!(changes.act(Action::Open), None);
    assert!(changes.message().is_some_and(|text| text.contains("quux")), "{:?}", changes.message());
}

#[test]
fn the_list_begins_with_the_start_and_what_is_ready_made() {
    let mut changes = changes();
    let groups: Vec<&str> = changes.found().iter().map(|row| row.group()).collect();
    assert_eq!(groups[..2], ["", "Ready-made changes"]);
    let Some(Request::Start(begin)) = changes.act(Action::Open) else { panic!("no game begins") };
    assert!(begin.is_plain());
    // What is promised is found.
    for word in ["wall", "walls", "Wall", "directions", "shape", "grid", "spawns", "time", "hexagons"] {
        changes.act(Action::Clear);
        write(&mut changes, word);
        assert!(!changes.found().is_empty(), "{word}");
    }
}

#[test]
fn sizes_of_other_shapes_can_not_be_changed() {
    let mut changes = changes();
    for name in ["size_a", "size_b", "size_c", "size_d", "positive_ratio", "hole_lifespan"] {
        changes.act(Action::Clear);
        assert!(!changes.found().iter().any(|row| row.name() == name), "{name}");
        write(&mut changes, name);
        assert_eq!(changes.chosen().map(Row::name), Some(name));
        changes.act(Action::NextFamily);
        assert!(changes.message().is_some_and(|text| text.contains("changes nothing here")), "{name}");
        write(&mut changes, "=3");
        changes.act(Action::Open);
        assert!(changes.message().is_some_and(|text| text.contains("would change nothing")), "{name}");
        assert_eq!(changes.mode.modifiers().words(), [""; 0], "{name}");
    }
    changes.act(Action::Clear);
    write(&mut changes, "grid=4d");
    changes.act(Action::Open);
    assert!(changes.found().iter().any(|row| row.name() == "size_c"));
}

#[test]
fn values_are_stepped_through_typed_and_brought_back() {
    let mut changes = changes();
    // what is searched, the key, how often, what is chosen then
    for (query, action, times, words) in [
        ("garbage", Action::NextFamily, 1, "garbage="),
        ("hidden_text", Action::NextFamily, 1, "hidden_text"),
        ("grid_shape", Action::LastFamily, 2, "grid="),
    ] {
        changes.act(Action::Clear);
        write(&mut changes, query);
        (0..times).for_each(|_| _ = changes.act(action));
        let chosen = changes.mode.modifiers().words();
        assert!(chosen.len() == 1 && chosen[0].starts_with(words), "{query}: {chosen:?}");
        changes.act(Action::Delete);
        assert_eq!(changes.count(), 0, "{query}");
    }
    changes.act(Action::Clear);
    write(&mut changes, "grid=hexagon:3");
    assert_eq!(changes.act(Action::Open), None);
    assert_eq!(changes.query(), "");
    write(&mut changes, "original_spawns=7");
    changes.act(Action::Open);
    assert!(changes.message().is_some_and(|text| text.contains("true or false")));
    changes.act(Action::Clear);
    let Some(Request::Start(begin)) = changes.act(Action::Open) else { panic!("no game begins") };
    assert!(begin.modifiers.contains(&"grid=hexagon:3".to_owned()) && begin.settings.is_empty());
    assert_eq!(begin.start(None, 7, 0.0).unwrap().state().width(), 13);
}
