//! Listen addresses: bound early in the start of a server, opened at its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// A bound address that is not yet listened on: connections are refused.
#[derive(Debug)]
pub(super) struct ReservedAddress {
    socket: TcpSocket,
    address: SocketAddr,
}

impl ReservedAddress {
    /// Binds an address; port 0 selects a free port. A start that would fail for its address thus fails
    /// before it has changed anything.
    ///
    /// # Errors
    /// If another process has the address, or the machine does not have it.
    pub(super) fn bind(requested: SocketAddr) -> io::Result<Self> {
        let socket = if requested.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(requested)?;
        let address = socket.local_addr()?;
        Ok(Self { socket, address })
    }

    /// Returns the address, with the selected port.
    #[must_use]
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Listens on the address.
    ///
    /// # Errors
    /// If another process has opened it in the meantime.
    pub(super) fn open(self) -> io::Result<TcpListener> {
        self.socket.listen(BACKLOG)
    }
}

/// Returns the URL of an address for a browser on this machine.
#[must_use]
pub(super) fn origin(address: SocketAddr) -> String {
    format!("http://{}", reachable_address(address))
}

/// Returns the address at which this machine reaches a server that listens on an address; an unspecified
/// address becomes loopback.
#[must_use]
pub fn reachable_address(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn connections_are_refused_before_the_address_is_opened() {
        let reserved = ReservedAddress::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = reserved.address();
        assert!(TcpStream::connect(address).await.is_err());
        let _listener = reserved.open().unwrap();
        TcpStream::connect(address).await.unwrap();
        let second = ReservedAddress::bind(address).and_then(|reserved| reserved.open().map(drop));
        assert_eq!(second.unwrap_err().kind(), io::ErrorKind::AddrInUse);
    }

    #[test]
    fn an_unspecified_address_is_shown_as_loopback_origin() {
        let origins = ["0.0.0.0:80", "[::]:81", "10.0.0.1:82"].map(|text| origin(text.parse().unwrap()));
        assert_eq!(origins, ["http://127.0.0.1:80", "http://[::1]:81", "http://10.0.0.1:82"]);
    }
}
