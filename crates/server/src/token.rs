//! Random names and secrets, and hashes.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, as 64 digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as digits to base 16.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Random bytes of the system, as digits: two for each byte.
///
/// # Errors
/// The system has none.
pub fn random(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(hex(&random))
}

/// A random seed.
///
/// # Errors
/// The system has no random numbers.
pub fn seed() -> Result<u64, getrandom::Error> {
    let mut random = [0; 8];
    getrandom::fill(&mut random)?;
    Ok(u64::from_le_bytes(random))
}

/// The first eight bytes of the SHA-256 of a text, as a number.
pub fn number(text: &str) -> u64 {
    Sha256::digest(text.as_bytes()).iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
