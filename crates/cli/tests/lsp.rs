//! `polymerge lsp`, over its protocol.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::common::Home;

/// A conversation with the program.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The number of the last request.
    last: u64,
}

impl Editor {
    fn start(home: &Home) -> Editor {
        let mut command = home.polymerge(&["lsp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Editor { child, input, output, last: 0 }
    }

    fn initialized(home: &Home) -> Editor {
        let mut editor = Editor::start(home);
        editor.ask("initialize", json!({ "capabilities": {} }));
        editor.tell("initialized", json!({}));
        editor
    }

    fn write(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Reads the next message.
    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program has ended");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Sends a request and returns its answer: what was told before it is left aside.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        loop {
            let answer = self.read();
            if answer["id"] == self.last {
                return answer;
            }
        }
    }

    /// The problems of a file that are told next.
    fn problems(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let note = self.read();
            if note["method"] == "textDocument/publishDiagnostics" && note["params"]["uri"] == uri {
                return note["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "polymerge-mode", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Opens a marked text and sends a request about the place of the mark.
    fn ask_at(&mut self, method: &str, uri: &str, marked: &str, more: Value) -> Value {
        let at = marked.find('|').unwrap();
        self.open(uri, &marked.replacen('|', "", 1));
        let line = marked[..at].matches('\n').count();
        let column = marked[..at].rsplit('\n').next().unwrap().encode_utf16().count();
        let mut params = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": column },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    fn end(mut self) -> i32 {
        self.input = None;
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

const URI: &str = "file:///nowhere/mine.jsonc";

const MODE: &str = r##"{
  "title": "Ünders",
  "variables": { "hp": 10 },
  "tiles": [{ "colour": "#f0c040" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": ["= value*2"] }],
  "lose": { "needed": "= 'é😀' == hp && hp < 1" },
}"##;

#[test]
fn a_conversation_from_start_to_end() {
    let home = Home::new();
    let mut editor = Editor::start(&home);
    let refused = editor.ask("textDocument/hover", json!({}));
    assert_eq!(refused["error"]["code"], -32002, "{refused}");
    let answer = editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16", "{answer}");
    editor.tell("initialized", json!({}));

    editor.open(URI, MODE);
    assert_eq!(editor.problems(URI), Vec::<Value>::new());
    let wrong = MODE.replace("hp < 1", "hpp < 1");
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": wrong }] }),
    );
    let problems = editor.problems(URI);
    assert_eq!(
        (problems.len(), &problems[0]["code"], &problems[0]["severity"]),
        (1, &json!("name"), &json!(1))
    );
    let start = json!({ "line": 6, "character": 40 });
    assert_eq!(problems[0]["range"], json!({ "start": start, "end": { "line": 6, "character": 43 } }));
    assert!(problems[0]["message"].as_str().unwrap().contains("did you mean `hp`?"), "{problems:?}");
    // An edit of a part puts it right.
    let range = json!({ "start": { "line": 6, "character": 42 }, "end": { "line": 6, "character": 43 } });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 3 }, "contentChanges": [{ "range": range, "text": "" }] }),
    );
    assert_eq!(editor.problems(URI), Vec::<Value>::new());

    let document =
        json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", document.clone());
    assert_eq!(edits["result"][0]["newText"], "= value * 2", "{edits}");
    assert_eq!(edits["result"].as_array().unwrap().len(), 1, "{edits}");
    let symbols = editor.ask("textDocument/documentSymbol", document.clone());
    assert_eq!(symbols["result"][1]["children"][0]["name"], "hp", "{symbols}");
    let tokens = editor.ask("textDocument/semanticTokens/full", document);
    let data = tokens["result"]["data"].as_array().unwrap();
    assert_eq!((data.len() % 5, &data[..5]), (0, &[2, 18, 2, 3, 0].map(Value::from)[..]), "{tokens}");

    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(editor.problems(URI), Vec::<Value>::new());
    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), 0);
}

