//! Writes the JavaScript and TypeScript side of a WebAssembly module:
//! `polymerge-bindgen MODULE.wasm NAME DIRECTORY`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, name, directory] = &arguments[..] else {
        return Err("usage: polymerge-bindgen MODULE.wasm NAME DIRECTORY".into());
    };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_producers_section(true)
        .remove_name_section(true)
        // The engine can be loaded anew, and knows what belongs to the one before.
        .reset_state_function(true)
        .generate(directory)?;
    Ok(())
}
