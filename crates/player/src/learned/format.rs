//! Numbers of the format of files of learned values, for writing and reading.

/// The mark at the start of a file.
pub(crate) const MARK: &[u8; 4] = b"PMLV";
/// The version that is written.
pub(crate) const VERSION: u8 = 3;
/// The version before, without relations between neighbours.
pub(crate) const WITHOUT_RELATIONS: u8 = 2;
/// The bit that is added to the reward if the chance to reach the goal is in the file, too.
pub(crate) const WITH_GOAL: u8 = 2;
/// The bits of how learning continues.
pub(crate) const WITH_RESTARTS: u8 = 1;
pub(crate) const LAMBDA_ZERO: u8 = 2;

/// The format of weights from which learning can continue.
pub(crate) const WHOLE: u8 = 0;
/// The old format of small files: a byte for each weight.
pub(crate) const SHORT: u8 = 1;
/// The format of small files: the bits of [`packed`](crate::learned::packed).
pub(crate) const PACKED: u8 = 2;

/// Returns the checksum of some bytes: FNV-1a.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
