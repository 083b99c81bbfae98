//! Text expressions (docs/spec/display.md, "Text expressions").

use calcarray::color::{self, Evaluate, Scope};
use calcarray::convert::to_text;
use calcarray::{Array, Error, Value};

use crate::abbreviation::abbreviate_default;
use crate::html::{Markup, Piece, Style, read_html};

pub(crate) use calcarray::convert::is_truthy as truthy;

/// The result of a text expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// Text.
    Markup(Markup),
    /// A value that is no text; it is shown plainly, without abbreviation.
    Value(Value),
}

/// Evaluates a text expression; numbers are abbreviated if `abbreviate`.
///
/// # Errors
/// Those of the CalcArrays in it, and the limits of the meter.
pub fn evaluate_text(
    context: &mut dyn Evaluate,
    expression: &Value,
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Written, Error> {
    context.meter().enter()?;
    let result = match expression {
        Value::Text(_) => text(context, expression, scope, abbreviate).map(Written::Markup),
        Value::Array(array) => evaluate_array(context, array, scope, abbreviate),
        other => Ok(Written::Value(other.clone())),
    };
    context.meter().leave();
    result
}

/// Evaluates a text and writes the result as it is shown; a value of any type can
/// be written.
///
/// # Errors
/// As [`evaluate_text`].
pub fn show(
    context: &mut dyn Evaluate,
    expression: &Value,
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Markup, Error> {
    match evaluate_text(context, expression, scope, abbreviate)? {
        Written::Markup(markup) => Ok(markup),
        Written::Value(value) => {
            let text = to_text(&value, context.meter())?;
            Ok(Markup::plain_text(text.to_string_lossy()))
        }
    }
}

/// A text: special strings are looked up.
fn text(
    context: &mut dyn Evaluate,
    expression: &Value,
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Markup, Error> {
    // The escape is undone here, once: `@@x` shows as `@x`.
    let escaped = matches!(expression, Value::Text(text) if text.starts_with("@@"));
    let value = if escaped { expression.clone() } else { scope.evaluate(context, expression)? };
    finish(context, value, scope, abbreviate)
}

/// A computed value as text.
fn finish(
    context: &mut dyn Evaluate,
    value: Value,
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Markup, Error> {
    let value = if abbreviate { abbreviate_default(&value, context.meter())? } else { value };
    if let Value::Array(array) = &value
        && array.first().is_some_and(|first| first.is_word("@TextE"))
    {
        return show(context, &value, scope, abbreviate);
    }
    let text = to_text(&value, context.meter())?.to_string_lossy();
    Ok(Markup::plain_text(match text.strip_prefix("@@") {
        Some(rest) => format!("@{rest}"),
        None => text,
    }))
}

fn evaluate_array(
    context: &mut dyn Evaluate,
    array: &Array,
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Written, Error> {
    let mut array = array.clone();
    loop {
        context.meter().charge(1)?;
        let line = scope.enter(context, &array, true)?;
        let inner = line.scope();
        let entries = line.entries();
        let is = |word: &str| entries.first().is_some_and(|first| first.is_word(word));
        if is("@CalcArray") {
            let rest = Value::Array(entries[1..].iter().cloned().collect());
            match inner.evaluate(context, &rest)? {
                Value::Array(result) => {
                    array = result;
                    continue;
                }
                value @ Value::Text(_) => {
                    return text(context, &value, &inner, abbreviate).map(Written::Markup);
                }
                other => return Ok(Written::Value(other)),
            }
        }
        if is("@ComposeTE") {
            let rest = Value::Array(entries[1..].iter().cloned().collect());
            let value = inner.evaluate(context, &rest)?;
            let shown = finish(context, value, &inner, true)?;
            return match read_html(&shown.plain()) {
                Some(expression) if matches!(shown.0[..], [Piece::Text(_)]) => {
                    evaluate_text(context, &expression, &inner, abbreviate)
                }
                _ => Ok(Written::Markup(shown)),
            };
        }
        let (styles, rest) = effects(context, entries, &inner)?;
        let Some(styles) = styles else {
            let value = scope.evaluate(context, &Value::Array(array.clone()))?;
            return finish(context, value, scope, abbreviate).map(Written::Markup);
        };
        let mut pieces = parts(context, rest, &inner, abbreviate)?;
        for style in styles.into_iter().rev() {
            pieces = vec![Piece::Styled(style, pieces)];
        }
        return Ok(Written::Markup(Markup(pieces)));
    }
}

/// Shows the parts of a text one after the other. Each may ask for what stands before it,
/// which is copied for those that can, and counted.
fn parts(
    context: &mut dyn Evaluate,
    parts: &[Value],
    scope: &Scope<'_>,
    abbreviate: bool,
) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    // The HTML of the first `written` pieces.
    let (mut html, mut written) = (String::new(), 0);
    for part in parts {
        let shown = if is_literal(part) {
            show(context, part, scope, abbreviate)
        } else {
            html.push_str(&Markup(pieces[written..].to_vec()).to_html(true));
            written = pieces.len();
            context.meter().charge(html.len() as u64 / BYTES_A_STEP)?;
            context.push_parent(&html);
            let shown = show(context, part, scope, abbreviate);
            context.pop_parent();
            shown
        };
        pieces.extend(shown?.0);
    }
    Ok(pieces)
}

/// Bytes that are copied in one step of work.
const BYTES_A_STEP: u64 = 64;

/// Returns true if a part of a text is literal: it needs no evaluation.
fn is_literal(part: &Value) -> bool {
    match part {
        Value::Text(text) => !text.is_special(),
        Value::Array(_) => false,
        _ => true,
    }
}

/// Takes the effects off the front: `None` if there is none.
fn effects<'a>(
    context: &mut dyn Evaluate,
    mut entries: &'a [Value],
    scope: &Scope<'_>,
) -> Result<(Option<Vec<Style>>, &'a [Value]), Error> {
    let mut styles: Option<Vec<Style>> = None;
    while let Some((Value::Text(word), mut rest)) = entries.split_first() {
        let mut argument = || {
            let (first, others) = rest.split_first()?;
            rest = others;
            Some(first)
        };
        let style = if word.is("@TextE") {
            None
        } else if let Some((_, style)) = simple_styles().into_iter().find(|(name, _)| word.is(name)) {
            Some(style)
        } else if word.is("@TextColor") {
            let color = argument().cloned().unwrap_or_default();
            Some(Style::Color(color::evaluate(context, &color, scope)?))
        } else if word.is("@TextShadow") {
            let mut lengths: [String; 3] = Default::default();
            for length in &mut lengths {
                let value = scope.evaluate(context, argument().unwrap_or(&Value::Undefined))?;
                *length = to_text(&value, context.meter())?.to_string_lossy();
            }
            let color = argument().cloned().unwrap_or_default();
            Some(Style::Shadow(lengths, color::evaluate(context, &color, scope)?))
        } else {
            break;
        };
        styles.get_or_insert_default().extend(style);
        entries = rest;
    }
    Ok((styles, entries))
}

fn simple_styles() -> [(&'static str, Style); 10] {
    [
        ("@Bold", Style::Bold),
        ("@Italic", Style::Italic),
        ("@Superscript", Style::Superscript),
        ("@Subscript", Style::Subscript),
        ("@UnBold", Style::NormalWeight),
        ("@UnItalic", Style::Upright),
        ("@Underline", Style::Line("underline")),
        ("@Overline", Style::Line("overline")),
        ("@Strikethrough", Style::Line("line-through")),
        ("@NoLine", Style::Line("none")),
    ]
}
