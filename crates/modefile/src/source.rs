//! Where the text of a mode file comes from.

use std::borrow::Cow;

/// A file as it was found: not yet known to be text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// What the file is called in messages; two names are the same file
    /// exactly if they are equal.
    pub name: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
}

impl SourceFile {
    /// A file with this content.
    pub fn new(name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> SourceFile {
        SourceFile { name: name.into(), bytes: bytes.into() }
    }
}

/// Finds the files that a mode file names in `extends`.
///
/// The crate itself opens no files: whoever reads a mode file passes in how
/// others are found. [`crate::catalogue::BuiltIn`] finds the built-in modes,
/// [`NoFiles`] none.
pub trait Source {
    /// The file `name`, as it is written in the file `from`.
    ///
    /// # Errors
    /// A sentence that says why it can't be had.
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String>;
}

/// A source without files: a mode file read through it must stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Source for NoFiles {
    fn open(&self, _name: &str, _from: &str) -> Result<SourceFile, String> {
        Err("other files can't be reached from here".to_owned())
    }
}

/// The text of a file, or a sentence that says why it is none.
pub(crate) fn decode(bytes: &[u8], most: usize) -> Result<&str, (&'static str, String)> {
    if bytes.len() > most {
        let message = format!("the file has {} bytes; a mode file may have {most}", bytes.len());
        return Err(("too-large", message));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(("encoding", "the file is UTF-16; save it as UTF-8".to_owned()));
    }
    if bytes.len() > 1 && (bytes[0] == 0) != (bytes[1] == 0) {
        return Err(("encoding", "the file looks like UTF-16; save it as UTF-8".to_owned()));
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        ("encoding", format!("the file is not UTF-8: byte {at}, on line {line}, belongs to no character"))
    })
}
