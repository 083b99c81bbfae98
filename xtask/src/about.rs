//! The facts that all packages state alike: the version, the licence and, once there is one, the
//! address of the repository. They stand in `[workspace.package]` of `Cargo.toml`, and `cargo
//! xtask about` writes them into the packages.

use std::fs;
use std::io;

use crate::tree::root;

/// The facts of the workspace.
#[derive(Debug, Default, PartialEq)]
struct About {
    version: String,
    license: String,
    repository: Option<String>,
}

/// A line of a package that states a fact.
struct Line {
    start: &'static str,
    /// The line as it should be; `None` if there should be none.
    wanted: Option<String>,
    /// The start of the line before it, where it is new.
    after: &'static str,
}

/// Returns the files that state something else than the workspace, each with its text as it
/// should be.
pub fn outdated() -> io::Result<Vec<(String, String)>> {
    let about = About::of_workspace(&fs::read_to_string(root().join("Cargo.toml"))?);
    let mut files = vec![
        "crates/capi/polymerge.pc.in".to_owned(),
        "crates/python/pyproject.toml".to_owned(),
        "crates/web/package.json".to_owned(),
        "editors/vscode/package.json".to_owned(),
        "web/package.json".to_owned(),
    ];
    for entry in fs::read_dir(root().join("crates"))? {
        let path = format!("crates/{}/Cargo.toml", entry?.file_name().to_string_lossy());
        // A folder may have nothing but what was built there, of a crate that is gone.
        if root().join(&path).is_file() {
            files.push(path);
        }
    }
    files.sort();
    let mut outdated = Vec::new();
    for path in files {
        let text = fs::read_to_string(root().join(&path))?;
        let wanted = about.stated_in(&path, &text);
        if wanted != text {
            outdated.push((path, wanted));
        }
    }
    Ok(outdated)
}

/// Writes the facts into all packages. Returns the files that have changed.
pub fn write() -> io::Result<Vec<String>> {
    let outdated = outdated()?;
    for (path, text) in &outdated {
        fs::write(root().join(path), text)?;
    }
    Ok(outdated.into_iter().map(|(path, _)| path).collect())
}

impl About {
    fn of_workspace(text: &str) -> About {
        let part = text.split("[workspace.package]").nth(1).unwrap_or_default();
        let part = part.split("\n[").next().unwrap_or_default();
        let fact = |name: &str| {
            let start = format!("{name} = \"");
            let value = part.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"'));
            value.map(str::to_owned)
        };
        About {
            version: fact("version").unwrap_or_default(),
            license: fact("license").unwrap_or_default(),
            repository: fact("repository"),
        }
    }

    /// Returns the text of a package with these facts in place of its own.
    fn stated_in(&self, path: &str, text: &str) -> String {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let lines = match name {
            "package.json" => self.of_json(folder),
            "pyproject.toml" => self.of_python(),
            "polymerge.pc.in" => vec![Line::of("URL: ", self.repository.clone(), "Description:")],
            _ if text.contains("version.workspace = true") => {
                let is_stated = self.repository.is_some() && !text.contains("publish = false");
                let wanted = is_stated.then(|| "true".to_owned());
                vec![Line::of("repository.workspace = ", wanted, "license.workspace")]
            }
            _ => vec![
                Line::of("version = ", Some(quoted(&self.version)), "name = "),
                Line::of("license = ", Some(quoted(&self.license)), "version = "),
            ],
        };
        lines.iter().fold(text.to_owned(), |text, line| line.put(&text))
    }

    fn of_json(&self, folder: &str) -> Vec<Line> {
        // The site is no package for others.
        let address = self.repository.as_deref().filter(|_| folder != "web");
        let end = |value: String| format!(" {value},");
        let repository = |url: &str| {
            let (url, folder) = (quoted(&format!("git+{url}.git")), quoted(folder));
            format!("{{ \"type\": \"git\", \"url\": {url}, \"directory\": {folder} }}")
        };
        let page = |part: &str| address.map(|url| end(quoted(&format!("{url}{part}"))));
        vec![
            Line::of("  \"version\":", Some(end(quoted(&self.version))), "  \"name\":"),
            Line::of("  \"license\":", Some(end(quoted(&self.license))), "  \"version\":"),
            Line::of("  \"repository\":", address.map(|url| end(repository(url))), "  \"license\":"),
            Line::of("  \"homepage\":", page("#readme"), "  \"repository\":"),
            Line::of("  \"bugs\":", page("/issues"), "  \"homepage\":"),
        ]
    }

