//! The addons that display rules put on tiles besides text and colours
//! (docs/spec/display.md, "Addons").

use calcarray::color::{self, Scope};
use calcarray::convert::to_number;
use calcarray::{Container, Coordinate, Error, Value, Variables};

use crate::schemes::{self, Brush};
use crate::stage::Stage;
use crate::text::show;
use crate::tile::{TileStyle, as_layer, fill, follow, inscribe, shadow, text_length};
use crate::view::{Area, Layer};

pub(crate) struct Addons<'a, 's> {
    pub stage: &'a mut Stage<'s>,
    pub style: TileStyle<'a>,
    pub scope: Scope<'a>,
    /// The unit of font sizes.
    pub unit: f64,
}

impl Addons<'_, '_> {
    /// The layers of these entries of a rule, in order.
    pub(crate) fn layers(mut self, entries: &[Value]) -> Result<Vec<Layer>, Error> {
        let mut layers = Vec::new();
        for entry in entries {
            let Value::Array(addon) = entry else { continue };
            if addon.first().is_some_and(|first| first.is_word("ExtraEntriesList")) {
                let rest = Value::Array(addon[1..].iter().cloned().collect());
                let list = self.scope.evaluate(self.stage, &rest)?;
                for addon in list.as_array().map_or(&[][..], |list| list.entries()) {
                    layers.extend(self.layer(addon)?);
                }
            } else {
                layers.extend(self.layer(entry)?);
            }
        }
        Ok(layers)
    }

    fn layer(&mut self, addon: &Value) -> Result<Option<Layer>, Error> {
        self.stage.meter.charge(1)?;
        let Value::Array(addon) = addon else { return Ok(None) };
        match addon.split_first() {
            Some((first, entries)) if first.is_word("Innerscript") => self.inscription(entries).map(Some),
            Some((first, entries)) if first.is_word("PrimeImage") => self.image(entries).map(Some),
            _ => Ok(None),
        }
    }

    fn inscription(&mut self, entries: &[Value]) -> Result<Layer, Error> {
        let entry = |index: usize| entries.get(index).cloned().unwrap_or_default();
        let text = show(self.stage, &entry(0), &self.scope, true)?;
        let place = match entry(1) {
            Value::Text(place) => place.to_string_lossy(),
            _ => String::new(),
        };
        let (vertical, horizontal) = place.split_once('-').unwrap_or((&place, ""));
        let side = |word: &str, first: &str, last: &str| i8::from(word == last) - i8::from(word == first);
        let place = (side(vertical, "top", "bottom"), side(horizontal, "left", "right"));
        let sizes = [entry(2).as_number(), entry(3).as_number()];
        let size = self.unit / text_length(text.length(), sizes);
        let mut layer = inscribe(text, size, place);
        if let Some(inscription) = &mut layer.inscription {
            if entry(4) != Value::Undefined {
                inscription.color = Some(color::evaluate(self.stage, &entry(4), &self.scope)?);
            }
            inscription.shadow = shadow(self.stage, &entry(5), &self.scope)?;
        }
        if self.stage.hexagonal {
            let edge = Some(80.0);
            layer.area = Area { width: edge, height: edge, ..Area::default() };
        }
        Ok(layer)
    }

    fn image(&mut self, entries: &[Value]) -> Result<Layer, Error> {
        let entry = |index: usize| entries.get(index).cloned().unwrap_or_default();
        let mut layer = match entry(0) {
            Value::Array(image) if image.first().is_some_and(|first| first.is_word("@ColorScheme")) => {
                self.scheme(&image[1..])?
            }
            Value::Array(image) if image.first().is_some_and(|first| first.is_word("@DisplayTile")) => {
                self.tile(&image[1..])?
            }
            image => Layer::picture(fill(self.stage, &image, &self.scope)?),
        };
        if entry(1) != Value::Undefined {
            layer.mask = Some(color::evaluate(self.stage, &entry(1), &self.scope)?);
        }
        let mut percent = |index: usize| -> Result<Option<f64>, Error> {
            if entry(index) == Value::Undefined {
                return Ok(None);
            }
            let value = self.scope.evaluate(self.stage, &entry(index))?;
            to_number(&value, self.stage.meter).map(Some)
        };
        layer.area = Area {
            width: percent(2)?,
            height: percent(3)?,
            left: percent(4)?,
            top: percent(5)?,
            ..Area::default()
        };
        Ok(layer)
    }

    fn evaluated(&mut self, entries: &[Value]) -> Result<Vec<Value>, Error> {
        entries.iter().map(|entry| self.scope.evaluate(self.stage, entry)).collect()
    }

    /// An inner picture of a scheme.
    fn scheme(&mut self, entries: &[Value]) -> Result<Layer, Error> {
        let name = match entries.first() {
            Some(Value::Text(name)) => name.to_string_lossy(),
            _ => String::new(),
        };
        let arguments = self.evaluated(entries.get(1..).unwrap_or(&[]))?;
        let (value, parameters) = arguments.split_first().unwrap_or((&Value::Undefined, &[]));
        let hexagonal = self.stage.hexagonal;
        let mut brush = Brush {
            tables: self.style.tables,
            meter: self.stage.meter,
            hexagonal,
            subtile: true,
            border: schemes::BORDER,
            depth: 0,
        };
        let look = schemes::draw(&mut brush, &name, value, parameters)?;
        Ok(Layer::picture(look.picture))
    }

    /// Draws a whole tile within the tile; the content of the inner tile is its text.
    fn tile(&mut self, entries: &[Value]) -> Result<Layer, Error> {
        let mut rule = self.evaluated(entries)?;
        rule.insert(0, Value::Boolean(true));
        let container = Value::array(vec![rule.get(1).cloned().unwrap_or_default()]);
        let mut stage = self.stage.at(Coordinate::None, Coordinate::None, Container::Value(&container));
        stage.meter.enter()?;
        let view = follow(&mut stage, self.style, &rule, &Variables::default());
        stage.meter.leave();
        Ok(as_layer(view?))
    }
}
