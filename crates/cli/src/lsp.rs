//! `polymerge lsp`: a language server for mode files, over standard input and output.

mod answers;
mod documents;
mod positions;
mod problems;
mod wire;

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    PositionEncodingKind,
};
use polymerge_app::failure::Failure;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use documents::Documents;
use positions::Unit;
use wire::Received;

const EXAMPLES: &str = "\
Examples:
  polymerge lsp                      started by an editor, which speaks the Language Server Protocol
  vim.lsp.config('polymerge', { cmd = { 'polymerge', 'lsp' }, filetypes = { 'jsonc' } })

docs/editors.md has the settings for VS Code, Neovim and Helix.";

/// Serve editors while mode files are written
///
/// A language server: it finds what polymerge check finds, completes and explains keys, names and
/// functions, goes to the declarations of names, gives things other names, and formats formulas.
/// It reads requests from standard input and writes answers to standard output until the editor
/// ends it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Take requests from standard input, which it does anyway: some editors say so
    #[arg(long)]
    stdio: bool,
}

/// The time between two looks at files that the editor does not watch.
const PAUSE: Duration = Duration::from_secs(1);
/// The identifier of the request to watch files.
const WATCH: &str = "watch";

/// The messages that are read ahead.
const AHEAD: usize = 64;

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { stdio: _ } = arguments;
    let (sender, receiver) = sync_channel(AHEAD);
    // Reading ahead tells whether an editor has said more already.
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let received = wire::read(&mut input);
            let is_end = matches!(received, Received::End);
            if sender.send(received).is_err() || is_end {
                return;
            }
        }
    });
    let mut server = Server::new(io::stdout().lock());
    match server.serve(&receiver) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::result("the editor ended without a farewell".to_owned())),
        // The editor is gone.
        Err(_) => Ok(()),
    }
}

/// The state of a conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server<W> {
    output: W,
    phase: Phase,
    unit: Unit,
    documents: Documents,
    watching: Watching,
    /// The files whose problems are to be told anew.
    changed: BTreeSet<String>,
}

/// The editor's watching of files.
#[derive(Default)]
struct Watching {
    /// True if it can watch files for the server.
    is_possible: bool,
    /// True if it does.
    is_on: bool,
    /// The folders in which it does, as addresses.
    folders: Vec<String>,
}

/// The reason why a request has no answer.
struct Refusal(ErrorCode, String);

impl<W: Write> Server<W> {
    fn new(output: W) -> Server<W> {
        let (phase, unit) = (Phase::New, Unit::default());
        let (documents, watching) = (Documents::default(), Watching::default());
        Server { output, phase, unit, documents, watching, changed: BTreeSet::new() }
    }

    /// Answers until the editor ends. Returns true if it said so before.
    fn serve(&mut self, receiver: &Receiver<Received>) -> io::Result<bool> {
        loop {
            // Problems take longest: they wait until nothing else does.
            let received = match receiver.try_recv() {
                Ok(received) => received,
                Err(_) => {
                    self.tell_problems()?;
                    self.wait(receiver)?
                }
            };
            match received {
                Received::Message(Message::Request(request)) => self.answer(request)?,
                Received::Message(Message::Notification(note)) if note.method == "exit" => {
                    return Ok(self.phase == Phase::ShutDown);
                }
                Received::Message(Message::Notification(note)) => self.notice(note)?,
                Received::Message(Message::Response(response)) => {
                    if response.id == RequestId::from(WATCH.to_owned()) && response.response_result.is_err() {
                        self.watching.is_on = false;
                    }
                }
                Received::Garbage(why) => wire::refuse(&mut self.output, &why)?,
                Received::End => return Ok(true),
            }
        }
    }

