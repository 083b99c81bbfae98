//! Looks of games: what was looked at before changes nothing.

#![cfg(test)]

use polymerge::display::Tables;
use polymerge::modefile::catalogue;
use polymerge::rules::Event;
use polymerge::{Cell, Limits, Looks, Ruleset, Session, Value};

/// The tiles of a turn, where they were.
fn tiles(events: &[Event]) -> Vec<(Cell, Value)> {
    let of_event = |event: &Event| match event {
        Event::Merge { inputs, outputs, .. } => [&inputs[..], outputs].concat(),
        Event::EndOfTurnRule { outputs, .. } => outputs.clone(),
        Event::Spawn { cell, tile, .. } | Event::Replaced { cell, after: tile, .. } => {
            vec![(*cell, tile.clone())]
        }
        Event::AutoMove { turn, .. } => tiles(&turn.events),
        _ => Vec::new(),
    };
    events.iter().flat_map(of_event).collect()
}

/// The pictures of all cells.
fn pictures(looks: &mut Looks, session: &Session) -> Vec<Option<String>> {
    let view = looks.at(session.game(), 0.0).view();
    let cells = view.cells.into_iter().flatten();
    cells.map(|cell| cell.face.and_then(|face| looks.face(face)).map(|face| face.svg.clone())).collect()
}

/// As those who animate turns do: the tiles of a turn are looked at when it is over,
/// and the cells where they were hold others.
#[test]
fn tiles_look_the_same_whatever_was_looked_at_before() {
    let mut compared = 0;
    for summary in catalogue::summaries() {
        let mode = catalogue::find(&summary.name).unwrap().read().unwrap().mode;
        let rules = Ruleset::compile(mode.clone(), Limits::default()).unwrap();
        let (mut session, _) = Session::new(rules, 7, 0.0).unwrap();
        let looks = || Looks::new(&mode, Tables::new().into());
        let mut used = looks();
        for press in 0..12 {
            let Ok(turn) = session.play(press % 4, 0.0) else { continue };
            let mut viewer = used.at(session.game(), 0.0);
            for (cell, tile) in tiles(&turn.events) {
                if tile.as_array().is_some() {
                    viewer.face_in(cell, &tile);
                }
            }
            let (fresh, own) = (pictures(&mut looks(), &session), pictures(&mut used, &session));
            // Some modes have random colours.
            let is_random = own != fresh && fresh != pictures(&mut looks(), &session);
            assert!(own == fresh || is_random, "{}, press {press}", summary.name);
            compared += u32::from(!is_random);
        }
    }
    assert!(compared > 1000, "{compared}");
}
