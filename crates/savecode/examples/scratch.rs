use polymerge_savecode::*;
fn main() {
    let mut ok = 0;
    for arg in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&arg).unwrap();
        match decode(&text, &Default::default()) {
            Err(e) => println!("{arg}: {e}"),
            Ok(code) => {
                let again = encode(&code.content).unwrap();
                let stored = Sheet::read(&text, &Default::default()).unwrap().write();
                if again != text {
                    println!("{arg}: differs; {:?}", code.warnings);
                    for (i, (a, b)) in again.split('|').zip(text.split('|')).enumerate() {
                        if a != b {
                            println!("   {i}");
                            break;
                        }
                    }
                } else if !code.warnings.is_empty() {
                    println!("{arg}: {:?}", code.warnings);
                } else {
                    ok += 1
                }
                if stored.as_deref() != Ok(text.as_str()) {
                    println!("{arg}: sheet differs {:?}", stored.err());
                }
            }
        }
    }
    println!("{ok} ok");
}
