//! Codes are found in what people paste from mails and chats.

use polymerge_savecode::code_in;

/// A code with a line for each piece of a real one.
fn code() -> String {
    format!("@2048PowCompMode|3.0|4|4|{}|{}|", "QUJD".repeat(60), "REVG".repeat(31))
}

/// A text in lines of so many letters.
fn broken(width: usize, text: &str) -> String {
    text.as_bytes()
        .chunks(width)
        .map(|line| std::str::from_utf8(line).unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

fn quoted(text: &str) -> String {
    text.split('\n').map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn codes_are_found_among_other_words() {
    let code = code();
    let mail = format!("Hello,\n\n{code}\n\nBest, Ann");
    for (what, text) in [
        ("alone", code.clone()),
        ("with blanks around it", format!("\n {code}\n")),
        ("after a mark of its encoding", format!("\u{feff}{code}")),
        ("after other words", format!("Look at this: {code}")),
        ("between other lines", mail.clone()),
        ("before a name", format!("Hello,\n{code}\nAnn")),
        ("in quotation marks", format!("He said \"{code}\".")),
        ("in the marks of code, before words", format!("`{code}` is mine")),
        ("quoted", quoted(&mail)),
        ("quoted, with carriage returns", quoted(&mail).replace('\n', "\r\n")),
        (
            "quoted twice, in lines",
            format!("Yes!\n{}", quoted(&quoted(&mail.replace(&code, &broken(76, &code))))),
        ),
        ("before words, without a quote", format!("{code} is mine")),
        ("before lines of words, without a quote", format!("{code}\n\nBest,\nAnn")),
        ("before a quote", format!("{code}\n> Which mode?")),
        ("in lines, without a quote", format!("{}\nBest", broken(76, &code))),
        ("in lines, before a name", format!("Look:\n{}\nAnn", broken(76, &code))),
        ("in lines after other words", format!("{}\nBest", broken(76, &format!("Look: {code}")))),
        ("in lines of its own after words", format!("Look: {}\nBest,\nAnn", broken(70, &code))),
        ("in lines that end with blanks", format!("Look:\n{}\nBest", broken(72, &code).replace('\n', " \n"))),
        ("in a text that begins with a sign", format!("/me plays {code}")),
        ("in angle brackets", format!("<{code}>")),
        ("after the name of a person", format!("@ann: {code}")),
    ] {
        assert_eq!(code_in(&text), code, "{what}");
    }
}

#[test]
fn words_after_a_code_are_none_of_it() {
    let short = format!("@2048PowCompModifiers|3.0|{}|", "QUJD".repeat(14));
    let two = format!("@2048PowCompModifiers|3.0|{}Q|", "QUJD".repeat(31));
    for (what, text, code) in [
        ("a word after a short code", format!("Mine:\n{short}\nBest"), &short),
        ("two words after it", format!("Mine:\n{short}\nBest\nAnn"), &short),
        ("after a full last line", format!("Mine:\n{}\nBest", broken(two.len() / 2, &two)), &two),
    ] {
        assert_eq!(&code_in(&text), code, "{what}");
    }
}

#[test]
fn codes_below_one_another_are_several() {
    let codes = [code().replace("|4|4|", "|44444|44|"), code()];
    // The last line is as long as the others: its length does not end the code.
    let in_lines = broken(codes[0].len() / 3, &codes[0]);
    assert!(in_lines.lines().all(|line| line.len() == codes[0].len() / 3));
    for (what, text) in [
        ("in a line each", format!("Mine:\n{}\n{}", codes[0], codes[1])),
        ("without other words", format!("{}\n{}", codes[0], codes[1])),
        ("quoted", quoted(&codes.join("\n"))),
        ("in broken lines", format!("Mine:\n{in_lines}\n{}", broken(132, &codes[1]))),
    ] {
        assert_eq!(code_in(&text), codes[0], "{what}");
    }
}

#[test]
fn a_code_with_a_blank_in_it_is_taken_whole() {
    // The message names the piece.
    for text in ["@2048PowCompMode|3.0|NA ==|", "@2048PowCompMode |3.0|", "@2048PowCompMode|3.0"] {
        assert_eq!(code_in(&format!(" {text}\n")), text);
    }
}

#[test]
fn other_texts_are_taken_as_they_are() {
    let file = "{\n  \"title\": \"> @2048PowCompMode|3.0|\"\n}";
    let page = "<!doctype html><p>@2048PowCompMode|3.0|</p>";
    for (text, expected) in [
        (file.to_owned(), file.to_owned()),
        (format!("// Mine\n{file}"), format!("// Mine\n{file}")),
        (
            format!("/*\n> @2048PowCompMode|3.0|\n*/\n{file}"),
            format!("/*\n> @2048PowCompMode|3.0|\n*/\n{file}"),
        ),
        (format!("{page}\n> quoted"), format!("{page}\n> quoted")),
        (page.to_owned(), page.to_owned()),
        ("<HTML><p>@2048PowCompMode|3.0|".to_owned(), "<HTML><p>@2048PowCompMode|3.0|".to_owned()),
        (quoted("{\n  \"title\": \"Mine\"\n}"), "{\n  \"title\": \"Mine\"\n}".to_owned()),
        ("Hello".to_owned(), "Hello".to_owned()),
        ("@nothing".to_owned(), "@nothing".to_owned()),
        ("write to @2048PowUser".to_owned(), "write to @2048PowUser".to_owned()),
        (String::new(), String::new()),
    ] {
        assert_eq!(code_in(&text), expected, "{text:?}");
    }
}
