//! Any text as an expression: read, compiled and run, within small limits.

#![no_main]

use calcarray::host::NoGame;
use calcarray::{json, Limits, Meter, Position, Program};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(expression) = json::read(text, &json::ReadLimits::default()) else { return };
    let limits = Limits { steps: 50_000, memory: 4 << 20, ..Limits::default() };
    let Ok(program) = Program::compile(&expression, &limits) else { return };
    let mut meter = Meter::new(limits);
    let mut run = || {
        meter.reset();
        program.run(&mut NoGame::default(), &Position::default(), &mut meter)
    };
    // The same value every time, and one that survives being written.
    let value = run();
    assert_eq!(value, run());
    if let Ok(value) = value {
        let _ = json::write(&value);
    }
});
