//! Control words, and the words that change variables, spawns and cells.
//! See docs/spec/calcarray.md, "Control flow", "Special operators beginning
//! with @" and "Boolean operators".

use super::Family::{Any, Boolean, Number, Raw, Unconverted};
use super::operand::{number, take};
use super::{Facts, Family, Operator, Run, Typed};
use crate::error::{Error, ErrorKind, Limit};
use crate::exec::{place_of, set_entry};
use crate::host::Store;
use crate::ir::evaluator::Evaluator;
use crate::ir::operator::{Control, ControlKind, HostRun, LazyArguments};
use crate::ir::scope::Scope;
use crate::limits::exceeded;
use crate::value::Value;

/// The list that a word changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// The line's own variables.
    Variables,
    /// A list of the game.
    Stored(Store),
}

/// The change that a word makes to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Edit,
    Add,
    Insert,
    Remove,
}

/// A word that begins a body, with the words that end it.
macro_rules! control {
    ($name:literal, $arguments:expr, $kind:ident, $ending:literal, $ends_all:literal, $($text:tt)+) => {
        row!($name, Unconverted, $arguments, Any, Facts::IMPURE, Run::Control(Control {
            kind: ControlKind::$kind, ending: $ending, ends_all: $ends_all,
        }), $($text)+)
    };
}

/// A word that changes a list.
macro_rules! change {
    ($name:literal, $target:expr, $change:expr, $help:literal $(,)?) => {
        change($name, $target, $change, $help, |values, e, scope| {
            run_change($target, $change, values, e, scope)
        })
    };
}

const fn change(
    name: &'static str,
    target: Target,
    change: Change,
    help: &'static str,
    run: HostRun,
) -> Operator {
    let (arguments, example): (&[Family], _) = match change {
        Change::Edit => (&[Number, Any], EDIT),
        Change::Add => (&[Any], ADD),
        Change::Insert => (&[Number, Any], INSERT),
        Change::Remove => (&[Number], REMOVE),
    };
    let example = match target {
        Target::Variables => example,
        // Outside of a game there is no list to show.
        Target::Stored(_) => ("", ""),
    };
    let run = match (target, change) {
        (Target::Variables, Change::Edit) => Run::SetVariable(run),
        _ => Run::Effect(run),
    };
    let facts = match target {
        Target::Variables => Facts { typed: Typed::Variables, ..Facts::IMPURE },
        Target::Stored(_) => Facts::IMPURE,
    };
    Operator::new(name, Unconverted, arguments, Any, facts, run, help, example)
}

