//! What the suites come to natively: `native-results FOLDER` writes a file for
//! each suite that needs no golden data, with a line for each case, its digest
//! and its name. `native-results --show SUITE NUMBER` prints the text of a case.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, panic};

use conformance_wasm::suite;

/// The stack of the thread that runs the cases, as large as a program's own.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let work = move || match &arguments[..] {
        [folder] => write(Path::new(folder)),
        [option, suite, number] if option == "--show" => show(suite, number),
        _ => Err("usage: native-results FOLDER | --show SUITE NUMBER".to_owned()),
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(message))) => {
            eprintln!("native-results: {message}");
            ExitCode::FAILURE
        }
        _ => ExitCode::FAILURE,
    }
}

fn write(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in suite::names().0 {
        let mut lines = String::new();
        for case in suite::cases(&name, Path::new(""))? {
            let text = panic::catch_unwind(panic::AssertUnwindSafe(case.run))
                .map_err(|_| format!("{name}: {} panicked", case.name))?;
            lines.push_str(&format!("{} {}\n", conformance_wasm::digest(&text), case.name));
        }
        let file = folder.join(format!("{name}.txt"));
        fs::write(&file, lines).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

fn show(name: &str, number: &str) -> Result<(), String> {
    let number: usize = number.parse().map_err(|_| format!("{number} is not a number"))?;
    let case = suite::cases(name, Path::new(""))?.into_iter().nth(number).ok_or("there is no such case")?;
    println!("{}\n{}", case.name, (case.run)());
    Ok(())
}
