//! Choice and precision of the weights of a small file.

use crate::learned::network::Table;
use crate::learned::packed::{Model, Packer};
use crate::learned::weight::Weights;

/// The weights that were learned: the place, the value and the number of errors of each.
pub(crate) struct Quantizer(Vec<(u32, f32, f32)>);

/// Steps that are tried, as parts of the usual size of weights: each half as large.
const STEPS: usize = 8;
const FIRST_PART: f32 = 1.0;
/// The most tries to adapt the number of weights to the allowed size.
const TRIES: usize = 6;

/// Some weights in few bytes.
struct Packed {
    step: f32,
    bytes: Vec<u8>,
    /// The loss: the squared errors of all weights, each as often as it was learned.
    loss: f64,
}

impl Quantizer {
    /// Collects the learned weights of a network.
    pub(crate) fn of(weights: &Weights) -> Quantizer {
        let all = weights.all().zip(0..).filter(|((value, _), _)| *value != 0.0 && value.is_finite());
        Quantizer(all.map(|((value, errors), place)| (place, value, 1.0 + f32::from(errors.size))).collect())
    }

    /// Returns the step and the weights in at most `most` bytes: the number of weights and the step
    /// are those that lose least. An empty list takes a few bytes, too.
    pub(crate) fn pack(&self, tables: &[Table], most: usize) -> Vec<u8> {
        let (sum, count) = self.0.iter().fold((0.0, 0.0), |(sum, count), (_, value, times)| {
            (sum + f64::from(value * value * times), count + f64::from(*times))
        });
        // Without a function of the platform: the nearest power of 2.
        let usual = power_below((sum / f64::max(count, 1.0)) as f32);
        let mut best: Option<Packed> = None;
        let mut step = usual * FIRST_PART;
        for _ in 0..STEPS {
            let own = self.pack_by(step, tables, most.saturating_sub(size_of::<f32>()));
            match own {
                Some(own) if best.as_ref().is_none_or(|best| own.loss < best.loss) => best = Some(own),
                _ if best.is_some() => break,
                _ => {}
            }
            step /= 2.0;
        }
        let Packed { step, bytes, .. } = best.unwrap_or_else(|| packed(tables, &[], 0.0));
        [&step.to_le_bytes()[..], &bytes].concat()
    }

    /// Packs the most important weights by a step, in at most `most` bytes; `None` if there is room
    /// for none.
    fn pack_by(&self, step: f32, tables: &[Table], most: usize) -> Option<Packed> {
        let parts = |value: f32| rounded(value / step);
        let gain = |(_, value, times): &(u32, f32, f32)| {
            let off = value - f32::from(parts(*value)) * step;
            (value * value - off * off) * times
        };
        let mut gains: Vec<f32> = self.0.iter().map(gain).filter(|gain| *gain > 0.0).collect();
        let mut count = gains.len();
        let whole: f64 = self.0.iter().map(|(_, value, times)| f64::from(value * value * times)).sum();
        let mut best = None;
        // From above, so that what fits is found even where sizes don't follow numbers.
        for _ in 0..TRIES {
            let least = match count < gains.len() {
                true => *gains.select_nth_unstable_by(count, |one, other| other.total_cmp(one)).1,
                false => 0.0,
            };
            let is_kept = |own: &&(u32, f32, f32)| gain(own) > least;
            let kept: Vec<(u32, i16)> =
                self.0.iter().filter(is_kept).map(|(place, value, _)| (*place, parts(*value))).collect();
            let saved: f64 = self.0.iter().filter(is_kept).map(|own| f64::from(gain(own))).sum();
            let own = packed(tables, &kept, step);
            let size = own.bytes.len();
            let is_first = kept.len() == gains.len();
            if size <= most {
                best = Some(Packed { loss: whole - saved, ..own });
                if is_first || size > most - most / 100 {
                    break;
                }
            }
            count = (kept.len() as u64 * most as u64 / size.max(1) as u64) as usize;
            count -= count / 500;
        }
        best
    }
}

fn packed(tables: &[Table], kept: &[(u32, i16)], step: f32) -> Packed {
    let (mut packer, mut model) = (Packer::new(kept), Model::new());
    for table in tables {
        model.table(&mut packer, table);
    }
    Packed { step, bytes: packer.end(), loss: 0.0 }
}

/// The nearest whole number, as far as a file has room for it.
fn rounded(number: f32) -> i16 {
    const MOST: f32 = 32_767.0;
    (number.clamp(-MOST, MOST) + if number < 0.0 { -0.5 } else { 0.5 }) as i16
}

/// A power of 2 near the square root of a number; 1 for 0.
fn power_below(square: f32) -> f32 {
    let exponent = (square.to_bits() >> 23) as i32 - 127;
    let half = if square.is_normal() { exponent / 2 } else { 0 };
    f32::from_bits(((half + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_near_roots() {
        for (square, power) in [(0.0, 1.0), (1.0, 1.0), (16.0, 4.0), (63.0, 4.0), (1e-6, 2e-3_f32)] {
            let found = power_below(square);
            assert!(found <= 1.01 * power && found > 0.4 * power, "{square}: {found}");
        }
    }

    #[test]
    fn numbers_are_rounded_within_bounds() {
        let numbers = [0.4, 0.5, -0.5, -0.4, 1e9, -1e9, f32::INFINITY];
        assert_eq!(numbers.map(rounded), [0, 1, -1, 0, 32_767, -32_767, 32_767]);
    }
}
