//! Connecting to a server: its addresses are tried one after the other until one accepts.

use std::error::Error as _;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpStream, UnixStream, lookup_host};
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts};

use super::startup::Transport;
use super::tls::Channel;
use super::wire::{Duplex, Wire, no_answer, unexpected};
use super::{ConnectionError, PgClient, startup, tls};
use crate::database::error::Error;
use crate::database::row::{Cell, Cells};

const PORT: u16 = 5432;

/// Time limit per address, up to the user's admission, if the URL does not set one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The settings of a server that are checked before it is used.
const SHOW: &str = "SELECT current_setting('transaction_read_only') AS only_reads,
                           current_setting('server_encoding') AS encoding";

/// Parses a connection URL and adds the settings that the store always uses.
pub(crate) fn settings(url: &str) -> Result<Config, Error> {
    let mut settings = Config::from_str(url).map_err(|error| {
        let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        Error::Unavailable(format!("the database's URL cannot be used: {reason}"))
    })?;
    if settings.get_application_name().is_none() {
        settings.application_name("causeway");
    }
    if settings.get_connect_timeout().is_none() {
        settings.connect_timeout(CONNECT_TIMEOUT);
    }
    if settings.get_keepalives_interval().is_none() {
        settings.keepalives_interval(Duration::from_secs(10));
    }
    settings.tcp_user_timeout(Duration::from_secs(30)).keepalives_idle(Duration::from_secs(30));
    Ok(settings)
}

/// Returns servers, database and schema of a URL, without user and other settings.
pub(crate) fn identity(url: &str) -> Result<String, Error> {
    let settings = settings(url)?;
    let ports = settings.get_ports();
    let hosts = settings.get_hosts().iter().enumerate().map(|(at, host)| match host {
        Host::Tcp(name) => format!("{name}:{}", port(ports, at)),
        Host::Unix(folder) => format!("{}:{}", folder.display(), port(ports, at)),
    });
    let hosts: Vec<String> = hosts.collect();
    let name = settings.get_dbname().or(settings.get_user()).unwrap_or_default();
    let options = settings.get_options().unwrap_or_default().split_whitespace();
    let schema = options.filter_map(|option| option.split_once("search_path=")).next_back();
    let schema = schema.map(|(_, schema)| format!(", schema {schema}")).unwrap_or_default();
    Ok(format!("postgres://{}/{name}{schema}", hosts.join(",")))
}

/// One of the servers of a URL.
struct Server<'a> {
    address: ServerAddress<'a>,
    /// The host name that its certificate must match; `None` without a host name.
    name: Option<&'a str>,
    port: u16,
}

enum ServerAddress<'a> {
    Ip(IpAddr),
    Name(&'a str),
    /// The folder of a Unix socket.
    Folder(&'a Path),
}

/// Connects to the first server that admits the user and accepts changes.
pub(crate) async fn connect(settings: &Config) -> Result<PgClient, ConnectionError> {
    let mut faults = Vec::new();
    for server in servers(settings)? {
        match server.connect(settings).await {
            Ok(client) => return Ok(client),
            Err(error) => faults.push(error),
        }
    }
    match faults.len() {
        0 => Err(ConnectionError::broken("the database's URL names no host")),
        1 => Err(faults.swap_remove(0)),
        _ => Err(ConnectionError::broken(
            faults.iter().map(ConnectionError::to_string).collect::<Vec<_>>().join("; "),
        )),
    }
}

fn servers(settings: &Config) -> Result<Vec<Server<'_>>, ConnectionError> {
    let hosts = settings.get_hosts();
    let addresses = settings.get_hostaddrs();
    let ports = settings.get_ports();
    let count = hosts.len().max(addresses.len());
    let is_complete = |length: usize| length == 0 || length == count;
    if !is_complete(hosts.len())
        || !is_complete(addresses.len())
        || !(ports.len() <= 1 || ports.len() == count)
    {
        let reason = "the database's URL names different numbers of hosts, addresses and ports";
        return Err(ConnectionError::broken(reason));
    }
    let mut servers: Vec<Server<'_>> = (0..count)
        .filter_map(|at| Server::new(hosts.get(at), addresses.get(at).copied(), port(ports, at)))
        .collect();
    if settings.get_load_balance_hosts() == LoadBalanceHosts::Random {
        let random = RandomState::new();
        servers.sort_by_cached_key(|server| random.hash_one((server.name, server.port)));
    }
    Ok(servers)
}

fn port(ports: &[u16], at: usize) -> u16 {
    ports.get(at).or(ports.first()).copied().unwrap_or(PORT)
}

impl<'a> Server<'a> {
    fn new(host: Option<&'a Host>, address: Option<IpAddr>, port: u16) -> Option<Self> {
        let name = match host {
            Some(Host::Tcp(name)) => Some(name.as_str()),
            Some(Host::Unix(_)) | None => None,
        };
        let address = match (address, host) {
            (Some(ip), _) => ServerAddress::Ip(ip),
            (None, Some(Host::Tcp(name))) => ServerAddress::Name(name),
            (None, Some(Host::Unix(folder))) => ServerAddress::Folder(folder),
            (None, None) => return None,
        };
        Some(Self { address, name, port })
    }