#[test]
fn places_are_asked_about() {
    let home = Home::new();
    let mut editor = Editor::initialized(&home);
    let marked = MODE.replace("== hp", "== h|p");
    let offered = editor.ask_at("textDocument/completion", URI, &marked, Value::Null);
    let first = &offered["result"]["items"][0];
    assert_eq!((&first["label"], &first["detail"]), (&json!("hp"), &json!("game variable")), "{offered}");
    let range = json!({ "start": { "line": 6, "character": 34 }, "end": { "line": 6, "character": 36 } });
    assert_eq!(first["textEdit"], json!({ "range": range, "newText": "hp" }));
    let offered =
        editor.ask_at("textDocument/completion", URI, "{ \"win\": [{ \"when\": \"= flo|\" }] }", Value::Null);
    let floor = offered["result"]["items"].as_array().unwrap().iter().find(|item| item["label"] == "floor");
    let explained = editor.ask("completionItem/resolve", floor.unwrap().clone());
    let text = explained["result"]["documentation"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("floor"), "{explained}");

    let hover = editor.ask_at("textDocument/hover", URI, &marked, Value::Null);
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("\"hp\": 10"), "{hover}");
    let nothing = editor.ask_at("textDocument/hover", URI, &MODE.replace("Ünders", "Ü|nders"), Value::Null);
    assert_eq!((&nothing["result"], nothing.get("error")), (&Value::Null, None));
    let found = editor.ask_at("textDocument/definition", URI, &marked, Value::Null);
    assert_eq!(found["result"][0]["range"]["start"], json!({ "line": 2, "character": 18 }), "{found}");
    let found = editor.ask_at(
        "textDocument/references",
        URI,
        &marked,
        json!({ "context": { "includeDeclaration": true } }),
    );
    assert_eq!(found["result"].as_array().unwrap().len(), 3, "{found}");
    let context = json!({ "context": { "includeDeclaration": false } });
    let found = editor.ask_at("textDocument/references", URI, &marked, context);
    assert_eq!(found["result"].as_array().unwrap().len(), 2, "{found}");
    let place = editor.ask_at("textDocument/prepareRename", URI, &marked, Value::Null);
    assert_eq!(place["result"]["placeholder"], "hp", "{place}");
    let renamed = editor.ask_at("textDocument/rename", URI, &marked, json!({ "newName": "health" }));
    assert_eq!(renamed["result"]["changes"][URI].as_array().unwrap().len(), 3, "{renamed}");
    let refused = editor.ask_at("textDocument/rename", URI, &marked, json!({ "newName": "score" }));
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    let call = "{ \"win\": [{ \"when\": \"= floor(value, |\" }] }";
    let signature = editor.ask_at("textDocument/signatureHelp", URI, call, Value::Null);
    assert_eq!(signature["result"]["activeParameter"], 1, "{signature}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_problem_is_explained_at_its_place() {
    let home = Home::new();
    let mut editor = Editor::initialized(&home);
    let text = MODE.replace("\"lose\"", "\"losse\"");
    editor.open(URI, &text);
    assert_eq!(editor.problems(URI)[0]["code"], "unknown-key");
    let at = |line: u32, column: u32| json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": column } });
    let hover = editor.ask("textDocument/hover", at(6, 4));
    let explained = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(explained.contains("`unknown-key`: A key does not exist."), "{hover}");
    assert!(explained.contains("Instead:"), "{hover}");
    // Elsewhere nothing is explained but what stands there.
    let hover = editor.ask("textDocument/hover", at(5, 4));
    assert!(!hover.to_string().contains("unknown-key"), "{hover}");
    // What has changed is explained when it is checked again.
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": MODE }],
    });
    editor.tell("textDocument/didChange", change);
    assert_eq!(editor.problems(URI), Vec::<Value>::new());
    let hover = editor.ask("textDocument/hover", at(6, 4));
    assert!(!hover.to_string().contains("unknown-key"), "{hover}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn open_files_are_extended_before_those_of_the_disk() {
    let home = Home::new();
    let base = MODE.replace("Ünders", "Base");
    fs::write(home.join("base.jsonc"), &base).unwrap();
    let child = r#"{ "extends": "base.jsonc", "title": "Child", "lose": { "needed": "= hp < 2" } }"#;
    fs::write(home.join("child.jsonc"), child).unwrap();
    let uri = |name: &str| format!("file://{}", home.join(name).to_string_lossy());
    let mut editor = Editor::initialized(&home);
    editor.open(&uri("child.jsonc"), child);
    assert_eq!(editor.problems(&uri("child.jsonc")), Vec::<Value>::new());
    // The file that is open has another variable than the one of the disk.
    editor.open(&uri("base.jsonc"), &base.replace("hp", "mp"));
    let problems = editor.problems(&uri("child.jsonc"));
    assert!(problems[0]["message"].as_str().unwrap().contains("nothing is named `hp`"), "{problems:?}");
    // A name goes along with the files that extend the one where it is declared.
    let marked = base.replacen("hp", "h|p", 1);
    let renamed =
        editor.ask_at("textDocument/rename", &uri("base.jsonc"), &marked, json!({ "newName": "health" }));
    let changes = &renamed["result"]["changes"];
    assert_eq!(changes[uri("base.jsonc")].as_array().unwrap().len(), 3, "{renamed}");
    assert_eq!(changes[uri("child.jsonc")].as_array().unwrap().len(), 1, "{renamed}");
    let refused =
        editor.ask_at("textDocument/rename", &uri("base.jsonc"), &marked, json!({ "newName": "value" }));
    assert!(refused["error"].is_object(), "{refused}");
    assert_eq!(editor.end(), 0);
}

