//! Any bytes as requests to the score service, answered within the program.

#![no_main]

use std::cell::RefCell;

use polymerge_server::robot::Robot;

thread_local! {
    static ROBOT: RefCell<Robot> = RefCell::new(Robot::new().expect("there are threads"));
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(fault) = ROBOT.with_borrow_mut(|robot| robot.ask(data)) {
        panic!("{fault}");
    }
});
