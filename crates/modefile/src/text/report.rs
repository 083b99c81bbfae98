//! Problems for tools: JSON of our own, and SARIF.

use serde_json::{Value, json};

use crate::text::codes::{Code, find};
use crate::text::problem::{Problem, Problems, Severity};

impl Problems {
    /// The problems as one JSON object: `problems`, each with `severity`,
    /// `code`, `message` and, where there are any, `file`, `line`, `column`,
    /// `end_column`, `text`, `help`; `errors`, `warnings`, `left_out`.
    pub fn to_json(&self) -> String {
        let problems: Vec<Value> = self.list().iter().map(plain).collect();
        let report = json!({
            "problems": problems,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "left_out": self.left_out(),
        });
        format!("{report:#}\n")
    }

    /// The problems as a SARIF 2.1.0 log, which code hosts and editors read.
    pub fn to_sarif(&self) -> String {
        let mut codes: Vec<&str> = self.list().iter().map(|problem| problem.code).collect();
        codes.sort_unstable();
        codes.dedup();
        let rules: Vec<Value> = codes.into_iter().map(rule).collect();
        let results: Vec<Value> = self.list().iter().map(result).collect();
        let report = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "polymerge check",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "results": results,
            }],
        });
        format!("{report:#}\n")
    }
}

/// A kind of problem, with its explanation in one line.
fn rule(code: &str) -> Value {
    let summary = find(code).map(Code::summary).unwrap_or_default();
    json!({ "id": code, "shortDescription": { "text": summary } })
}

fn plain(problem: &Problem) -> Value {
    let mut object = json!({
        "severity": problem.severity.name(),
        "code": problem.code,
        "message": problem.message,
    });
    if let Some(place) = &problem.place {
        object["file"] = json!(place.file);
        object["line"] = json!(place.line);
        object["column"] = json!(place.column);
        object["end_column"] = json!(place.column + place.width);
        object["text"] = json!(place.text);
    }
    if let Some(help) = &problem.help {
        object["help"] = json!(help);
    }
    object
}

fn result(problem: &Problem) -> Value {
    let text = match &problem.help {
        Some(help) => format!("{} ({help})", problem.message),
        None => problem.message.clone(),
    };
    let mut object = json!({
        "ruleId": problem.code,
        "level": problem.severity.name(),
        "message": { "text": text },
    });
    if let Some(place) = &problem.place {
        object["locations"] = json!([{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&place.file) },
            "region": {
                "startLine": place.line,
                "startColumn": place.column,
                "endColumn": place.column + place.width,
            },
        } }]);
    }
    object
}

/// Returns a file name as a part of a URI: `/` between parts, blanks and the like written as `%20`.
///
/// ```
/// assert_eq!(polymerge_modefile::uri("my modes\\one.jsonc"), "my%20modes/one.jsonc");
/// ```
pub fn uri(name: &str) -> String {
    let mut uri = String::new();
    for byte in name.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}
