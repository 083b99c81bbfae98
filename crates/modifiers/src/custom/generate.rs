//! The mode that a Custom Mode declares (docs/spec/custom-modes.md, "The mode
//! it makes").

use calcarray::Value;
use polymerge_rules::Mode;

use super::definition::{CustomMode, Goal, Input, Merge};
use super::guard::Guard;
use crate::choices::choice::GridShape;
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::{IntoValue, appended, list, next};
use crate::parts::traits::{ModeTraits, Negatives, Simple};

/// The background of a page in game, of cells, between them, and of texts.
const IN_GAME: usize = 0;
const CELLS: usize = 2;
const BETWEEN: usize = 3;
const TEXTS: usize = 4;

impl CustomMode {
    /// The side of the grid: as declared, or as fits the longest merge.
    pub fn side(&self) -> usize {
        if self.texts.side >= 1.0 {
            return self.texts.side.min(9999.0) as usize;
        }
        let longest = self.merges.iter().map(|merge| merge.inputs.len()).max();
        longest.map_or(3, |inputs| inputs + 3).max(3)
    }

    /// The facts that modifiers need: spawn rules change nothing, nor do negative
    /// tiles if there are some already.
    pub fn traits(&self) -> ModeTraits {
        let negative = self.spawning.iter().any(|(value, _)| *value < 0.0);
        ModeTraits {
            default_side: Some(self.side()),
            simple: Simple::Ignored,
            ignores_equal: true,
            negatives: if negative { Negatives::Ignored } else { Negatives::General },
            ..ModeTraits::default()
        }
    }

    /// The mode, on a square grid.
    pub fn mode(&self) -> Mode {
        let side = self.side();
        let guards: Vec<Vec<Guard>> = (0..self.merges.len()).map(|merge| self.guards(merge)).collect();
        let rule = |(place, merge): (usize, &Merge)| merge_rule(place, merge, &guards[place]);
        let rules: Vec<Value> = self.merges.iter().enumerate().map(rule).collect();
        let (win_conditions, win_requirement) = self.wins.conditions();
        let (lose_conditions, lose_requirement) = self.losses.conditions();
        let background = |place: usize| self.backgrounds.get(place);
        let color = |place: usize, otherwise: Value| {
            background(place).and_then(|one| one.color()).map_or(otherwise, IntoValue::into_value)
        };
        let standard = Mode::default();
        let longest = self.merges.iter().map(|merge| merge.inputs.len() + 1).max().unwrap_or(1);
        let lookback = guards.iter().flatten().map(|guard| guard.longer).max().unwrap_or(0);
        Mode {
            width: side,
            height: side,
            starting_grid: vec![Value::array(vec![Value::from("@Empty"); side]); side].into(),
            directions: crate::effects::direction_set::directions(
                &Modifiers { grid_shape: GridShape::Square, ..Modifiers::default() },
                side,
            ),
            tile_entries: 2,
            tile_types: self.tile_types(),
            merge_rules: rules.into(),
            spawns: self.spawns(),
            win_conditions,
            win_requirement,
            lose_conditions,
            lose_requirement,
            stat_boxes: list![list!["Score", "@Score"]],
            screen_background: background(IN_GAME)
                .and_then(|one| one.css())
                .map_or(standard.screen_background.clone(), IntoValue::into_value),
            grid_background: color(BETWEEN, standard.grid_background.clone()),
            cell_background: color(CELLS, standard.cell_background.clone()),
            text_background: color(TEXTS, standard.text_background.clone()),
            rules_text: self.rules_text(),
            tile_display_known_level: 3.0,
            merge_result_known_level: 3.0,
            known_merge_lookback: lookback as f64,
            known_merge_max_length: longest as f64,
            tile_value: list!["@This 1"],
            ..standard
        }
    }

    fn tile_types(&self) -> Value {
        let mut types: Vec<Value> = self.colors.iter().filter_map(|color| color.tile_type()).collect();
        types.push(list![true, "@This 1", "#000000", "#ffffff"]);
        types.into()
    }

    fn spawns(&self) -> Value {
        let tiles = self.spawning.iter().enumerate();
        let mut tiles =
            tiles.map(|(place, (value, weight))| (list![place + 1, *value], Value::from(*weight)));
        if self.boxed {
            list![appended(&list!["Box", 1], tiles.flat_map(|(tile, count)| [tile, count]))]
        } else {
            tiles.by_ref().map(|(tile, weight)| list![tile, weight]).collect::<Vec<_>>().into()
        }
    }

