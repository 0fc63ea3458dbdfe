//! `causeway version`: the version, and how the program was built.

use std::fmt;

use serde::Serialize;

/// The version of the program, and how it was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BuildInfo {
    pub version: &'static str,
    /// Commit of the sources; `None` unless `cargo xtask release` has built the program.
    pub commit: Option<&'static str>,
    /// Version of the compiler.
    pub rustc: &'static str,
    /// Target triple.
    pub target: &'static str,
    /// `release` or `debug`.
    pub profile: &'static str,
}

impl BuildInfo {
    /// Describes this program.
    #[must_use]
    pub const fn of_this_program() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("CAUSEWAY_COMMIT"),
            rustc: env!("CAUSEWAY_RUSTC"),
            target: env!("CAUSEWAY_TARGET"),
            profile: env!("CAUSEWAY_PROFILE"),
        }
    }
}

impl fmt::Display for BuildInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, commit, rustc, target, profile } = self;
        writeln!(f, "causeway {version}")?;
        writeln!(f, "commit   {}", commit.unwrap_or("-"))?;
        writeln!(f, "rustc    {rustc}")?;
        writeln!(f, "target   {target}")?;
        writeln!(f, "profile  {profile}")
    }
}
