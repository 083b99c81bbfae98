//! Data of the engine as records of `_records.py`: a serializer of serde that makes objects of
//! Python. Names are in `snake_case`.

use std::fmt;

use polymerge::calc::json;
use polymerge_schema::{IN_JAVASCRIPT, snake};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyModule, PyTuple};
use serde::ser::{self, Impossible, Serialize, Serializer};

use crate::value;

static RECORDS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Returns data as an object.
pub fn object<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    data.serialize(Form { py, is_content: false }).map_err(|fault| fault.0)
}

/// Returns data as a tuple of objects.
pub fn objects<'py, T: Serialize>(
    py: Python<'py>,
    data: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyTuple>> {
    let list = data.into_iter().map(|data| object(py, &data));
    PyTuple::new(py, list.collect::<PyResult<Vec<_>>>()?)
}

/// The data that pickling makes an object again from: a function of `_pickle.py`, and its
/// arguments.
pub type Reduced<'py, Given> = (Bound<'py, PyAny>, Given);

/// A function of `_pickle.py` with its arguments.
pub fn reduced<'py, Given>(py: Python<'py>, name: &str, given: Given) -> PyResult<Reduced<'py, Given>> {
    Ok((py.import("polymerge._pickle")?.getattr(name)?, given))
}

/// An exception on its way through serde.
#[derive(Debug)]
struct Fault(PyErr);

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl std::error::Error for Fault {}

impl ser::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault(pyo3::exceptions::PyValueError::new_err(message.to_string()))
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Fault {
        Fault(error)
    }
}

/// The form of an object.
#[derive(Clone, Copy)]
struct Form<'py> {
    py: Python<'py>,
    /// True in the content of a cell: arrays are lists there, and all plain numbers are of type
    /// `float`.
    is_content: bool,
}

type Made<'py> = Result<Bound<'py, PyAny>, Fault>;
type Never<'py> = Impossible<Bound<'py, PyAny>, Fault>;

/// The error for forms of data that records do not have.
fn no_form<T>(what: &str) -> Result<T, Fault> {
    Err(ser::Error::custom(format!("records have no {what}")))
}

macro_rules! plain {
    ($($method:ident $type:ty;)*) => {$(
        fn $method(self, value: $type) -> Made<'py> {
            Ok(value.into_bound_py_any(self.py)?)
        }
    )*};
}

impl<'py> Serializer for Form<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;
    type SerializeSeq = Sequence<'py>;
    type SerializeTuple = Sequence<'py>;
    type SerializeTupleStruct = Never<'py>;
    type SerializeTupleVariant = Never<'py>;
    type SerializeMap = Never<'py>;
    type SerializeStruct = Record<'py>;
    type SerializeStructVariant = Never<'py>;

    plain! {
        serialize_bool bool;
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_f32 f32;
        serialize_f64 f64;
        serialize_char char;
        serialize_str &str;
        serialize_bytes &[u8];
    }

    fn serialize_i64(self, value: i64) -> Made<'py> {
        match self.is_content {
            true => self.serialize_f64(value as f64),
            false => Ok(value.into_bound_py_any(self.py)?),
        }
    }

    fn serialize_none(self) -> Made<'py> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made<'py> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Made<'py> {
        Ok(self.py.None().into_bound(self.py))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Made<'py> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made<'py> {
        self.serialize_str(&snake(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Made<'py> {
        let form = Form { is_content: self.is_content || name == "Content", ..self };
        let made = value.serialize(form)?;
        // Values that have a form of their own as text.
        if name == "Content" {
            return Ok(made);
        }
        let text = format!("\"{}\"", made.extract::<String>()?);
        match json::read(&text, &Default::default()) {
            Ok(value) => Ok(value::object(self.py, &value)?),
            Err(_) => Ok(made),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Made<'py> {
        no_form("newtype variants")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence<'py>, Fault> {
        Ok(Sequence { form: self, entries: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<Sequence<'py>, Fault> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Never<'py>, Fault> {
        no_form("tuple structs")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Never<'py>, Fault> {
        no_form("tuple variants")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Never<'py>, Fault> {
        no_form("maps")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Record<'py>, Fault> {
        Ok(Record { form: self, name, fields: PyDict::new(self.py) })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Never<'py>, Fault> {
        no_form("struct variants")
    }
}

/// A tuple, or a list in the content of a cell.
struct Sequence<'py> {
    form: Form<'py>,
    entries: Vec<Bound<'py, PyAny>>,
}

impl<'py> ser::SerializeSeq for Sequence<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.entries.push(value.serialize(self.form)?);
        Ok(())
    }

    fn end(self) -> Made<'py> {
        Ok(match self.form.is_content {
            true => PyList::new(self.form.py, self.entries)?.into_any(),
            false => PyTuple::new(self.form.py, self.entries)?.into_any(),
        })
    }
}

impl<'py> ser::SerializeTuple for Sequence<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Made<'py> {
        ser::SerializeSeq::end(self)
    }
}

/// A record, or an event, which is a dictionary.
struct Record<'py> {
    form: Form<'py>,
    name: &'static str,
    fields: PyDictOf<'py>,
}

type PyDictOf<'py> = Bound<'py, PyDict>;

/// The records that are dictionaries.
const EVENT: &str = "TurnEvent";

impl<'py> Record<'py> {
    fn set(&self, key: &str, value: Bound<'py, PyAny>) -> Result<(), Fault> {
        let key = match snake(key) {
            // A word of Python, which no attribute is named by.
            key if key == "from" && self.name != EVENT => "from_".to_owned(),
            key => key,
        };
        Ok(self.fields.set_item(key, value)?)
    }
}

impl<'py> ser::SerializeStruct for Record<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Fault> {
        let made = value.serialize(self.form)?;
        match (self.name, key) {
            (EVENT, "kind") => {
                self.set(key, snake(&made.extract::<String>()?).into_bound_py_any(self.form.py)?)
            }
            _ => self.set(key, made),
        }
    }

    fn skip_field(&mut self, key: &'static str) -> Result<(), Fault> {
        match self.name == EVENT || IN_JAVASCRIPT.contains(&(self.name, key)) {
            true => Ok(()),
            false => self.set(key, self.form.serialize_unit()?),
        }
    }

    fn end(self) -> Made<'py> {
        let py = self.form.py;
        let module =
            RECORDS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("polymerge._records")?.unbind()))?;
        Ok(module.bind(py).getattr(self.name)?.call((), Some(&self.fields))?)
    }
}
