//! Stores a setting that was chosen in the game in the configuration file.

use crate::failure::Failure;
use std::fs;
use std::path::Path;

use toml::de::DeTable;

use super::Config;
use crate::folders::{self, io_reason, read_text_if_any};

/// Writes a setting into a file, which need not exist yet. All else in it stays as it is,
/// comments too.
///
/// # Errors
/// Why it can't be kept: the file can't be read or written, or it is no configuration.
pub fn keep(file: &Path, name: &str, value: &str) -> Result<(), Failure> {
    // What a link leads to is written, not the link.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let problem = |error: std::io::Error| Failure::result(io_reason(&error)).of(file.display());
    let text = read_text_if_any(file).map_err(problem)?.unwrap_or_default();
    let text = with(&text, name, value).ok_or_else(|| {
        Failure::input("polymerge config --check says what is wrong with it").of(file.display())
    })?;
    file.parent().map_or(Ok(()), fs::create_dir_all).map_err(problem)?;
    folders::write_whole(file, text.as_bytes()).map_err(problem)
}

/// Returns the text of a configuration with a setting; `None` if the text is invalid before or
/// after.
fn with(text: &str, name: &str, value: &str) -> Option<String> {
    Config::read(text).ok()?;
    let table = DeTable::parse(text).ok()?;
    let text = match table.get_ref().iter().find(|(known, _)| known.get_ref() == name) {
        Some((_, old)) => {
            let span = old.span();
            format!("{}{value:?}{}", text.get(..span.start)?, text.get(span.end..)?)
        }
        // Before all tables, which go on to the end of the file.
        None => format!("{name} = {value:?}\n{text}"),
    };
    Config::read(&text).ok().map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_changed_and_all_else_stays() {
        // file, setting, value, file then
        for (before, name, value, after) in [
            ("", "theme", "dark", Some("theme = \"dark\"\n")),
            (
                "# mine\ntheme = 'light' # day\n[keys.game]\nnew = \"f5\"\n",
                "theme",
                "dark",
                Some("# mine\ntheme = \"dark\" # day\n[keys.game]\nnew = \"f5\"\n"),
            ),
            ("[keys.game]\n", "animation", "off", Some("animation = \"off\"\n[keys.game]\n")),
            ("them = \"dark\"", "theme", "dark", None),
            ("", "theme", "pink", None),
        ] {
            assert_eq!(with(before, name, value).as_deref(), after, "{before}");
        }
    }

    #[test]
    fn what_a_link_leads_to_is_written() {
        let folder = std::env::temp_dir().join(format!("polymerge-keep-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        let file = folder.join("new").join("config.toml");
        keep(&file, "theme", "dark").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "theme = \"dark\"\n");
        #[cfg(unix)]
        {
            let link = folder.join("link.toml");
            std::os::unix::fs::symlink(&file, &link).unwrap();
            keep(&link, "theme", "light").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), "theme = \"light\"\n");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
