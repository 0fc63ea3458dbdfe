//! The configuration of a process. Precedence: flag, environment, file, default.
//!
//! There is no separate table of settings: [`Config::load`] takes each value by name from the
//! [layers](Layers), and the layers remember the names that were taken. All other names in the file are
//! refused with a suggestion.

mod backup_schedule;
mod command;
mod console;
mod console_place;
mod effective;
mod flags;
mod layers;
mod lightning;
mod load;
mod problem;
mod remote_server;
mod secret_text;
mod signed_service;
mod text_messages;
mod value;

pub use backup_schedule::BackupSchedule;
pub use command::{ConfigCommand, EffectiveConfig, ShowFlags};
pub use console::ConsoleMode;
pub(crate) use console_place::console_place;
pub use effective::{EffectiveSetting, ValueSource};
pub use flags::{GLOBAL_HEADING, LocationFlags, ServeFlags};
pub use layers::Layers;
pub use lightning::LightningNodes;
pub use load::{Bootstrap, Config, Limits};
pub use problem::{ConfigError, Problem};
pub use remote_server::RemoteServer;
pub use secret_text::SecretText;
pub use signed_service::SignedService;
pub use value::{LogFormat, TextList, Value};

#[cfg(test)]
mod tests;
