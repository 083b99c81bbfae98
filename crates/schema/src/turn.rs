//! Turns and their events: enough to animate them.

use polymerge::advanced::rules;
use polymerge::{Cell, Value};
use serde::Serialize;

use crate::content::Content;

/// The account of a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Turn {
    /// True if anything moved or merged: the move was valid.
    pub moved: bool,
    /// The change of the score: less than 0 where points were taken, or where the
    /// game was started again.
    pub score: f64,
    /// All events, in order.
    pub events: Vec<TurnEvent>,
}

/// A cell of the grid.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Place {
    /// Counted from the top, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
}

/// A cell with its content.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PlacedTile {
    /// Counted from the top, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
    /// The content: a tile, or a word such as `"@Empty"`.
    pub tile: Content,
    /// Its face, in JavaScript only; -1 if it is no tile, or no faces were asked for.
    #[cfg_attr(feature = "js", tsify(type = "number"))]
    #[serde(skip_serializing_if = "crate::is_not_javascript")]
    pub face: Option<f64>,
}

/// An event. Slides go one cell further each; those of the same pass happen
/// together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TurnEvent {
    /// A tile moved on to the next free cell.
    Slide {
        /// The pass it happened in, from 0.
        pass: u64,
        /// The tile.
        tile: Content,
        /// The cell it left.
        from: Place,
        /// The cell it entered.
        to: Place,
    },
    /// Tiles became other tiles.
    Merge {
        /// The pass it happened in, from 0.
        pass: u64,
        /// The index of the merge rule.
        rule: usize,
        /// The tiles that merged, the rear one first.
        inputs: Vec<PlacedTile>,
        /// The contents of the cells afterwards, the front one first.
        outputs: Vec<PlacedTile>,
        /// The points that it added to the score.
        score: f64,
    },
    /// A rule of length 0 changed a tile at the end of the turn.
    EndOfTurnRule {
        /// The index of the merge rule.
        rule: usize,
        /// The cell of the tile.
        place: Place,
        /// The tile before.
        tile: Content,
        /// The contents of the cells afterwards.
        outputs: Vec<PlacedTile>,
        /// The points that it added to the score.
        score: f64,
    },
    /// A temporary hole counted down.
    Hole {
        /// The cell of the hole.
        place: Place,
        /// The content afterwards.
        content: Content,
    },
    /// A tile appeared.
    Spawn {
        /// The cell in which it appeared.
        place: Place,
        /// The tile, or another content of a cell.
        tile: Content,
        /// Its face, in JavaScript only; -1 if it is no tile, or no faces were asked for.
        #[cfg_attr(feature = "js", tsify(type = "number"))]
        #[serde(skip_serializing_if = "crate::is_not_javascript")]
        face: Option<f64>,
        /// True if a forced spawn placed it.
        forced: bool,
    },
    /// There was no room left for a tile.
    SpawnFailed {
        /// True if a forced spawn wanted to place it.
        forced: bool,
    },
    /// A script replaced the content of a cell.
    Replaced {
        /// The cell that was replaced.
        place: Place,
        /// The content before.
        before: Content,
        /// The content afterwards.
        after: Content,
        /// Its face, in JavaScript only; -1 if it is no tile, or no faces were asked for.
        #[cfg_attr(feature = "js", tsify(type = "number"))]
        #[serde(skip_serializing_if = "crate::is_not_javascript")]
        face: Option<f64>,
    },
    /// A script ran that changed something.
    Script {
        /// The index in the list of scripts.
        script: usize,
        /// The trigger or signal that ran it.
        trigger: String,
    },
    /// A message for the player.
    Message {
        /// The text.
        text: String,
        /// The time for which it is shown.
        milliseconds: f64,
    },
    /// An expression printed something, for its author.
    Output {
        /// The text.
        text: String,
    },
    /// An automatic move happened: a turn of its own.
    AutoMove {
        /// The index in the list of automatic moves.
        index: usize,
        /// True if anything moved or merged in it.
        moved: bool,
        /// The change of the score in it.
        score: f64,
        /// Its events.
        events: Vec<TurnEvent>,
    },
    /// A tile was seen for the first time.
    Discovered {
        /// The tile.
        tile: Content,
    },
    /// A direction can't be pressed any more.
    DirectionBlocked {
        /// The direction.
        direction: usize,
    },
    /// All directions can be pressed again.
    DirectionsFreed,
    /// The screen changed: a win, a loss, or back to play.
    Screen {
        /// The screen.
        screen: ScreenName,
    },
    /// An event of a later version of the engine.
    Other {
        /// The name of the event.
        name: String,
    },
}

