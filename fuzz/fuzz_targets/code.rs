//! Codes made of bytes, and what must hold for every code.

use polymerge_savecode::{base64, decode, encode_as, DecodeLimits, EncodeReason, Kind, Sheet, Version};

#[allow(dead_code)]
/// Makes a code of this kind, and checks it. The first byte chooses the
/// version; the rest are the texts of the pieces, with a zero byte between
/// them. They are put into base-64 here, so that the fuzzer does not have to
/// learn it.
pub fn check(kind: Kind, data: &[u8]) {
    let Some((&first, pieces)) = data.split_first() else { return };
    let versions = kind.versions();
    let version = versions[usize::from(first) % versions.len()];
    let mut code = format!("{}|{version}|", kind.mark());
    for piece in pieces.split(|&byte| byte == 0) {
        let text: String = piece.iter().copied().map(char::from).collect();
        // Flags are not in base-64.
        if text == "t" || text == "f" {
            code.push_str(&text);
        } else {
            base64::append(&text, &mut code);
        }
        code.push('|');
    }
    check_code(&code);
}

/// Whatever can be read can be written, and comes back the same; but for texts
/// that only old codes can hold.
pub fn check_code(code: &str) {
    let limits = DecodeLimits::default();
    if let Ok(sheet) = Sheet::read(code, &limits) {
        let _ = sheet.write();
    }
    let Ok(read) = decode(code, &limits) else { return };
    let written = match encode_as(&read.content, Version::CURRENT) {
        // In a code of version 1.0 such a text is just a text.
        Err(error) if error.reason == EncodeReason::FalseNumber => return,
        written => written.expect("what was read can be written"),
    };
    let again = decode(&written.text, &limits).expect("what was written can be read");
    if written.warnings.is_empty() {
        let rewritten = encode_as(&again.content, Version::CURRENT).expect("and written again");
        assert_eq!(rewritten.text, written.text);
    }
    for &version in again.content.kind().versions() {
        if let Ok(old) = encode_as(&again.content, version) {
            decode(&old.text, &limits).expect("codes of old versions can be read");
        }
    }
}
