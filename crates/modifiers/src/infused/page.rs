//! The page of an Infused Mode: its settings as they stand, and changing them.

use calcarray::{Limits, Value, convert};

use super::declaration::{InfusedMode, evaluate, marked};
use super::error::InfusedError;
use super::host::PageHost;
use super::overrides::{When, settings};
use super::setting::{Kind, SETTINGS};
use crate::choices::choice::GridShape;
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::{entries, list};

/// The values with the side of the grid, the rules and the script of a page.
const SIDE: usize = 23;
const RULES: usize = 30;
const REFRESH: usize = 35;

/// The largest side that a page may ask for.
const MAX_SIDE: f64 = 9999.0;

/// A change that a player makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A step to the next option.
    Next,
    /// Less.
    Minus,
    /// More.
    Plus,
    /// This text.
    Text(Value),
    /// This text as an entry of the list.
    Entry(usize, Value),
}

/// An Infused Mode, opened.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) mode: InfusedMode,
    /// The values of the settings.
    pub variables: Vec<Value>,
    /// The modifiers, with those that the mode overrides.
    pub modifiers: Modifiers,
    /// The directions.
    pub directions: Value,
    /// The side that the mode asks for.
    pub side: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    limits: Limits,
}

impl Page {
    /// Opens a mode.
    ///
    /// # Errors
    /// If one of its expressions fails.
    pub fn open(mode: InfusedMode, modifiers: &Modifiers) -> Result<Page, InfusedError> {
        Page::open_within(mode, modifiers, &Limits::default())
    }

    /// Opens a mode whose expressions have limits of their own.
    ///
    /// # Errors
    /// If one of its expressions fails.
    pub fn open_within(
        mode: InfusedMode,
        modifiers: &Modifiers,
        limits: &Limits,
    ) -> Result<Page, InfusedError> {
        let mut modifiers = modifiers.clone();
        mode.override_modifiers(When::Page, &mut modifiers, |value| Ok(value.clone()))?;
        let variables = mode.settings().iter().map(|setting| setting.start.clone()).collect();
        let directions = list![];
        let limits = limits.clone();
        let mut page = Page { mode, variables, modifiers, directions, side: 4, width: 4, height: 4, limits };
        page.reset_size()?;
        page.refresh()?;
        Ok(page)
    }

