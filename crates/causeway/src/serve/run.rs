//! The run of `causeway serve`, from the first check to the last answer.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use causeway_service::App;
use causeway_service::background::Background;
use causeway_service::operator;
use causeway_service::runtime::{heartbeat, timers};
use causeway_store::platforms::{self, Environment};
use causeway_store::{Database, Error};
use tokio::net::UnixListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;

use super::connections::Connections;
use super::listen::{ReservedAddress, origin};
use super::metrics::{Metrics, Recorder};
use super::readiness::Readiness;
use super::scheduled_backups::keep_backing_up;
use super::screen::{DatabaseLocation, StartScreen};
use super::supervisor::{ServiceState, Supervisor};
use super::unclean_end::{self, Check};
use super::{Lifecycle, ServeError, first_start, logs, open_files, surface};
use crate::config::Config;
use crate::data_folder::{self, DataFolder, FolderLock, LockError, SocketError};
use crate::system_users;
use crate::wiring::{self, AssembledService, Role};

/// Maximum number of open connections to the operator API.
const OPERATOR_CONNECTIONS: u32 = 64;

/// Serves until stopped, and drains.
///
/// # Errors
/// Any reason that keeps the server from starting; [`ServeError::PartEnded`] if a part of it ended
/// unexpectedly.
pub async fn run(config: &Config) -> Result<(), ServeError> {
    logs::begin(config.log_format, &config.log_level)?;
    open_files::raise_limit();
    let recorder = Recorder::begin()?;
    let (lock, Addresses { callers: reserved, admin }) = claim_resources(config)?;
    let config = &config.listening_at(reserved.address(), admin.as_ref().map(ReservedAddress::address));
    let ended_uncleanly = unclean_end::ended_uncleanly(config, &lock);
    let AssembledService { app, copy } = wiring::assemble(config, Role::Server, &lock).await?;
    if let Some(copy) = copy {
        tracing::info!(copy = %copy.display(), "database migrated; a copy of the previous version is kept");
    }
    check_transport(&app).await?;
    warn_of_plain_http(config);
    let address = reserved.address();
    config.data.mark_serving(&lock, address).map_err(|error| no_folder(config, error))?;
    let first = first_start::ensure_platform(&app, config).await?;
    let channels = OperatorListeners {
        socket: config.data.open_socket(&lock)?,
        users: open_user_socket(config)?,
        admin,
    };
    let metrics = Metrics::new(recorder, &app, own_database(config));
    let mut server = Server::begin(app, metrics, config, reserved, channels)?;
    let check = ended_uncleanly.then(|| Check::begin(&server.app.store));
    let console = console_link(&server.app, first.is_some()).await;
    let database = database_location(config);
    print_start_screen(&StartScreen { origin: origin(address), database, first, console });
    tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "ready");
    let manager = Arc::new(Supervisor::from_environment());
    manager.notify(ServiceState::Ready);
    let signs_of_life = Arc::clone(&manager).send_signs_of_life(server.lifecycle.clone());
    server.spawn("signs of life", signs_of_life);
    let outcome = server.until_stopped().await;
    manager.notify(ServiceState::Stopping);
    config.data.remove_socket(&lock);
    remove_user_socket(config);
    let store = server.app.store.clone();
    server.drain().await;
    let is_checked = match check {
        Some(check) => check.has_passed().await,
        None => true,
    };
    if is_checked && !store.is_damaged() {
        config.data.unmark(&lock).map_err(|error| no_folder(config, error))?;
    }
    outcome
}

/// Locks the data folder and binds the addresses. A second server on a folder usually wants the first one's
/// address too, and then the error is about the folder. If the folder does not exist yet, it is not created
/// by a start that fails for its address.
fn claim_resources(config: &Config) -> Result<(FolderLock, Addresses), ServeError> {
    match Addresses::take(config) {
        Err(error) if !config.data.path().exists() => Err(error),
        addresses => Ok((lock_folder(config)?, addresses?)),
    }
}

/// The addresses that the server listens on.
struct Addresses {
    callers: ReservedAddress,
    admin: Option<ReservedAddress>,
}

impl Addresses {
    fn take(config: &Config) -> Result<Self, ServeError> {
        Ok(Self { callers: reserve(config.listen)?, admin: config.admin.map(reserve).transpose()? })
    }
}

