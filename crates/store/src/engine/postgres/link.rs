//! The connection to the server itself: made, watched, cut.

use std::collections::HashMap;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::fault;
use crate::error::Error;

/// Statements kept prepared on each connection; beyond them all are let go.
const STATEMENTS: usize = 1000;

/// A live connection.
pub(super) struct Link {
    pub(super) client: Client,
    driver: JoinHandle<()>,
    statements: HashMap<String, Statement>,
}

/// The settings in a connection URL, with those that the store always wants.
pub(crate) fn settings(url: &str) -> Result<Config, Error> {
    let mut settings = Config::from_str(url).map_err(|fault| Error::Unavailable(fault.to_string()))?;
    if settings.get_application_name().is_none() {
        settings.application_name("causeway");
    }
    settings
        .connect_timeout(Duration::from_secs(5))
        .tcp_user_timeout(Duration::from_secs(30))
        .keepalives_idle(Duration::from_secs(30))
        // After a failover the old server may still answer as a standby.
        .target_session_attrs(TargetSessionAttrs::ReadWrite);
    Ok(settings)
}

/// Connects, and leaves the connection's driver running on the current runtime.
pub(super) async fn connect(settings: &Config) -> Result<(Client, JoinHandle<()>), Error> {
    if wants_no_tls(settings) {
        let mut plain = settings.clone();
        plain.ssl_mode(SslMode::Disable);
        let (client, connection) = plain.connect(NoTls).await.map_err(|fault| fault::error(&fault))?;
        return Ok((client, tokio::spawn(async move { drop(connection.await) })));
    }
    let tls = MakeRustlsConnect::new(tls_settings()?);
    let (client, connection) = settings.connect(tls).await.map_err(|fault| fault::error(&fault))?;
    Ok((client, tokio::spawn(async move { drop(connection.await) })))
}

/// `sslmode=disable`, or the default `prefer` on the machine itself, where servers present certificates that
/// nobody has signed.
fn wants_no_tls(settings: &Config) -> bool {
    match settings.get_ssl_mode() {
        SslMode::Disable => true,
        SslMode::Prefer => settings.get_hosts().iter().all(is_local),
        _ => false,
    }
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()),
    }
}

/// The server must show a certificate that the machine trusts, for the name it was called by.
fn tls_settings() -> Result<ClientConfig, Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(ring::default_provider());
    let settings = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let settings = settings.map_err(|fault| Error::Unavailable(fault.to_string()))?;
    Ok(settings.with_root_certificates(roots).with_no_client_auth())
}

impl Link {
    /// Connects and sets what holds for the session.
    pub(super) async fn open(settings: &Config, session: &str) -> Result<Self, Error> {
        let (client, driver) = connect(settings).await?;
        let link = Self { client, driver, statements: HashMap::new() };
        link.client.batch_execute(session).await.map_err(|fault| fault::error(&fault))?;
        Ok(link)
    }

    /// The prepared statement, made at its first use.
    pub(super) async fn prepared(&mut self, sql: &str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Whether the statement must be prepared first.
    pub(super) fn knows(&self, sql: &str) -> bool {
        self.statements.contains_key(sql)
    }

    /// Cuts the connection off without a word.
    pub(super) async fn cut(self) {
        self.driver.abort();
        // Until the driver is gone its socket is open.
        let _ = self.driver.await;
    }
}
