//! Sources of mode files: names and texts.

use std::borrow::Cow;

/// A file as it was found: not yet known to be text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name of the file in messages. Two names are the same file exactly if they are equal.
    pub name: String,
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// True if the file comes with the library: what such a file extends does, too.
    pub(crate) built_in: bool,
}

impl SourceFile {
    /// A file with this content.
    pub fn new(name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> SourceFile {
        SourceFile { name: name.into(), bytes: bytes.into(), built_in: false }
    }

    /// Returns true if the file comes with the library.
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }
}

/// Finds the files that a mode file names in `extends`.
///
/// The crate itself opens no files: the reader of a mode file is told how others
/// are found. [`crate::catalogue::BuiltIn`] finds the built-in modes,
/// [`NoFiles`] none.
pub trait Source {
    /// The file `name`, as it is written in the file `from`. The reader has seen
    /// that it is a name and no path; that it stands in the folder of `from`, and
    /// is no link that leads out of it, is for the source to see.
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

/// Returns the name of a file that another one extends: it must be a plain name in the same folder.
/// Everything that could lead elsewhere is refused on all systems alike, and so are names that are
/// not those of mode files, because messages show the lines of a file.
pub(crate) fn plain_name(written: &str) -> Result<&str, String> {
    let name = written.strip_prefix("./").unwrap_or(written);
    let elsewhere = |letter: char| matches!(letter, '/' | '\\' | ':') || letter.is_control();
    if name.contains(elsewhere) {
        return Err(
            "only files of the same folder and built-in modes can be; write the name alone".to_owned()
        );
    }
    if name.starts_with('.') || !(name.ends_with(".jsonc") || name.ends_with(".json")) {
        return Err("the names of mode files end in .jsonc or .json".to_owned());
    }
    Ok(name)
}

/// The text of a file, or a sentence that says why it is none.
pub(crate) fn decode(bytes: &[u8], most: usize) -> Result<&str, (&'static str, String)> {
    // Places in a text have 32 bits.
    let most = most.min(u32::MAX as usize);
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

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn only_names_of_mode_files_are_extended() {
        for (written, name) in [
            ("base.jsonc", "base.jsonc"),
            ("./base.jsonc", "base.jsonc"),
            ("a mode.json", "a mode.json"),
            ("two..dots.jsonc", "two..dots.jsonc"),
        ] {
            assert_eq!(plain_name(written).as_deref(), Ok(name), "{written}");
        }
        for written in [
            "/etc/passwd",
            "//etc/passwd",
            "/etc/x.jsonc",
            "../x.jsonc",
            "../../../etc/passwd",
            "a/../../x.jsonc",
            "sub/x.jsonc",
            ".//x.jsonc",
            "././x.jsonc",
            "..\\x.jsonc",
            "\\\\host\\x.jsonc",
            "C:x.jsonc",
            "c:\\x.jsonc",
            "file:x.jsonc",
            "FILE:///etc/x.jsonc",
            "x.jsonc:stream.json",
            "x.jsonc.",
            "x.jsonc ",
            "x.jsonc\0",
            "/etc/passwd\0.jsonc",
            "x\n.jsonc",
            ".",
            "..",
            "",
            "./",
            ".netrc",
            ".hidden.json",
            "id_rsa",
            "passwd",
            "-",
            "CON",
            "https://example.invalid/mode.jsonc",
            "~/x.jsonc",
        ] {
            assert!(plain_name(written).is_err(), "{written:?}");
        }
    }
}
