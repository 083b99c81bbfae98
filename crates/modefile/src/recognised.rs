//! Built-in modes that are recognised by the rules which a code holds.

use polymerge_rules::Mode;

use crate::file::Info;
use crate::text::built_in::{BuiltInMode, find, modes};

/// The modes of the original that built-in ones are, a line for each: the hashes of the rules and the
/// controls in its words ([`Mode::rules_hash`], [`Mode::controls_hash`]), the name of the built-in
/// mode and the title, divided by tabs.
/// Both play alike, as the golden data show, but each writes its rules in its own way.
#[cfg(feature = "catalogue")]
const ORIGINALS: &str = include_str!("originals.txt");
#[cfg(not(feature = "catalogue"))]
const ORIGINALS: &str = "";

/// Returns the built-in mode whose rules, controls and title a mode has, such as one from a code: in the
/// words of the catalogue, or in those of the original. Colours, looks and texts may differ.
///
/// ```
/// use polymerge_modefile::catalogue;
/// let dive = catalogue::find("dive").unwrap();
/// let mut mode = dive.read()?.mode;
/// assert_eq!(catalogue::recognised(&mode), Some(dive));
/// mode.tiles_per_turn = 2.0;
/// assert_eq!(catalogue::recognised(&mode), None);
/// # Ok::<(), polymerge_modefile::Problems>(())
/// ```
pub fn recognised(mode: &Mode) -> Option<BuiltInMode> {
    let title = Info::of(mode).title;
    let hashes = hashes(mode);
    original(hashes, &title).or_else(|| {
        let own = modes().find(|own| own.title() == title)?;
        (self::hashes(&own.read().ok()?.mode) == hashes).then_some(own)
    })
}

/// The hashes of the rules and of the controls, which together decide how games go.
fn hashes(mode: &Mode) -> (u64, u64) {
    (mode.rules_hash(), mode.controls_hash())
}

/// The built-in mode that the original writes with these hashes, under this title.
fn original((rules, controls): (u64, u64), title: &str) -> Option<BuiltInMode> {
    let hashes = format!("{rules:016x}\t{controls:016x}");
    let named = ORIGINALS.lines().find_map(|line| {
        let (name, known) = line.strip_prefix(&hashes)?.strip_prefix('\t')?.split_once('\t')?;
        (known == title).then_some(name)
    });
    find(named?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_mode_is_recognised_until_it_is_changed() {
        for own in modes() {
            let mode = own.read().unwrap().mode;
            assert_eq!(recognised(&mode).map(BuiltInMode::name), Some(own.name()));
            let painted = Mode { grid_background: "#123456".into(), ..mode.clone() };
            assert_eq!(recognised(&painted), Some(own), "a colour is no rule: {}", own.name());
            let fuller = Mode { start_tiles: mode.start_tiles + 1.0, ..mode };
            assert_eq!(recognised(&fuller), None, "{}", own.name());
        }
    }

    #[test]
    fn each_original_is_a_built_in_mode_and_stands_there_once() {
        let lines: Vec<Vec<&str>> = ORIGINALS.lines().map(|line| line.split('\t').collect()).collect();
        let mut hashes = std::collections::HashSet::new();
        for line in &lines {
            let [rules, controls, name, _title] = line.as_slice() else { panic!("{line:?}") };
            assert!(rules.len() == 16 && controls.len() == 16 && hashes.insert(rules), "{line:?}");
            assert_eq!(find(name).map(BuiltInMode::name), Some(*name));
        }
        assert_eq!(lines.len(), 120);
    }
}
