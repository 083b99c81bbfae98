//! The class `Mode`.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use polymerge::catalogue::BuiltIn;
use polymerge::{Mode, Source, SourceFile};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};

use crate::failure::{Failure, Outcome};
use crate::limits::PyLimits;
use crate::records::{Reduced, objects, reduced};
use crate::rules::PyRules;

/// The data that a pickled mode is made again from: its origin, its changes, its limits.
type Made = (&'static str, String, Vec<(bool, String)>, PyLimits);

/// The origin of a mode, to make it again elsewhere.
#[derive(Clone)]
pub enum Origin {
    /// A built-in mode of this name.
    Name(String),
    /// A mode file as text.
    Text(String),
    /// A mode file that extends others beside it.
    Path,
    /// A save code.
    Code(String),
}

/// A mode with settings and modifiers.
#[pyclass(name = "Mode", module = "polymerge", frozen, from_py_object)]
#[derive(Clone)]
pub struct PyMode {
    pub mode: Mode,
    origin: Origin,
    /// The changes in order: true for settings, false for modifiers.
    changes: Vec<(bool, String)>,
    limits: PyLimits,
}

/// Files beside a mode file, before the built-in ones.
struct Folder {
    path: PathBuf,
    /// True once a file was read from it.
    is_used: Cell<bool>,
}

impl Folder {
    /// Returns the real path of a file if it is in the folder: a link may lead anywhere.
    fn within(&self, name: &str) -> Option<PathBuf> {
        let folder = if self.path.as_os_str().is_empty() { Path::new(".") } else { &self.path };
        let file = folder.join(name).canonicalize().ok()?;
        (file.parent() == Some(&folder.canonicalize().ok()?)).then_some(file)
    }
}

impl Source for Folder {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match self.within(name).and_then(|file| fs::read(file).ok()) {
            Some(bytes) => {
                self.is_used.set(true);
                Ok(SourceFile::new(name, bytes))
            }
            None => BuiltIn.open(name, from),
        }
    }
}

