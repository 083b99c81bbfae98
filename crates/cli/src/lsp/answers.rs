//! The answers to requests of an editor.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types::{
    CompletionParams, DocumentFormattingParams, DocumentSymbolParams, PositionEncodingKind, ReferenceParams,
    RenameParams, SemanticTokensParams, TextDocumentPositionParams,
};
use polymerge::advanced::modefile::find_code;
use polymerge_assist::{Completion, Edit, File, Location, Offer, Outline, Sort, Style, Use};
use serde_json::{Value, json};

use super::documents::{Documents, name_of};
use super::positions::{Lines, Unit};
use super::{Refusal, read};

type Answer = Result<Value, Refusal>;

/// Returns what the server can do.
pub fn capabilities(encoding: PositionEncodingKind) -> Value {
    json!({
        "positionEncoding": encoding,
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "completionProvider": { "triggerCharacters": ["\"", "$", "@", ".", "="], "resolveProvider": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentFormattingProvider": true,
        "documentSymbolProvider": true,
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "semanticTokensProvider": { "legend": { "tokenTypes": TYPES, "tokenModifiers": [] }, "full": true },
    })
}

/// Answers a request.
pub fn answer(documents: &Documents, unit: Unit, method: &str, params: Value) -> Answer {
    let at = |params: Value| {
        let place: TextDocumentPositionParams = read(params)?;
        Opened::at(documents, unit, &place)
    };
    match method {
        "textDocument/completion" => {
            let params: CompletionParams = read(params)?;
            let place = params.text_document_position;
            Ok(Opened::at(documents, unit, &place)?.map_or(Value::Null, |opened| opened.completion()))
        }
        "completionItem/resolve" => resolve(documents, params),
        "textDocument/hover" => Ok(at(params)?.and_then(|opened| opened.hover()).unwrap_or_default()),
        "textDocument/signatureHelp" => {
            Ok(at(params)?.and_then(|opened| opened.signature()).unwrap_or_default())
        }
        "textDocument/definition" => Ok(at(params)?.map_or(Value::Null, |opened| opened.definition())),
        "textDocument/references" => {
            let params: ReferenceParams = read(params)?;
            let opened = Opened::at(documents, unit, &params.text_document_position)?;
            let with_declaration = params.context.include_declaration;
            Ok(opened.map_or(Value::Null, |opened| opened.references(with_declaration)))
        }
        "textDocument/prepareRename" => match at(params)? {
            Some(opened) => opened.prepare_rename(),
            None => Ok(Value::Null),
        },
        "textDocument/rename" => {
            let params: RenameParams = read(params)?;
            match Opened::at(documents, unit, &params.text_document_position)? {
                Some(opened) => opened.rename(&params.new_name),
                None => Ok(Value::Null),
            }
        }
        "textDocument/formatting" => {
            let params: DocumentFormattingParams = read(params)?;
            let opened = Opened::new(documents, unit, params.text_document.uri.as_str());
            Ok(opened.map_or(Value::Null, |opened| edits(&opened.lines, &opened.file.format())))
        }
        "textDocument/documentSymbol" => {
            let params: DocumentSymbolParams = read(params)?;
            let opened = Opened::new(documents, unit, params.text_document.uri.as_str());
            let symbols = |opened: Opened<'_>| {
                let list: Vec<Value> =
                    opened.file.symbols().iter().map(|own| symbol(&opened.lines, own)).collect();
                json!(list)
            };
            Ok(opened.map_or(Value::Null, symbols))
        }
        "textDocument/semanticTokens/full" => {
            let params: SemanticTokensParams = read(params)?;
            let opened = Opened::new(documents, unit, params.text_document.uri.as_str());
            Ok(opened.map_or(Value::Null, |opened| json!({ "data": opened.tokens() })))
        }
        _ => Err(Refusal(ErrorCode::MethodNotFound, format!("there is no request {method}"))),
    }
}

/// An open file with a place in it.
struct Opened<'d> {
    documents: &'d Documents,
    uri: String,
    file: File,
    lines: Lines<'d>,
    unit: Unit,
    at: usize,
}

impl<'d> Opened<'d> {
    fn new(documents: &'d Documents, unit: Unit, uri: &str) -> Option<Opened<'d>> {
        let (file, text) = (documents.file(uri)?, documents.text(uri)?);
        Some(Opened { documents, uri: uri.to_owned(), file, lines: Lines::new(text, unit), unit, at: 0 })
    }

    fn at(
        documents: &'d Documents,
        unit: Unit,
        place: &TextDocumentPositionParams,
    ) -> Result<Option<Opened<'d>>, Refusal> {
        let opened = Opened::new(documents, unit, place.text_document.uri.as_str());
        Ok(opened.map(|opened| Opened { at: opened.lines.offset(place.position), ..opened }))
    }

