//! The parts of the screen that are drawn again, and the opacities of its parts
//! (docs/spec/display.md, "Refresh control, opacities, discovered-tile filter").

use calcarray::color::{Evaluate, Scope};
use calcarray::convert::to_number;
use calcarray::{Container, Coordinate, Error, Value, Variables};

use crate::stage::Stage;

/// The reasons to draw the screen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub enum Reason {
    #[default]
    Complete,
    MoveStep,
    MoveEnd,
    Spawning,
    Interval,
    Resize,
    StatBoxClick,
    TileClick,
}

impl Reason {
    /// The word that expressions know it by.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Complete => "Complete",
            Reason::MoveStep => "MoveStep",
            Reason::MoveEnd => "MoveEnd",
            Reason::Spawning => "Spawning",
            Reason::Interval => "Interval",
            Reason::Resize => "Resize",
            Reason::StatBoxClick => "StatBoxClick",
            Reason::TileClick => "TileClick",
        }
    }
}

/// The parts that need not be drawn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Unchanged {
    pub tiles: bool,
    pub background: bool,
    pub empty_cells: bool,
    pub grid_color: bool,
    pub text_color_and_rules: bool,
    pub stat_boxes: bool,
    pub next_tiles: bool,
    pub direction_buttons: bool,
    /// All empty cells have the colour of the first.
    pub one_cell_color: bool,
}

impl Unchanged {
    /// Evaluates the `display_lag_reductions` of a mode for a reason.
    ///
    /// # Errors
    /// Those of the expressions.
    pub fn of(stage: &mut Stage<'_>, reductions: &Value, reason: Reason) -> Result<Unchanged, Error> {
        let entries = reductions.as_array().map_or(&[][..], |entries| entries.entries());
        let mut says = [false; 8];
        for (say, expression) in says.iter_mut().zip(entries) {
            let variables = Variables::new(vec![reason.name().into()]);
            *say = Scope::new(&variables).evaluate(stage, expression)?.is_true();
        }
        let skip = |index: usize| says[index] && reason != Reason::Complete;
        Ok(Unchanged {
            tiles: skip(0),
            background: skip(1),
            empty_cells: skip(2),
            // Only where there is a word on the background.
            grid_color: skip(2) && entries.len() > 1,
            text_color_and_rules: skip(3),
            stat_boxes: skip(4),
            next_tiles: skip(5),
            direction_buttons: skip(6),
            one_cell_color: says[7],
        })
    }
}

/// The opacities of the parts of the screen; `None` is hidden.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Opacities {
    /// Hidden buttons also block the keys.
    pub direction_buttons: Option<f64>,
    pub grid: Option<f64>,
    pub rules: Option<f64>,
    pub stat_boxes_above: Option<f64>,
    pub stat_boxes_below: Option<f64>,
    pub next_tiles: Option<f64>,
    pub save_button: Option<f64>,
    pub restart_button: Option<f64>,
    pub menu_button: Option<f64>,
}

impl Opacities {
    /// Evaluates the `component_opacities` of a mode.
    ///
    /// # Errors
    /// Those of the expressions.
    pub fn of(stage: &mut Stage<'_>, opacities: &Value) -> Result<Opacities, Error> {
        let entries = opacities.as_array().map_or(&[][..], |entries| entries.entries());
        let mut given: [Option<f64>; 9] = [None; 9];
        let variables = Variables::default();
        for (index, (opacity, expression)) in given.iter_mut().zip(entries).enumerate() {
            let mut stage = stage.at(Coordinate::At(index as f64), Coordinate::At(0.0), Container::Grid);
            let value = Scope::new(&variables).evaluate(&mut stage, expression)?;
            *opacity = Some(to_number(&value, stage.meter())?);
        }
        let shown = |opacity: Option<f64>| Some(opacity.unwrap_or(1.0)).filter(|opacity| *opacity >= 0.0);
        Ok(Opacities {
            direction_buttons: shown(given[0]),
            grid: shown(given[1]),
            rules: shown(given[2]),
            stat_boxes_above: shown(given[3]),
            stat_boxes_below: shown(given[4].or(given[3])),
            next_tiles: shown(given[5].or(given[1])),
            save_button: shown(given[6]),
            restart_button: shown(given[7]),
            menu_button: shown(given[8]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::host::NoGame;
    use calcarray::{Limits, Meter, json};

    fn with_stage<T>(expression: &str, work: impl Fn(&mut Stage<'_>, &Value) -> T) -> T {
        let mut host = NoGame::default();
        let mut meter = Meter::new(Limits::default());
        let expression = json::read(expression, &Default::default()).unwrap();
        work(&mut Stage::new(&mut host, &mut meter, false), &expression)
    }

    #[test]
    fn reductions_apply_to_their_reason() {
        let reductions =
            r#"[["@var_retain","@Var 0","=","MoveStep"],false,true,false,false,false,false,true]"#;
        for (reason, tiles, grid) in
            [(Reason::MoveStep, true, true), (Reason::MoveEnd, false, true), (Reason::Complete, false, false)]
        {
            let unchanged =
                with_stage(reductions, |stage, expression| Unchanged::of(stage, expression, reason)).unwrap();
            assert_eq!((unchanged.tiles, unchanged.grid_color), (tiles, grid), "{reason:?}");
            assert!(unchanged.one_cell_color && !unchanged.stat_boxes);
        }
    }

    #[test]
    fn missing_opacities_follow_their_neighbours() {
        let opacities = with_stage(r#"[-1,0.5,1,["@VCoord","/",6]]"#, Opacities::of).unwrap();
        assert_eq!(opacities.direction_buttons, None);
        assert_eq!((opacities.grid, opacities.next_tiles), (Some(0.5), Some(0.5)));
        assert_eq!((opacities.stat_boxes_above, opacities.stat_boxes_below), (Some(0.5), Some(0.5)));
        assert_eq!(opacities.menu_button, Some(1.0));
    }
}
