//! `causeway serve`, from the first check to the last answer.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use causeway_service::App;
use causeway_service::background::Background;
use causeway_service::runtime::timers;
use causeway_store::platforms::{self, Environment};
use causeway_store::{Database, Error};
use tokio::net::UnixListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;

use super::connections::Connections;
use super::listen::{Reserved, origin};
use super::metrics::{Metrics, Recorder};
use super::readiness::Readiness;
use super::screen::{Kept, Screen};
use super::unclean_end::{self, Check};
use super::{Life, ServeError, first_start, logs, open_files, surface};
use crate::config::Config;
use crate::folder::{self, Hold, HoldError};
use crate::wiring::{self, Role, Wired};

/// Connections that operators may have open at a time.
const OPERATOR_CONNECTIONS: u32 = 64;

/// Serves until stopped, and drains.
///
/// # Errors
/// Whatever keeps the server from starting; a part of it that ended by itself.
pub async fn run(config: &Config) -> Result<(), ServeError> {
    logs::begin(config.log_format, &config.log_level)?;
    open_files::raise_limit();
    let recorder = Recorder::begin()?;
    let (hold, Addresses { callers: reserved, admin }) = take_for_itself(config)?;
    let was_cut_off = unclean_end::was_cut_off(config, &hold);
    let Wired { app, copy } = wiring::assemble(config, Role::Server, &hold).await?;
    if let Some(copy) = copy {
        tracing::info!(copy = %copy.display(), "database migrated; a copy of it as it was before is kept");
    }
    check_transport(&app).await?;
    config.data.mark_serving(&hold).map_err(|why| no_folder(config, why))?;
    let first = first_start::ensure_platform(&app, config).await?;
    let socket = config.data.offer_socket(&hold)?;
    let address = reserved.address();
    let metrics = Metrics::new(recorder, &app);
    let mut server = Server::begin(app, metrics, config, reserved, admin, socket)?;
    let check = was_cut_off.then(|| Check::begin(&server.app.store));
    announce(&Screen { origin: origin(address), kept: kept(config), first });
    tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "ready");
    let outcome = server.until_stopped().await;
    config.data.remove_socket(&hold);
    let store = server.app.store.clone();
    server.drain().await;
    let is_checked = match check {
        Some(check) => check.has_passed().await,
        None => true,
    };
    if is_checked && !store.is_damaged() {
        config.data.unmark(&hold).map_err(|why| no_folder(config, why))?;
    }
    outcome
}

/// Takes the data folder and the addresses. A second server on a folder usually wants the first one's address too:
/// what it is warned about is the folder. Where there is no folder yet, none is made for a start that fails for its
/// address.
fn take_for_itself(config: &Config) -> Result<(Hold, Addresses), ServeError> {
    match Addresses::take(config) {
        Err(refused) if !config.data.path().exists() => Err(refused),
        addresses => Ok((take_folder(config)?, addresses?)),
    }
}

/// What the server listens on.
struct Addresses {
    callers: Reserved,
    admin: Option<Reserved>,
}

impl Addresses {
    fn take(config: &Config) -> Result<Self, ServeError> {
        Ok(Self { callers: reserve(config.listen)?, admin: config.admin.map(reserve).transpose()? })
    }
}

fn take_folder(config: &Config) -> Result<Hold, ServeError> {
    let refuse = |why| ServeError::Folder { folder: config.data.path().to_owned(), why };
    config.data.create().map_err(HoldError::Io).map_err(refuse)?;
    config.data.hold().map_err(refuse)
}

fn reserve(address: SocketAddr) -> Result<Reserved, ServeError> {
    Reserved::take(address).map_err(|why| ServeError::Listen { address, why })
}

/// Refuses to take the credentials of production platforms over plain HTTP.
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

fn kept(config: &Config) -> Kept {
    match config.database() {
        Database::Sqlite { .. } => {
            let data = config.data.path();
            Kept::Folder(std::path::absolute(data).unwrap_or_else(|_| data.to_owned()))
        }
        Database::Postgres { .. } => Kept::Server(config.database_name()),
    }
}

/// Prints the screen. A closed standard output is no reason to stop.
fn announce(screen: &Screen) {
    let mut out = std::io::stdout().lock();
    if let Err(fault) = write!(out, "{screen}").and_then(|()| out.flush()) {
        tracing::warn!(%fault, "the first screen could not be printed");
    }
}

