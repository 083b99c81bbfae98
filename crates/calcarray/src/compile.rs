//! The compiler of expressions: a compiled line from the entries as they are written.

use std::sync::Arc;

use crate::array::Array;
use crate::doubles;
use crate::error::{Error, ErrorKind, Limit};
use crate::ir::language::Language;
use crate::ir::line::{
    Action, Block, Body, CallbackLine, Codes, Computed, DoubleForms, Line, Literal, LiteralEntry, Node, Part,
    Programs, Redeclaration, Repeat, Step,
};
use crate::ir::operator::{Control, ControlKind, Family, Operator, Run, Shape};
use crate::ir::special::Special;
use crate::ir::variables::{Inherit, Start};
use crate::json::shortened;
use crate::limits::{Limits, exceeded};
use crate::text::Text;
use crate::value::Value;

pub(crate) mod lower;
mod parity;
pub(crate) mod purity;

/// Compiles expressions; knows how deep it is, and what of the present line is
/// kept as it is written.
pub(crate) struct Compiler<'a> {
    language: &'a dyn Language,
    limits: &'a Limits,
    depth: u32,
    kept: Kept,
    /// True if an unknown operator is an error.
    strict: bool,
    /// True if lines are run once, so that a program is not worth its cost.
    walked: bool,
}

/// The entries of a line that blocks and computed operators keep as they are
/// written: those from the first of these on.
#[derive(Default)]
struct Kept {
    entries: Option<Arc<[Value]>>,
    /// The number of the entries behind the block that is compiled.
    behind: usize,
}

impl Kept {
    /// The first entries, so many, of these, which are the last ones of the
    /// block or line that is compiled.
    fn part(&mut self, items: &[Item<'_>], length: usize) -> Part {
        let entries = self.entries.get_or_insert_with(|| source(items));
        let first = entries.len().saturating_sub(self.behind + items.len());
        Part { entries: Arc::clone(entries), range: first..first + length }
    }
}

/// An entry of a line: one of the source, with its place there, or a value
/// that is put into the line when it runs.
#[derive(Clone, Copy)]
pub(crate) enum Item<'a> {
    Source(&'a Value, usize),
    Inserted(usize),
}

impl Item<'_> {
    fn is_word(&self, word: &str) -> bool {
        matches!(self, Item::Source(value, _) if value.is_word(word))
    }

    fn place(&self) -> usize {
        match self {
            Item::Source(_, place) => *place,
            Item::Inserted(_) => 0,
        }
    }
}

/// The entries of an array, as items.
pub(crate) fn items(entries: &[Value]) -> Vec<Item<'_>> {
    entries.iter().enumerate().map(|(place, value)| Item::Source(value, place)).collect()
}

/// Returns the effect of a start word; `None` for any other text.
pub(crate) fn start_word(text: &Text) -> Option<Start> {
    Start::WORDS.into_iter().find_map(|(word, start)| text.is(word).then_some(start))
}

/// Returns true if a value is a word that changes what a line is, wherever in the line's beginning
/// it comes up.
pub(crate) fn is_structural(value: &Value) -> bool {
    match value {
        Value::Text(text) if text.is_special() => {
            start_word(text).is_some()
                || ["@CalcArray", "@include_gvars", "@Literal", "@end_vars"].iter().any(|word| text.is(word))
        }
        _ => false,
    }
}

/// Returns the number of leading items that are start words (`@CalcArray` not among them).
pub(crate) fn leading_start_words(entries: &[Value]) -> usize {
    entries.iter().take_while(|entry| entry.as_text().and_then(start_word).is_some()).count()
}

