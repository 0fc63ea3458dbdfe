//! The service of the demonstration: assembled like a server, on a free port of loopback.

use std::net::Ipv4Addr;
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_service::background::Background;
use causeway_service::platforms::{CreatedPlatform, NewPlatform, create};
use causeway_service::runtime::{heartbeat, timers};
use causeway_service::{ApiError, App};
use causeway_store::platforms::Environment;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::DemoError;
use crate::config::Config;
use crate::data_folder::FolderLock;
use crate::router::router;
use crate::serve::{Connections, Lifecycle};
use crate::wiring::{self, AssembledService, Role};

/// A running service with one sandbox platform.
pub(super) struct DemoService {
    /// Gives access to its books.
    pub(super) app: Arc<App>,
    pub(super) platform: PlatformId,
    /// User name of the platform's first token.
    pub(super) client_id: String,
    /// Password of the token.
    pub(super) client_secret: String,
    /// Scheme, host and port.
    pub(super) origin: String,
    lifecycle: Lifecycle,
    background: Background,
    serving: JoinHandle<()>,
    _lock: FolderLock,
}

impl DemoService {
    /// Starts the service and creates the platform.
    pub(super) async fn start(config: &Config) -> Result<Self, DemoError> {
        let lock = config.data.lock().map_err(DemoError::Lock)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(DemoError::System)?;
        let address = listener.local_addr().map_err(DemoError::System)?;
        let AssembledService { app, .. } = wiring::assemble(config, Role::Server, &lock).await?;
        let created = create_platform(&app).await?;
        let lifecycle = Lifecycle::begin();
        let background = Background::start(&app, config.limits.jobs, &lifecycle.signal());
        let connections =
            Connections::new(&app, router(Arc::clone(&app)), lifecycle.clone(), config.limits.connections);
        Ok(Self {
            platform: created.platform.id,
            client_id: created.token.token.client_id,
            client_secret: created.token.secret.expose().to_owned(),
            origin: format!("http://{address}"),
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

async fn create_platform(app: &Arc<App>) -> Result<CreatedPlatform, ApiError> {
    let request = NewPlatform::default_of(Environment::Sandbox, "Demo");
    let shared = Arc::clone(app);
    app.store.write(&[], move |tx| create(tx, &shared, &request)).await
}
