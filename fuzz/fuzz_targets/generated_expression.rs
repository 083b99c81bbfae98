//! Expressions made from the bytes, nearly always of what operators ask for:
//! run within small limits.

#![no_main]

use calcarray::host::NoGame;
use calcarray::{json, Limits, Meter, Position, Program};
use stress::{generate, Picks};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { steps: 50_000, memory: 4 << 20, ..Limits::default() };
    let expression = generate::expression(&mut Picks::new(bytes));
    let Ok(program) = Program::compile(&expression, &limits) else { return };
    let mut meter = Meter::new(limits);
    let mut run = || {
        meter.reset();
        program.run(&mut NoGame::default(), &Position::default(), &mut meter)
    };
    let value = run();
    assert_eq!(format!("{value:?}"), format!("{:?}", run()));
    if let Ok(value) = value {
        let _ = json::write(&value);
    }
});
