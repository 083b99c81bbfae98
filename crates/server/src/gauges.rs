//! Lines of the page of counters beside the counters: sizes, the build, failures of the database.

use std::fmt::Write;

use crate::api::Service;
use crate::store::Trouble;
use crate::verify::ENGINE;

/// Lines in the text format of Prometheus.
///
/// Sizes are missing where the database fails: they are not known then.
pub async fn page(service: &Service) -> String {
    let mut page = String::new();
    let version = env!("CARGO_PKG_VERSION");
    let help = "1, with the version of the service and of the engine that plays.";
    head(&mut page, "build_info", "gauge", help);
    line(&mut page, &format!("build_info{{version=\"{version}\",engine=\"{ENGINE}\"}}"), 1);
    let help = "Failures of the database, by kind.";
    head(&mut page, "database_errors_total", "counter", help);
    for (trouble, number) in service.outages.counts() {
        line(&mut page, &format!("database_errors_total{{kind=\"{}\"}}", name(trouble)), number as i64);
    }
    if let Ok(sizes) = service.room.sizes(&service.store).await {
        for (name, help, number) in [
            ("games", "Stored games, hidden ones as well.", sizes.games),
            ("boards", "Stored boards.", sizes.boards),
            ("mode_codes", "Stored codes of modes.", sizes.codes),
            ("sessions", "Stored sessions of ranked games.", sizes.sessions),
            ("links", "Stored short links.", sizes.links),
            ("link_bytes", "Bytes of the short links.", sizes.link_bytes),
            ("database_bytes", "Bytes of the database.", sizes.bytes),
        ] {
            head(&mut page, name, "gauge", help);
            line(&mut page, name, number);
        }
    }
    page
}

fn head(page: &mut String, name: &str, kind: &str, help: &str) {
    // Writing to a text does not fail.
    let _written = write!(page, "# HELP polymerge_{name} {help}\n# TYPE polymerge_{name} {kind}\n");
}

fn line(page: &mut String, name: &str, number: i64) {
    let _written = writeln!(page, "polymerge_{name} {number}");
}

/// The name of a kind of failure.
fn name(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Locked => "locked",
        Trouble::Full => "full",
        Trouble::ReadOnly => "read-only",
        Trouble::Unreachable => "unreachable",
        Trouble::Damaged => "damaged",
        Trouble::Moved => "moved",
        Trouble::Incomplete => "incomplete",
        Trouble::OtherVersion => "other-version",
        Trouble::Program => "program",
    }
}
