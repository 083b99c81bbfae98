//! Colour differences of tiles that follow one another, also for people who see fewer colours.

/// Matrices that turn a colour, in linear red, green and blue, into the one that people without one
/// of the three kinds of receptors see: Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", 2009, severity 1.0.
const DEFICIENCIES: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "without red receptors",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "without green receptors",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "without blue receptors",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// Colours nearer than this in CIE L*a*b* are hard to tell apart at a glance.
pub(crate) const LEAST_DIFFERENCE: f64 = 7.0;

/// The least difference of two colours in CIE L*a*b*, and to whom they look
/// that near: `None` for most people.
pub(crate) fn difference(a: [f64; 3], b: [f64; 3]) -> (f64, Option<&'static str>) {
    let usual = (distance(lab(a), lab(b)), None);
    DEFICIENCIES
        .iter()
        .map(|(who, matrix)| (distance(lab(seen(a, matrix)), lab(seen(b, matrix))), Some(*who)))
        .fold(usual, |least, found| if found.0 < least.0 { found } else { least })
}

fn seen(colour: [f64; 3], matrix: &[[f64; 3]; 3]) -> [f64; 3] {
    matrix.map(|row| (row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]).clamp(0.0, 1.0))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// CIE L*a*b* of linear sRGB, with white at D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue;
    let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue;
    let z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue;
    let curve = |value: f64| {
        if value > 216.0 / 24389.0 { value.cbrt() } else { (24389.0 / 27.0 * value + 16.0) / 116.0 }
    };
    let (x, y, z) = (curve(x / 0.95047), curve(y), curve(z / 1.08883));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_as_far_apart_as_they_look() {
        let rgb = |colour| crate::keys::contrast::linear(colour).unwrap();
        // colours, least and greatest difference, to whom they look that near
        let cases = [
            ("#000000", "#ffffff", 95.0, 101.0, true),
            ("#ff0000", "#00a000", 0.0, 40.0, false),
            ("#f0c040", "#f0c040", 0.0, 0.0, true),
            ("#9a6644", "#966a44", 0.0, LEAST_DIFFERENCE, false),
        ];
        for (a, b, least, most, everybody) in cases {
            let (found, who) = difference(rgb(a), rgb(b));
            assert!((least..=most).contains(&found), "{a} {b}: {found}");
            if everybody && found == 0.0 {
                assert_eq!(who, None);
            }
        }
    }
}
