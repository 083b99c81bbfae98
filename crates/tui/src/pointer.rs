//! The gestures of the mouse: clicks, swipes, turns of the wheel.

use polymerge::Direction;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// A gesture of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click, at a column and a row.
    Click(u16, u16),
    /// A swipe, by columns to the right and rows down.
    Swipe(i32, i32),
    /// A turn of the wheel, by rows down and columns to the right.
    Scroll(i32, i32),
    /// A turn of the wheel with the control key, to zoom in or out.
    Zoom(i8),
}

/// The height of a character, in widths.
const ASPECT: i32 = 2;
/// The least way of a swipe, in widths of a character.
const SWIPE: i32 = 4;
/// The rows or columns per turn of the wheel.
const WHEEL: i32 = 1;

/// The state of the mouse.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pointer {
    pressed: Option<(u16, u16)>,
}

impl Pointer {
    /// Follows an event of the mouse. Returns the gesture that the event completes.
    pub fn follow(&mut self, event: MouseEvent) -> Option<Gesture> {
        let sideways = event.modifiers.contains(KeyModifiers::SHIFT);
        let zoom = event.modifiers.contains(KeyModifiers::CONTROL);
        let scroll = |rows: i32, columns: i32| match (zoom, sideways) {
            (true, _) => Gesture::Zoom(if rows + columns < 0 { 1 } else { -1 }),
            (false, true) => Gesture::Scroll(columns, rows),
            (false, false) => Gesture::Scroll(rows, columns),
        };
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = Some((event.column, event.row));
                None
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (column, row) = self.pressed.take()?;
                let across = i32::from(event.column) - i32::from(column);
                let down = i32::from(event.row) - i32::from(row);
                if across.abs().max(ASPECT * down.abs()) >= SWIPE {
                    Some(Gesture::Swipe(across, down))
                } else {
                    Some(Gesture::Click(column, row))
                }
            }
            MouseEventKind::ScrollUp => Some(scroll(-WHEEL, 0)),
            MouseEventKind::ScrollDown => Some(scroll(WHEEL, 0)),
            MouseEventKind::ScrollLeft => Some(Gesture::Scroll(0, -WHEEL)),
            MouseEventKind::ScrollRight => Some(Gesture::Scroll(0, WHEEL)),
            _ => None,
        }
    }
}

/// The least cosine of the angle between a swipe and its direction.
const CLOSE: f64 = 0.7;

/// Returns the direction of a swipe; of several with the same angle, the first.
pub fn swiped(directions: &[Direction], hexagonal: bool, across: i32, down: i32) -> Option<usize> {
    // On hexagonal boards, neighbours in a row are two columns apart, and rows
    // half the square root of three.
    let (wide, high) = if hexagonal { (0.5, 0.866) } else { (1.0, 1.0) };
    let (x, y) = (f64::from(across), f64::from(down * ASPECT));
    let mut best = None;
    for (index, direction) in directions.iter().enumerate() {
        let (dx, dy) = (direction.columns as f64 * wide, direction.rows as f64 * high);
        let length = dx.hypot(dy) * x.hypot(y);
        let close = (x * dx + y * dy) / length;
        if length > 0.0 && close >= CLOSE && best.is_none_or(|(_, other)| close > other + 1e-9) {
            best = Some((index, close));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use polymerge::Mode;
    use polymerge::advanced::rules::Mode as Raw;

    use super::*;

    fn event(kind: MouseEventKind, column: u16, row: u16) -> MouseEvent {
        MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
    }

    #[test]
    fn a_press_and_a_release_are_a_click_or_a_swipe() {
        let (down, up) = (MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left));
        for ((column, row), gesture) in [
            ((10, 5), Gesture::Click(10, 5)),
            ((12, 6), Gesture::Click(10, 5)),
            ((14, 5), Gesture::Swipe(4, 0)),
            ((10, 3), Gesture::Swipe(0, -2)),
            ((3, 9), Gesture::Swipe(-7, 4)),
        ] {
            let mut pointer = Pointer::default();
            assert_eq!(pointer.follow(event(up, 1, 1)), None);
            assert_eq!(pointer.follow(event(down, 10, 5)), None);
            assert_eq!(pointer.follow(event(MouseEventKind::Moved, 0, 0)), None);
            assert_eq!(pointer.follow(event(up, column, row)), Some(gesture));
            assert_eq!(pointer.follow(event(up, column, row)), None);
        }
    }

    #[test]
    fn swipes_go_in_the_directions_of_the_mode() {
        let list = |steps: &[(i32, i32)]| {
            let mut mode = Raw::classic(4, 4);
            let json: Vec<String> =
                steps.iter().map(|(rows, columns)| format!("[[{rows},{columns}],\"x\"]")).collect();
            let text = format!("[{}]", json.join(","));
            mode.directions = polymerge::calc::json::read(&text, &Default::default()).unwrap();
            Mode::from_raw(mode).compile().unwrap().directions().to_vec()
        };
        let four = list(&[(-1, 0), (1, 0), (0, -1), (0, 1)]);
        let hexagon = list(&[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, -2), (0, 2)]);
        // directions, hexagonal, columns, rows, direction
        for (directions, hexagonal, across, down, direction) in [
            (&four, false, 9, 1, Some(3)),
            (&four, false, -9, 2, Some(2)),
            (&four, false, 1, -3, Some(0)),
            (&four, false, 1, 3, Some(1)),
            (&hexagon, true, 8, 0, Some(5)),
            (&hexagon, true, -8, 1, Some(4)),
            (&hexagon, true, 4, -4, Some(1)),
            (&hexagon, true, -5, 4, Some(2)),
            (&hexagon, true, 5, 4, Some(3)),
        ] {
            assert_eq!(swiped(directions, hexagonal, across, down), direction, "{across} {down}");
        }
        assert_eq!(swiped(&[], false, 9, 9), None);
    }
}
