//! Addresses: taken at the beginning of a start, opened at its end.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// An address that this process has, but on which nobody is heard yet: whoever connects is refused.
#[derive(Debug)]
pub(super) struct Reserved {
    socket: TcpSocket,
    address: SocketAddr,
}

impl Reserved {
    /// Takes an address; port 0 is any that is free. A start that would fail for its address thus fails before
    /// it has changed anything.
    ///
    /// # Errors
    /// When another process has it, or the machine has no such address.
    pub(super) fn take(wanted: SocketAddr) -> io::Result<Self> {
        let socket = if wanted.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(wanted)?;
        let address = socket.local_addr()?;
        Ok(Self { socket, address })
    }

    /// The address, with its port.
    #[must_use]
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens the address.
    ///
    /// # Errors
    /// When another process has opened it in the meantime.
    pub(super) fn open(self) -> io::Result<TcpListener> {
        self.socket.listen(BACKLOG)
    }
}

/// How a browser on this machine names an address: one that means all of the machine's is replaced by its own.
#[must_use]
pub(super) fn origin(address: SocketAddr) -> String {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(host, address.port()))
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn nobody_is_heard_before_the_address_is_opened() {
        let reserved = Reserved::take("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = reserved.address();
        assert!(TcpStream::connect(address).await.is_err());
        let _listener = reserved.open().unwrap();
        TcpStream::connect(address).await.unwrap();
        let taken = Reserved::take(address).and_then(|second| second.open().map(drop));
        assert_eq!(taken.unwrap_err().kind(), io::ErrorKind::AddrInUse);
    }

    #[test]
    fn an_origin_can_be_pasted() {
        let origins = ["0.0.0.0:80", "[::]:81", "10.0.0.1:82"].map(|text| origin(text.parse().unwrap()));
        assert_eq!(origins, ["http://127.0.0.1:80", "http://[::1]:81", "http://10.0.0.1:82"]);
    }
}