    /// The lines of a package for Python, which has the version of its crate.
    fn of_python(&self) -> Vec<Line> {
        let urls = |url: &String| {
            format!("{{ Repository = {}, Issues = {} }}", quoted(url), quoted(&format!("{url}/issues")))
        };
        vec![
            Line::of("license = ", Some(quoted(&self.license)), "name = "),
            Line::of("urls = ", self.repository.as_ref().map(urls), "license = "),
        ]
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

impl Line {
    /// A line that begins in this way and ends with a value, if it is to be there.
    fn of(start: &'static str, value: Option<String>, after: &'static str) -> Line {
        Line { start, wanted: value.map(|value| format!("{start}{value}")), after }
    }

    /// Returns a text with this line in place of the first that begins like it, or else after the
    /// line that it follows.
    fn put(&self, text: &str) -> String {
        let place = text.lines().position(|line| line.starts_with(self.start));
        let before = text.lines().position(|line| line.starts_with(self.after));
        let mut lines: Vec<&str> = text.lines().collect();
        match (place, self.wanted.as_deref(), before) {
            (Some(place), Some(wanted), _) => lines[place] = wanted,
            (Some(place), None, _) => drop(lines.remove(place)),
            (None, Some(wanted), Some(before)) => lines.insert(before + 1, wanted),
            (None, ..) => {}
        }
        lines.into_iter().map(|line| format!("{line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "[workspace]\n[workspace.package]\nversion = \"0.2.0\"\nlicense = \"MIT\"\n";

    fn stated(repository: &str, path: &str, text: &str) -> String {
        About::of_workspace(&format!("{WORKSPACE}{repository}\n[workspace.lints]\n")).stated_in(path, text)
    }

    #[test]
    fn packages_state_what_the_workspace_states() {
        let address = "repository = \"https://example.org/p\"";
        let json = "{\n  \"name\": \"p\",\n  \"version\": \"0.1.0\",\n  \"license\": \"X\",\n  \"type\": \"module\"\n}\n";
        let addressed = "  \"license\": \"MIT\",\n  \"repository\": { \"type\": \"git\", \"url\": \"git+https://example.org/p.git\", \
                         \"directory\": \"crates/web\" },\n  \"homepage\": \"https://example.org/p#readme\",\n  \
                         \"bugs\": \"https://example.org/p/issues\",\n  \"type\"";
        let member = "[package]\nversion.workspace = true\nlicense.workspace = true\n";
        let private = "[package]\nversion.workspace = true\nlicense.workspace = true\npublish = false\n";
        let own = "[package]\nname = \"x\"\nversion = \"0.1.0\"\nlicense = \"X\"\n[dependencies.y]\nversion = \"3\"\n";
        let python = "[project]\nname = \"p\"\nlicense = \"X\"\n";
        let config = "Name: p\nDescription: d\nVersion: 1\n";
        let cases = [
            (
                "",
                "crates/web/package.json",
                json,
                "\"version\": \"0.2.0\",\n  \"license\": \"MIT\",\n  \"type\"",
            ),
            (address, "crates/web/package.json", json, addressed),
            ("", "crates/calc/Cargo.toml", member, member),
            (
                address,
                "crates/calc/Cargo.toml",
                member,
                "license.workspace = true\nrepository.workspace = true\n",
            ),
            (address, "crates/web/Cargo.toml", private, private),
            (
                address,
                "crates/component/Cargo.toml",
                own,
                "version = \"0.2.0\"\nlicense = \"MIT\"\n[dependencies.y]\nversion = \"3\"\n",
            ),
            ("", "crates/python/pyproject.toml", python, "name = \"p\"\nlicense = \"MIT\"\n"),
            (
                address,
                "crates/python/pyproject.toml",
                python,
                "license = \"MIT\"\nurls = { Repository = \"https://example.org/p\", Issues = \"https://example.org/p/issues\" }\n",
            ),
            (
                address,
                "crates/capi/polymerge.pc.in",
                config,
                "Description: d\nURL: https://example.org/p\nVersion",
            ),
        ];
        for (repository, path, text, wanted) in cases {
            let written = stated(repository, path, text);
            assert!(written.contains(wanted), "{path}:\n{written}");
            // It is changed once, and goes back without the address.
            assert_eq!(stated(repository, path, &written), written);
            assert_eq!(stated("", path, &written), stated("", path, text));
        }
    }
}
