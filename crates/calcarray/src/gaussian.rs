//! Gaussian integers: complex numbers with integer parts.

use crate::integer::Integer;

/// `re + im·i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gaussian {
    /// The real part.
    pub re: Integer,
    /// The imaginary part.
    pub im: Integer,
}