    fn completion(&self) -> Value {
        let completions = self.file.complete(self.at);
        let range = self.lines.range(&completions.span);
        let item = |(number, item): (usize, &Completion)| {
            let filter = if item.insert.starts_with('"') {
                format!("\"{}\"", item.label)
            } else {
                item.insert.clone()
            };
            json!({
                "label": item.label,
                "kind": kind_of_offer(item.offer),
                "detail": item.detail(),
                "sortText": format!("{number:05}"),
                "filterText": filter,
                "textEdit": { "range": range, "newText": item.insert },
                "data": { "uri": self.uri, "at": self.at },
            })
        };
        let items: Vec<Value> = completions.items.iter().enumerate().map(item).collect();
        json!({ "isIncomplete": false, "items": items })
    }

    /// The meaning of what stands at the place, and the explanations of its problems.
    fn hover(&self) -> Option<Value> {
        let hover = self.file.hover(self.at);
        let mut ranges: Vec<Value> = hover.iter().map(|hover| json!(self.lines.range(&hover.span))).collect();
        let mut texts: Vec<String> = hover.into_iter().map(|hover| hover.text).collect();
        let problems = self.documents.diagnostics_at(&self.uri, self.lines.position(self.at));
        // Problems of a file that is extended stand at one place, with one code many times.
        let mut explained = BTreeSet::new();
        for (problem, code) in problems.filter_map(|own| Some((own, find_code(own["code"].as_str()?)?))) {
            ranges.push(problem["range"].clone());
            if explained.insert(code.name) {
                texts.push(format!("`{}`: {}", code.name, self.documents.explanation(code)));
            }
        }
        let range = ranges.into_iter().next()?;
        Some(json!({ "contents": markdown(&texts.join("\n\n---\n\n")), "range": range }))
    }

    fn signature(&self) -> Option<Value> {
        let signature = self.file.signature(self.at)?;
        let label = &signature.label;
        let place = |at: usize| Unit::Utf16.count(label.get(..at).unwrap_or_default());
        let value = |range: &Range<usize>| json!({ "label": [place(range.start), place(range.end)] });
        let values: Vec<Value> = signature.values.iter().map(value).collect();
        Some(json!({
            "signatures": [{ "label": label, "documentation": markdown(&signature.text), "parameters": values }],
            "activeSignature": 0,
            "activeParameter": signature.active,
        }))
    }

    fn definition(&self) -> Value {
        let found = self.file.definition(self.at);
        let location = |place: &Location| {
            let range = Lines::new(&place.text, self.unit).range(&place.span);
            json!({ "uri": self.documents.uri_of(&place.file), "range": range })
        };
        let is_file = |place: &&Location| self.is_file(&place.file);
        json!(found.iter().filter(is_file).map(location).collect::<Vec<_>>())
    }

    /// Returns false for the files of the program itself, which are none on the disk.
    fn is_file(&self, name: &str) -> bool {
        Path::new(name).is_absolute() || self.documents.text(name).is_some()
    }

    /// The other files that extend this one, or one where a thing is declared, if all of them see
    /// it.
    fn extending(&self) -> Vec<(String, File)> {
        let used = self.file.use_at(self.at);
        let is_shared =
            used.is_some_and(|used| used.symbol.scope.is_empty() && used.symbol.sort != Sort::Unknown);
        if !is_shared {
            return Vec::new();
        }
        let declaring = self.file.definition(self.at).into_iter().map(|place| place.file);
        let mut names: Vec<String> = declaring.filter(|name| self.is_file(name)).collect();
        names.push(name_of(&self.uri));
        let mut found = self.documents.extending(&self.uri, &names);
        let is_extended = |uri: &str| self.file.extended().any(|name| self.documents.uri_of(name) == uri);
        found.retain(|(uri, _)| !is_extended(uri));
        found
    }

    fn references(&self, with_declaration: bool) -> Value {
        let Some(used) = self.file.use_at(self.at) else { return Value::Null };
        let mut found = Vec::new();
        let mut add = |uri: &str, text: &str, uses: &[Use]| {
            let lines = Lines::new(text, self.unit);
            let uses = uses.iter().filter(|own| own.symbol == used.symbol);
            let uses = uses.filter(|own| with_declaration || !own.is_declaration);
            found.extend(uses.map(|own| json!({ "uri": uri, "range": lines.range(&own.span) })));
        };
        add(&self.uri, self.file.text(), self.file.uses());
        for (name, text, uses) in self.file.uses_in_extended(&used.symbol) {
            if self.is_file(name) {
                add(&self.documents.uri_of(name), text, &uses);
            }
        }
        self.extending().iter().for_each(|(uri, file)| add(uri, file.text(), file.uses()));
        json!(found)
    }

    fn prepare_rename(&self) -> Answer {
        let used = self.file.can_rename(self.at).map_err(refused)?;
        Ok(json!({ "range": self.lines.range(&used.span), "placeholder": used.symbol.name }))
    }