/// A folder with a base and two files that extend it, and the addresses of the three.
fn family(home: &Home) -> [String; 3] {
    let child = r#"{ "extends": "base.jsonc", "title": "Child", "lose": { "needed": "= hp < 2" } }"#;
    fs::write(home.join("base.jsonc"), MODE.replace("Ünders", "Base")).unwrap();
    fs::write(home.join("child.jsonc"), child).unwrap();
    fs::write(home.join("other.jsonc"), child.replace("Child", "Other")).unwrap();
    ["base", "child", "other"]
        .map(|name| format!("file://{}", home.join(&format!("{name}.jsonc")).to_string_lossy()))
}

#[test]
fn names_of_an_extended_file_are_found_from_those_that_extend_it() {
    let home = Home::new();
    let [base, child, other] = family(&home);
    let mut editor = Editor::initialized(&home);
    let marked = fs::read_to_string(home.join("child.jsonc")).unwrap().replace("hp", "h|p");
    let found = editor.ask_at(
        "textDocument/references",
        &child,
        &marked,
        json!({ "context": { "includeDeclaration": true } }),
    );
    let mut uris: Vec<&str> =
        found["result"].as_array().unwrap().iter().map(|place| place["uri"].as_str().unwrap()).collect();
    uris.sort_unstable();
    assert_eq!(uris, [&base, &base, &base, &child, &other], "{found}");
    let renamed = editor.ask_at("textDocument/rename", &child, &marked, json!({ "newName": "health" }));
    let changes = renamed["result"]["changes"].as_object().unwrap();
    let counts: Vec<_> =
        [&base, &child, &other].iter().map(|uri| changes[*uri].as_array().unwrap().len()).collect();
    assert_eq!((changes.len(), counts), (3, vec![3, 1, 1]), "{renamed}");
    assert_eq!(editor.end(), 0);
}

/// Changes the name of the variable in the base, outside of the editor.
fn change_base(home: &Home) {
    let base = fs::read_to_string(home.join("base.jsonc")).unwrap();
    fs::write(home.join("base.jsonc"), base.replace("hp", "power")).unwrap();
}