    /// Waits for what the editor says next. Meanwhile it looks after the files that the editor
    /// does not watch.
    fn wait(&mut self, receiver: &Receiver<Received>) -> io::Result<Received> {
        loop {
            let Watching { is_on, folders, .. } = &self.watching;
            let is_watched = |uri: &str| *is_on && folders.iter().any(|folder| uri.starts_with(folder));
            if self.documents.uris().all(is_watched) {
                return Ok(receiver.recv().unwrap_or(Received::End));
            }
            match receiver.recv_timeout(PAUSE) {
                Ok(received) => return Ok(received),
                Err(RecvTimeoutError::Disconnected) => return Ok(Received::End),
                Err(RecvTimeoutError::Timeout) if self.documents.look() => self.check_all(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.tell_problems()?;
        }
    }

    fn send(&mut self, message: Message) -> io::Result<()> {
        message.write(&mut self.output)
    }

    fn answer(&mut self, request: Request) -> io::Result<()> {
        let answer = match (request.method.as_str(), self.phase) {
            ("initialize", Phase::New) => self.initialize(request.params),
            (_, Phase::New) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "initialize comes first".to_owned()))
            }
            ("shutdown", Phase::Running) => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (method, Phase::Running) => answers::answer(&self.documents, self.unit, method, request.params),
            (_, Phase::ShutDown) => {
                Err(Refusal(ErrorCode::InvalidRequest, "after shutdown comes exit".to_owned()))
            }
        };
        self.send(Message::Response(match answer {
            Ok(value) => Response::new_ok(request.id, value),
            Err(Refusal(code, why)) => Response::new_err(request.id, code as i32, why),
        }))
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read(params)?;
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        self.watching.is_possible = watched.and_then(|own| own.dynamic_registration).unwrap_or(false);
        let folders = params.workspace_folders.into_iter().flatten();
        self.watching.folders = folders.map(|folder| folder_address(folder.uri.as_str())).collect();
        let encodings = params.capabilities.general.and_then(|general| general.position_encodings);
        if encodings.unwrap_or_default().contains(&PositionEncodingKind::UTF8) {
            self.unit = Unit::Utf8;
        }
        self.phase = Phase::Running;
        let encoding = match self.unit {
            Unit::Utf8 => PositionEncodingKind::UTF8,
            Unit::Utf16 => PositionEncodingKind::UTF16,
        };
        Ok(json!({
            "serverInfo": { "name": "polymerge", "version": env!("CARGO_PKG_VERSION") },
            "capabilities": answers::capabilities(encoding),
        }))
    }

    /// Takes note of what the editor did. What can't be read is left aside, as a
    /// notification has no answer.
    fn notice(&mut self, note: Notification) -> io::Result<()> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        match note.method.as_str() {
            "initialized" => return self.watch(),
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document: own }) = read(note.params) {
                    self.documents.add(own.uri.as_str(), own.text);
                    // What it extends is as it is from now on.
                    self.documents.look();
                }
            }
            "textDocument/didChange" => {
                if let Ok(DidChangeTextDocumentParams { text_document, content_changes }) = read(note.params)
                {
                    self.documents.change(text_document.uri.as_str(), content_changes, self.unit);
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = read(note.params) {
                    self.documents.close(text_document.uri.as_str());
                    self.changed.insert(text_document.uri.as_str().to_owned());
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {}
            _ => return Ok(()),
        }
        // A file may extend the one that has changed.
        self.check_all();
        Ok(())
    }

    fn check_all(&mut self) {
        self.changed.extend(self.documents.uris().map(str::to_owned));
    }

    /// Asks the editor to tell of mode files that other programs change.
    fn watch(&mut self) -> io::Result<()> {
        if !self.watching.is_possible || self.watching.is_on {
            return Ok(());
        }
        self.watching.is_on = true;
        let watchers = ["**/*.jsonc", "**/*.json"].map(|pattern| json!({ "globPattern": pattern }));
        let registration = json!({
            "id": WATCH,
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        self.send(Message::Request(Request {
            id: RequestId::from(WATCH.to_owned()),
            method: "client/registerCapability".to_owned(),
            params: json!({ "registrations": [registration] }),
        }))
    }

    fn tell_problems(&mut self) -> io::Result<()> {
        for uri in std::mem::take(&mut self.changed) {
            // A file that was closed has none any more.
            let problems = problems::of(&self.documents, &uri, self.unit).unwrap_or_default();
            let params = json!({ "uri": uri, "diagnostics": problems });
            if self.documents.text(&uri).is_some() {
                self.documents.set_diagnostics(&uri, problems);
            }
            self.send(Message::Notification(Notification {
                method: "textDocument/publishDiagnostics".to_owned(),
                params,
            }))?;
        }
        Ok(())
    }
}

/// The address of a folder, with a slash at its end.
fn folder_address(uri: &str) -> String {
    format!("{}/", uri.trim_end_matches('/'))
}

/// Reads what a request says.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}