/// The screen in front of the player.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ScreenName {
    /// The game goes on.
    Play,
    /// The game is won; it may be possible to play on.
    Win,
    /// The game is over.
    Over,
}

impl ScreenName {
    /// The name of a screen.
    pub fn of(screen: rules::Screen) -> ScreenName {
        match screen {
            rules::Screen::Play => ScreenName::Play,
            rules::Screen::Win => ScreenName::Win,
            rules::Screen::GameOver => ScreenName::Over,
        }
    }

    /// The name as a text.
    pub fn text(self) -> &'static str {
        match self {
            ScreenName::Play => "play",
            ScreenName::Win => "win",
            ScreenName::Over => "over",
        }
    }
}

impl Place {
    fn of(cell: Cell) -> Place {
        Place { row: cell.row, column: cell.column }
    }
}

/// Returns the number of the face of a cell's content; `None` where there are no faces.
pub type Faces<'f> = dyn FnMut(Cell, &Value) -> Option<f64> + 'f;

/// Returns the text of what an expression printed: its argument, and the running value.
pub type Printed = fn(&Value, &Value) -> String;

/// All that is needed to describe events.
struct Describing<'d, 'f> {
    faces: &'d mut Faces<'f>,
    printed: Printed,
}

impl Turn {
    /// The account of a turn, without faces.
    pub fn of(turn: &polymerge::Turn) -> Turn {
        Turn::with_faces(turn, &mut |_, _| None)
    }

    /// The account of a turn, with the faces of tiles.
    pub fn with_faces(turn: &polymerge::Turn, faces: &mut Faces<'_>) -> Turn {
        Turn::described(turn, faces, polymerge::why::printed)
    }

    /// The account of a turn, with other texts for what expressions printed: those of
    /// [`Turn::with_faces`] are formulas, which not every program has room for.
    pub fn described(turn: &polymerge::Turn, faces: &mut Faces<'_>, printed: Printed) -> Turn {
        let events = events(turn, &mut Describing { faces, printed });
        Turn { moved: turn.moved, score: turn.score, events }
    }
}

fn events(turn: &polymerge::Turn, to: &mut Describing<'_, '_>) -> Vec<TurnEvent> {
    turn.events.iter().map(|event| TurnEvent::of(event, to)).collect()
}

fn placed(tiles: &[(Cell, Value)], faces: &mut Faces<'_>) -> Vec<PlacedTile> {
    let placed = |(cell, tile): &(Cell, Value)| PlacedTile {
        row: cell.row,
        column: cell.column,
        tile: Content::of(tile),
        face: faces(*cell, tile),
    };
    tiles.iter().map(placed).collect()
}

