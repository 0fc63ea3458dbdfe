//! Exchanges that are broken off.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use crate::kit::Kit;
use crate::pause::pause;
use crate::verdict::{CaseResult, failed};

/// Time within which the first byte of an answer comes.
const FIRST_BYTE: Duration = Duration::from_secs(6);

/// Sends bytes, waits for this time and closes the connection without reading.
pub(crate) async fn send_and_cut(kit: &Kit, bytes: &[u8], wait: Duration) -> CaseResult {
    let mut stream = kit.open().await?;
    stream.write_all(bytes).await.map_err(|error| failed(format!("cannot send: {error}")))?;
    stream.flush().await.map_err(|error| failed(format!("cannot send: {error}")))?;
    pause(wait).await;
    Ok(())
}

/// Sends bytes, and closes the connection upon the first byte of the answer.
pub(crate) async fn send_and_cut_answer(kit: &Kit, bytes: &[u8]) -> CaseResult {
    let mut stream = kit.open().await?;
    stream.write_all(bytes).await.map_err(|error| failed(format!("cannot send: {error}")))?;
    stream.flush().await.map_err(|error| failed(format!("cannot send: {error}")))?;
    let mut first = [0];
    match timeout(FIRST_BYTE, stream.read(&mut first)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(failed(format!("no answer: {error}"))),
        Err(_) => Err(failed(format!("no answer within {FIRST_BYTE:?}"))),
    }
}