/// A server at work.
struct Server {
    app: Arc<App>,
    life: Life,
    /// Listened for before anybody can know that the server is ready, so that none is missed.
    terminated: Signal,
    interrupted: Signal,
    /// Each ends soon after the life does, and gives its name.
    parts: JoinSet<&'static str>,
}

impl Server {
    /// Starts every part; the addresses are opened last.
    fn begin(
        app: Arc<App>,
        metrics: Metrics,
        config: &Config,
        reserved: Reserved,
        admin: Option<Reserved>,
        socket: UnixListener,
    ) -> Result<Self, ServeError> {
        let life = Life::begin();
        let disk = matches!(config.database(), Database::Sqlite { .. }).then(|| config.data.clone());
        let readiness = Readiness::new(Arc::clone(&app), life.clone(), disk, &config.limits);
        let public = surface::public(&app, &readiness);
        let [terminated, interrupted] = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
        let mut server = Self {
            app,
            life,
            terminated: terminated.map_err(ServeError::System)?,
            interrupted: interrupted.map_err(ServeError::System)?,
            parts: JoinSet::new(),
        };
        let app = &server.app;
        let operators = Connections::new(
            app,
            surface::operators(app, &metrics),
            server.life.clone(),
            OPERATOR_CONNECTIONS,
        );
        let remote = match admin {
            Some(reserved) => {
                write_token(app, config)?;
                let router = surface::operators_with_token(app, &metrics);
                Some((
                    Connections::new(app, router, server.life.clone(), OPERATOR_CONNECTIONS),
                    open(reserved)?,
                ))
            }
            None => None,
        };
        let callers = Connections::new(app, public, server.life.clone(), config.limits.connections)
            .behind_proxy(config.behind_proxy);
        let background = Background::start(app, config.limits.jobs, &server.life.signal());
        let folding = metrics.fold(server.life.signal());
        server.spawn("work in the background", background.ended());
        server.spawn("measurement", folding);
        server.spawn("the operator socket", operators.accept(socket));
        if let Some((connections, listener)) = remote {
            server.spawn("the operator address", connections.accept(listener));
        }
        let listener = open(reserved)?;
        server.spawn("the interface", callers.accept(listener));
        Ok(server)
    }

    fn spawn(&mut self, name: &'static str, part: impl Future<Output = ()> + Send + 'static) {
        self.parts.spawn(async move {
            part.await;
            name
        });
    }

    /// Waits for SIGTERM or SIGINT, or for a part that ends by itself.
    async fn until_stopped(&mut self) -> Result<(), ServeError> {
        tokio::select! {
            _ = self.terminated.recv() => tracing::info!("stopping (SIGTERM)"),
            _ = self.interrupted.recv() => tracing::info!("stopping (SIGINT)"),
            ended = self.parts.join_next() => {
                let name = ended.and_then(Result::ok).unwrap_or("a part that panicked");
                tracing::error!(name, "ended by itself");
                return Err(ServeError::PartEnded(name));
            }
        }
        Ok(())
    }

    /// Takes no more work, lets what is under way finish, and closes the database. What does not finish in
    /// time is cut off: a request has then not been acknowledged, and a job or delivery is done again later.
    async fn drain(mut self) {
        self.life.end();
        let finish = async { while self.parts.join_next().await.is_some() {} };
        if timers::within(timers::DRAIN, finish).await.is_err() {
            tracing::warn!(parts = self.parts.len(), "not everything ended in time and was cut off");
            self.parts.shutdown().await;
        }
        let store = self.app.store.clone();
        let closed = tokio::task::spawn_blocking(move || store.close()).await;
        tracing::info!(in_order = closed.is_ok(), "stopped");
    }
}

fn open(reserved: Reserved) -> Result<tokio::net::TcpListener, ServeError> {
    let address = reserved.address();
    reserved.open().map_err(|why| ServeError::Listen { address, why })
}

/// Leaves the operator token where only the folder's owner can read it.
fn write_token(app: &Arc<App>, config: &Config) -> Result<(), ServeError> {
    let token = surface::operator_token(app);
    folder::write_private(&config.data.operator_token(), token.expose()).map_err(|why| no_folder(config, why))
}

fn no_folder(config: &Config, why: std::io::Error) -> ServeError {
    ServeError::Folder { folder: config.data.path().to_owned(), why: HoldError::Io(why) }
}
