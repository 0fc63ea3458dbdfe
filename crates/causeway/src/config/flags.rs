//! Flags for the location of the data and the behaviour of a server.

use std::path::PathBuf;

use clap::Args;

use super::value::LogFormat;

/// Heading of the global flags in the help.
pub const GLOBAL_HEADING: &str = "Global options";

/// Location of the data; flags of every command.
#[derive(Debug, Clone, Default, Args)]
pub struct LocationFlags {
    /// Data folder [default: causeway-data]
    #[arg(long, global = true, help_heading = GLOBAL_HEADING, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// PostgreSQL database (postgres://…) instead of SQLite; one with a password belongs in SVC_DATABASE
    #[arg(long, global = true, help_heading = GLOBAL_HEADING, value_name = "URL")]
    pub database: Option<String>,

    /// Configuration file [default: causeway.toml in the data folder, if it exists]
    #[arg(long, global = true, help_heading = GLOBAL_HEADING, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// File for the signed heads of the ledgers [default: anchors in the data folder]
    #[arg(long, global = true, help_heading = GLOBAL_HEADING, value_name = "FILE")]
    pub anchor_file: Option<PathBuf>,
}

/// Flags for the behaviour of a server.
#[derive(Debug, Clone, Default, Args)]
pub struct ServeFlags {
    /// API listen address [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,

    /// Operator API and metrics listen address; requests require the operator token [default: the operator
    /// socket only]
    #[arg(long, value_name = "ADDRESS")]
    pub admin: Option<String>,

    /// Trust a TLS-terminating proxy in front: plain HTTP is then allowed for production platforms
    #[arg(long)]
    pub behind_proxy: bool,

    /// Format of the log on standard error [default: text on a terminal, else json]
    #[arg(long, value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,

    /// Log level: error, warn, info, debug, trace, or a filter such as info,causeway_store=debug [default:
    /// info]
    #[arg(long, value_name = "LEVEL")]
    pub log_level: Option<String>,
}

impl LocationFlags {
    /// Returns the flags that were given: setting name, flag and value.
    pub(super) fn given(&self) -> Vec<(&'static str, &'static str, String)> {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let mut given = Vec::new();
        given.extend(self.data.as_ref().map(|data| ("data", "--data", path(data))));
        given.extend(self.database.as_ref().map(|url| ("database", "--database", url.clone())));
        given.extend(self.anchor_file.as_ref().map(|file| ("anchor_file", "--anchor-file", path(file))));
        given
    }
}

impl ServeFlags {
    /// Returns the flags that were given: setting name, flag and value.
    pub(super) fn given(&self) -> Vec<(&'static str, &'static str, String)> {
        let mut given = Vec::new();
        given.extend(self.listen.as_ref().map(|at| ("listen", "--listen", at.clone())));
        given.extend(self.admin.as_ref().map(|at| ("admin", "--admin", at.clone())));
        given.extend(self.behind_proxy.then(|| ("behind_proxy", "--behind-proxy", "true".to_owned())));
        given.extend(self.log_format.map(|format| ("log_format", "--log-format", format.to_string())));
        given.extend(self.log_level.as_ref().map(|level| ("log_level", "--log-level", level.clone())));
        given
    }
}
