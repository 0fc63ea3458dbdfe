//! The flags that say where a process works and how a server behaves.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::value::LogFormat;

/// Under which heading the help shows what every command takes.
pub const EVERYWHERE: &str = "Options of every command";

/// Where the data is; every command has these.
#[derive(Debug, Clone, Default, Args)]
pub struct Place {
    /// The folder of the database, the root key and the operator socket [default: causeway-data]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// A PostgreSQL database instead of SQLite in the data folder (postgres://…). Other users of the machine can
    /// read command lines: with a password in it, say it in SVC_DATABASE or in the file instead
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "URL")]
    pub database: Option<String>,

    /// The configuration file [default: causeway.toml in the data folder, where it exists]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Where the heads of the ledgers are appended that a server sees, signed; best on another disk than the database
    /// [default: anchors in the data folder]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE")]
    pub anchor_file: Option<PathBuf>,
}

/// How a server behaves.
#[derive(Debug, Clone, Default, Args)]
pub struct ServeFlags {
    /// Where the interface is offered [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,

    /// Where operators and metrics are offered over the network too, with the operator token
    #[arg(long, value_name = "ADDRESS")]
    pub admin: Option<SocketAddr>,

    /// A proxy in front terminates TLS: plain HTTP is then allowed for production platforms
    #[arg(long)]
    pub behind_proxy: bool,

    /// How the log on standard error is written [default: text on a terminal, else json]
    #[arg(long, value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,

    /// What is logged: error, warn, info, debug, trace, or a filter such as info,causeway_store=debug
    /// [default: info]
    #[arg(long, value_name = "LEVEL")]
    pub log_level: Option<String>,
}

impl Place {
    /// What was said, by the name of the setting and the flag that said it.
    pub(super) fn said(&self) -> Vec<(&'static str, &'static str, String)> {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let mut said = Vec::new();
        said.extend(self.data.as_ref().map(|data| ("data", "--data", path(data))));
        said.extend(self.database.as_ref().map(|url| ("database", "--database", url.clone())));
        said.extend(self.anchor_file.as_ref().map(|file| ("anchor_file", "--anchor-file", path(file))));
        said
    }
}

impl ServeFlags {
    /// What was said, by the name of the setting and the flag that said it.
    pub(super) fn said(&self) -> Vec<(&'static str, &'static str, String)> {
        let mut said = Vec::new();
        said.extend(self.listen.map(|at| ("listen", "--listen", at.to_string())));
        said.extend(self.admin.map(|at| ("admin", "--admin", at.to_string())));
        said.extend(self.behind_proxy.then(|| ("behind_proxy", "--behind-proxy", "true".to_owned())));
        said.extend(self.log_format.map(|format| ("log_format", "--log-format", format.to_string())));
        said.extend(self.log_level.as_ref().map(|level| ("log_level", "--log-level", level.clone())));
        said
    }
}
