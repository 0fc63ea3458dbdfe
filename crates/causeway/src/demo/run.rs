//! The run of a demonstration.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::platform_client::PlatformClient;
use super::service::DemoService;
use super::store::TemporaryStore;
use super::transcript::Transcript;
use super::{DemoError, books, failed_payment, payment};
use crate::config::{LocationFlags, LogFormat};
use crate::serve::begin_log;

/// Runs the demonstration and checks every amount. Of the location flags, only `--database` is used.
/// Removes everything it created at the end, also after a failure; a killed process leaves its folder and
/// schema behind.
///
/// # Errors
/// The first difference from an expected value.
pub async fn run(location: &LocationFlags, json: bool) -> Result<(), DemoError> {
    begin_log(LogFormat::Text, "warn").map_err(DemoError::Log)?;
    let mut interrupted = signal(SignalKind::interrupt()).map_err(DemoError::System)?;
    let store = TemporaryStore::make(location)?;
    let mut transcript = Transcript::begin(json);
    let outcome = run_on(&store, &mut transcript, &mut interrupted).await;
    // The first error is reported.
    outcome.and(store.remove())?;
    transcript.end()
}

async fn run_on(
    store: &TemporaryStore,
    transcript: &mut Transcript,
    interrupted: &mut Signal,
) -> Result<(), DemoError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let service = DemoService::start(&store.configuration()?, address, "Demo").await?;
    transcript.open(store.description(), &service.origin)?;
    let outcome = tokio::select! {
        outcome = run_steps(&service, transcript) => outcome,
        _ = interrupted.recv() => Err(DemoError::Interrupted),
    };
    service.stop().await;
    outcome
}

async fn run_steps(service: &DemoService, transcript: &mut Transcript) -> Result<(), DemoError> {
    let mut platform = PlatformClient::connect(&service.origin, &service.platform, transcript).await?;
    let payer = payment::run(&mut platform).await?;
    failed_payment::run(&mut platform, &payer).await?;
    books::close(service, &mut platform).await
}
