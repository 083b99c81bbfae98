//! The memory of this process, where the system reports it (Linux).

/// The most that was resident at any time, in MiB.
pub fn peak() -> Option<f64> {
    status("VmHWM:")
}

/// The resident memory now, in MiB.
pub fn resident() -> Option<f64> {
    status("VmRSS:")
}

fn status(key: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}
