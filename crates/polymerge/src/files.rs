//! The files that a mode file extends, kept with the mode: settings and modifiers need them
//! again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use polymerge_modefile::{Source, SourceFile};

/// The files that a mode file extends, by their names and those of the files that extend
/// them.
pub(crate) struct Files(BTreeMap<(String, String), SourceFile>);

impl Files {
    /// Returns true if there are no files.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Source for Files {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        let file = self.0.get(&(name.to_owned(), from.to_owned())).cloned();
        file.ok_or_else(|| "it was not read with the mode file".to_owned())
    }
}

/// Keeps the files that were asked for.
pub(crate) struct Recorder<'s> {
    source: &'s dyn Source,
    seen: RefCell<BTreeMap<(String, String), SourceFile>>,
}

impl Recorder<'_> {
    /// A source through which others are read.
    pub(crate) fn of(source: &dyn Source) -> Recorder<'_> {
        Recorder { source, seen: RefCell::default() }
    }

    /// Returns all files that were opened.
    pub(crate) fn into_files(self) -> Files {
        Files(self.seen.into_inner())
    }
}

impl Source for Recorder<'_> {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        let file = self.source.open(name, from)?;
        self.seen.borrow_mut().insert((name.to_owned(), from.to_owned()), file.clone());
        Ok(file)
    }
}
