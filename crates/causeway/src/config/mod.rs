//! The configuration of a process. Precedence: flag, environment, file, default.
//!
//! One table of what can be said does not exist beside the code that reads it: [`Config::load`] takes each
//! value by name from the [layers](Layers), and the layers remember which names were asked for. Whatever the
//! file holds besides them is refused with a suggestion.

mod command;
mod effective;
mod flags;
mod layers;
mod load;
mod problem;
mod secret_text;
mod text_messages;
mod value;

pub use command::{ConfigCommand, Show, Shown};
pub use effective::{Effective, Origin};
pub use flags::{EVERYWHERE, Place, ServeFlags};
pub use layers::Layers;
pub use load::{Bootstrap, Config, Limits};
pub use problem::{ConfigError, Problem};
pub use secret_text::SecretText;
pub use text_messages::TextGateway;
pub use value::{Listed, LogFormat, Value};

#[cfg(test)]
mod tests;
