//! `causeway config show`: the effective settings with their origins.

use std::fmt;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::{Config, EffectiveSetting, ServeFlags, ValueSource};

/// Subcommands of `causeway config`.
#[derive(Debug, Clone, Subcommand)]
pub enum ConfigCommand {
    /// Show the effective value of each setting and its origin
    Show(ShowFlags),
}

/// Flags of `causeway config show`: those of `serve`, to show their effect.
#[derive(Debug, Clone, Args)]
pub struct ShowFlags {
    #[command(flatten)]
    pub flags: ServeFlags,
}

/// The effective configuration, as printed.
#[derive(Debug, Clone, Serialize)]
pub struct EffectiveConfig {
    /// All settings; values of secrets are masked.
    pub settings: Vec<EffectiveSetting>,
}

impl EffectiveConfig {
    /// Takes the effective settings of a configuration.
    #[must_use]
    pub fn of(config: Config) -> Self {
        Self { settings: config.effective }
    }
}

impl fmt::Display for EffectiveConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, own): (Vec<&EffectiveSetting>, Vec<&EffectiveSetting>) =
            self.settings.iter().partition(|one| one.origin == ValueSource::Stored);
        let width =
            |of: fn(&EffectiveSetting) -> &str| own.iter().map(|one| of(one).len()).max().unwrap_or(0);
        let names = width(|one| &one.name);
        let values = width(|one| &one.value).min(40);
        for EffectiveSetting { name, value, origin } in &own {
            let value = if value.is_empty() { "-" } else { value };
            writeln!(f, "{name:names$}  {value:values$}  {origin}")?;
        }
        if stored.is_empty() {
            return Ok(());
        }
        writeln!(f, "This process does not set {} further settings: causeway setting list", stored.len())
    }
}
