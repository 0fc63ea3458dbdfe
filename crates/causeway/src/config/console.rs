//! The address at which operators reach the console.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use causeway_service::runtime::settings::{ConsoleListener, ConsolePlace, Deployment};

use super::{Config, Value};

/// The setting `console`.
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

/// Returns the listener that serves the console, with its origin; `None` if there is no console.
pub(crate) fn console_place(config: &Config, deployment: &Deployment) -> Option<ConsolePlace> {
    let takes_production = config.behind_proxy || deployment.development_mode;
    let is_private = config.listen.ip().to_canonical().is_loopback() && !takes_production;
    let is_public = match config.console {
        ConsoleMode::Auto => is_private,
        ConsoleMode::Public => true,
        ConsoleMode::Admin => false,
        ConsoleMode::Off => return None,
    };
    if is_public {
        return Some(ConsolePlace { listener: ConsoleListener::Public, origin: origin(config.listen) });
    }
    let admin = config.admin?;
    Some(ConsolePlace { listener: ConsoleListener::Admin, origin: origin(admin) })
}

/// Returns the origin of an address for a browser on this machine. Passkeys need a host name: loopback is `localhost`.
fn origin(address: SocketAddr) -> String {
    let ip = address.ip().to_canonical();
    if ip.is_loopback() || ip.is_unspecified() {
        return format!("http://localhost:{}", address.port());
    }
    format!("http://{address}")
}
