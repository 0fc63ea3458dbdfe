//! The service of the demonstration: assembled like a server.

use std::net::SocketAddr;
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_service::background::Background;
use causeway_service::platforms::{NewPlatform, create};
use causeway_service::runtime::settings::ConsoleListener;
use causeway_service::runtime::{heartbeat, timers};
use causeway_service::{ApiError, App};
use causeway_store::platforms::Environment;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::DemoError;
use crate::config::{Config, ConsoleMode};
use crate::data_folder::FolderLock;
use crate::router::router;
use crate::serve::{Connections, Lifecycle, console, reachable_address};
use crate::wiring::{self, AssembledService, Role};

/// A sandbox platform of the demonstration.
pub(super) struct DemoPlatform {
    pub(super) id: PlatformId,
    /// User name of its first token.
    pub(super) client_id: String,
    /// Password of the token.
    pub(super) client_secret: String,
}

/// A running service with one sandbox platform.
pub(super) struct DemoService {
    /// Gives access to its books.
    pub(super) app: Arc<App>,
    pub(super) platform: DemoPlatform,
    /// Scheme, host and port.
    pub(super) origin: String,
    lifecycle: Lifecycle,
    background: Background,
    serving: JoinHandle<()>,
    _lock: FolderLock,
}

impl DemoService {
    /// Starts the service with its console, and creates a platform of this name.
    pub(super) async fn start(config: &Config, address: SocketAddr, name: &str) -> Result<Self, DemoError> {
        let lock = config.data.lock().map_err(DemoError::Lock)?;
        let cannot_listen = |error| DemoError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(DemoError::System)?;
        let config = &Config { console: ConsoleMode::Public, ..config.listening_at(address, None) };
        let AssembledService { app, .. } = wiring::assemble(config, Role::Server, &lock).await?;
        let platform = create_platform(&app, name).await?;
        let lifecycle = Lifecycle::begin();
        let background = Background::start(&app, config.limits.jobs, &lifecycle.signal());
        let router = router(Arc::clone(&app)).merge(console(&app, ConsoleListener::Public));
        let connections = Connections::new(&app, router, lifecycle.clone(), config.limits.connections);
        Ok(Self {
            platform,
            origin: format!("http://{}", reachable_address(address)),
            serving: tokio::spawn(connections.accept(listener)),
            app,
            lifecycle,
            background,
            _lock: lock,
        })
    }

    /// Stops the service and closes its database.
    pub(super) async fn stop(self) {
        self.lifecycle.end();
        // Work that does not end in time is aborted with the process.
        let ended = async { (self.background.ended().await, self.serving.await.is_ok()) };
        let _ = timers::within(timers::DRAIN_TIMEOUT, ended).await;
        heartbeat::leave(&self.app).await;
        let store = self.app.store.clone();
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
    }
}

/// Creates a sandbox platform of this name.
pub(super) async fn create_platform(app: &Arc<App>, name: &str) -> Result<DemoPlatform, ApiError> {
    let request = NewPlatform::default_of(Environment::Sandbox, name);
    let shared = Arc::clone(app);
    let created = app.store.write(&[], move |tx| create(tx, &shared, &request)).await?;
    Ok(DemoPlatform {
        id: created.platform.id,
        client_id: created.token.token.client_id,
        client_secret: created.token.secret.expose().to_owned(),
    })
}
