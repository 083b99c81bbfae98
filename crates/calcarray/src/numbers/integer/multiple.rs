//! Rounding to multiples.

use super::Integer;
use crate::error::Error;
use crate::limits::Meter;

/// The names are the language's. With a negative `step` the first two swap
/// their roles in part: -7 rounded "down" to a multiple of -2 is -4
/// (docs/spec/calcarray.md, "Documentation and reference", row 25).
impl Integer {
    /// `floorB`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::DivisionByZero`], like its two companions.
    pub fn floor_to(&self, step: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let multiple = self.truncate_to(step, meter)?;
        if multiple > *self { multiple.subtract(step, meter) } else { Ok(multiple) }
    }

    /// `ceilB`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::DivisionByZero`].
    pub fn ceil_to(&self, step: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let multiple = self.truncate_to(step, meter)?;
        if multiple < *self { multiple.add(step, meter) } else { Ok(multiple) }
    }

    /// `roundB`: the nearer of the two, in case of doubt the second.
    ///
    /// # Errors
    /// [`crate::ErrorKind::DivisionByZero`].
    pub fn round_to(&self, step: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let (low, high) = (self.floor_to(step, meter)?, self.ceil_to(step, meter)?);
        let (above, below) = (high.subtract(self, meter)?, self.subtract(&low, meter)?);
        Ok(if above <= below { high } else { low })
    }

    fn truncate_to(&self, step: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        self.subtract(&self.remainder(step, meter)?, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn to_multiples_of_either_sign() {
        let mut meter = Meter::new(Limits::default());
        for (value, step, floor, ceil, round) in
            [(7, 2, 6, 8, 8), (-7, 2, -8, -6, -6), (-7, -2, -4, -6, -4), (7, -2, 6, 4, 4), (6, 3, 6, 6, 6)]
        {
            let (value, step) = (Integer::from(value), Integer::from(step));
            assert_eq!(
                value.floor_to(&step, &mut meter).unwrap(),
                Integer::from(floor),
                "{value} floor {step}"
            );
            assert_eq!(value.ceil_to(&step, &mut meter).unwrap(), Integer::from(ceil), "{value} ceil {step}");
            assert_eq!(
                value.round_to(&step, &mut meter).unwrap(),
                Integer::from(round),
                "{value} round {step}"
            );
        }
    }
}