    fn rename(&self, name: &str) -> Answer {
        let renamed = self.file.rename(self.at, name).map_err(refused)?;
        let mut changes = BTreeMap::from([(self.uri.clone(), edits(&self.lines, &renamed.edits))]);
        for (file, own) in &renamed.extended {
            let uri = self.documents.uri_of(file);
            let text = match self.documents.text(&uri) {
                Some(text) => text.to_owned(),
                None => polymerge_app::input::read(file)
                    .map_err(|failure| refused(failure.message().to_owned()))?,
            };
            changes.insert(uri, edits(&Lines::new(&text, self.unit), own));
        }
        let symbol = self.file.use_at(self.at).map(|used| &used.symbol);
        for (uri, file) in self.extending() {
            let is_taken = file.uses().iter().any(|used| used.symbol.name == name);
            if is_taken {
                return Err(refused(format!("`{name}` is taken in {uri}")));
            }
            let places = symbol.map(|symbol| file.places_of(symbol)).unwrap_or_default();
            let own: Vec<Edit> =
                places.into_iter().map(|span| Edit { span, text: name.to_owned() }).collect();
            changes.insert(uri, edits(&Lines::new(file.text(), self.unit), &own));
        }
        changes.retain(|_, edits| edits.as_array().is_some_and(|edits| !edits.is_empty()));
        Ok(json!({ "changes": changes }))
    }

    /// The parts of formulas as the protocol counts them: each from the one before.
    fn tokens(&self) -> Vec<u32> {
        let text = self.file.text();
        let mut data = Vec::new();
        let (mut line, mut column, mut before) = (0, 0, 0);
        for part in self.file.highlight() {
            let between = text.get(before..part.span.start).unwrap_or_default();
            let new_lines = between.matches('\n').count() as u32;
            let rest = between.rsplit('\n').next().unwrap_or_default();
            let moved = self.unit.count(rest);
            (line, column) = (line + new_lines, if new_lines > 0 { moved } else { column + moved });
            before = part.span.start;
            let length = self.unit.count(text.get(part.span).unwrap_or_default());
            let delta = if data.is_empty() || new_lines > 0 { column } else { moved };
            let lines = if data.is_empty() { line } else { new_lines };
            data.extend([lines, delta, length, type_of(part.style), 0]);
        }
        data
    }
}

/// Explains a thing that was offered.
fn resolve(documents: &Documents, mut item: Value) -> Answer {
    let uri = item["data"]["uri"].as_str().unwrap_or_default();
    let at = item["data"]["at"].as_u64().and_then(|at| usize::try_from(at).ok());
    let text = documents.file(uri).zip(at).and_then(|(file, at)| {
        let items = file.complete(at).items;
        let own = items
            .iter()
            .find(|own| item["label"] == own.label.as_str() && item["kind"] == kind_of_offer(own.offer))?;
        Some(file.explain(at, own))
    });
    if let (Some(text), Some(object)) = (text.filter(|text| !text.is_empty()), item.as_object_mut()) {
        object.insert("documentation".to_owned(), markdown(&text));
    }
    Ok(item)
}

fn refused(why: String) -> Refusal {
    Refusal(ErrorCode::RequestFailed, why)
}

fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

fn edits(lines: &Lines<'_>, edits: &[Edit]) -> Value {
    let edit = |edit: &Edit| json!({ "range": lines.range(&edit.span), "newText": edit.text });
    json!(edits.iter().map(edit).collect::<Vec<_>>())
}

fn symbol(lines: &Lines<'_>, outline: &Outline) -> Value {
    const OBJECT: u32 = 19;
    const FIELD: u32 = 8;
    let inner: Vec<Value> = outline.inner.iter().map(|inner| symbol(lines, inner)).collect();
    json!({
        "name": outline.name,
        "detail": outline.detail,
        "kind": if inner.is_empty() { FIELD } else { OBJECT },
        "range": lines.range(&outline.span),
        "selectionRange": lines.range(&outline.name_span),
        "children": inner,
    })
}

/// The kind of a completion item, by the numbers of the protocol.
fn kind_of_offer(offer: Offer) -> u32 {
    match offer {
        Offer::Key => 10,                   // property
        Offer::Choice => 20,                // member of an enumeration
        Offer::Name(Sort::Entry) => 5,      // field
        Offer::Name(Sort::Definition) => 9, // module, as the value stands elsewhere
        Offer::Name(_) => 6,                // variable
        Offer::Word => 21,                  // constant
        Offer::Function => 3,
        Offer::Statement => 14, // keyword
    }
}

/// The types of parts of formulas.
const TYPES: [&str; 10] = [
    "number",
    "string",
    "property",
    "variable",
    "macro",
    "parameter",
    "enumMember",
    "function",
    "operator",
    "keyword",
];

fn type_of(style: Style) -> u32 {
    let name = match style {
        Style::Number => "number",
        Style::Text => "string",
        Style::Name(Sort::Entry) => "property",
        Style::Name(Sort::Definition) => "macro",
        Style::Name(Sort::Local | Sort::Binding | Sort::Loop) => "parameter",
        Style::Name(Sort::Variable | Sort::ModifierVariable | Sort::Unknown) => "variable",
        Style::Word => "enumMember",
        Style::Function => "function",
        Style::Operator => "operator",
        Style::Keyword => "keyword",
    };
    TYPES.iter().position(|own| *own == name).unwrap_or_default() as u32
}
