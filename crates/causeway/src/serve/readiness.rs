//! `GET /healthz` and `GET /readyz`: liveness of the process, and its readiness for work.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use causeway_service::App;
use causeway_service::runtime::timers;
use causeway_store::{Error, Health, Tx, migrations};
use serde_json::json;
use tokio::sync::Mutex;

use super::Lifecycle;
use crate::config::Limits;
use crate::data_folder::DataFolder;

/// Lifetime of a probe's result, so that frequent requests do not load the database.
const PROBE_LIFETIME: Duration = Duration::from_millis(250);

/// The reason why a process is not ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The process is stopping.
    Draining,
    /// The schema of the database has changed since the start of the process.
    Schema,
    /// The database accepts no writes, or too slowly.
    Database,
    /// The files of the database are damaged or missing.
    Damaged,
    /// The disk of the database is full.
    DiskFull,
    /// The free space on the data folder's disk is below the configured minimum.
    DiskFloor,
}

impl Reason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Draining => "draining",
            Self::Schema => "schema does not fit",
            Self::Database => "database takes no writes",
            Self::Damaged => "database damaged",
            Self::DiskFull => "disk full",
            Self::DiskFloor => "disk below its floor",
        }
    }
}

/// The state that readiness depends on.
pub struct Readiness {
    app: Arc<App>,
    lifecycle: Lifecycle,
    /// Folder on the disk with the database, and the minimum of free bytes; `None` if the database is
    /// elsewhere.
    disk: Option<(DataFolder, u64)>,
    last: Mutex<Option<(Instant, Option<Reason>)>>,
}

impl Readiness {
    /// Creates the readiness check of this process.
    #[must_use]
    pub fn new(app: Arc<App>, lifecycle: Lifecycle, disk: Option<DataFolder>, limits: &Limits) -> Arc<Self> {
        let floor = limits.disk_floor_mib.saturating_mul(1024 * 1024);
        Arc::new(Self { app, lifecycle, disk: disk.map(|folder| (folder, floor)), last: Mutex::new(None) })
    }

    /// Returns the router of the two paths.
    pub fn router(self: Arc<Self>) -> Router {
        Router::new()
            .route("/healthz", get(|| async { Json(json!({ "status": "alive" })) }))
            .route("/readyz", get(answer))
            .with_state(self)
    }

    /// Returns why the process is not ready, or `None` if it is.
    pub async fn obstacle(&self) -> Option<Reason> {
        if self.lifecycle.is_ending() {
            return Some(Reason::Draining);
        }
        let mut last = self.last.lock().await;
        if let Some((at, reason)) = *last
            && at.elapsed() < PROBE_LIFETIME
        {
            return reason;
        }
        let reason = self.probe().await;
        *last = Some((Instant::now(), reason));
        reason
    }

    async fn probe(&self) -> Option<Reason> {
        match self.app.store.health() {
            Health::Full => return Some(Reason::DiskFull),
            Health::Damaged => return Some(Reason::Damaged),
            Health::Closed => return Some(Reason::Database),
            // The probe may find that the database is available again.
            Health::Ready | Health::Unavailable => {}
        }
        let probe = self.app.store.write(&[], |tx: &mut Tx<'_>| migrations::applied(tx));
        match timers::within(timers::PROBE_TIMEOUT, probe).await {
            Ok(Ok(())) => {}
            Ok(Err(Error::Schema(_))) => return Some(Reason::Schema),
            Ok(Err(Error::Full)) => return Some(Reason::DiskFull),
            Ok(Err(_)) if self.app.store.health() == Health::Damaged => return Some(Reason::Damaged),
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready");
                return Some(Reason::Database);
            }
            Err(timers::Timeout) => return Some(Reason::Database),
        }
        let (folder, floor) = self.disk.as_ref()?;
        (free_bytes(folder) < *floor).then_some(Reason::DiskFloor)
    }
}

async fn answer(State(readiness): State<Arc<Readiness>>) -> Response {
    match readiness.obstacle().await {
        None => Json(json!({ "status": "ready" })).into_response(),
        Some(reason) => {
            let body = json!({ "status": "not ready", "reason": reason.as_str() });
            (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response()
        }
    }
}

/// Returns the bytes that the process may still write, or the maximum if the file system does not report
/// them.
fn free_bytes(folder: &DataFolder) -> u64 {
    rustix::fs::statvfs(folder.path()).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}