/// The bytes of a file, as many as can be used and one more, by which it is found too long.
fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl PyMode {
    /// The mode of a save code.
    pub fn of_code(mode: Mode, code: String, limits: PyLimits) -> PyMode {
        PyMode::begun(mode, Origin::Code(code), limits)
    }

    /// The mode of a file, which extends none but built-in ones.
    pub fn of_file(mode: Mode, file: String, limits: PyLimits) -> PyMode {
        PyMode::begun(mode, Origin::Text(file), limits)
    }

    /// The limits of its games.
    pub fn limits(&self) -> &PyLimits {
        &self.limits
    }

    fn begun(mode: Mode, origin: Origin, limits: PyLimits) -> PyMode {
        PyMode { mode: mode.within(&limits.limits), origin, changes: Vec::new(), limits }
    }

    fn changed(&self, is_setting: bool, text: String) -> Outcome<PyMode> {
        let mode = if is_setting { self.mode.set(&text)? } else { self.mode.with(&text)? };
        let mut changes = self.changes.clone();
        changes.push((is_setting, text));
        Ok(PyMode { mode, changes, ..self.clone() })
    }

    fn all_changed(
        &self,
        is_setting: bool,
        words: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> Outcome<PyMode> {
        let mut texts = words.extract::<Vec<String>>()?;
        for (name, value) in named.into_iter().flat_map(|named| named.iter()) {
            let name: String = name.extract()?;
            texts.push(match value.extract::<bool>() {
                Ok(truth) => format!("{name}={truth}"),
                Err(_) => format!("{name}={}", value.str()?),
            });
        }
        texts.into_iter().try_fold(self.clone(), |mode, text| mode.changed(is_setting, text))
    }
}

#[pymethods]
impl PyMode {
    /// A built-in mode, by its number, its name or its title.
    #[new]
    #[pyo3(signature = (name, limits=None))]
    fn new(name: &Bound<'_, PyAny>, limits: Option<PyLimits>) -> Outcome<PyMode> {
        if !(name.is_instance_of::<PyString>() || name.is_instance_of::<PyInt>()) {
            return Err(PyTypeError::new_err("a mode is named by a text or a number").into());
        }
        let name = name.str()?.to_string();
        if name.ends_with(".json") || name.ends_with(".jsonc") {
            let message = format!("there is no mode {name:?}; Mode.from_file reads files");
            return Err(Failure::input("no-such-mode", message));
        }
        Ok(PyMode::begun(Mode::built_in(&name)?, Origin::Name(name), limits.unwrap_or_default()))
    }

    /// A mode file, by its path. It may extend built-in files and those beside it.
    #[staticmethod]
    #[pyo3(signature = (path, limits=None))]
    fn from_file(path: PathBuf, limits: Option<PyLimits>) -> Outcome<PyMode> {
        let limits = limits.unwrap_or_default();
        let bytes = read(&path, limits.limits.text).map_err(|error| {
            PyOSError::new_err((error.raw_os_error(), error.to_string(), path.display().to_string()))
        })?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let name = path.file_name().map_or_else(|| "mode.jsonc".into(), |name| name.to_string_lossy());
        let folder =
            Folder { path: path.parent().unwrap_or(Path::new("")).to_path_buf(), is_used: Cell::new(false) };
        let mode = Mode::from_file(SourceFile::new(name.into_owned(), bytes), &folder, &limits.limits)?;
        let origin = if folder.is_used.get() { Origin::Path } else { Origin::Text(text) };
        Ok(PyMode::begun(mode, origin, limits))
    }

    /// A mode file as text; it may extend built-in files.
    #[staticmethod]
    #[pyo3(signature = (text, limits=None))]
    fn from_text(text: &str, limits: Option<PyLimits>) -> Outcome<PyMode> {
        let limits = limits.unwrap_or_default();
        let mode = Mode::from_text(text, &limits.limits)?;
        Ok(PyMode::of_file(mode, text.to_owned(), limits))
    }

    /// The mode of a save code.
    #[staticmethod]
    #[pyo3(signature = (code, limits=None))]
    fn from_code(code: String, limits: Option<PyLimits>) -> Outcome<PyMode> {
        let limits = limits.unwrap_or_default();
        Ok(PyMode::of_code(Mode::from_code(&code, &limits.limits)?, code, limits))
    }

    #[staticmethod]
    fn _restored(
        kind: &str,
        text: String,
        changes: Vec<(bool, String)>,
        limits: PyLimits,
    ) -> Outcome<PyMode> {
        let bounds = &limits.limits;
        let (mode, origin) = match kind {
            "name" => (Mode::built_in(&text)?, Origin::Name(text)),
            "text" => (Mode::from_text(&text, bounds)?, Origin::Text(text)),
            _ => (Mode::from_code(&text, bounds)?, Origin::Code(text)),
        };
        let mode = PyMode::begun(mode, origin, limits);
        changes.into_iter().try_fold(mode, |mode, (is_setting, text)| mode.changed(is_setting, text))
    }

    /// This mode with settings: as words (`"goals=fresh"`) or by their names.
    #[pyo3(signature = (*words, **named))]
    fn set(&self, words: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>) -> Outcome<PyMode> {
        self.all_changed(true, words, named)
    }

    /// This mode with modifiers: as words (`"grid=5x5"`), a Modifiers code, or by their names.
    #[pyo3(signature = (*words, **named))]
    fn with_(&self, words: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>) -> Outcome<PyMode> {
        self.all_changed(false, words, named)
    }

    /// This mode with other limits.
    fn within(&self, limits: PyLimits) -> PyMode {
        PyMode { mode: self.mode.within(&limits.limits), limits, ..self.clone() }
    }

    /// The rules, compiled and checked: what games are started from.
    fn compile(&self, py: Python<'_>) -> Outcome<PyRules> {
        let rules = py.detach(|| self.mode.compile())?;
        Ok(PyRules::of(rules, self.clone()))
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        self.mode.title()
    }

    /// The description.
    #[getter]
    fn about(&self) -> &str {
        &self.mode.info().about
    }

    /// The name of the built-in mode that it is, or was made from.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.mode.name()
    }

    /// The settings that players choose.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        objects(py, self.mode.settings().map(polymerge_schema::Setting::of))
    }

    /// The chosen values of the settings, in words.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.mode.choices().all() {
            let setting = self.mode.settings().find(|own| own.name == *name);
            dict.set_item(name, setting.map(|own| own.word(value)))?;
        }
        Ok(dict)
    }

    /// Rows and columns of the grid.
    #[getter]
    fn shape(&self) -> Outcome<(usize, usize)> {
        let raw = self.mode.raw()?;
        Ok((raw.height, raw.width))
    }

    /// The directions that can be pressed.
    #[getter]
    fn directions<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyTuple>> {
        self.compile(py)?.directions(py)
    }

    /// 16 digits that differ for modes that play differently.
    #[getter]
    fn digest(&self) -> Outcome<String> {
        Ok(self.mode.digest()?)
    }

    /// Its Mode code.
    fn to_code(&self) -> Outcome<String> {
        Ok(self.mode.to_code()?)
    }

    /// The mode as a mode file, with all choices made.
    fn to_file(&self) -> Outcome<String> {
        Ok(self.mode.to_file()?)
    }

    fn __repr__(&self) -> String {
        let chosen: Vec<&str> = self.changes.iter().map(|change| change.1.as_str()).collect();
        match chosen.is_empty() {
            true => format!("<Mode {}>", self.mode.title()),
            false => format!("<Mode {} with {}>", self.mode.title(), chosen.join(", ")),
        }
    }

    fn __eq__(&self, other: &PyMode) -> Outcome<bool> {
        Ok(self.mode.digest()? == other.mode.digest()?)
    }

    fn __hash__(&self) -> Outcome<u64> {
        let digest = self.mode.digest()?;
        u64::from_str_radix(&digest, 16).map_err(|_| Failure::input("bad-digest", digest))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<Reduced<'py, Made>> {
        let changes = self.changes.clone();
        let (kind, text, changes) = match &self.origin {
            Origin::Name(name) => ("name", name.clone(), changes),
            Origin::Text(text) => ("text", text.clone(), changes),
            Origin::Code(code) => ("code", code.clone(), changes),
            // The files that it extends may be missing: the file is written out, with its choices.
            Origin::Path => ("text", self.mode.to_file()?, Vec::new()),
        };
        Ok(reduced(py, "mode", (kind, text, changes, self.limits.clone()))?)
    }
}
