//! Numbers of four kinds, and what is computed with them.

pub mod float;
pub mod gaussian;
pub mod integer;
pub mod number;
pub mod rational;
pub mod rounded;
