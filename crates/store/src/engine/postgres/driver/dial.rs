//! Reaching a server: its addresses, one after the other, until one takes the connection.

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
use tokio_postgres::config::{Host, LoadBalanceHosts, TargetSessionAttrs};

use super::tls::Channel;
use super::wire::{Duplex, Wire};
use super::{Client, Fault, startup, tls};
use crate::error::Error;
use crate::row::{Cell, Cells};

const PORT: u16 = 5432;

/// How long an address may take until a user is let in, where the URL does not say.
const PATIENCE: Duration = Duration::from_secs(10);

/// The settings in a connection URL, with those that the store always wants.
pub(crate) fn settings(url: &str) -> Result<Config, Error> {
    let mut settings = Config::from_str(url).map_err(|fault| Error::Unavailable(fault.to_string()))?;
    if settings.get_application_name().is_none() {
        settings.application_name("causeway");
    }
    if settings.get_connect_timeout().is_none() {
        settings.connect_timeout(PATIENCE);
    }
    settings
        .tcp_user_timeout(Duration::from_secs(30))
        .keepalives_idle(Duration::from_secs(30))
        // After a failover the old server may still answer as a standby.
        .target_session_attrs(TargetSessionAttrs::ReadWrite);
    Ok(settings)
}

/// One server of those that a URL names.
struct Server<'a> {
    place: Place<'a>,
    /// What its certificate must be made out to.
    name: Option<&'a str>,
    port: u16,
}

enum Place<'a> {
    Ip(IpAddr),
    Name(&'a str),
    /// The folder of a Unix socket.
    Folder(&'a Path),
}

/// Connects to the first server that lets the user in and takes changes.
pub(super) async fn connect(settings: &Config) -> Result<Client, Fault> {
    let mut last = Fault::broken("the database's URL names no host");
    for server in servers(settings)? {
        match server.connect(settings).await {
            Ok(client) => return Ok(client),
            Err(fault) => last = fault,
        }
    }
    Err(last)
}

fn servers(settings: &Config) -> Result<Vec<Server<'_>>, Fault> {
    let (hosts, addresses) = (settings.get_hosts(), settings.get_hostaddrs());
    let ports = settings.get_ports();
    let count = hosts.len().max(addresses.len());
    let fits = |length: usize| length == 0 || length == count;
    if !fits(hosts.len()) || !fits(addresses.len()) || !(ports.len() <= 1 || ports.len() == count) {
        let why = "the database's URL names different numbers of hosts, addresses and ports";
        return Err(Fault::broken(why));
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
        let place = match (address, host) {
            (Some(ip), _) => Place::Ip(ip),
            (None, Some(Host::Tcp(name))) => Place::Name(name),
            (None, Some(Host::Unix(folder))) => Place::Folder(folder),
            (None, None) => return None,
        };
        Some(Self { place, name, port })
    }

    async fn connect(&self, settings: &Config) -> Result<Client, Fault> {
        let addresses = match self.place {
            Place::Folder(folder) => return within(settings, self.enter_at(folder, settings)).await,
            Place::Ip(ip) => vec![(ip, self.port).into()],
            Place::Name(name) => lookup_host((name, self.port)).await?.collect(),
        };
        let mut last = Fault::broken(format!("{} has no address", self.name.unwrap_or_default()));
        for address in addresses {
            match within(settings, self.enter(address, settings)).await {
                Ok(client) => return Ok(client),
                Err(Fault::Broken(why)) => last = Fault::broken(format!("{address}: {why}")),
                Err(refused) => last = refused,
            }
        }
        Err(last)
    }

    async fn enter_at(&self, folder: &Path, settings: &Config) -> Result<Client, Fault> {
        let socket = UnixStream::connect(folder.join(format!(".s.PGSQL.{}", self.port))).await?;
        // Nothing between the two processes could listen.
        admitted(Box::new(socket), None, settings).await
    }

    async fn enter(&self, address: SocketAddr, settings: &Config) -> Result<Client, Fault> {
        let socket = TcpStream::connect(address).await?;
        tune(&socket, settings)?;
        match tls::negotiate(socket, self.name, settings).await? {
            Channel::Plain(socket) => admitted(Box::new(socket), None, settings).await,
            Channel::Encrypted(stream, binding) => admitted(stream, binding, settings).await,
        }
    }
}

/// The connection once the server has let the user in and takes changes.
async fn admitted(
    stream: Box<dyn Duplex>,
    binding: Option<Vec<u8>>,
    settings: &Config,
) -> Result<Client, Fault> {
    let mut wire = Wire::new(stream);
    startup::enter(&mut wire, settings, binding).await?;
    let mut client = Client::over(wire);
    let answer = client.query("SHOW transaction_read_only", &[]).await?;
    let only_reads = answer
        .rows
        .first()
        .is_some_and(|row| row.cell("transaction_read_only").is_ok_and(|cell| cell == Cell::Text("on")));
    if settings.get_target_session_attrs() == TargetSessionAttrs::ReadWrite && only_reads {
        return Err(Fault::broken("the server takes no changes: it is a standby"));
    }
    Ok(client)
}

/// Without delay, and watched: a server whose machine is gone says nothing of it.
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

async fn within(
    settings: &Config,
    entering: impl Future<Output = Result<Client, Fault>>,
) -> Result<Client, Fault> {
    let patience = settings.get_connect_timeout().copied().unwrap_or(PATIENCE);
    match timeout(patience, entering).await {
        Ok(entered) => entered,
        Err(_) => Err(Fault::broken("the server did not answer in time")),
    }
}