#[test]
fn editors_that_watch_files_are_asked_to() {
    let home = Home::new();
    let [base, child, _] = family(&home);
    let mut editor = Editor::start(&home);
    let folder = child.strip_suffix("/child.jsonc").unwrap();
    let watched = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    editor.ask(
        "initialize",
        json!({
            "capabilities": { "workspace": watched },
            "workspaceFolders": [{ "uri": folder, "name": "modes" }],
        }),
    );
    editor.tell("initialized", json!({}));
    let request = editor.read();
    assert_eq!(request["method"], "client/registerCapability");
    let registration = &request["params"]["registrations"][0];
    assert_eq!(registration["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(registration["registerOptions"]["watchers"][0]["globPattern"], "**/*.jsonc");
    editor.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": null }));
    editor.open(&child, &fs::read_to_string(home.join("child.jsonc")).unwrap());
    assert_eq!(editor.problems(&child), Vec::<Value>::new());
    change_base(&home);
    // The editor sees to it: nothing is said before it tells.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let document = json!({ "textDocument": { "uri": child } });
    editor.last += 1;
    editor.send(&json!({
        "jsonrpc": "2.0", "id": editor.last, "method": "textDocument/documentSymbol", "params": document,
    }));
    assert_eq!(editor.read()["id"], editor.last);
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": base, "type": 2 }] }));
    let problems = editor.problems(&child);
    assert!(problems[0]["message"].as_str().unwrap().contains("nothing is named `hp`"), "{problems:?}");
    assert_eq!(editor.end(), 0);
}

#[test]
fn files_that_the_editor_does_not_watch_are_looked_after() {
    let watched = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    // Editors that can't, that won't, and that have opened no folder.
    for (capabilities, is_refused) in [(json!({}), false), (watched.clone(), true), (watched, false)] {
        let home = Home::new();
        let [_, child, _] = family(&home);
        let mut editor = Editor::start(&home);
        editor.ask("initialize", json!({ "capabilities": capabilities }));
        editor.tell("initialized", json!({}));
        if is_refused {
            let id = editor.read()["id"].clone();
            editor.send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "no" } }));
        }
        editor.open(&child, &fs::read_to_string(home.join("child.jsonc")).unwrap());
        assert_eq!(editor.problems(&child), Vec::<Value>::new());
        change_base(&home);
        let problems = editor.problems(&child);
        assert!(problems[0]["message"].as_str().unwrap().contains("nothing is named `hp`"), "{problems:?}");
        assert_eq!(editor.end(), 0);
    }
}

#[test]
fn editors_that_count_bytes_are_answered_in_bytes() {
    let home = Home::new();
    let mut editor = Editor::start(&home);
    let general = json!({ "positionEncodings": ["utf-8", "utf-16"] });
    let answer = editor.ask("initialize", json!({ "capabilities": { "general": general } }));
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8");
    editor.open(URI, &MODE.replace("hp < 1", "hpp < 1"));
    assert_eq!(editor.problems(URI)[0]["range"]["start"]["character"], 43);
    editor.tell("exit", Value::Null);
    assert_ne!(editor.end(), 0);
}

#[test]
fn garbage_is_answered_and_survived() {
    let home = Home::new();
    let mut editor = Editor::initialized(&home);
    editor.write("Content-Length: 5\r\n\r\n{\"a\":");
    assert_eq!(editor.read()["error"]["code"], -32700);
    editor.write("hello\r\n");
    assert_eq!(editor.read()["error"]["code"], -32700);
    for (method, params, code) in [
        ("textDocument/noSuchThing", json!({}), -32601),
        ("textDocument/hover", json!({ "textDocument": 5 }), -32602),
        ("textDocument/rename", json!([]), -32602),
        ("initialize", json!({}), -32601),
    ] {
        assert_eq!(editor.ask(method, params)["error"]["code"], code, "{method}");
    }
    let position = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    for uri in [URI, "file://%zz", "untitled:x", ""] {
        editor.open(uri, "{ \"win\": [ \"= (((((\", }}}} \u{0} \"\\");
        let place = json!({ "textDocument": { "uri": uri }, "position": position });
        for method in
            ["completion", "hover", "definition", "signatureHelp", "prepareRename", "semanticTokens/full"]
        {
            let answer = editor.ask(&format!("textDocument/{method}"), place.clone());
            assert_eq!(answer["jsonrpc"], "2.0", "{method}: {answer}");
        }
    }
    editor.tell("textDocument/didChange", json!({ "contentChanges": 5 }));
    editor.tell("$/cancelRequest", json!({ "id": 1 }));
    assert_eq!(editor.ask("completionItem/resolve", json!({ "label": 5 }))["result"]["label"], 5);
    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.end(), 0);
}