impl TurnEvent {
    fn of(event: &polymerge::Event, to: &mut Describing<'_, '_>) -> TurnEvent {
        use polymerge::Event;
        let Describing { faces, printed } = to;
        match event {
            Event::Slide { pass, tile, from, to } => TurnEvent::Slide {
                pass: *pass,
                tile: Content::of(tile),
                from: Place::of(*from),
                to: Place::of(*to),
            },
            Event::Merge { pass, rule, inputs, outputs, score } => TurnEvent::Merge {
                pass: *pass,
                rule: *rule,
                inputs: placed(inputs, faces),
                outputs: placed(outputs, faces),
                score: *score,
            },
            Event::EndOfTurnRule { rule, cell, tile, outputs, score } => TurnEvent::EndOfTurnRule {
                rule: *rule,
                place: Place::of(*cell),
                tile: Content::of(tile),
                outputs: placed(outputs, faces),
                score: *score,
            },
            Event::HoleCountdown { cell, content } => {
                TurnEvent::Hole { place: Place::of(*cell), content: Content::of(content) }
            }
            Event::Spawn { cell, tile, forced } => TurnEvent::Spawn {
                place: Place::of(*cell),
                tile: Content::of(tile),
                face: faces(*cell, tile),
                forced: *forced,
            },
            Event::SpawnFailed { forced } => TurnEvent::SpawnFailed { forced: *forced },
            Event::Replaced { cell, before, after } => TurnEvent::Replaced {
                place: Place::of(*cell),
                before: Content::of(before),
                after: Content::of(after),
                face: faces(*cell, after),
            },
            Event::Script { script, trigger } => {
                TurnEvent::Script { script: *script, trigger: trigger.to_string_lossy() }
            }
            Event::Announcement { message, milliseconds } => {
                TurnEvent::Message { text: message.to_string_lossy(), milliseconds: *milliseconds }
            }
            Event::Output { argument, value } => TurnEvent::Output { text: printed(argument, value) },
            Event::AutoMove { index, turn } => TurnEvent::AutoMove {
                index: *index,
                moved: turn.moved,
                score: turn.score,
                events: events(turn, to),
            },
            Event::Discovered { tile } => TurnEvent::Discovered { tile: Content::of(tile) },
            Event::DirectionBlocked { direction } => TurnEvent::DirectionBlocked { direction: *direction },
            Event::DirectionsFreed => TurnEvent::DirectionsFreed,
            Event::Screen(screen) => TurnEvent::Screen { screen: ScreenName::of(*screen) },
            other => TurnEvent::Other { name: other.name().to_owned() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_event_is_data_with_its_kind() {
        let turn = polymerge::Turn::default();
        let tile = || Value::from(vec![Value::Number(2.0)]);
        let cell = Cell::new(1, 2);
        let data = |event| {
            let to = &mut Describing { faces: &mut |_, _| None, printed: polymerge::why::printed };
            serde_json::to_value(TurnEvent::of(&event, to)).unwrap()
        };
        use polymerge::Event;
        for (event, expected) in [
            (
                Event::EndOfTurnRule {
                    rule: 3,
                    cell,
                    tile: tile(),
                    outputs: vec![(cell, tile())],
                    score: 4.0,
                },
                json!({
                    "kind": "endOfTurnRule", "rule": 3, "place": { "row": 1, "column": 2 }, "tile": [2],
                    "outputs": [{ "row": 1, "column": 2, "tile": [2] }], "score": 4.0,
                }),
            ),
            (
                Event::Announcement { message: "well done".into(), milliseconds: 5.0 },
                json!({ "kind": "message", "text": "well done", "milliseconds": 5.0 }),
            ),
            (
                Event::Output { argument: "hp".into(), value: 5.0.into() },
                json!({ "kind": "output", "text": "hp: 5" }),
            ),
            (
                Event::AutoMove { index: 1, turn },
                json!({ "kind": "autoMove", "index": 1, "moved": false, "score": 0.0, "events": [] }),
            ),
            (Event::DirectionsFreed, json!({ "kind": "directionsFreed" })),
            (Event::Screen(rules::Screen::GameOver), json!({ "kind": "screen", "screen": "over" })),
        ] {
            assert_eq!(data(event), expected);
        }
    }

    #[test]
    fn an_unknown_event_keeps_its_name() {
        let other = TurnEvent::Other { name: polymerge::Event::DirectionsFreed.name().to_owned() };
        assert_eq!(
            serde_json::to_value(other).unwrap(),
            json!({ "kind": "other", "name": "directions_freed" })
        );
    }
}