const EDIT: (&str, &str) = (r#"[1,2,"@end_vars",0,"@edit_var",0,9,"2nd","@Var"]"#, "[9,2]");
const ADD: (&str, &str) = (r#"[1,2,"@end_vars",0,"@add_var",9,"2nd","@Var"]"#, "[1,2,9]");
const INSERT: (&str, &str) = (r#"[1,2,"@end_vars",0,"@insert_var",1,9,"2nd","@Var"]"#, "[1,9,2]");
const REMOVE: (&str, &str) = (r#"[1,2,"@end_vars",0,"@remove_var",0,"2nd","@Var"]"#, "[2]");

const GAME: Target = Target::Stored(Store::GameVariables);
const MODIFIER: Target = Target::Stored(Store::ModifierVariables);
const SPAWN: Target = Target::Stored(Store::Spawns);
const FORCED: Target = Target::Stored(Store::ForcedSpawns);

pub(super) const OPERATORS: &[Operator] = &[
    control!("@if", &[Raw], If, "@end-if", "end-stack",
        "Runs the part up to @end-if if the condition is exactly true.", r#"[1,"@if",[1,"<",2],"+",5,"@end-if"]"# => "6"),
    control!("@else", &[], Else, "@end-else", "end-stack",
        "Runs the part up to @end-else if the @if before it was not run.",
        r#"[1,"@if",false,"+",5,"@end-if","@else","+",7,"@end-else"]"# => "8"),
    control!("@else-if", &[Raw], ElseIf, "@end-else-if", "end-stack",
        "An @else with a condition, up to @end-else-if.",
        r#"[1,"@if",false,"+",5,"@end-if","@else-if",true,"+",7,"@end-else-if"]"# => "8"),
    control!("@repeat", &[Raw], Repeat, "@end-repeat", "@end-stack",
        "Runs the part up to @end-repeat a number of times, or as long as a condition is true.",
        r#"[1,"@repeat",10,"*",2,"@end-repeat"]"# => "1024"),
    row!("&&", Boolean, &[Boolean], Boolean, Facts::typed(Typed::And), Run::Lazy(and),
        "And; the argument is evaluated only if the running value is true.", r#"[true,"&&",false]"# => "false"),
    row!("||", Boolean, &[Boolean], Boolean, Facts::typed(Typed::Or), Run::Lazy(or),
        "Or; the argument is evaluated only if the running value is false.", r#"[true,"||",false]"# => "true"),
    change!("@edit_var", Target::Variables, Change::Edit, "Sets a variable, by its number."),
    change!("@add_var", Target::Variables, Change::Add, "Adds a variable at the end."),
    change!("@insert_var", Target::Variables, Change::Insert, "Inserts a variable before another."),
    change!("@remove_var", Target::Variables, Change::Remove, "Removes a variable, by its number."),
    change!("@edit_gvar", GAME, Change::Edit, "Sets a game variable, by its number."),
    change!("@add_gvar", GAME, Change::Add, "Adds a game variable at the end."),
    change!("@insert_gvar", GAME, Change::Insert, "Inserts a game variable before another."),
    change!("@remove_gvar", GAME, Change::Remove, "Removes a game variable, by its number."),
    change!("@edit_mvar", MODIFIER, Change::Edit, "Sets a modifier variable."),
    change!("@add_mvar", MODIFIER, Change::Add, "Adds a modifier variable at the end."),
    change!("@insert_mvar", MODIFIER, Change::Insert, "Inserts a modifier variable before another."),
    change!("@remove_mvar", MODIFIER, Change::Remove, "Removes a modifier variable."),
    change!("@edit_spawn", SPAWN, Change::Edit, "Sets an entry of the spawn list."),
    change!("@add_spawn", SPAWN, Change::Add, "Adds an entry to the spawn list."),
    change!("@insert_spawn", SPAWN, Change::Insert, "Inserts an entry into the spawn list before another."),
    change!("@remove_spawn", SPAWN, Change::Remove, "Removes an entry of the spawn list."),
    change!("@edit_forced_spawn", FORCED, Change::Edit, "Sets an entry of the forced spawns."),
    change!("@add_forced_spawn", FORCED, Change::Add, "Adds an entry to the forced spawns."),
    change!(
        "@insert_forced_spawn",
        FORCED,
        Change::Insert,
        "Inserts an entry into the forced spawns before another.",
    ),
    change!("@remove_forced_spawn", FORCED, Change::Remove, "Removes an entry of the forced spawns."),
    row!("@replace_tile", Unconverted, &[Number, Number, Any], Any, Facts { typed: Typed::ReplaceTile, ..Facts::IMPURE }, Run::Lazy(replace_tile),
        "Puts a tile into the cell of a row and column, on the play screen only.", "" => ""),
    row!("@run_script", Unconverted, &[Number], Any, Facts::IMPURE, Run::Lazy(run_script), "Runs a script of the mode.", "" => ""),
];

fn and(mut arguments: LazyArguments<'_, '_>, a: Value) -> Result<Value, Error> {
    match a.is_true() {
        true => arguments.operand(0, Boolean),
        false => Ok(a),
    }
}

fn or(mut arguments: LazyArguments<'_, '_>, a: Value) -> Result<Value, Error> {
    match a.is_true() {
        true => Ok(a),
        false => arguments.operand(0, Boolean),
    }
}

fn run_change(
    target: Target,
    change: Change,
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    let (index, value) = match change {
        Change::Add => (0.0, take(values, 1)),
        Change::Edit | Change::Insert => (number(values, 1), take(values, 2)),
        Change::Remove => (number(values, 1), Value::Undefined),
    };
    target.change(change, index, value, evaluator, scope)?;
    Ok(take(values, 0))
}

fn replace_tile(mut arguments: LazyArguments<'_, '_>, a: Value) -> Result<Value, Error> {
    if arguments.evaluator.host.can_replace_tiles() {
        let row = arguments.operand(0, Number)?.as_number().unwrap_or(0.0);
        let column = arguments.operand(1, Number)?.as_number().unwrap_or(0.0);
        let tile = arguments.operand(2, Any)?;
        let replaced = arguments.evaluator.host.replace_tile(row, column, tile);
        replaced.map_err(|error| error.inside(arguments.place))?;
    }
    Ok(a)
}

fn run_script(mut arguments: LazyArguments<'_, '_>, a: Value) -> Result<Value, Error> {
    let index = arguments.operand(0, Number)?.as_number().unwrap_or(0.0);
    let run = super::game::run_script(index, arguments.evaluator, arguments.scope);
    run.map_err(|error| error.inside(arguments.place))?;
    Ok(a)
}

impl Target {
    fn change(
        self,
        change: Change,
        number: f64,
        value: Value,
        evaluator: &mut Evaluator<'_>,
        scope: &Scope<'_>,
    ) -> Result<(), Error> {
        evaluator.meter.allocate(16)?;
        let most = evaluator.meter.limits().array_length;
        match self {
            Target::Variables => apply(change, &mut scope.variables.borrow_mut(), number, value, most),
            Target::Stored(store) => {
                let is_dry_run = change == Change::Edit
                    && evaluator.host.observer().is_some_and(|observer| observer.is_dry_run());
                if is_dry_run && is_there(evaluator.host.store(store), number, &value) {
                    return Ok(());
                }
                let list =
                    evaluator.host.store_mut(store).ok_or(ErrorKind::BadIndex("such list here".into()))?;
                apply(change, list, number, value, most)?;
                // The names beside the modifier variables stay beside them.
                if store == Store::ModifierVariables
                    && matches!(change, Change::Add | Change::Insert | Change::Remove)
                    && let Some(indices) = evaluator.host.modifier_indices_mut()
                {
                    apply(change, indices, number, Value::Boolean(false), most)?;
                }
                Ok(())
            }
        }
    }
}

/// Changes a list as ECMAScript's `splice` and indexing would.
fn apply(change: Change, list: &mut Vec<Value>, number: f64, value: Value, most: usize) -> Result<(), Error> {
    if list.len() >= most && matches!(change, Change::Add | Change::Insert) {
        return Err(exceeded(Limit::ArrayLength));
    }
    let length = list.len() as f64;
    let clamped =
        if number.trunc() < 0.0 { (number.trunc() + length).max(0.0) } else { number.trunc().min(length) };
    match change {
        Change::Edit => set_entry(list, number, value),
        Change::Add => list.push(value),
        Change::Insert => list.insert(clamped as usize, value),
        Change::Remove => {
            if clamped < length {
                list.remove(clamped as usize);
            }
        }
    }
    Ok(())
}

/// Returns true if setting an entry would leave the list as it is.
fn is_there(list: &[Value], number: f64, value: &Value) -> bool {
    place_of(list, number).is_none_or(|place| list[place].identical(value))
}
