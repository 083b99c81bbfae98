//! Tools of an editor of mode files, beside those of [`crate::workshop`]: completion, hover, renaming
//! and the like under a cursor, values of formulas on a board, reasons of a move, games that go on
//! over an edit.

use std::ops::Range;

use polymerge::advanced::modefile::{Problems, ReadOptions, arrays, formulas};
use polymerge::catalogue::BuiltIn;
use polymerge::{Cell, Limits, Source, SourceFile, why};
use polymerge_assist::{Completion, Edit, File, Offer, Outline, Sort, Style};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{FILE, list, out, text, time, whole};
use crate::mode::WebMode;
use crate::offsets::Offsets;
use crate::options::Options;

/// A mode file, which may be unfinished, under the cursor of an editor. All places are UTF-16 code
/// units of its text.
#[wasm_bindgen(js_name = ModeFile)]
pub struct WebModeFile {
    file: File,
    offsets: Offsets,
    /// The completions that were asked for last, and where.
    offered: Option<(usize, Vec<Completion>)>,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct TextRange {
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
}

/// A part of a text that is replaced.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TextEdit {
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The new text.
    pub insert: String,
}

/// All that may be written at a place, the nearest first.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Completions {
    /// The start of the part that is replaced.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The things that may be written.
    pub items: Vec<CompletionItem>,
}

/// A thing that may be written.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct CompletionItem {
    /// The name.
    pub label: String,
    /// The kind of thing.
    #[tsify(type = "\"key\" | \"choice\" | \"name\" | \"word\" | \"function\" | \"statement\"")]
    pub kind: &'static str,
    /// Its form in a line, or \"\".
    pub detail: String,
    /// The text that takes the place.
    pub insert: String,
}

/// The meaning of what stands at a place.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Hover {
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The meaning, as Markdown.
    pub text: String,
}

/// The values that a function takes, of which one is being written.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Signature {
    /// The form: `floor(number, number)`.
    pub label: String,
    /// The start of the value that is being written, in the form.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The meaning of the function, as Markdown.
    pub text: String,
}

/// A part of a formula, or a name elsewhere.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Highlight {
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The kind.
    #[tsify(
        type = "\"number\" | \"text\" | \"entry\" | \"variable\" | \"definition\" | \"local\" | \"word\" | \"function\" | \"operator\" | \"keyword\""
    )]
    pub style: &'static str,
}

/// A thing in a file, with those within it.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct FileSymbol {
    /// The name, or what it is.
    pub name: String,
    /// More about it in a few words, or \"\".
    pub detail: String,
    /// Its start.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The things within it.
    pub inner: Vec<FileSymbol>,
}

impl WebModeFile {
    /// Reads a file as far as it can be read.
    pub fn of(text: &str) -> WebModeFile {
        let file = File::new(&SourceFile::new(FILE, text.as_bytes().to_vec()), &BuiltIn);
        WebModeFile { file, offsets: Offsets::of(text), offered: None }
    }

    fn byte(&self, at: &JsValue) -> Result<usize, Failure> {
        Ok(self.offsets.byte(whole("at", at)?))
    }

    fn range(&self, span: &Range<usize>) -> TextRange {
        TextRange { from: self.offsets.unit(span.start), to: self.offsets.unit(span.end) }
    }

    fn edits(&self, edits: &[Edit]) -> Vec<TextEdit> {
        let edit = |edit: &Edit| {
            let TextRange { from, to } = self.range(&edit.span);
            TextEdit { from, to, insert: edit.text.clone() }
        };
        edits.iter().map(edit).collect()
    }

    fn symbol(&self, outline: &Outline) -> FileSymbol {
        let TextRange { from, to } = self.range(&outline.span);
        let inner = outline.inner.iter().map(|inner| self.symbol(inner)).collect();
        FileSymbol { name: outline.name.clone(), detail: outline.detail.clone(), from, to, inner }
    }
}

