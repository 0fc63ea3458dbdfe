//! Reading the faults of single platforms from the database, every second and after a change, so that no payment
//! costs a statement more.

use std::pin::pin;

use causeway_service::runtime::timers;
use causeway_store::sandbox_faults::{self as rows, SandboxFaultRecord};
use causeway_store::{Error, Health, Store, Tx, Wake};
use futures_util::future::select;

use crate::faults::PartnerFaults;

/// Reads the faults that operators have set for platforms.
pub async fn read_faults(store: &Store, faults: &PartnerFaults) -> Result<(), Error> {
    let used = faults.platforms().used();
    let found: Vec<SandboxFaultRecord> = if used.is_empty() {
        store.read(rows::all).await?
    } else {
        let recorded = used.clone();
        let record = move |tx: &mut Tx<'_>| {
            for ((platform, fault), count) in &recorded {
                rows::consume(tx, *platform, *fault, *count)?;
            }
            rows::all(tx)
        };
        store.write(&[], record).await?
    };
    faults.platforms().replace(found, &used);
    Ok(())
}

/// Reads the faults every second and after a change, until the store is closed.
pub async fn follow_faults(store: Store, faults: PartnerFaults) {
    let changed = store.subscribe(Wake::SandboxFaults);
    loop {
        match read_faults(&store, &faults).await {
            Err(_) if store.health() == Health::Closed => return,
            // The faults stay as they are; the next round retries.
            Ok(()) | Err(_) => {}
        }
        select(pin!(changed.notified()), pin!(timers::pause(timers::SANDBOX_FAULT_INTERVAL))).await;
    }
}
