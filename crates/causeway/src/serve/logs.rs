//! The log on standard error.

use std::fmt;
use std::io::{IsTerminal, stderr};

use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::log_fields::LogFields;
use crate::config::LogFormat;

/// The reason why logging cannot start.
#[derive(Debug)]
pub enum LogError {
    /// The level is invalid.
    Level(String),
    /// The process is logging already.
    AlreadyStarted,
}

/// Starts to log events that pass `level`, in this format. Panics are logged too, with their location.
///
/// # Errors
/// If the level is invalid, or the process is logging already.
pub(crate) fn begin(format: LogFormat, level: &str) -> Result<(), LogError> {
    let filter: Targets = level.parse().map_err(|error: ParseError| LogError::Level(error.to_string()))?;
    let log = tracing_subscriber::fmt::layer().with_writer(stderr);
    let outcome = match format {
        LogFormat::Text => {
            let log = log.with_ansi(stderr().is_terminal());
            tracing_subscriber::registry().with(log).with(filter).try_init()
        }
        LogFormat::Json => {
            let log = log.json().flatten_event(true).with_span_list(false).fmt_fields(LogFields);
            tracing_subscriber::registry().with(log).with(filter).try_init()
        }
    };
    outcome.map_err(|_| LogError::AlreadyStarted)?;
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let message = panic.payload_as_str().unwrap_or("not a text");
        tracing::error!(message, place, "panicked");
    }));
    Ok(())
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(reason) => write!(f, "the log level is invalid: {reason}"),
            Self::AlreadyStarted => f.write_str("the log was started already"),
        }
    }
}

impl std::error::Error for LogError {}