impl<'a> Compiler<'a> {
    pub fn new(language: &'a dyn Language, limits: &'a Limits) -> Compiler<'a> {
        Compiler { language, limits, depth: 0, kept: Kept::default(), strict: false, walked: false }
    }

    /// Compiles what is run once.
    pub fn once(language: &'a dyn Language, limits: &'a Limits) -> Compiler<'a> {
        Compiler { walked: true, ..Compiler::new(language, limits) }
    }

    /// Compiles only what has no operators but those that there are.
    pub fn strict(language: &'a dyn Language, limits: &'a Limits) -> Compiler<'a> {
        Compiler { strict: true, ..Compiler::new(language, limits) }
    }

    fn deeper<T>(&mut self, compile: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.enter()?;
        let compiled = compile(self);
        self.depth -= 1;
        compiled
    }

    fn enter(&mut self) -> Result<(), Error> {
        if self.depth >= self.limits.nesting {
            return Err(exceeded(Limit::Nesting));
        }
        self.depth += 1;
        Ok(())
    }

    /// An expression as an operand.
    pub fn node(&mut self, value: &Value) -> Result<Node, Error> {
        match value {
            Value::Text(text) => Ok(match Special::parse(text) {
                Some(special) => Node::Special(Arc::new(special)),
                None => Node::Value(value.clone()),
            }),
            Value::Array(array) if starts_with(array, "@Literal") => {
                self.deeper(|c| c.literal_node(&array[1..], 1))
            }
            Value::Array(array) => Ok(Node::Line(Arc::new(self.line(&items(array))?))),
            scalar => Ok(Node::Value(scalar.clone())),
        }
    }

    fn item(&mut self, item: Item<'_>) -> Result<Node, Error> {
        match item {
            Item::Source(value, place) => self.node(value).map_err(|error| error.inside(place)),
            Item::Inserted(index) => Ok(Node::Inserted(index)),
        }
    }

    fn literal_node(&mut self, contents: &[Value], offset: usize) -> Result<Node, Error> {
        let array = Array::new(contents.to_vec());
        if array.is_plain() {
            return Ok(Node::Value(Value::Array(array)));
        }
        Ok(Node::Literal(Arc::new(self.literal(contents, offset)?)))
    }

    /// The contents of a literal; `offset` is the place of the first one.
    pub fn literal(&mut self, contents: &[Value], offset: usize) -> Result<Literal, Error> {
        let items = contents.iter().enumerate().map(|(index, value)| Item::Source(value, offset + index));
        self.literal_of(&items.collect::<Vec<_>>())
    }

    fn literal_of(&mut self, items: &[Item<'_>]) -> Result<Literal, Error> {
        let entries = items.iter().map(|item| match item {
            Item::Source(value, place) => self.literal_entry(value, *place),
            Item::Inserted(index) => Ok(LiteralEntry::Inserted(*index)),
        });
        Ok(Literal { entries: entries.collect::<Result<_, _>>()? })
    }

    fn literal_entry(&mut self, value: &Value, place: usize) -> Result<LiteralEntry, Error> {
        match value {
            Value::Array(array) if starts_with(array, "@CalcArray") => {
                let line = self.line(&items(array)[1..]).map_err(|error| error.inside(place))?;
                Ok(LiteralEntry::Line(Arc::new(line), place))
            }
            Value::Array(array) if !array.is_plain() => {
                let skipped = usize::from(starts_with(array, "@Literal"));
                let inner = self.deeper(|c| c.literal(&array[skipped..], skipped));
                let inner = inner.map_err(|error| error.inside(place))?;
                Ok(LiteralEntry::Literal(inner, place))
            }
            value => Ok(LiteralEntry::Value(value.clone())),
        }
    }

    /// A line (docs/spec/calcarray.md, "Start modifiers and variables"): start
    /// words, variables, steps.
    pub fn line(&mut self, items: &[Item<'_>]) -> Result<Line, Error> {
        // Lines nest deepest: without `deeper` and its closure they take less of
        // the stack.
        self.enter()?;
        let around = std::mem::take(&mut self.kept);
        let line = self.line_inside(items);
        self.kept = around;
        self.depth -= 1;
        line
    }

    fn line_inside(&mut self, mut items: &[Item<'_>]) -> Result<Line, Error> {
        let mut start = Start::Plain;
        let mut include_game_variables = false;
        if let Some(Item::Source(Value::Text(first), _)) = items.first()
            && first.is_special()
        {
            start = start_word(first).unwrap_or(Start::Plain);
            let dropped = items.iter().take_while(|item| is_leading_word(item)).count();
            items = &items[dropped..];
            include_game_variables = items.first().is_some_and(|item| item.is_word("@include_gvars"));
            items = &items[usize::from(include_game_variables)..];
        }
        let mut declarations = Vec::new();
        // Only right after the start words does it make a literal: an
        // `@end_vars` in one means nothing, and after one it is a plain text.
        if let [first, contents @ ..] = items
            && first.is_word("@Literal")
        {
            let body = Body::Literal(self.literal_of(contents)?);
            let doubles = DoubleForms::default();
            let programs = Programs::default();
            return Ok(Line { start, include_game_variables, declarations, body, doubles, programs });
        }
        if let Some(end) = items.iter().position(|item| item.is_word("@end_vars")) {
            declarations = self.declarations(&items[..end])?;
            items = &items[end + 1..];
        }
        let body = match items {
            [] => Body::Empty,
            [first, rest @ ..] => {
                let (mut value, mut steps) = (self.item(*first)?, self.steps(rest, 2)?);
                parity::mark(&mut value, &mut steps);
                Body::Steps(value, first.place(), steps.into())
            }
        };
        let doubles = DoubleForms::default();
        let programs = if self.walked { Programs::none() } else { Programs::default() };
        let mut line = Line { start, include_game_variables, declarations, body, doubles, programs };
        line.doubles = doubles::forms(&line);
        Ok(line)
    }

    fn declarations(&mut self, items: &[Item<'_>]) -> Result<Vec<(Node, usize)>, Error> {
        items.iter().map(|item| Ok((self.item(*item)?, item.place()))).collect()
    }

    /// The steps of a line. `removed` is how many entries the step before the
    /// first one removed: what a word that means nothing here removes.
    pub fn steps(&mut self, items: &[Item<'_>], mut removed: usize) -> Result<Vec<Step>, Error> {
        let mut steps = Vec::new();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            let Item::Source(operator, place) = *item else { break };
            if let Value::Array(_) = operator {
                let rest = &items[at + 1..];
                let rest = self.kept.part(rest, rest.len());
                let computed = Computed { operator: self.node(operator)?, rest, removed };
                steps.push(Step { place, action: Action::Computed(Box::new(computed)) });
                break;
            }
            let (action, taken) = self
                .action(operator, &items[at + 1..], removed)
                .map_err(|error| if error.path().len() == 0 { error.inside(place) } else { error })?;
            steps.push(Step { place, action });
            removed = taken;
            at += taken;
        }
        Ok(steps)
    }

    /// Compiles an operator with the entries after it. Also returns the number of entries that it
    /// takes up, itself included.
    pub fn action(
        &mut self,
        operator: &Value,
        rest: &[Item<'_>],
        removed: usize,
    ) -> Result<(Action, usize), Error> {
        let Value::Text(name) = operator else { return self.unknown(operator, rest) };
        match self.language.operator(name) {
            Some(operator) => match operator.run {
                Run::Control(control) => self.control(operator.name, control, rest),
                _ => self.apply(operator, rest),
            },
            None if name.is_special() => Ok((Action::Nothing, removed)),
            None => self.unknown(operator, rest),
        }
    }

    fn unknown(&mut self, operator: &Value, rest: &[Item<'_>]) -> Result<(Action, usize), Error> {
        if self.strict {
            return Err(Error::new(ErrorKind::UnknownOperator(shortened(operator))));
        }
        let argument = match rest.first() {
            // Arrays are evaluated for their effects; a text is not looked up.
            Some(Item::Source(value @ Value::Array(_), _)) => self.node(value)?,
            _ => Node::UNDEFINED,
        };
        Ok((Action::Unknown(argument), 2))
    }

    fn apply(&mut self, operator: &'static Operator, rest: &[Item<'_>]) -> Result<(Action, usize), Error> {
        let mut arguments = Vec::with_capacity(operator.arguments.len());
        for (place, family) in operator.arguments.iter().enumerate() {
            let argument = match rest.get(place) {
                Some(Item::Source(value, written)) if *family == Family::Raw => {
                    self.callback(operator, place, value).map_err(|error| error.inside(*written))?
                }
                Some(item) => self.item(*item)?,
                None => Node::UNDEFINED,
            };
            arguments.push(argument);
        }
        let action = match operator.run {
            Run::Number1(f) => Action::Number1(operator, f),
            Run::Number2(f) => Action::Number2(operator, f, arguments.pop().unwrap_or(Node::UNDEFINED)),
            Run::SetVariable(_) => {
                match (arguments.pop(), arguments.pop()) {
                    (Some(value), Some(Node::Value(Value::Number(index)))) => {
                        // As any number operand: what is none is 0.
                        let index = if index.is_nan() { 0.0 } else { index };
                        Action::SetVariable(operator, index, value)
                    }
                    (value, index) => Action::Apply(operator, index.into_iter().chain(value).collect()),
                }
            }
            _ => Action::Apply(operator, arguments.into()),
        };
        Ok((action, operator.removes))
    }

    /// An expression that its operator runs itself: a line that takes in the
    /// values of each call. Anything but an array is kept, and refused when
    /// it is called.
    fn callback(&mut self, operator: &Operator, place: usize, code: &Value) -> Result<Node, Error> {
        match (operator.run, code) {
            (Run::Callback(callback), Value::Array(array)) => {
                let shape = (callback.shape)(place);
                let end_vars = Value::text("@end_vars");
                let line = self.line(&template(array, &end_vars, shape))?;
                let closed = line.is_closed();
                let scalars = doubles::callback(&line);
                Ok(Node::Callback(Arc::new(CallbackLine { line, source: array.clone(), scalars, closed })))
            }
            _ => Ok(Node::Value(code.clone())),
        }
    }

    /// A word with a body, after which the line goes on.
    fn control(
        &mut self,
        opening: &str,
        control: Control,
        rest: &[Item<'_>],
    ) -> Result<(Action, usize), Error> {
        if control.kind == ControlKind::Else {
            let (block, taken) = self.block(rest, opening, control)?;
            return Ok((Action::Else(block), taken + 1));
        }
        let (operand, body) = split(rest);
        let is_array = matches!(operand, Item::Source(Value::Array(_), _));
        let operand = self.item(operand)?;
        let (block, taken) = self.block(body, opening, control)?;
        let action = match control.kind {
            ControlKind::Repeat => {
                let rounds = block.declares.is_none().then(|| doubles::rounds(&block.steps)).flatten();
                Action::Repeat(Repeat { count: operand, is_array, block, rounds })
            }
            ControlKind::ElseIf => Action::ElseIf(operand, block),
            _ => Action::If(operand, block),
        };
        Ok((action, taken + 2))
    }

    /// The body of a control word, and how many entries it takes up with the
    /// word that ends it (docs/spec/calcarray.md, "Finding the block").
    fn block(
        &mut self,
        items: &[Item<'_>],
        opening: &str,
        control: Control,
    ) -> Result<(Block, usize), Error> {
        let mut open = 1;
        let end = items.iter().position(|item| {
            if item.is_word(opening) {
                open += 1;
            } else if item.is_word(control.ending) {
                open -= 1;
            } else if item.is_word(control.ends_all) {
                open = 0;
            }
            open == 0
        });
        let body = &items[..end.unwrap_or(items.len())];
        let source = self.kept.part(items, body.len());
        let behind = items.len() - body.len();
        self.kept.behind += behind;
        let block = self.deeper(|c| c.block_inside(body, source))?;
        self.kept.behind -= behind;
        Ok((block, end.map_or(items.len(), |end| end + 1)))
    }

    fn block_inside(&mut self, body: &[Item<'_>], source: Part) -> Result<Block, Error> {
        let Some(end) = body.iter().position(|item| item.is_word("@end_vars")) else {
            let steps = self.steps(body, 2)?;
            let doubles = doubles::repeat(&steps);
            return Ok(Block { declares: None, steps: steps.into(), source, doubles });
        };
        let declarations = self.declarations(&body[..end])?;
        let (first, rest) = match &body[end + 1..] {
            [] => (None, &body[..0]),
            [first, rest @ ..] => (Some((self.item(*first)?, first.place())), rest),
        };
        let declares = Some(Box::new(Redeclaration { declarations, first }));
        Ok(Block { declares, steps: self.steps(rest, 2)?.into(), source, doubles: None })
    }
}

/// A line made of a callback: the start words stay in front, the values of a
/// call are declared after the callback's own variables, and the one that
/// becomes the first entry of the expression comes last.
pub(crate) fn template<'f>(code: &'f [Value], end_vars: &'f Value, shape: Shape) -> Vec<Item<'f>> {
    let words = leading_start_words(code);
    let declared = code.iter().position(|entry| entry.is_word("@end_vars"));
    let end = declared.unwrap_or(words);
    let rest = declared.map_or(words, |end| end + 1);
    let source = |from: usize, to: usize| (from..to).map(|place| Item::Source(&code[place], place));
    let mut items: Vec<Item<'f>> = source(0, end).collect();
    items.extend((0..shape.declared).map(Item::Inserted));
    if shape.declared > 0 || declared.is_some() {
        items.push(Item::Source(end_vars, end));
    }
    if shape.first {
        items.push(Item::Inserted(shape.declared));
    }
    items.extend(source(rest, code.len()));
    items
}

impl Line {
    /// Its programs, made when they are first asked for; `None` where lines copy the variables
    /// around them.
    #[inline]
    pub fn codes(&self, inherit: Inherit) -> Option<&Codes> {
        match inherit {
            Inherit::Nothing => Some(self.programs.usual.get_or_init(|| lower::lower(self, inherit))),
            Inherit::Share => Some(self.programs.sharing.get_or_init(|| lower::lower(self, inherit).into())),
            Inherit::Copy => None,
        }
    }
}

static UNDEFINED: Value = Value::Undefined;

/// The operand right after a control word, and what follows it.
fn split<'s, 'i>(rest: &'s [Item<'i>]) -> (Item<'i>, &'s [Item<'i>]) {
    match rest {
        [first @ Item::Source(..), body @ ..] => (*first, body),
        _ => (Item::Source(&UNDEFINED, 0), &[]),
    }
}

/// Entries as they are written. None of them is put in later: such values stand
/// before the first operator of a line.
fn source(items: &[Item<'_>]) -> Arc<[Value]> {
    let written = |item: &Item<'_>| match item {
        Item::Source(value, _) => Value::clone(value),
        Item::Inserted(_) => Value::Undefined,
    };
    items.iter().map(written).collect()
}

fn is_leading_word(item: &Item<'_>) -> bool {
    match item {
        Item::Source(Value::Text(text), _) => start_word(text).is_some() || text.is("@CalcArray"),
        _ => false,
    }
}

fn starts_with(array: &[Value], word: &str) -> bool {
    array.first().is_some_and(|entry| entry.is_word(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::line::Steps;
    use crate::json;
    use crate::program::CalcArrays;

    /// Looks whether the blocks keep what is written behind their words, all of
    /// them in the same place, and gives how many there are.
    fn check(written: &[Value], steps: &Steps, place: &mut Option<Arc<[Value]>>) -> usize {
        let blocks = steps.iter().filter_map(|step| match &step.action {
            Action::If(_, block) | Action::ElseIf(_, block) => Some((block, &block.source, step.place + 2)),
            Action::Repeat(repeat) => Some((&repeat.block, &repeat.block.source, step.place + 2)),
            Action::Else(block) => Some((block, &block.source, step.place + 1)),
            _ => None,
        });
        let mut count = 0;
        for (block, source, start) in blocks {
            assert_eq!(source[..], written[start..start + source.len()]);
            let entries = place.get_or_insert_with(|| Arc::clone(&source.entries));
            assert!(Arc::ptr_eq(entries, &source.entries));
            count += 1 + check(written, &block.steps, place);
        }
        for step in steps.iter() {
            if let Action::Computed(computed) = &step.action {
                assert_eq!(computed.rest[..], written[step.place + 1..][..computed.rest.len()]);
                count += 1;
            }
        }
        count
    }

    #[test]
    fn blocks_share_what_is_written() {
        for (expression, blocks) in [
            (r#"[0,"@if",true,"+",1,"@end-if","+",2,"@if",false,"-",1,"@end-if","*",2]"#, 2),
            (
                r#"[0,"@if",true,"@if",[1,"=",1],"+",1,"@end-if","+",3,"@end-if","@else","-",1,"@end-else"]"#,
                3,
            ),
            (r#"[0,"@if",true,"@else-if",true,"@else-if",true,"+",1]"#, 3),
            (r#"["@var_retain",1,"@end_vars",0,"@repeat",2,"@if",true,"+",1,"@end-if","@end-repeat"]"#, 2),
            (r#"[0,"@if",true,"+",1,["+"],2,"@end-if","@if",true,["-"],1]"#, 4),
            (r#"[9,"@end_vars",0,"@if",true,5,"@end_vars",6,"@if",true,"@end-if"]"#, 2),
        ] {
            let value = json::read(expression, &Default::default()).unwrap();
            let Ok(Node::Line(line)) = Compiler::new(&CalcArrays, &Limits::default()).node(&value) else {
                panic!()
            };
            let Body::Steps(_, _, steps) = &line.body else { panic!() };
            assert_eq!(check(value.as_array().unwrap(), steps, &mut None), blocks, "{expression}");
        }
    }
}
