//! `polymerge lsp`: a language server for mode files, over standard input and output.

mod answers;
mod documents;
mod positions;
mod problems;
mod wire;

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{sync_channel, Receiver};
use std::thread;

use clap::Args;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    PositionEncodingKind,
};
use serde::de::DeserializeOwned;
use serde_json::{json, Value};

use crate::failure::Failure;
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
    /// The files whose problems are to be told anew.
    changed: BTreeSet<String>,
}

/// The reason why a request has no answer.
struct Refusal(ErrorCode, String);

impl<W: Write> Server<W> {
    fn new(output: W) -> Server<W> {
        let (phase, unit) = (Phase::New, Unit::default());
        Server { output, phase, unit, documents: Documents::default(), changed: BTreeSet::new() }
    }

    /// Answers until the editor ends. Returns true if it said so before.
    fn serve(&mut self, receiver: &Receiver<Received>) -> io::Result<bool> {
        loop {
            // Problems take longest: they wait until nothing else does.
            let received = match receiver.try_recv() {
                Ok(received) => received,
                Err(_) => {
                    self.tell_problems()?;
                    receiver.recv().unwrap_or(Received::End)
                }
            };
            match received {
                Received::Message(Message::Request(request)) => self.answer(request)?,
                Received::Message(Message::Notification(note)) if note.method == "exit" => {
                    return Ok(self.phase == Phase::ShutDown);
                }
                Received::Message(Message::Notification(note)) => self.notice(note),
                Received::Message(Message::Response(_)) => {}
                Received::Garbage(why) => wire::refuse(&mut self.output, &why)?,
                Received::End => return Ok(true),
            }
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
    fn notice(&mut self, note: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        match note.method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams { text_document: own }) = read(note.params) {
                    self.documents.add(own.uri.as_str(), own.text);
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
            _ => return,
        }
        // A file may extend the one that has changed.
        self.changed.extend(self.documents.uris().map(str::to_owned));
    }

    fn tell_problems(&mut self) -> io::Result<()> {
        for uri in std::mem::take(&mut self.changed) {
            // A file that was closed has none any more.
            let problems = problems::of(&self.documents, &uri, self.unit).unwrap_or_default();
            let params = json!({ "uri": uri, "diagnostics": problems });
            self.send(Message::Notification(Notification {
                method: "textDocument/publishDiagnostics".to_owned(),
                params,
            }))?;
        }
        Ok(())
    }
}

/// Reads what a request says.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}
