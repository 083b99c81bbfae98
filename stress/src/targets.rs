//! The fuzz targets as functions of bytes: shared by the targets and by programs that feed
//! them known files. A target panics if something does not hold; its answer describes the
//! result, so that two machines can be compared.

use std::fmt::Write as _;

use calcarray::host::NoGame;
use calcarray::json::{self, Markup, ReadLimits, Reader};
use calcarray::{Limits, Meter, Position, Program, Value};
use polymerge::advanced::modefile::{Expressions, ReadOptions, SourceFile, check, read, write};
use polymerge::catalogue::BuiltIn;
use polymerge::formula::{NoNames, compile, show};
use polymerge_assist::File;
use polymerge_player::{Adviser, LearnedValue, Trainer, play_game};
use polymerge_rules::{Engine, Mode, Ruleset};
use polymerge_savecode::{
    DecodeLimits, EncodeReason, Kind, Sheet, Version, base64, decode, encode_as, entity, moves,
};

use crate::{Picks, generate, laws, mixed};

/// A name, and the function that runs bytes.
type Target = (&'static str, fn(&[u8]) -> String);

/// All targets that need nothing but the engine, by name.
const TARGETS: &[Target] = &[
    ("assist", assist),
    ("code_text", |bytes| code(text(bytes))),
    ("decode_custom", |bytes| pieces(Kind::Custom, bytes)),
    ("decode_game", |bytes| pieces(Kind::Game, bytes)),
    ("decode_infused", |bytes| pieces(Kind::Infused, bytes)),
    ("decode_mode", |bytes| pieces(Kind::Mode, bytes)),
    ("decode_modifiers", |bytes| pieces(Kind::Modifiers, bytes)),
    ("decode_replay", |bytes| pieces(Kind::Replay, bytes)),
    ("expression", |bytes| match json::read(text(bytes), &ReadLimits::default()) {
        Ok(expression) => evaluated(&expression, small()),
        Err(error) => error.to_string(),
    }),
    ("formula", |bytes| match compile(text(bytes), &NoNames) {
        Ok(value) => comes_back(&value),
        Err(error) => error.to_string(),
    }),
    ("generated_expression", |bytes| evaluated(&generate::expression(&mut Picks::new(bytes)), small())),
    ("json", |bytes| markup(text(bytes))),
    ("memory", remember),
    ("mode_file", mode_file),
    ("move_string", |bytes| move_string(text(bytes))),
    ("replay", |bytes| {
        laws::replay_generated(bytes);
        String::new()
    }),
    ("shown", |bytes| comes_back(&generate::expression(&mut Picks::new(bytes)))),
    ("turn", |bytes| laws::play_generated(bytes).to_string()),
    ("weights", weights),
];

/// Runs the target of this name on bytes and returns its answer; `None` if there is no such
/// target.
///
/// # Panics
/// If something does not hold.
pub fn run(name: &str, bytes: &[u8]) -> Option<String> {
    let (_, target) = TARGETS.iter().find(|(own, _)| *own == name)?;
    Some(target(bytes))
}

/// The bytes as a text, up to the first that belongs to no character.
fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Makes a code of this kind, and checks it. The first byte chooses the
/// version; the rest are the texts of the pieces, with a zero byte between
/// them. They are put into base-64 here, so that a fuzzer does not have to
/// learn it.
fn pieces(kind: Kind, data: &[u8]) -> String {
    let Some((&first, pieces)) = data.split_first() else { return String::new() };
    let versions = kind.versions();
    let version = versions[usize::from(first) % versions.len()];
    let mut written = format!("{}|{version}|", kind.mark());
    for piece in pieces.split(|&byte| byte == 0) {
        let text: String = piece.iter().copied().map(char::from).collect();
        // Flags are not in base-64.
        if text == "t" || text == "f" {
            written.push_str(&text);
        } else {
            base64::append(&text, &mut written);
        }
        written.push('|');
    }
    code(&written)
}

/// Checks that a code that can be read can be written, and is read as the same again;
/// except for texts that only old codes can hold.
fn code(code: &str) -> String {
    let limits = DecodeLimits::default();
    if let Ok(sheet) = Sheet::read(code, &limits) {
        let _ = sheet.write();
    }
    let read = match decode(code, &limits) {
        Ok(read) => read,
        Err(error) => return error.to_string(),
    };
    let written = match encode_as(&read.content, Version::CURRENT) {
        // In a code of version 1.0 such a text is just a text.
        Err(error) if error.reason == EncodeReason::FalseNumber => return error.to_string(),
        written => written.expect("what was read can be written"),
    };
    let again = decode(&written.text, &limits).expect("what was written can be read");
    if written.warnings.is_empty() {
        let rewritten = encode_as(&again.content, Version::CURRENT).expect("and written again");
        assert_eq!(rewritten.text, written.text);
    }
    let mut answer = written.text;
    for &version in again.content.kind().versions() {
        if let Ok(old) = encode_as(&again.content, version) {
            decode(&old.text, &limits).expect("codes of old versions can be read");
            answer.push_str(&old.text);
        }
    }
    answer
}

/// Shows an expression as a formula, which becomes the same expression.
fn comes_back(value: &Value) -> String {
    let shown = show(value, &NoNames);
    let back = compile(&shown, &NoNames).expect("what is shown is a formula");
    assert!(back.identical(value), "{shown} is not {}", json::write(value));
    shown
}

/// Limits that many expressions per second can afford to run into.
pub fn small() -> Limits {
    Limits { steps: 50_000, memory: 4 << 20, ..Limits::default() }
}

/// Runs an expression: it has the same value every time, and one that survives
/// being written.
///
/// # Panics
/// If it has not.
pub fn evaluated(expression: &Value, limits: Limits) -> String {
    let program = match Program::compile(expression, &limits) {
        Ok(program) => program,
        Err(error) => return error.to_string(),
    };
    let mut meter = Meter::new(limits);
    let mut run = || {
        meter.reset();
        program.run(&mut NoGame::default(), &Position::default(), &mut meter)
    };
    let value = run();
    let mut answer = format!("{value:?}");
    assert_eq!(answer, format!("{:?}", run()));
    // The amount of work is the same everywhere, too.
    let _ = write!(answer, " {} {}", meter.steps_left(), meter.memory_left());
    if let Ok(value) = value {
        answer.push_str(&json::write(&value));
    }
    answer
}

/// JSON of a code, read as it stands there and with its references replaced
/// first. There may be several texts, as the pieces of a code.
fn markup(text: &str) -> String {
    const MARKUP: Markup = Markup { quote: "&#x22;", decode: entity::decode };
    let limits = ReadLimits { depth: 40, nodes: 10_000, integer_digits: 1000, ..ReadLimits::default() };
    let mut reader = Reader::new(limits.clone());
    let mut decoded = Reader::new(limits);
    let mut answer = String::new();
    for text in text.split('\0') {
        let direct = reader.read_in_markup(text, &MARKUP);
        let read = decoded.read(&entity::decode(text));
        match (direct, read) {
            (Some(direct), Ok(read)) => {
                answer.push_str(&json::write(&direct));
                assert_eq!(json::write(&direct), json::write(&read));
            }
            (Some(direct), Err(error)) => panic!("{error}, but {}", json::write(&direct)),
            // Then it is read the other way, and the values are counted there.
            (None, _) => return answer,
        }
    }
    answer
}

/// Games of modes made and mixed from the bytes, with and without memory.
fn remember(bytes: &[u8]) -> String {
    match bytes.split_first() {
        Some((choice, bytes)) if choice % 2 == 0 => mixed::compare_mixed_games(bytes, 60).to_string(),
        Some((_, bytes)) => laws::remember_generated(bytes).to_string(),
        None => String::new(),
    }
}

/// A mode file: checked, and what can be read survives being written.
fn mode_file(data: &[u8]) -> String {
    let options = ReadOptions::default();
    let file = SourceFile::new("fuzz.jsonc", data.to_vec());
    let answer = check(&file, &BuiltIn, &options).problems.to_text();
    let Ok(first) = read(&file, &BuiltIn, &options) else { return answer };
    let text = write(&first.mode, &first.info, Expressions::Formulas);
    let again = read(&SourceFile::new("written.jsonc", text.clone().into_bytes()), &BuiltIn, &options)
        .expect("what was written can be read");
    assert!(again.mode == first.mode);
    answer + &text
}

/// A file under a cursor, whose place the first two bytes say: places are parts of the text,
/// formatting comes to an end, and names stay as many.
fn assist(data: &[u8]) -> String {
    let (head, rest) = data.split_at(data.len().min(2));
    let text = text(rest);
    let at = head.iter().fold(0, |at, byte| at * 256 + usize::from(*byte)) % (text.len() + 1);
    let opened =
        |text: &str| File::new(&SourceFile::new("fuzz.jsonc", text.to_owned().into_bytes()), &BuiltIn);
    let file = opened(text);
    let part =
        |span: &std::ops::Range<usize>| text.get(span.clone()).expect("it is a part of the text").len();
    let completions = file.complete(at);
    part(&completions.span);
    let explained: usize = completions.items.iter().take(20).map(|item| file.explain(at, item).len()).sum();
    let hover = file.hover(at).map_or(0, |hover| part(&hover.span) + hover.text.len());
    let signature = file.signature(at).map_or(0, |signature| signature.label.len());
    let places = file.references(at).iter().map(part).sum::<usize>() + file.definition(at).len();
    let colours: usize = file.highlight().iter().map(|own| part(&own.span)).sum();
    let symbols = file.symbols().iter().map(|own| part(&own.span)).sum::<usize>();
    let applied = |edits: &[polymerge_assist::Edit]| {
        let mut text = text.to_owned();
        edits.iter().rev().for_each(|edit| text.replace_range(edit.span.clone(), &edit.text));
        text
    };
    let formatted = applied(&file.format());
    assert!(opened(&formatted).format().is_empty());
    if let Ok(renamed) = file.rename(at, "another_name") {
        let other = opened(&applied(&renamed.edits));
        assert_eq!(other.uses().len(), file.uses().len());
    }
    let items = completions.items.len();
    format!("{items} {explained} {hover} {signature} {places} {colours} {symbols} {formatted}")
}

/// A file of learned weights, of which the bytes are all but its head and its checksum,
/// which no fuzzer would guess: what can be read plays, and survives being written.
fn weights(data: &[u8]) -> String {
    let mode = Mode::classic(3, 3);
    let mut file = [b"PMLV\x02", &mode.rules_hash().to_le_bytes()[..], data].concat();
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let checksum: u64 = file.iter().fold(0xcbf2_9ce4_8422_2325, step);
    file.extend_from_slice(&checksum.to_le_bytes());
    let memory = 1 << 20;
    let mut value = match LearnedValue::of_file(&file, &mode, memory) {
        Ok(value) => value,
        Err(error) => return error.to_string(),
    };
    let rules = Ruleset::compile(mode.clone(), polymerge::Limits::default()).expect("the mode is right");
    let mut engine = Engine::new(rules.clone(), 0.0);
    let game = play_game(&mut engine, &mut Adviser::learned(&mut value, 1).into(), 1, 50);
    for most in [usize::MAX, 300, 0] {
        LearnedValue::of_file(&value.to_file(most), &mode, memory).expect("what was written can be read");
    }
    let mut answer = format!("{value} {game:?}");
    if let Ok(mut trainer) = Trainer::of_file(&file, &mode, memory) {
        trainer.run(&mut Engine::new(rules, 0.0), 200).expect("games start");
        let learned = trainer.to_file();
        Trainer::of_file(&learned, &mode, memory).expect("what was written can be read");
        let _ = write!(answer, " {:x}", learned.iter().fold(0, step));
    }
    answer
}

fn move_string(text: &str) -> String {
    match moves::decode(text, 10_000) {
        Ok(read) => {
            let written = moves::encode(&read.moves, read.directions).expect("what was read can be written");
            assert_eq!(written, text);
            format!("{read:?}")
        }
        Err(error) => error.to_string(),
    }
}