#[wasm_bindgen(js_class = ModeFile)]
impl WebModeFile {
    /// A mode file, as far as it can be read. It may extend built-in ones.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] given: &JsValue,
    ) -> Result<WebModeFile, JsValue> {
        Ok(WebModeFile::of(&text("text", given)?))
    }

    /// Returns what may be written at a place.
    pub fn complete(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<Ts<Completions>, JsValue> {
        let at = self.byte(at)?;
        let found = self.file.complete(at);
        let TextRange { from, to } = self.range(&found.span);
        let item = |item: &Completion| CompletionItem {
            label: item.label.clone(),
            kind: kind_of(item.offer),
            detail: item.detail(),
            insert: item.insert.clone(),
        };
        let items = found.items.iter().map(item).collect();
        self.offered = Some((at, found.items));
        Ok(out(Completions { from, to, items })?)
    }

    /// Returns the meaning of a thing that was offered last, by its number, as Markdown.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] item: &JsValue,
    ) -> Result<String, JsValue> {
        let item = whole("item", item)?;
        let offered = self.offered.as_ref().and_then(|(at, items)| Some((*at, items.get(item)?)));
        Ok(offered.map_or_else(String::new, |(at, item)| self.file.explain(at, item)))
    }

    /// Returns the meaning of what stands at a place.
    #[wasm_bindgen(unchecked_return_type = "Hover | undefined")]
    pub fn hover(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<Option<Ts<Hover>>, JsValue> {
        let Some(hover) = self.file.hover(self.byte(at)?) else { return Ok(None) };
        let TextRange { from, to } = self.range(&hover.span);
        Ok(Some(out(Hover { from, to, text: hover.text })?))
    }

    /// Returns the values of the function whose brackets a place stands in.
    #[wasm_bindgen(unchecked_return_type = "Signature | undefined")]
    pub fn signature(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<Option<Ts<Signature>>, JsValue> {
        let Some(signature) = self.file.signature(self.byte(at)?) else { return Ok(None) };
        let active = signature.values.get(signature.active).or(signature.values.last()).cloned();
        // Forms have no letters beyond ASCII.
        let Range { start: from, end: to } = active.unwrap_or_default();
        Ok(Some(out(Signature { label: signature.label, from, to, text: signature.text })?))
    }

    /// Returns the places of this file where the name at a place is declared.
    pub fn definition(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<Vec<Ts<TextRange>>, JsValue> {
        let found = self.file.definition(self.byte(at)?);
        let own = found.iter().filter(|location| location.file == FILE);
        Ok(list(own.map(|location| self.range(&location.span)))?)
    }

    /// Returns the places where the same thing is written as at a place.
    pub fn references(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<Vec<Ts<TextRange>>, JsValue> {
        let found = self.file.references(self.byte(at)?);
        Ok(list(found.iter().map(|span| self.range(span)))?)
    }

    /// Returns the edits that give the thing at a place another name, wherever it stands.
    pub fn rename(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    ) -> Result<Vec<Ts<TextEdit>>, JsValue> {
        let name = text("name", name)?;
        let renamed = self.file.rename(self.byte(at)?, &name);
        let renamed = renamed.map_err(|message| Failure::input("rename", message))?;
        Ok(list(self.edits(&renamed.edits))?)
    }

    /// Returns the name at a place, which can be given another one.
    pub fn renamed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] at: &JsValue,
    ) -> Result<String, JsValue> {
        let used = self.file.can_rename(self.byte(at)?);
        Ok(used.map(|used| used.symbol.name.clone()).map_err(|message| Failure::input("rename", message))?)
    }

    /// Returns the edits that set the blanks in formulas as they are usual.
    pub fn format(&self) -> Result<Vec<Ts<TextEdit>>, JsValue> {
        Ok(list(self.edits(&self.file.format()))?)
    }

    /// Returns the parts of all formulas, and the names elsewhere, in the order of their places.
    pub fn highlight(&self) -> Result<Vec<Ts<Highlight>>, JsValue> {
        let part = |part: &polymerge_assist::Highlight| {
            let TextRange { from, to } = self.range(&part.span);
            Highlight { from, to, style: style_of(part.style) }
        };
        Ok(list(self.file.highlight().iter().map(part))?)
    }

    /// Returns the outline of the file.
    pub fn symbols(&self) -> Result<Vec<Ts<FileSymbol>>, JsValue> {
        Ok(list(self.file.symbols().iter().map(|outline| self.symbol(outline)))?)
    }

    /// Returns the text of the file with its expressions as formulas, where they have that form.
    #[wasm_bindgen(js_name = toFormulas)]
    pub fn to_formulas(&self) -> Result<String, JsValue> {
        Ok(self.rewritten(formulas)?)
    }

    /// Returns the text of the file with its formulas as arrays.
    #[wasm_bindgen(js_name = toArrays)]
    pub fn to_arrays(&self) -> Result<String, JsValue> {
        Ok(self.rewritten(arrays)?)
    }
}

impl WebModeFile {
    fn rewritten(
        &self,
        rewrite: fn(&SourceFile, &dyn Source, &ReadOptions) -> Result<String, Problems>,
    ) -> Result<String, Failure> {
        let file = SourceFile::new(FILE, self.file.text().as_bytes().to_vec());
        let rewritten = rewrite(&file, &BuiltIn, &Limits::default().reading());
        Ok(rewritten.map_err(polymerge::Error::from)?)
    }
}

/// Asks for everything that there is of a text at a few of its places, as an editor does.
#[cfg(not(target_arch = "wasm32"))]
pub fn try_all(text: &str) -> Result<(), Failure> {
    /// The places, at most.
    const MOST: usize = 20;
    let own = WebModeFile::of(text);
    let step = (text.len() / MOST).max(1);
    for unit in (0..=text.len()).step_by(step) {
        let at = own.offsets.byte(unit);
        for item in own.file.complete(at).items.iter().take(MOST) {
            own.file.explain(at, item);
        }
        let _ =
            (own.file.hover(at), own.file.signature(at), own.file.definition(at), own.file.references(at));
        if let Ok(renamed) = own.file.rename(at, "other") {
            own.edits(&renamed.edits);
        }
    }
    let _ = (own.file.highlight().len(), own.edits(&own.file.format()));
    own.file.symbols().iter().for_each(|outline| drop(own.symbol(outline)));
    for rewrite in [formulas, arrays] {
        let _ = own.rewritten(rewrite);
    }
    Ok(())
}

fn kind_of(offer: Offer) -> &'static str {
    match offer {
        Offer::Key => "key",
        Offer::Choice => "choice",
        Offer::Name(_) => "name",
        Offer::Word => "word",
        Offer::Function => "function",
        Offer::Statement => "statement",
    }
}

