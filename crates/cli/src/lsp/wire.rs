//! Messages of the protocol: a head with a length, then JSON.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;

/// The longest message that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// A part of the input.
pub enum Received {
    Message(Message),
    /// Something that is no message, and why.
    Garbage(String),
    /// Nothing more comes.
    End,
}

/// Reads the next message.
pub fn read(input: &mut impl BufRead) -> Received {
    let mut length: Option<u64> = None;
    let mut is_empty = true;
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return Received::End,
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            _ if line.is_empty() && is_empty => continue,
            (None, Some(length)) if line.is_empty() => return body(input, length),
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            // Such as the type of the content, which is always the same.
            (Some((name, _)), _) if name.to_ascii_lowercase().starts_with("content-") => {}
            _ => return Received::Garbage("a head with Content-Length is expected".to_owned()),
        }
        is_empty = false;
    }
}

fn body(input: &mut impl BufRead, length: u64) -> Received {
    let mut body = Vec::new();
    match input.by_ref().take(length.min(LONGEST)).read_to_end(&mut body) {
        Ok(read) if read as u64 == length => {}
        Ok(read) if read as u64 == LONGEST => {
            return match io::copy(&mut input.by_ref().take(length - LONGEST), &mut io::sink()) {
                Ok(_) => Received::Garbage("the message is too long".to_owned()),
                Err(_) => Received::End,
            };
        }
        Ok(_) | Err(_) => return Received::End,
    }
    match serde_json::from_slice(&body) {
        Ok(message) => Received::Message(message),
        Err(error) => Received::Garbage(error.to_string()),
    }
}

/// Writes the answer to something that was no message, and so has no number.
pub fn refuse(output: &mut impl Write, why: &str) -> io::Result<()> {
    let code = lsp_server::ErrorCode::ParseError as i32;
    let error = serde_json::json!({ "code": code, "message": why });
    let text = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_and_garbage_are_distinguished() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let answer = r#"{"jsonrpc":"2.0","id":"watch","result":null}"#;
        let head = |length: usize| format!("Content-Length: {length}\r\n\r\n");
        for (text, expected) in [
            (format!("{}{good}", head(good.len())), "mE"),
            (format!("Content-Type: x\r\n{}{good}", head(good.len())), "mE"),
            (format!("\r\n\r\ncontent-length:{}\n\n{good}", good.len()), "mE"),
            (format!("{}{answer}{}{good}", head(answer.len()), head(good.len())), "mmE"),
            (format!("hello\r\n{}{good}", head(good.len())), "gmE"),
            (format!("{}{{]{}{good}", head(2), head(good.len())), "gmE"),
            (format!("{}[]", head(2)), "gE"),
            (format!("{}[]", head(3)), "E"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "gE"),
            ("Content-Length: 99999999999999999\r\n\r\nx".to_owned(), "E"),
            (String::new(), "E"),
        ] {
            let mut input = text.as_bytes();
            let mut found = String::new();
            loop {
                match read(&mut input) {
                    Received::Message(_) => found.push('m'),
                    Received::Garbage(_) => found.push('g'),
                    Received::End => break found.push('E'),
                }
            }
            assert_eq!(found, expected, "{text}");
        }
    }
}
