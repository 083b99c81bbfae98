//! Requests as strangers could send them: sensible ones, and the same with changed letters.

use polymerge_server::robot::Robot;

/// Requests that belong together; the fuzz target `server` begins with them.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/requests");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut seeds: Vec<_> =
        files.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect();
    seeds.sort();
    assert!(seeds.len() > 3);
    seeds
}

#[test]
fn sensible_requests_get_what_they_ask_for() {
    let mut robot = Robot::new().unwrap();
    for (name, text) in seeds() {
        let text = String::from_utf8(text).unwrap();
        let statuses = robot.ask(text.as_bytes()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(statuses.len(), text.lines().count(), "{name}");
        for (line, status) in text.lines().zip(statuses) {
            assert_eq!(status.is_success(), !name.ends_with("refused"), "{name}: {line}: {status}");
        }
    }
}

#[test]
fn damaged_requests_get_an_answer() {
    let mut robot = Robot::new().unwrap();
    // A generator of numbers that need not be good (Knuth's MMIX).
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for (name, text) in seeds() {
        for _ in 0..60 {
            let mut text = text.clone();
            for _ in 0..=draw(4) {
                let at = draw(text.len());
                match draw(4) {
                    0 => text[at] = b"0\"{}[],:$/?&%-. \n\xff"[draw(18)],
                    1 => _ = text.remove(at),
                    2 => text.insert(at, text[at]),
                    _ => text.truncate(at.max(12)),
                }
            }
            robot.ask(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}