fn style_of(style: Style) -> &'static str {
    match style {
        Style::Number => "number",
        Style::Text => "text",
        Style::Name(Sort::Entry) => "entry",
        Style::Name(Sort::Variable | Sort::ModifierVariable) => "variable",
        Style::Name(Sort::Definition) => "definition",
        Style::Name(Sort::Local | Sort::Binding | Sort::Loop | Sort::Unknown) => "local",
        Style::Word => "word",
        Style::Function => "function",
        Style::Operator => "operator",
        Style::Keyword => "keyword",
    }
}

/// The reasons why a move goes as it does.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Why {
    /// True if anything moves.
    pub moved: bool,
    /// The score of the move.
    pub score: f64,
    /// The reasons, line by line.
    pub lines: Vec<WhyLine>,
}

/// A line of reasons.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct WhyLine {
    /// The number of levels that it is within: 0 for a title.
    pub level: usize,
    /// The text.
    pub text: String,
    /// The line of the mode's file that has the rule or script it speaks of, from 1.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// The value of a formula of the mode's file, on a board.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct FormulaValue {
    /// The start of the formula in its file.
    pub from: usize,
    /// Its end.
    pub to: usize,
    /// The value, as formulas write it; missing if there is none there.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The reason why there is none.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The place of formulas on a board.
