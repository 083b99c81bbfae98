//! Replay codes are played to the state that was recorded at their end.

use std::path::Path;

use calcarray::Value;
use polymerge_rules::{GameState, Limits, Playback, Rng, Ruleset, World};
use polymerge_savecode::{Content, DecodeLimits, Reason, decode};

use super::member;
use crate::case::{Case, Outcome};
use crate::data::{Data, file_name, read_json, read_text};
use crate::difference::exact;

/// One case per replay with a recorded end.
pub(super) fn cases(data: &Data) -> Vec<Case> {
    let files = data.files("savecodes/replay", &[".final.json"]).unwrap_or_default();
    let case = |file: std::path::PathBuf| {
        let id = format!("savecodes/replay/{}:played", file_name(&file).replace(".final.json", ""));
        Case::new(id, move || match check(&file) {
            Ok(outcome) => outcome,
            Err(difference) => Outcome::Failed(difference),
        })
    };
    files.into_iter().map(case).collect()
}

fn check(file: &Path) -> Result<Outcome, String> {
    let end = read_json(&read_text(file)?)?;
    let code = read_text(&file.with_file_name(file_name(file).replace(".final.json", ".txt")))?;
    let content = match decode(&code, &DecodeLimits::default()) {
        Ok(code) => code.content,
        // Replays of this version lack what automatic moves spawned.
        Err(error) if error.reason == Reason::ReplayOldAuto => return Ok(Outcome::Passed),
        Err(error) => return Err(error.to_string()),
    };
    let Content::Replay { mode, replay, .. } = content else { return Err("not a replay".to_owned()) };
    let rules = Ruleset::compile(*mode, Limits::default()).map_err(|error| error.to_string())?;
    // A step that recorded no spawns runs the usual ones. They have nothing to
    // place, but may draw the next tiles.
    let mut random = Rng::new(1);
    let mut world = World::new(&mut random, 0.0);
    let (mut playback, _) = Playback::new(rules, &replay, &mut world).map_err(|error| error.to_string())?;
    loop {
        world.now += 1000.0;
        let (_, played) = playback.progress();
        match playback.step(&mut world).map_err(|error| format!("step {played}: {error}"))? {
            Some(_) => {}
            None => break,
        }
    }
    let recorded = member(&end, "recorded_final").ok_or("no recorded end")?;
    for (name, found) in state(playback.game()) {
        if let Some(expected) = member(recorded, name) {
            exact(name, expected, &found)?;
        }
    }
    Ok(Outcome::Passed)
}

/// What is recorded of the end of a game.
fn state(game: &GameState) -> Vec<(&'static str, Value)> {
    let list = |values: &[Value]| Value::array(values.to_vec());
    vec![
        ("grid", game.grid()),
        ("score", game.score().into()),
        ("movesSoFar", game.moves().into()),
        ("mergesSoFar", game.merges().into()),
        ("discoveredTiles", list(game.discovered())),
        ("discoveredWinning", list(game.discovered_winning())),
        ("discoveredLosing", list(game.discovered_losing())),
        ("gameVars", list(game.game_variables())),
        ("modifierVars", list(game.modifier_variables())),
    ]
}
