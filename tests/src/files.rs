//! Where golden data is read from: the file system; or in WebAssembly, which
//! has none, files that were handed over before.

pub use place::{bytes, is_file, is_folder, list};

#[cfg(target_family = "wasm")]
pub use place::put;

#[cfg(not(target_family = "wasm"))]
mod place {
    use std::fs;
    use std::io::Result;
    use std::path::{Path, PathBuf};

    /// The content of a file.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn bytes(path: &Path) -> Result<Vec<u8>> {
        fs::read(path)
    }

    /// What lies in a folder, by name.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
        let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        paths.sort();
        Ok(paths)
    }

    /// Whether there is such a file.
    pub fn is_file(path: &Path) -> bool {
        path.is_file()
    }

    /// Whether there is such a folder.
    pub fn is_folder(path: &Path) -> bool {
        path.is_dir()
    }
}

#[cfg(target_family = "wasm")]
mod place {
    use std::collections::BTreeMap;
    use std::io::{ErrorKind, Result};
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    static FILES: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

    fn with<T>(use_files: impl FnOnce(&mut BTreeMap<PathBuf, Vec<u8>>) -> T) -> T {
        use_files(&mut FILES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// Hands a file over.
    pub fn put(path: &Path, content: Vec<u8>) {
        with(|files| files.insert(path.to_owned(), content));
    }

    /// The content of a file.
    ///
    /// # Errors
    /// If it was not handed over.
    pub fn bytes(path: &Path) -> Result<Vec<u8>> {
        with(|files| files.get(path).cloned()).ok_or_else(|| ErrorKind::NotFound.into())
    }

    /// What lies in a folder, by name.
    ///
    /// # Errors
    /// If there is nothing in it.
    pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
        let child =
            |path: &PathBuf| path.strip_prefix(folder).ok()?.iter().next().map(|name| folder.join(name));
        let mut paths: Vec<PathBuf> = with(|files| files.keys().filter_map(child).collect());
        paths.sort();
        paths.dedup();
        if paths.is_empty() {
            return Err(ErrorKind::NotFound.into());
        }
        Ok(paths)
    }

    /// Whether there is such a file.
    pub fn is_file(path: &Path) -> bool {
        with(|files| files.contains_key(path))
    }

    /// Whether anything lies in such a folder.
    pub fn is_folder(path: &Path) -> bool {
        list(path).is_ok()
    }
}
