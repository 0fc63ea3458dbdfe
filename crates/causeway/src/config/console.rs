//! The setting `console`.

use std::fmt;
use std::str::FromStr;

use super::Value;

/// A value of the setting: the address that serves the console.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConsoleMode {
    /// The public address while that is loopback and takes no secrets of production platforms, else the admin address.
    #[default]
    Auto,
    /// The public address.
    Public,
    /// The admin address.
    Admin,
    /// No console.
    Off,
}

impl ConsoleMode {
    const ALL: [Self; 4] = [Self::Auto, Self::Public, Self::Admin, Self::Off];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Public => "public",
            Self::Admin => "admin",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for ConsoleMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ConsoleMode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == text).ok_or(())
    }
}

impl Value for ConsoleMode {
    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|()| "auto, public, admin or off".to_owned())
    }

    fn show(&self) -> String {
        self.to_string()
    }
}