    fn rules_text(&self) -> Value {
        let share = |(value, weight): &(f64, f64)| {
            let [value, weight] = [value, weight].map(|number| calcarray::number::to_text(*number));
            if self.boxed { format!("{weight} of {value}") } else { format!("{value} (weight {weight})") }
        };
        let shown: Vec<String> =
            self.spawning.iter().filter(|(_, weight)| *weight != 0.0).map(share).collect();
        let how = if self.boxed { "Tiles in a box of those that spawn" } else { "Spawning tiles" };
        list![
            list!["h2", self.texts.heading.clone()],
            list!["h1", self.texts.title.clone()],
            list!["p", self.texts.description.clone()],
            list!["p", format!("{how}: {}", shown.join(", ")).into_value()]
        ]
    }
}

impl Goal {
    /// The conditions, and how many of them it takes.
    fn conditions(&self) -> (Value, Value) {
        if self.needed == 0.0 {
            return (list![], Value::Boolean(false));
        }
        let conditions: Vec<Value> =
            self.numbers.iter().map(|number| list![list!["@This 0", "=", *number]]).collect();
        (conditions.into(), self.needed.into())
    }
}

/// The rule of a merge, which is number `place`.
fn merge_rule(place: usize, merge: &Merge, guards: &[Guard]) -> Value {
    let others = merge.inputs.len();
    let n = Value::from(if merge.ordered { "@This 0" } else { "@Var 0" });
    let guards = guards.iter().flat_map(|guard| ["&&".into(), guard.condition()]);
    let mut restriction = merge.restriction.condition(&n);
    let condition = if merge.ordered {
        for (ahead, input) in (1..).zip(&merge.inputs) {
            let test = match input {
                Input::Fixed(number) => list![next(ahead, 0), "=", *number],
                Input::Relative(offset) => list!["@This 0", "+", *offset, "=", next(ahead, 0)],
            };
            restriction.extend(["&&".into(), test]);
        }
        restriction.extend(guards);
        Value::array(restriction)
    } else {
        restriction.extend(["&&".into(), same_tiles(merge)]);
        restriction.extend(guards);
        any_tile(place, others, restriction.into())
    };
    let mut sum = vec!["@This 1".into()];
    for ahead in 1..=others {
        sum.extend(["+".into(), next(ahead, 1)]);
    }
    let sum = Value::array(sum);
    let outputs = match merge.output {
        None => list![],
        Some(Input::Relative(offset)) => list![list![list!["@var_retain", n, "+", offset], sum.clone()]],
        Some(Input::Fixed(number)) => list![list![number, sum.clone()]],
    };
    let score = match merge.output {
        Some(_) if others > 0 => appended(&sum, ["abs".into()]),
        _ => 0usize.into(),
    };
    // A merge of a single tile happens at the end of a turn.
    let length = if others == 0 { 0 } else { others + 1 };
    list![length, condition, true, outputs, score]
}

/// The tiles are those of the recipe, in any order.
fn same_tiles(merge: &Merge) -> Value {
    let evaluated = || list!["@Var -1", "CalcArray"];
    let input = |input: &Input| match input {
        Input::Fixed(number) => (*number).into(),
        Input::Relative(offset) => list!["@Var 0", "+", *offset],
    };
    let recipe = appended(&list!["@Literal", "@Var 0"], merge.inputs.iter().map(input));
    list![list!["@Var 2", "arr_map", evaluated()], "arr_eqRearrange", list![recipe, "arr_map", evaluated()]]
}

/// Tries each of the tiles as n, which is variable 0.
fn any_tile(place: usize, others: usize, condition: Value) -> Value {
    let tiles = appended(&list!["@Literal", "@This 0"], (1..=others).map(|ahead| next(ahead, 0)));
    let more = list!["@Var 1", "<", others, "&&", list!["@Var 3", "!"]];
    #[rustfmt::skip]
    let any = list![
        "@global_var_retain", 0, -1.0, tiles, false, place, 0, true, "@end_vars", 0,
        "@repeat", more,
            "@edit_var", 1, list!["@Var 1", "+", 1],
            "@edit_var", 0, list!["@Var 2", "arr_elem", "@Var 1", "CalcArray"],
            "@if", condition, "@edit_var", 3, true, "@end-if",
        "@end-repeat",
        "2nd", "@Var 3"
    ];
    any
}
