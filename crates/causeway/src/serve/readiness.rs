//! `GET /healthz` and `GET /readyz`: whether the process lives, and whether it should be sent work.

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

use super::Life;
use crate::config::Limits;
use crate::folder::DataFolder;

/// A finding holds this long, so that whoever asks without pause does not work the database.
const HOLDS: Duration = Duration::from_millis(250);

/// Why a process should not be sent work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It stops.
    Draining,
    /// The database has another schema than the process was started with.
    Schema,
    /// The database takes no writes, or too slowly.
    Database,
    /// The database's files are damaged or gone.
    Damaged,
    /// The database's disk is full.
    DiskFull,
    /// The data folder's disk has less free space than it must have.
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

/// What readiness is judged by.
pub struct Readiness {
    app: Arc<App>,
    life: Life,
    /// The folder whose disk must have room, and how many bytes; none where the database is elsewhere.
    disk: Option<(DataFolder, u64)>,
    last: Mutex<Option<(Instant, Option<Reason>)>>,
}

impl Readiness {
    /// Judges this process.
    #[must_use]
    pub fn new(app: Arc<App>, life: Life, disk: Option<DataFolder>, limits: &Limits) -> Arc<Self> {
        let floor = limits.disk_floor_mib.saturating_mul(1024 * 1024);
        Arc::new(Self { app, life, disk: disk.map(|folder| (folder, floor)), last: Mutex::new(None) })
    }

    /// The two paths.
    pub fn router(self: Arc<Self>) -> Router {
        Router::new()
            .route("/healthz", get(|| async { Json(json!({ "status": "alive" })) }))
            .route("/readyz", get(answer))
            .with_state(self)
    }

    /// Why the process should not be sent work, if it should not.
    pub async fn obstacle(&self) -> Option<Reason> {
        if self.life.is_ending() {
            return Some(Reason::Draining);
        }
        let mut last = self.last.lock().await;
        if let Some((at, found)) = *last
            && at.elapsed() < HOLDS
        {
            return found;
        }
        let found = self.look().await;
        *last = Some((Instant::now(), found));
        found
    }

    async fn look(&self) -> Option<Reason> {
        match self.app.store.health() {
            Health::Full => return Some(Reason::DiskFull),
            Health::Damaged => return Some(Reason::Damaged),
            Health::Closed => return Some(Reason::Database),
            // A probe may find that the database is back.
            Health::Ready | Health::Unavailable => {}
        }
        let probe = self.app.store.write(&[], |tx: &mut Tx<'_>| migrations::applied(tx));
        match timers::within(timers::PROBE, probe).await {
            Ok(Ok(())) => {}
            Ok(Err(Error::Schema(_))) => return Some(Reason::Schema),
            Ok(Err(Error::Full)) => return Some(Reason::DiskFull),
            Ok(Err(_)) if self.app.store.health() == Health::Damaged => return Some(Reason::Damaged),
            Ok(Err(fault)) => {
                tracing::warn!(%fault, "not ready");
                return Some(Reason::Database);
            }
            Err(timers::Elapsed) => return Some(Reason::Database),
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

/// Bytes that the process may still write; all there are when the file system does not say.
fn free_bytes(folder: &DataFolder) -> u64 {
    rustix::fs::statvfs(folder.path()).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}
