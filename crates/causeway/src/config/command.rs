//! `causeway config show`: what counts, and where it was said.

use std::fmt;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::{Config, Effective, ServeFlags};

/// What a process would be configured with.
#[derive(Debug, Clone, Subcommand)]
pub enum ConfigCommand {
    /// Shows the value of each setting and where it was said
    Show(Show),
}

/// Takes the same flags as `serve`, to see what they do.
#[derive(Debug, Clone, Args)]
pub struct Show {
    /// The flags of the server.
    #[command(flatten)]
    pub flags: ServeFlags,
}

/// The settings as they count.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// Each setting; secrets are hidden.
    pub settings: Vec<Effective>,
}

impl Shown {
    /// Of this configuration.
    #[must_use]
    pub fn of(config: Config) -> Self {
        Self { settings: config.effective }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |of: fn(&Effective) -> &str| self.settings.iter().map(|one| of(one).len()).max().unwrap_or(0);
        let (names, values) = (width(|one| &one.name), width(|one| &one.value).min(40));
        for Effective { name, value, origin } in &self.settings {
            let value = if value.is_empty() { "-" } else { value };
            writeln!(f, "{name:names$}  {value:values$}  {origin}")?;
        }
        Ok(())
    }
}
