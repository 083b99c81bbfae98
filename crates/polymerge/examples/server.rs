//! A server that takes texts from strangers: strict limits for everything, and answers that say
//! what is wrong.

use polymerge::{Error, ErrorKind, Limits, Mode, Opened, open};

pub(crate) fn main() -> Result<(), Error> {
    let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
    game.play(0)?;
    let endless = r#"{
        "extends": "classic.jsonc",
        "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"] }],
    }"#;
    let texts =
        [game.code()?, game.replay_code()?, endless.into(), "{ \"widht\": 4 }".into(), "hello".into()];
    for text in texts {
        match answer(&text) {
            Ok(answer) => println!("200 {answer}"),
            Err(error) => {
                let status = if error.kind() == ErrorKind::Limit { 413 } else { 422 };
                println!(
                    "{status} {}: {}",
                    error.code(),
                    error.to_string().lines().next().unwrap_or_default()
                );
            }
        }
    }
    Ok(())
}

/// Opens a text, does something with it and returns a line about the result.
fn answer(text: &str) -> Result<String, Error> {
    let limits = Limits::strict();
    Ok(match open(text, &limits)? {
        Opened::Mode(mode) => {
            let mut game = mode.compile()?.start(1)?;
            game.play(0)?;
            format!("the mode {:?} can be played", mode.title())
        }
        Opened::Game(saved) => {
            let game = saved.resume(0.0, &limits)?;
            format!("a game with {} points", game.score())
        }
        Opened::Replay(replay) => {
            let mut player = replay.player(&limits)?;
            player.seek(usize::MAX)?;
            format!("a replay of {} moves, checked: {:?}", player.state().moves(), player.checks())
        }
        _ => "something else".to_owned(),
    })
}