    async fn connect(&self, settings: &Config) -> Result<PgClient, ConnectionError> {
        let addresses = match self.address {
            ServerAddress::Folder(folder) => return within(settings, self.enter_at(folder, settings)).await,
            ServerAddress::Ip(ip) => vec![(ip, self.port).into()],
            ServerAddress::Name(name) => within(settings, self.addresses(name)).await?,
        };
        let mut last = ConnectionError::broken(format!("{} has no address", self.name.unwrap_or_default()));
        for address in addresses {
            match within(settings, self.enter(address, settings)).await {
                Ok(client) => return Ok(client),
                Err(ConnectionError::Broken(reason)) => {
                    last = ConnectionError::broken(format!("{address}: {reason}"))
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    async fn addresses(&self, name: &str) -> Result<Vec<SocketAddr>, ConnectionError> {
        let found = lookup_host((name, self.port)).await;
        Ok(found.map_err(|error| ConnectionError::broken(format!("{name}: {error}")))?.collect())
    }

    async fn enter_at(&self, folder: &Path, settings: &Config) -> Result<PgClient, ConnectionError> {
        let socket = UnixStream::connect(folder.join(format!(".s.PGSQL.{}", self.port))).await?;
        admitted(Box::new(socket), Transport::Socket, settings).await
    }

    async fn enter(&self, address: SocketAddr, settings: &Config) -> Result<PgClient, ConnectionError> {
        let socket = TcpStream::connect(address).await?;
        tune(&socket, settings)?;
        match tls::negotiate(socket, self.name, settings).await? {
            Channel::Plain(socket) => {
                let is_own = address.ip().is_loopback();
                let transport = if is_own { Transport::Loopback } else { Transport::Open };
                admitted(Box::new(socket), transport, settings).await
            }
            Channel::Encrypted(stream, binding) => {
                admitted(stream, Transport::Encrypted { binding }, settings).await
            }
        }
    }
}

/// Returns the connection once the server has admitted the user, accepts changes (after a failover the old
/// primary may still answer as a standby) and can store any text.
async fn admitted(
    stream: Box<dyn Duplex>,
    transport: Transport,
    settings: &Config,
) -> Result<PgClient, ConnectionError> {
    let mut wire = Wire::new(stream);
    startup::enter(&mut wire, settings, transport).await?;
    let mut client = PgClient::over(wire);
    let rows = client.query(SHOW, &[]).await?;
    let value_of = |name| match rows.rows.first().map(|row| row.cell(name)) {
        Some(Ok(Cell::Text(value))) => Ok(value),
        _ => Err(unexpected()),
    };
    if value_of("only_reads")? != "off" {
        return Err(ConnectionError::broken("the server takes no changes: it is a standby"));
    }
    match value_of("encoding")? {
        // SQL_ASCII stores text as given.
        "UTF8" | "SQL_ASCII" => Ok(client),
        encoding => Err(ConnectionError::broken(format!(
            "the database's encoding is {encoding}, which cannot hold every name: make it with ENCODING 'UTF8'"
        ))),
    }
}

/// Disables Nagle's delay and enables keepalives: a server whose machine fails sends no notice.
fn tune(socket: &TcpStream, settings: &Config) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let socket = SockRef::from(socket);
    socket.set_tcp_user_timeout(settings.get_tcp_user_timeout().copied())?;
    if !settings.get_keepalives() {
        return Ok(());
    }
    let mut probes = TcpKeepalive::new().with_time(settings.get_keepalives_idle());
    if let Some(interval) = settings.get_keepalives_interval() {
        probes = probes.with_interval(interval);
    }
    if let Some(retries) = settings.get_keepalives_retries() {
        probes = probes.with_retries(retries);
    }
    socket.set_tcp_keepalive(&probes)
}

async fn within<T>(
    settings: &Config,
    entering: impl Future<Output = Result<T, ConnectionError>>,
) -> Result<T, ConnectionError> {
    let limit = settings.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
    timeout(limit, entering).await.unwrap_or_else(|_| Err(no_answer()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_urls_of_one_database_have_one_identity() {
        let identity = |url| identity(url).unwrap();
        let plain = identity("postgres://me:secret@host/db");
        assert_eq!(plain, "postgres://host:5432/db");
        assert_eq!(identity("postgresql://you@host:5432/db?sslmode=require"), plain);
        for other in ["postgres://me@host:5433/db", "postgres://me@elsewhere/db", "postgres://me@host/other"]
        {
            assert_ne!(identity(other), plain);
        }
        let schema = identity("postgres://me@host/db?options=-c%20search_path%3Dmine");
        assert_eq!(schema, "postgres://host:5432/db, schema mine");
    }

    #[test]
    fn errors_about_a_url_do_not_contain_its_password() {
        for (url, wrong) in [
            ("postgres://me:secret@host:port/db", "`port`"),
            ("postgres://me:secret@host/db?sslmode=verify-full", "`sslmode`"),
            ("postgres://me:secret@host/db?sslrootcert=1", "`sslrootcert`"),
            ("postgress://me:secret@host/db", "unexpected EOF"),
            ("me:secret@host/db", "unexpected EOF"),
            ("host=host user=me password=secret port=x", "`port`"),
        ] {
            let Err(Error::Unavailable(reason)) = settings(url) else { panic!("{url} can be used") };
            assert!(reason.contains(wrong) && !reason.contains("secret"), "{url}: {reason}");
        }
        let debug_text = format!("{:?}", settings("postgres://me:secret@host/db").unwrap());
        assert!(!debug_text.contains("secret"), "{debug_text}");
    }
}