#[derive(Debug, Default, Tsify)]
pub struct FormulaOptions {
    /// The row of the cell.
    #[tsify(optional)]
    pub row: usize,
    /// Its column.
    #[tsify(optional)]
    pub column: usize,
    /// The direction in which tiles move; none if left out.
    #[tsify(optional)]
    pub direction: Option<usize>,
}

impl FormulaOptions {
    fn of(given: &JsValue) -> Result<FormulaOptions, Failure> {
        let given = Options::of(given, &["row", "column", "direction"])?;
        Ok(FormulaOptions {
            row: given.whole("row")?.unwrap_or(0),
            column: given.whole("column")?.unwrap_or(0),
            direction: given.whole("direction")?,
        })
    }
}

/// A game that goes on by other rules.
#[wasm_bindgen]
pub struct Carried {
    game: polymerge::Game,
    lost: Vec<String>,
}

#[wasm_bindgen]
impl Carried {
    /// The parts of the game that could not stay, in words.
    #[wasm_bindgen(getter)]
    pub fn lost(&self) -> Vec<String> {
        self.lost.clone()
    }

    /// The game.
    pub fn game(&self) -> WebGame {
        WebGame::with(self.game.clone())
    }
}

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// Says why a move goes as it does. It is made on a copy.
    pub fn why(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] direction: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<Why>, JsValue> {
        let direction = whole("direction", direction)?;
        let game = self.at(time("now", now)?)?;
        let account = game.why(direction).map_err(Failure::from)?;
        let lines = why::explain(game, &account).into_iter().map(|line| WhyLine {
            level: line.level,
            // The line of the file is told beside it.
            text: line.place.as_ref().map_or_else(
                || line.text.clone(),
                |place| line.text.replace(&format!(" ({}:{})", place.file, place.line), ""),
            ),
            line: line.place.map(|place| place.line),
        });
        Ok(out(Why { moved: account.turn.moved, score: account.turn.score, lines: lines.collect() })?)
    }

    /// Returns the values that the formulas of the mode's file have at a cell, for tiles that move in a
    /// direction. Scripts have none.
    #[wasm_bindgen(js_name = formulaValues)]
    pub fn formula_values(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "FormulaOptions", js_name = options)] given: &JsValue,
    ) -> Result<Vec<Ts<FormulaValue>>, JsValue> {
        let given = FormulaOptions::of(given)?;
        let values = self.game.formula_values(Cell::new(given.row, given.column), given.direction);
        let rules = self.game.rules();
        let text = rules.mode().text().unwrap_or_default();
        // Places are counted without a mark at the start.
        let (text, mark) = text.strip_prefix('\u{feff}').map_or((text, 0), |text| (text, 1));
        let offsets = Offsets::of(text);
        Ok(list(values.into_iter().map(|found| {
            let unit = |byte| mark + offsets.unit(byte);
            let (from, to) = (unit(found.span.start), unit(found.span.end));
            let (value, error) = match found.value {
                Ok(value) => (Some(why::shown(&value)), None),
                Err(error) => (None, Some(error.to_string())),
            };
            FormulaValue { from, to, value, error }
        }))?)
    }

    /// Goes on with this game by the rules of another mode, that of an edited file: board, counters,
    /// discovered tiles and game variables stay as far as it has room for them.
    pub fn carry(&self, mode: &WebMode) -> Result<Carried, JsValue> {
        let (game, lost) = mode.compiled().carry(&self.game).map_err(Failure::from)?;
        Ok(Carried { game, lost })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_and_no_place_makes_an_editor_fail() {
        let mode = r#"{ "title": "Größe 😀", "merges": [{ "when": "= value == next.value" }] }"#;
        let cut = (0..mode.len()).filter(|end| mode.is_char_boundary(*end)).map(|end| mode[..end].to_owned());
        let odd = ["", "\u{feff}{}", "[[[[", "\"= (\"", "{ \"a\": \"= 😀\" }", "{ \"do\": [\"= _; \"] }"];
        for text in cut.chain(odd.map(str::to_owned)) {
            try_all(&text).unwrap_or_else(|error| panic!("{text}: {}", error.into_message()));
        }
    }
}
