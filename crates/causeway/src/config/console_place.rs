//! The address at which operators reach the console.

use std::net::SocketAddr;

use causeway_service::runtime::settings::{ConsoleListener, ConsolePlace, Deployment};

use super::{Config, ConsoleMode};

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
