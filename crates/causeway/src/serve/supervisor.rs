//! Messages to the service manager (systemd), in the protocol of `sd_notify`: the server is ready, alive, or
//! stopping.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::timers;

use super::Lifecycle;

/// A state of the server, as the service manager reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServiceState {
    /// Every address is open.
    Ready,
    /// The runtime makes progress.
    Alive,
    /// No more work is accepted.
    Stopping,
}

impl ServiceState {
    const fn message(self) -> &'static [u8] {
        match self {
            Self::Ready => b"READY=1",
            Self::Alive => b"WATCHDOG=1",
            Self::Stopping => b"STOPPING=1",
        }
    }
}

/// The service manager that started this process, if any.
#[derive(Debug)]
pub(super) struct Supervisor {
    /// `None` if no service manager waits for messages.
    channel: Option<NotifyChannel>,
    /// Longest time between two signs of life; `None` if none are expected.
    watchdog: Option<Duration>,
}

#[derive(Debug)]
struct NotifyChannel {
    socket: UnixDatagram,
    address: SocketAddr,
}

impl Supervisor {
    /// Finds the service manager in the environment of the process.
    pub(super) fn from_environment() -> Self {
        Self::new(|name| std::env::var_os(name))
    }

    /// Finds the service manager in these variables. A server that cannot reach it works all the same: the
    /// service manager ends a service that it hears nothing from.
    fn new(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let number = |name: &str| variable(name)?.to_str()?.parse::<u64>().ok();
        let is_other_process = number("WATCHDOG_PID").is_some_and(|id| id != u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|micros| *micros > 0 && !is_other_process);
        let channel = variable("NOTIFY_SOCKET").and_then(|name| {
            let opened = NotifyChannel::open(name.as_bytes());
            opened.inspect_err(|error| tracing::warn!(%error, "cannot reach the service manager")).ok()
        });
        Self { channel, watchdog: watchdog.map(Duration::from_micros) }
    }

    /// Notifies the service manager of a state.
    pub(super) fn notify(&self, state: ServiceState) {
        if let Some(channel) = &self.channel
            && let Err(error) = channel.socket.send_to_addr(state.message(), &channel.address)
        {
            tracing::warn!(%error, ?state, "failed to notify the service manager");
        }
    }

    /// Sends signs of life, twice in each interval of the watchdog, until the end of the lifecycle.
    pub(super) async fn send_signs_of_life(self: Arc<Self>, lifecycle: Lifecycle) {
        let Some(interval) = self.watchdog else { return lifecycle.ending().await };
        while !lifecycle.is_ending() {
            self.notify(ServiceState::Alive);
            // The end of the lifecycle ends the pause early.
            let _ = timers::within(interval / 2, lifecycle.ending()).await;
        }
    }
}

impl NotifyChannel {
    /// Opens a channel to a socket: a path, or an abstract name after `@`.
    fn open(name: &[u8]) -> io::Result<Self> {
        let address = match name.strip_prefix(b"@") {
            Some(name) => SocketAddr::from_abstract_name(name)?,
            None => SocketAddr::from_pathname(OsStr::from_bytes(name))?,
        };
        let socket = UnixDatagram::unbound()?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the service manager at a socket, with these variables of its watchdog.
    fn manager(socket: &str, watchdog: &[(&'static str, String)]) -> Supervisor {
        let all = [&[("NOTIFY_SOCKET", socket.to_owned())][..], watchdog].concat();
        Supervisor::new(|name| Some(all.iter().find(|(known, _)| *known == name)?.1.clone().into()))
    }

    fn received(socket: &UnixDatagram) -> String {
        let mut buffer = [0; 64];
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let length = socket.recv(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    #[test]
    fn states_reach_a_socket_by_path_and_by_abstract_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let by_path = UnixDatagram::bind(&path).unwrap();
        manager(path.to_str().unwrap(), &[]).notify(ServiceState::Ready);
        assert_eq!(received(&by_path), "READY=1");

        let name = format!("causeway-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        let by_name = UnixDatagram::bind_addr(&address).unwrap();
        manager(&format!("@{name}"), &[]).notify(ServiceState::Stopping);
        assert_eq!(received(&by_name), "STOPPING=1");
    }

    #[tokio::test]
    async fn signs_of_life_are_sent_until_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        let interval = ("WATCHDOG_USEC", "2000".to_owned());
        let manager = Arc::new(manager(path.to_str().unwrap(), &[interval]));
        let lifecycle = Lifecycle::begin();
        let sending = tokio::spawn(manager.send_signs_of_life(lifecycle.clone()));
        let two = tokio::task::spawn_blocking(move || [received(&socket), received(&socket)]);
        assert_eq!(two.await.unwrap(), ["WATCHDOG=1", "WATCHDOG=1"]);
        lifecycle.end();
        sending.await.unwrap();
    }

    #[test]
    fn a_watchdog_of_another_process_is_not_served() {
        let interval = |id: u32| {
            let id = ("WATCHDOG_PID", id.to_string());
            manager("/nowhere", &[("WATCHDOG_USEC", "5000000".to_owned()), id]).watchdog
        };
        assert_eq!(interval(std::process::id()), Some(Duration::from_secs(5)));
        assert_eq!(interval(std::process::id() + 1), None);
        assert!(Supervisor::new(|_| None).channel.is_none());
    }
}
