//! The loop that notifies receivers.

use std::sync::Arc;

use causeway_store::{Error, alert_notices};
use tokio::sync::watch;

use super::damage::DamageNotices;
use super::senders::Senders;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Notifies receivers of alerts until stopped, in real time, then waits for the notices that are being sent.
pub async fn keep_notifying(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut damage = DamageNotices::default();
    let mut senders = Senders::new(&app, stop.clone());
    let mut is_mended = false;
    loop {
        damage.round(&app).await;
        if !is_mended {
            let mended: Result<(), Error> = app.store.write(&[], alert_notices::mend).await;
            is_mended = mended.is_ok();
        }
        if let Err(error) = senders.round().await {
            tracing::warn!(%error, "failed to notify the receivers of alerts; the next round retries");
        }
        tokio::select! {
            // An error means that the sender is gone, and with it the process.
            _ = stop.wait_for(|stop| *stop) => break,
            () = timers::pause(timers::ALERT_NOTICE_INTERVAL) => {}
        }
    }
    senders.ended().await;
}
