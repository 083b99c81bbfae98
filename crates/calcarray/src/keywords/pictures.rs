//! Words of looks beyond texts and colours (docs/spec/display.md, "Addons").

use super::{Group, Keyword};

/// The first words of further pictures on a tile (`add` of a look), and the words for a whole tile
/// in one.
pub const PICTURES: Group = Group {
    title: "Pictures on tiles",
    note: "Entries of `add` of a look are lists that begin with one of the first three words. Examples are \
           entries of `add`, and the layer that each puts on the tile 5: its text, its background, or that of \
           the tile in it.",
    keywords: ROWS,
};

const ROWS: &[Keyword] = &[
    keyword!("Innerscript", "text place size letter-size colour shadow", "A further text, at a place such as top-left or center-right. Sizes are those of a look; colour and shadow may be left out.", r##"["Innerscript",["@This 0","*",2],"top-left",3,-1,"#f00"]"## => "10"),
    keyword!("PrimeImage", "colour mask width height left top", "A colour, a gradient or a small tile over the tile. It is seen where the mask is not transparent. Sizes and places are in percent; without them it covers the tile.", r##"["PrimeImage",["@linear-gradient",90,"#f000","#f00f"]]"## => "linear-gradient(90deg, #f000, #f00f)"),
    keyword!("ExtraEntriesList", "expression", "An expression that gives a list of such entries.", r##"["ExtraEntriesList",["@Literal",["Innerscript","x","center-center",2,-1]]]"## => "x"),
    keyword!("@DisplayTile", "text colour text-colour", "In place of a colour: a small tile with a text and colours of its own. As the colour of cells (`cell` of `colours`), what empty cells look like.", r##"["PrimeImage",["@DisplayTile",["@TextE","y"],"#00f","#fff"],"@undefined",50,50]"## => "#00f"),
    keyword!("@ColorScheme", "name value parameters", "In place of a colour: a small tile by a special colour scheme.", r##"["PrimeImage",["@ColorScheme","DIVE",["@This 0"]],"@undefined",50,50]"## => "rgb(0, 0, 136)"),
];
