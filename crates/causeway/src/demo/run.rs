//! The demonstration from its first line to its last.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::backend::Backend;
use super::stage::Stage;
use super::store::TemporaryStore;
use super::transcript::Transcript;
use super::{DemoError, books, setback, story};
use crate::config::{LogFormat, Place};
use crate::serve::begin_log;

/// Shows the main job and compares every figure with what it should be. Only `--database` of the place counts.
/// Nothing is left of it afterwards, whatever happened; a killed process leaves its folder and schema behind.
///
/// # Errors
/// The first thing that is not as it should be.
pub async fn run(place: &Place, json: bool) -> Result<(), DemoError> {
    begin_log(LogFormat::Text, "warn").map_err(DemoError::Log)?;
    let mut interrupted = signal(SignalKind::interrupt()).map_err(DemoError::System)?;
    let store = TemporaryStore::make(place)?;
    let mut transcript = Transcript::begin(json);
    let performed = perform(&store, &mut transcript, &mut interrupted).await;
    // Whatever went wrong first is the one to report.
    performed.and(store.remove())?;
    transcript.end()
}

async fn perform(
    store: &TemporaryStore,
    transcript: &mut Transcript,
    interrupted: &mut Signal,
) -> Result<(), DemoError> {
    let stage = Stage::set(&store.configuration()?).await?;
    transcript.open(store.whereabouts(), &stage.origin)?;
    let played = tokio::select! {
        played = play(&stage, transcript) => played,
        _ = interrupted.recv() => Err(DemoError::Interrupted),
    };
    stage.strike().await;
    played
}

async fn play(stage: &Stage, transcript: &mut Transcript) -> Result<(), DemoError> {
    let mut backend = Backend::enter(stage, transcript).await?;
    let payer = story::play(&mut backend).await?;
    setback::play(&mut backend, &payer).await?;
    books::close(stage, &mut backend).await
}
