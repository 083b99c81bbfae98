//! `polymerge render` as a shell sees it.

use std::path::PathBuf;
use std::process::Command;

fn polymerge(arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_polymerge")).args(arguments).output().unwrap();
    (output.status.code().unwrap_or(-1), output.stdout, String::from_utf8(output.stderr).unwrap())
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_board_is_printed_as_svg() {
    let (status, picture, said) = polymerge(&["render", "2048", "--seed", "7", "--moves", "LURD"]);
    assert_eq!((status, said.as_str()), (0, ""));
    let picture = String::from_utf8(picture).unwrap();
    assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"), "{picture}");
    // Title and value of the stat box.
    assert!(picture.contains(">Score</text>"), "{picture}");
}

#[test]
fn tiles_are_drawn_as_png() {
    let path = file("tiles.png");
    let name = path.to_str().unwrap();
    let (status, _, said) = polymerge(&[
        "render",
        "dive",
        "--gallery",
        "--tiles",
        "[\"@BigInt 6\",[\"@BigInt 17\"]]",
        "-o",
        name,
    ]);
    assert_eq!((status, said.as_str()), (0, ""));
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n"));
    // Two tiles of 100 with gaps of 10, at twice the size.
    assert_eq!(bytes[16..24], [0, 0, 1, 204, 0, 0, 0, 240]);
}

/// Sectors that reach far beyond the tile once moved its mask away.
#[test]
fn the_ring_of_a_plus_tile_goes_all_the_way_round() {
    let path = file("ring.png");
    let (status, _, said) = polymerge(&["render", "043", "--gallery", "-o", path.to_str().unwrap()]);
    assert_eq!((status, said.as_str()), (0, ""));
    let picture = resvg::tiny_skia::Pixmap::load_png(&path).unwrap();
    let color = |x, y| picture.pixel(x, y).map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    // The second tile, twice its size, from 240 to 440 and from 20 to 220.
    for (x, y) in [(246, 120), (434, 120), (340, 26), (340, 214)] {
        assert_ne!(color(x, y), Some([255; 3]), "at {x}, {y}");
    }
    assert_eq!(color(340, 60), Some([255; 3]));
}

#[test]
fn what_can_not_be_drawn_is_said() {
    for (arguments, message) in [
        (&["render", "2048", "-o", "board.gif"][..], "board.gif: the name must end in .svg or .png"),
        (&["render", "2048", "--gallery", "--tiles", "7"], "--tiles: a list of tiles is wanted"),
        (&["render", "2048", "-o", "board.png", "--scale", "1000"], "at scale 1000 the picture would have"),
        (&["render", "no such mode"], "there is no mode"),
    ] {
        let (status, _, said) = polymerge(arguments);
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(message), "{said}");
    }
}