fn lock_folder(config: &Config) -> Result<FolderLock, ServeError> {
    let folder = || config.data.path().to_owned();
    config.data.create().map_err(|error| ServeError::NewFolder { folder: folder(), error })?;
    config.data.lock().map_err(|error| ServeError::Folder { folder: folder(), error })
}

fn reserve(address: SocketAddr) -> Result<ReservedAddress, ServeError> {
    ReservedAddress::bind(address).map_err(|error| ServeError::Listen { address, error })
}

/// Refuses to accept credentials of production platforms over plain HTTP.
async fn check_transport(app: &Arc<App>) -> Result<(), ServeError> {
    if app.deployment.serves_production {
        return Ok(());
    }
    let all: Result<_, Error> = app.store.read(platforms::list).await;
    match all?
        .into_iter()
        .find(|platform| platform.environment == Environment::Production && !platform.is_disabled)
    {
        Some(platform) => Err(ServeError::PlainHttp { platform: platform.name }),
        None => Ok(()),
    }
}

/// Warns of credentials that cross the network unencrypted, unless a proxy in front terminates TLS.
fn warn_of_plain_http(config: &Config) {
    for address in config.network_addresses().filter(|_| !config.behind_proxy) {
        tracing::warn!(
            %address,
            "plain HTTP is served on an address that other machines can reach: run the server behind a proxy that \
             terminates TLS and set behind_proxy, or listen on 127.0.0.1"
        );
    }
}

/// Returns a link to the console for the owner, at the first start on a terminal.
async fn console_link(app: &Arc<App>, is_first: bool) -> Option<String> {
    if !is_first || !std::io::stdout().is_terminal() {
        return None;
    }
    match operator::console_link_for_owner(app).await {
        Ok(link) => link.map(|link| link.expose().clone()),
        Err(error) => {
            tracing::warn!(%error, "could not make a link to the console");
            None
        }
    }
}

fn database_location(config: &Config) -> DatabaseLocation {
    match config.database() {
        Database::Sqlite { .. } => {
            let data = config.data.path();
            DatabaseLocation::Folder(std::path::absolute(data).unwrap_or_else(|_| data.to_owned()))
        }
        Database::Postgres { .. } => DatabaseLocation::Server(config.database_name()),
    }
}

/// Returns the data folder if it has the database.
fn own_database(config: &Config) -> Option<DataFolder> {
    matches!(config.database(), Database::Sqlite { .. }).then(|| config.data.clone())
}

/// Prints the start screen. A closed standard output is no reason to stop.
fn print_start_screen(screen: &StartScreen) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = write!(out, "{screen}").and_then(|()| out.flush()) {
        tracing::warn!(%error, "failed to print the start screen");
    }
}

/// The channels for operators.
struct OperatorListeners {
    /// In the data folder.
    socket: UnixListener,
    /// For users with roles.
    users: Option<UnixListener>,
    /// For tokens.
    admin: Option<ReservedAddress>,
}

/// Opens the operator socket for users, if one is configured with a group.
fn open_user_socket(config: &Config) -> Result<Option<UnixListener>, ServeError> {
    let (Some(path), Some(group)) = (&config.operator_socket, &config.operator_group) else {
        return Ok(None);
    };
    let id = system_users::group_id(group).ok_or_else(|| SocketError::NoGroup(group.clone()))?;
    Ok(Some(data_folder::open_user_socket(path, id)?))
}

/// Removes the operator socket for users when the server stops.
fn remove_user_socket(config: &Config) {
    if let (Some(path), Some(_)) = (&config.operator_socket, &config.operator_group)
        && let Err(error) = data_folder::remove(path)
    {
        tracing::debug!(%error, "failed to remove the operator socket for users");
    }
}

/// A running server.
struct Server {
    app: Arc<App>,
    lifecycle: Lifecycle,
    /// Registered before the server is known to be ready, so that no signal is missed.
    terminated: Signal,
    interrupted: Signal,
    /// Each part ends soon after the end of the lifecycle, and returns its name.
    parts: JoinSet<&'static str>,
}