    /// Returns true if a setting is shown.
    ///
    /// # Errors
    /// If there is no such setting, or its expression fails.
    pub fn is_visible(&self, setting: usize) -> Result<bool, InfusedError> {
        let entry = self.mode.settings().get(setting).ok_or(InfusedError::NoSuchSetting(setting))?;
        Ok(self.evaluate(&entry.visible, None)?.0 != Value::Boolean(false))
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// If the setting can't be changed like this, or an expression fails;
    /// the page is as it was then.
    pub fn change(&mut self, setting: usize, change: &Change) -> Result<(), InfusedError> {
        let mut changed = self.clone();
        changed.make(setting, change)?;
        *self = changed;
        Ok(())
    }

    fn make(&mut self, setting: usize, change: &Change) -> Result<(), InfusedError> {
        let refused = InfusedError::NoSuchSetting(setting);
        let Some(entry) = self.mode.settings().get(setting).cloned() else { return Err(refused) };
        let now = self.variables.get(setting).cloned().unwrap_or_default();
        match (&entry.kind, change) {
            (Kind::Options { options, script }, Change::Next) => {
                let next = (now.as_number().unwrap_or(0.0) + 1.0) % options.len().max(1) as f64;
                self.set(setting, next.into());
                self.run(script, setting)?;
            }
            (Kind::Counter { step, min, max, script }, Change::Plus | Change::Minus) => {
                let [now, step, min, max] = [&now, step, min, max].map(|value| self.number(value));
                let (now, step) = (now?, step?);
                let up = *change == Change::Plus;
                if (up && now >= max?) || (!up && now <= min?) {
                    return Err(refused);
                }
                self.set(setting, (if up { now + step } else { now - step }).into());
                self.run(script, setting)?;
            }
            (Kind::Buttons { minus, plus, minus_shown, plus_shown }, Change::Plus | Change::Minus) => {
                let (script, shown) =
                    if *change == Change::Plus { (plus, plus_shown) } else { (minus, minus_shown) };
                if self.evaluate(shown, Some(setting))?.0 == Value::Boolean(false) {
                    return Err(refused);
                }
                self.run(script, setting)?;
            }
            (Kind::Input { valid, fallback }, Change::Text(text)) => {
                if self.holds(valid, std::slice::from_ref(text))? {
                    self.set(setting, text.clone());
                } else if let (text @ Value::Text(_), _) = self.evaluate(fallback, Some(setting))? {
                    self.set(setting, text);
                }
                // The reference runs the fallback where it should run the script.
                self.run(fallback, setting)?;
            }
            (Kind::List { valid, script }, Change::Entry(place, text)) => {
                let mut all = entries(&now).to_vec();
                if *place > all.len() {
                    return Err(refused);
                }
                all.splice(*place..all.len().min(*place + 1), [text.clone()]);
                let cut = Value::array(&all[..*place]);
                for list in [Value::array(all), cut] {
                    if self.holds(valid, &[list.clone(), (*place).into()])? {
                        self.set(setting, list);
                        self.run(script, setting)?;
                        break;
                    }
                }
            }
            _ => return Err(refused),
        }
        if entry.grid {
            self.reset_size()?;
        }
        self.refresh()
    }

    fn set(&mut self, setting: usize, value: Value) {
        if let Some(variable) = self.variables.get_mut(setting) {
            *variable = value;
        }
    }

    /// The variables that expressions see: the settings, the modifiers, and
    /// settings of the program with directions and automatic moves.
    pub(super) fn shown(&self, modifiers: &Modifiers) -> Vec<Value> {
        let moves = Value::array(modifiers.auto_moves.clone());
        vec![
            self.variables.clone().into(),
            modifiers.values().into(),
            list![settings(&modifiers.extras), self.directions.clone(), moves],
        ]
    }

    pub(super) fn host(&self) -> PageHost {
        let hexagonal = matches!(self.modifiers.grid_shape, GridShape::Hexagon | GridShape::HexaTriangle);
        PageHost::new(self.width, self.height, hexagonal, &self.limits)
    }

    fn evaluate(
        &self,
        expression: &Value,
        setting: Option<usize>,
    ) -> Result<(Value, Vec<Value>), InfusedError> {
        let mut variables = self.shown(&self.modifiers);
        variables.extend(setting.and_then(|setting| self.variables.get(setting).cloned()));
        evaluate(SETTINGS, expression, &mut self.host(), &variables)
    }

    fn holds(&self, valid: &Value, more: &[Value]) -> Result<bool, InfusedError> {
        let mut variables = self.shown(&self.modifiers);
        variables.extend_from_slice(more);
        let (value, _) = evaluate(SETTINGS, valid, &mut self.host(), &variables)?;
        Ok(convert::is_truthy(&value))
    }

    fn number(&self, expression: &Value) -> Result<f64, InfusedError> {
        let (value, _) = self.evaluate(expression, None)?;
        let reason = "the value or a bound of a counter is not a number";
        value.as_number().ok_or_else(|| InfusedError::Value { index: SETTINGS, reason: reason.into() })
    }

    /// Runs a script: it works by changing variable 0.
    fn run(&mut self, script: &Value, setting: usize) -> Result<(), InfusedError> {
        if entries(script).is_empty() {
            return Ok(());
        }
        let (_, variables) = self.evaluate(script, Some(setting))?;
        self.take_variables(variables);
        Ok(())
    }

    fn take_variables(&mut self, variables: Vec<Value>) {
        if let Some(Value::Array(changed)) = variables.into_iter().next() {
            self.variables = changed.to_vec();
        }
    }

    /// Directions, then the script that runs whenever the page is shown.
    fn refresh(&mut self) -> Result<(), InfusedError> {
        self.directions = crate::effects::direction_set::directions(&self.modifiers, self.side);
        let script = self.mode.value(REFRESH).clone();
        if entries(&script).is_empty() {
            return Ok(());
        }
        let variables = self.shown(&self.modifiers);
        let (_, variables) = evaluate(REFRESH, &script, &mut self.host(), &variables)?;
        self.take_variables(variables);
        Ok(())
    }

    fn reset_size(&mut self) -> Result<(), InfusedError> {
        let side = self.mode.value(SIDE).clone();
        let variables = self.shown(&self.modifiers);
        let (side, _) = evaluate(SIDE, &side, &mut self.host(), &variables)?;
        let wrong = || InfusedError::Value { index: SIDE, reason: "the side of the grid is no size".into() };
        let side = side.as_number().filter(|side| *side >= 1.0 && *side <= MAX_SIDE).ok_or_else(wrong)?;
        self.side = side as usize;
        let grid = crate::effects::grid::of(&self.modifiers, self.side)?;
        (self.width, self.height) = (grid.width, grid.height);
        Ok(())
    }

    /// Columns and rows of the grid.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The rules that the page shows.
    ///
    /// # Errors
    /// If the expression fails.
    pub fn rules(&self) -> Result<Value, InfusedError> {
        marked(RULES, self.mode.value(RULES), &mut self.host(), &self.shown(&self.modifiers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the page of a mode that has these settings, and nothing else.
    fn page(settings: &str) -> Page {
        let value = |index: usize| match index {
            SIDE => Value::text("4"),
            SETTINGS => Value::text(settings),
            34 => list![],
            _ => Value::text("[]"),
        };
        let values = Value::array((0..43).map(value).collect::<Vec<_>>());
        Page::open(InfusedMode::read(&values).unwrap(), &Modifiers::default()).unwrap()
    }

    #[test]
    fn a_setting_is_shown_as_long_as_its_expression_holds() {
        let mut page = page(
            r##"[["Options", [["Off", "#fff"], ["On", "#fff"]], [], true],
                ["Options", [["A", "#fff"], ["B", "#fff"]], [], ["@var_retain", "@Var 0", "arr_elem", 0, "=", 1]],
                ["Variable", 7]]"##,
        );
        let shown = |page: &Page| [0, 1, 2].map(|setting| page.is_visible(setting).unwrap());
        assert_eq!(shown(&page), [true, false, false]);
        page.change(0, &Change::Next).unwrap();
        assert_eq!(shown(&page), [true, true, false]);
        assert_eq!(page.is_visible(3), Err(InfusedError::NoSuchSetting(3)));
    }
}
