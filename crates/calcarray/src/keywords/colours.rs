//! Words of colour expressions (docs/spec/display.md, "Colour expressions").

use super::{Group, Keyword};

/// The first words of lists that are colours, and the words of gradients.
pub const COLOURS: Group = Group {
    title: "Colours",
    note: "A colour is a CSS text or a list that begins with one of these words. Examples are colours, and \
           what they are in CSS. Parts may be expressions. Degrees count clockwise from the top.",
    keywords: ROWS,
};

const ROWS: &[Keyword] = &[
    keyword!("@HSLA", "hue saturation lightness opacity", "Hue in degrees (0 red, 120 green, 240 blue), saturation and lightness in percent, opacity from 0 to 1.", r##"["@HSLA",30,100,50,1]"## => "hsla(30, 100%, 50%, 1)"),
    keyword!("@HSVA", "hue saturation value opacity", "As @HSLA, with a value (brightness) in percent: 100 is the pure colour.", r##"["@HSVA",30,100,100,1]"## => "hsla(30, 100%, 50%, 1)"),
    keyword!("@RGBA", "red green blue opacity", "Red, green and blue from 0 to 255, opacity from 0 to 1.", r##"["@RGBA",255,128,0,1]"## => "rgba(255, 128, 0, 1)"),
    keyword!("@linear-gradient", "angle colours-and-places", "From colour to colour in one direction: an angle (optional), then colours, each with its place in percent (optional).", r##"["@linear-gradient",90,"#fff","#000",80]"## => "linear-gradient(90deg, #fff, #000 80%)"),
    keyword!("@radial-gradient", "colours-and-places", "From the middle outwards.", r##"["@radial-gradient","#fff",0,"#000",70]"## => "radial-gradient(#fff 0%, #000 70%)"),
    keyword!("@conic-gradient", "angle colours-and-places", "Around the middle; places are in degrees.", r##"["@conic-gradient",45,"#fff","#000",180]"## => "conic-gradient(from 45deg, #fff, #000 180deg)"),
    keyword!("@repeating-linear-gradient", "angle colours-and-places", "As @linear-gradient, again and again.", r##"["@repeating-linear-gradient",0,"#fff",0,"#000",10]"## => "repeating-linear-gradient(0deg, #fff 0%, #000 10%)"),
    keyword!("@repeating-radial-gradient", "colours-and-places", "As @radial-gradient, again and again.", r##"["@repeating-radial-gradient","#fff",0,"#000",10]"## => "repeating-radial-gradient(#fff 0%, #000 10%)"),
    keyword!("@repeating-conic-gradient", "angle colours-and-places", "As @conic-gradient, again and again.", r##"["@repeating-conic-gradient",0,"#fff",0,"#000",30]"## => "repeating-conic-gradient(from 0deg, #fff 0deg, #000 30deg)"),
    keyword!("@GradientDetails", "details", "The first part of a gradient, in place of an angle. Radial: column and row of the middle in percent, whether it is a circle, and how far it reaches (0 to 3: farthest corner, farthest side, closest corner, closest side). Conic: angle, column and row.", r##"["@radial-gradient",["@GradientDetails",20,30,true,1],"#fff","#000"]"## => "radial-gradient(circle farthest-side at 20% 30%, #fff, #000)"),
    keyword!("@CalcArrayNumber", "expression", "An angle or a place in a gradient that is computed.", r##"["@linear-gradient",["@CalcArrayNumber",45,"*",2],"#fff","#000"]"## => "linear-gradient(90deg, #fff, #000)"),
    keyword!("@multi-gradient", "gradients", "Several gradients, the first on top.", r##"["@multi-gradient",["@linear-gradient",0,"#0008","#0000"],["@radial-gradient","#fff","#f00"]]"## => "linear-gradient(0deg, #0008, #0000), radial-gradient(#fff, #f00)"),
    keyword!("@rotate", "degrees invert colour", "A colour whose hue is turned by this many degrees; if the second part is true, its lightness is inverted.", r##"["@rotate",120,false,"#ff0000"]"## => "hsla(120, 100%, 50%, 1)"),
];
