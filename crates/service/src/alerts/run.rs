//! The loop that notifies receivers.

use std::sync::Arc;

use tokio::sync::watch;

use super::damage::DamageNotices;
use super::deliver::deliver_notices;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Notifies receivers of alerts until stopped, in real time.
pub async fn keep_notifying(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut damage = DamageNotices::default();
    loop {
        damage.round(&app).await;
        if let Err(error) = deliver_notices(&app).await {
            tracing::warn!(%error, "failed to notify the receivers of alerts; the next round retries");
        }
        tokio::select! {
            // An error means that the sender is gone, and with it the process.
            _ = stop.wait_for(|stop| *stop) => return,
            () = timers::pause(timers::ALERT_NOTICE_INTERVAL) => {}
        }
    }
}