impl Server {
    /// Starts all parts; the addresses are opened last.
    fn begin(
        app: Arc<App>,
        metrics: Metrics,
        config: &Config,
        reserved: ReservedAddress,
        channels: OperatorListeners,
    ) -> Result<Self, ServeError> {
        let lifecycle = Lifecycle::begin();
        let disk = own_database(config);
        let readiness = Readiness::new(Arc::clone(&app), lifecycle.clone(), disk, &config.limits);
        let public = surface::public(&app, &readiness);
        let [terminated, interrupted] = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
        let mut server = Self {
            app,
            lifecycle,
            terminated: terminated.map_err(ServeError::System)?,
            interrupted: interrupted.map_err(ServeError::System)?,
            parts: JoinSet::new(),
        };
        let app = Arc::clone(&server.app);
        let callers = Connections::new(&app, public, server.lifecycle.clone(), config.limits.connections)
            .behind_proxy(config.behind_proxy);
        server.open(channels, &metrics, config)?;
        let background = Background::start(&app, config.limits.jobs, &server.lifecycle.signal());
        server.spawn("background work", background.ended());
        let folding = metrics.fold(server.lifecycle.signal());
        server.spawn("metrics upkeep", folding);
        if let Some(schedule) = config.backups.clone() {
            let app = Arc::clone(&server.app);
            let backups = keep_backing_up(app, config.clone(), schedule, server.lifecycle.signal());
            server.spawn("scheduled backups", backups);
        }
        let listener = open(reserved)?;
        server.spawn("API listener", callers.accept(listener));
        Ok(server)
    }

    /// Opens the channels for operators.
    fn open(
        &mut self,
        channels: OperatorListeners,
        metrics: &Metrics,
        config: &Config,
    ) -> Result<(), ServeError> {
        let OperatorListeners { socket, users, admin } = channels;
        let app = Arc::clone(&self.app);
        let lifecycle = self.lifecycle.clone();
        let connections = |router| Connections::new(&app, router, lifecycle.clone(), OPERATOR_CONNECTIONS);
        self.spawn("operator socket", connections(surface::operators(&app, metrics)).accept(socket));
        if let Some(listener) = users {
            let router = surface::operators_by_user(&app, metrics);
            self.spawn("operator socket for users", connections(router).accept(listener));
        }
        if let Some(reserved) = admin {
            write_token(&app, config)?;
            let router = surface::operators_by_token(&app, metrics);
            self.spawn("operator address", connections(router).accept(open(reserved)?));
        }
        Ok(())
    }

    fn spawn(&mut self, name: &'static str, part: impl Future<Output = ()> + Send + 'static) {
        self.parts.spawn(async move {
            part.await;
            name
        });
    }

    /// Waits for SIGTERM or SIGINT, or for a part that ends unexpectedly.
    async fn until_stopped(&mut self) -> Result<(), ServeError> {
        tokio::select! {
            _ = self.terminated.recv() => tracing::info!("stopping (SIGTERM)"),
            _ = self.interrupted.recv() => tracing::info!("stopping (SIGINT)"),
            ended = self.parts.join_next() => {
                let name = ended.and_then(Result::ok).unwrap_or("panicked part");
                tracing::error!(name, "server part ended unexpectedly");
                return Err(ServeError::PartEnded(name));
            }
        }
        Ok(())
    }

    /// Stops accepting work, lets work in progress finish, gives back what is left, and closes the database.
    /// Work that does not finish in time is aborted: an aborted request was not acknowledged, and an aborted
    /// job or delivery is repeated, by another process at once.
    async fn drain(mut self) {
        self.lifecycle.end();
        let finish = async { while self.parts.join_next().await.is_some() {} };
        if timers::within(timers::DRAIN_TIMEOUT, finish).await.is_err() {
            tracing::warn!(parts = self.parts.len(), "drain timed out; remaining parts aborted");
            self.parts.shutdown().await;
        }
        heartbeat::leave(&self.app).await;
        let store = self.app.store.clone();
        let closed = tokio::task::spawn_blocking(move || store.close()).await;
        tracing::info!(in_order = closed.is_ok(), "stopped");
    }
}

fn open(reserved: ReservedAddress) -> Result<tokio::net::TcpListener, ServeError> {
    let address = reserved.address();
    reserved.open().map_err(|error| ServeError::Listen { address, error })
}

/// Writes the operator token to a file that only the folder's owner can read.
fn write_token(app: &Arc<App>, config: &Config) -> Result<(), ServeError> {
    let token = surface::operator_token(app);
    data_folder::write_private(&config.data.operator_token(), token.expose())
        .map_err(|error| no_folder(config, error))
}

fn no_folder(config: &Config, error: std::io::Error) -> ServeError {
    ServeError::Folder { folder: config.data.path().to_owned(), error: LockError::Io(error) }
}
