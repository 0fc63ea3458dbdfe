//! Dialling a target: resolve, check, connect to the checked address, secure.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::connection::Connection;
use super::{Failure, Host, Reach, Scheme, Target};
use crate::runtime::timers;

/// Maximum number of addresses tried: a host that lists hundreds does not want to be reached.
const MAX_ADDRESSES: usize = 4;

/// A connected byte stream, encrypted for `https`.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// The resolver of names.
pub(super) trait Resolver: Send + Sync {
    /// Returns the present addresses of a name.
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// The resolver of the machine.
struct MachineResolver;

impl Resolver for MachineResolver {
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = lookup_host((name, port)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The dialler. The certificates that the machine trusts are loaded on first use.
pub(crate) struct Dialer {
    pub(super) tls: OnceCell<TlsConnector>,
    pub(super) resolver: Box<dyn Resolver>,
}

impl Default for Dialer {
    fn default() -> Self {
        Self { tls: OnceCell::new(), resolver: Box::new(MachineResolver) }
    }
}

impl Dialer {
    /// Opens a connection within the connect timeout, which covers name, TCP and TLS.
    pub(super) async fn dial(&self, target: &Target, reach: Reach) -> Result<Connection, Failure> {
        let dialled = timers::within(timers::CONNECT_TIMEOUT, self.open(target, reach));
        dialled.await.map_err(|_| Failure::Timeout)?
    }

    /// Opens a stream within the connect timeout, for a client with exchanges of its own.
    ///
    /// # Errors
    /// [`Failure`] if the target is not reached, or is not allowed to be.
    pub(crate) async fn open_stream(
        &self,
        target: &Target,
        reach: Reach,
    ) -> Result<Box<dyn Stream>, Failure> {
        let opened = timers::within(timers::CONNECT_TIMEOUT, self.stream(target, reach)).await;
        opened.map_err(|_| Failure::Timeout)?
    }

    async fn open(&self, target: &Target, reach: Reach) -> Result<Connection, Failure> {
        Connection::begin(self.stream(target, reach).await?).await
    }

    async fn stream(&self, target: &Target, reach: Reach) -> Result<Box<dyn Stream>, Failure> {
        let found = resolve_by(self.resolver.as_ref(), target).await?;
        let addresses = allowed(found, target, reach)?;
        let stream = connect(&addresses).await?;
        // Small requests, each awaited: buffering gains no time.
        stream.set_nodelay(true).map_err(|_| Failure::ConnectionFailed)?;
        match target.scheme() {
            Scheme::Http => Ok(Box::new(stream)),
            Scheme::Https => {
                let tls = self.tls.get_or_try_init(trusting_the_machine).await?;
                let secured = tls.connect(server_name(target.host())?, stream).await;
                Ok(Box::new(secured.map_err(|_| Failure::Tls)?))
            }
        }
    }
}

/// Opens a stream to a target within the connect timeout, for a client with an exchange of its own.
///
/// # Errors
/// [`Failure`] if the target is not reached, or is not allowed to be.
pub(crate) async fn open_stream(target: &Target, reach: Reach) -> Result<Box<dyn Stream>, Failure> {
    Dialer::default().open_stream(target, reach).await
}

/// Resolves the host of a target.
///
/// # Errors
/// [`Failure::Dns`] if its name does not resolve.
pub(crate) async fn resolve(target: &Target) -> Result<Vec<IpAddr>, Failure> {
    resolve_by(&MachineResolver, target).await
}

/// Resolves the host of a target by this resolver. Names of the machine itself are not looked up (RFC 6761).
async fn resolve_by(resolver: &dyn Resolver, target: &Target) -> Result<Vec<IpAddr>, Failure> {
    match target.host() {
        Host::Address(address) => Ok(vec![*address]),
        host @ Host::Name(_) if host.is_loopback() => {
            Ok(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()])
        }
        Host::Name(name) => {
            let addresses = resolver.look_up(name, target.port()).await.map_err(|_| Failure::Dns)?;
            if addresses.is_empty() { Err(Failure::Dns) } else { Ok(addresses) }
        }
    }
}

/// Returns the addresses that may be connected to. The name is not resolved again, so an answer that changes
/// between check and connect gains an attacker no access.
fn allowed(addresses: Vec<IpAddr>, target: &Target, reach: Reach) -> Result<Vec<SocketAddr>, Failure> {
    let allowed = addresses.into_iter().filter(|address| reach.allows(*address)).take(MAX_ADDRESSES);
    let allowed: Vec<SocketAddr> = allowed.map(|address| SocketAddr::new(address, target.port())).collect();
    if allowed.is_empty() {
        tracing::warn!(host = %target.host(), ?reach, "refused an outbound connection to a forbidden address");
        return Err(Failure::Unconnected);
    }
    Ok(allowed)
}

/// Connects to the first address that answers. Each gets an equal part of the time, so that one that drops
/// packets does not hide the others.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, Failure> {
    let share = timers::CONNECT_TIMEOUT / u32::try_from(addresses.len()).unwrap_or(1);
    let mut last = Failure::Unconnected;
    for address in addresses {
        match timers::within(share, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(_)) => last = Failure::Unconnected,
            Err(_) => last = Failure::Timeout,
        }
    }
    Err(last)
}

fn server_name(host: &Host) -> Result<ServerName<'static>, Failure> {
    match host {
        Host::Address(address) => Ok(ServerName::from(*address)),
        // Certificates name hosts without the trailing dot of a complete name.
        Host::Name(name) => {
            let name = name.strip_suffix('.').unwrap_or(name).to_owned();
            ServerName::try_from(name).map_err(|_| Failure::Tls)
        }
    }
}

async fn trusting_the_machine() -> Result<TlsConnector, Failure> {
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
    let found = found.map_err(|_| Failure::Tls)?;
    for error in &found.errors {
        tracing::warn!(%error, "failed to read a trusted certificate of this machine");
    }
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(found.certs);
    if trusted == 0 {
        tracing::error!("this machine trusts no certificate authority: install its ca-certificates package");
        return Err(Failure::Tls);
    }
    connector(roots)
}

pub(super) fn connector(roots: RootCertStore) -> Result<TlsConnector, Failure> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| Failure::Tls)?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each look-up of a name is checked, whatever range an operator has allowed: an adapter's name that leads
    /// to a metadata service at the next connection is not reached.
    #[test]
    fn a_name_that_turns_to_metadata_is_not_reached() {
        let target: Target = "https://adapter.example.com".parse().unwrap();
        let reach = Reach::Only("0.0.0.0/0".parse().unwrap());
        let look_up = |found: &[&str]| {
            allowed(found.iter().map(|address| address.parse().unwrap()).collect(), &target, reach)
        };
        let first = look_up(&["1.1.1.1"]);
        assert_eq!(first, Ok(vec!["1.1.1.1:443".parse().unwrap()]));
        for metadata in ["169.254.169.254", "::ffff:169.254.169.254", "100.100.100.200", "fd00:ec2::254"] {
            assert_eq!(look_up(&[metadata]), Err(Failure::Unconnected), "{metadata}");
            assert_eq!(look_up(&[metadata, "1.1.1.1"]), first, "{metadata} beside the adapter");
        }
    }
}
