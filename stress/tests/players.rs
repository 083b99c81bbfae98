//! The player knows nothing of any mode, and plays generated modes.

use std::fs;
use std::path::{Path, PathBuf};

use polymerge_modefile::catalogue;
use polymerge_player::{Adviser, Comparison, Player, play_game};
use polymerge_rules::{Direct, Engine, Limits, Rng, Ruleset};
use stress::{mixed, targets};

/// The number of modes that are mixed.
const MODES: u64 = 40;
const BYTES: usize = 600;
/// Turns that are simulated for each move, and those that a game has at most.
const BUDGET: u64 = 200;
const TURNS: u64 = 60;

#[test]
fn rollouts_beat_random_play_in_modes_that_nobody_wrote() {
    let mut all = Comparison::default();
    for seed in 0..MODES {
        let bytes = stress::random_bytes(90_000 + seed, BYTES);
        let Some(rules) = mixed::rules(&bytes) else { continue };
        let mut engine = Engine::new(rules, 0.0);
        let other = play_game(&mut engine, &mut Player::random(seed), seed, TURNS);
        let game = play_game(&mut engine, &mut Adviser::rollouts(BUDGET, seed).into(), seed, TURNS);
        if let (Ok(game), Ok(other)) = (game, other) {
            all.add(game, other);
        }
    }
    let (better, worse) = all.better_and_worse();
    assert!(all.pairs() as u64 > MODES / 2, "only {} modes", all.pairs());
    assert!(all.chance_by_luck() < 0.01 && all.doublings() > 0.0, "{better} better, {worse} worse");
}

#[test]
fn every_mode_gets_an_answer_that_can_be_repeated() {
    for mode in catalogue::modes() {
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        // The second engine has learned something else before.
        let answers = [0, 1].map(|before| {
            let mut engine = Engine::new(rules.clone(), 0.0);
            let position = engine.start(&mut Direct(Rng::new(5))).unwrap();
            let mut advise =
                |turns, seed| Adviser::rollouts(turns, 0).advise(&mut engine, &position, seed).unwrap();
            (0..before).for_each(|seed| drop(advise(20, 1 + seed)));
            advise(40, 5)
        });
        assert!(answers[0].best().is_some(), "{}", mode.name());
        assert_eq!(answers[0], answers[1], "{}", mode.name());
    }
}

/// The files of a folder, without those of folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.is_file()).collect()
}

/// The code of a file: without comments, and without tests, which end it.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let code = lines.map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<&str>>().join("\n")
}

/// Words and numbers of three characters and more.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| word.len() > 2).map(str::to_lowercase)
}

#[test]
fn no_mode_is_named_in_the_player() {
    let names: Vec<String> = catalogue::modes().map(|mode| mode.name().to_lowercase()).collect();
    // A number and a name, such as 001-name.
    let names: Vec<&str> = names
        .iter()
        .flat_map(|name| [name.as_str(), name.split_once('-').map_or(name, |(_, rest)| rest)])
        .collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/player/src");
    let mut files = 0;
    for path in [source.clone(), source.join("learned")].iter().flat_map(|folder| sources(folder)) {
        let text = code(&fs::read_to_string(&path).unwrap());
        files += 1;
        for word in words(&text) {
            assert!(!names.contains(&word.as_str()), "{}: {word}", path.display());
        }
    }
    assert!(files > 15);
}

/// The number of times that each file is damaged.
const DAMAGES: u64 = 60;

#[test]
fn damaged_files_of_weights_do_no_harm() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/weights");
    let mut read = 0;
    for path in sources(&corpus) {
        let file = fs::read(path).unwrap();
        let whole = targets::run("weights", &file).unwrap();
        assert!(whole.contains("patterns"), "{whole}");
        for seed in 0..DAMAGES {
            let mut damaged = file.clone();
            for change in stress::random_bytes(seed, 9).chunks_exact(3) {
                let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % damaged.len();
                damaged[place] = change[2];
            }
            read += usize::from(targets::run("weights", &damaged).unwrap().contains("patterns"));
        }
    }
    assert!(read > 10, "only {read} damaged files could be read");
}
