//! Types of values: parsing from a text, and formatting.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use super::SecretText;

/// A type that a setting can have.
pub trait Value: Sized {
    /// Parses the text of a flag, a variable or the file.
    ///
    /// # Errors
    /// The expected form, to follow the words "must be".
    fn read(text: &str) -> Result<Self, String>;

    /// Formats the value for display: in the form that [`Value::read`] accepts, or `…` for a secret.
    fn show(&self) -> String;
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Human-readable lines.
    Text,
    /// One JSON object per line.
    Json,
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

impl Value for LogFormat {
    fn read(text: &str) -> Result<Self, String> {
        <Self as ValueEnum>::from_str(text, false).map_err(|_| "text or json".to_owned())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err("true or false".to_owned()),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

macro_rules! parsed {
    ($($kind:ty: $form:literal;)*) => {$(
        impl Value for $kind {
            fn read(text: &str) -> Result<Self, String> {
                <$kind>::from_str(text).map_err(|_| $form.to_owned())
            }

            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

parsed! {
    u32: "a whole number from 0 to 4294967295";
    u64: "a whole number that is not negative";
    usize: "a whole number that is not negative";
    SocketAddr: "an IP address with a port, such as 127.0.0.1:8080; names of hosts are not accepted";
}

impl Value for String {
    fn read(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }

    fn show(&self) -> String {
        self.clone()
    }
}

impl Value for PathBuf {
    fn read(text: &str) -> Result<Self, String> {
        if text.is_empty() { Err("a path".to_owned()) } else { Ok(Self::from(text)) }
    }

    fn show(&self) -> String {
        self.to_string_lossy().into_owned()
    }
}

impl Value for SecretText {
    fn read(text: &str) -> Result<Self, String> {
        Ok(Self::new(text.to_owned()))
    }

    fn show(&self) -> String {
        "…".to_owned()
    }
}

/// A list of texts: a JSON array (the form of the file), or a comma-separated text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextList(pub Vec<String>);

impl Value for TextList {
    fn read(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with('[') {
            return serde_json::from_str(text).map(Self).map_err(|_| "a list of texts".to_owned());
        }
        Ok(Self(text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()))
    }

    fn show(&self) -> String {
        self.0.join(",")
    }
}

impl<T: Value> Value for Option<T> {
    fn read(text: &str) -> Result<Self, String> {
        T::read(text).map(Some)
    }

    fn show(&self) -> String {
        self.as_ref().map_or_else(String::new, T::show)
    }
}
