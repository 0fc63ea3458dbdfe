//! The rails that a process shares among its requests, jobs and loops.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use causeway_domain::{Clock, Ids, Time};
use causeway_store::rails::{RailStateRecord, version};
use causeway_store::{Error, Store, Tx};
use tokio::sync::Mutex;

use super::link::Link;
use super::load;
use super::table::RailTable;
use crate::ports::{OfferSource, Offers};
use crate::runtime::keys::Keys;
use crate::runtime::outbound::Transport;

/// Maximum difference of the clocks of processes and database.
const CLOCK_DIFFERENCE: Duration = Duration::from_mins(5);

/// The rails of a process.
#[derive(Debug)]
pub struct Rails {
    table: RwLock<Arc<RailTable>>,
    /// Held while the table is read, so that an older one never replaces a newer one.
    reading: Mutex<()>,
    /// Database time at which this process first read the table.
    started_at: OnceLock<Time>,
    link: Link,
    parts: RailParts,
}

/// The constructor arguments of [`Rails`].
#[derive(Debug)]
pub struct RailParts {
    pub store: Store,
    /// The HTTP client that reaches the adapters.
    pub transport: Arc<dyn Transport>,
    pub keys: Keys,
    pub clock: Clock,
    pub ids: Ids,
    /// `true` if adapters in the mode `TEST` serve the deployment too (rails 6).
    pub is_development: bool,
    /// Number of jobs that this process runs at once, of which rails may take a part (rails 12).
    pub job_places: usize,
}

impl Rails {
    /// Creates the rails of a process, without any rail.
    #[must_use]
    pub fn new(parts: RailParts) -> Arc<Self> {
        let RailParts { store, transport, clock, ids, .. } = &parts;
        let transport = Arc::clone(transport);
        let link = Link::new(transport, store.clone(), clock.clone(), ids.clone(), parts.job_places);
        let empty = RailTable { is_development: parts.is_development, ..RailTable::default() };
        Arc::new(Self {
            table: RwLock::new(Arc::new(empty)),
            reading: Mutex::default(),
            started_at: OnceLock::new(),
            link,
            parts,
        })
    }

    /// Returns the present table.
    #[must_use]
    pub fn table(&self) -> Arc<RailTable> {
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the table from the database: at the start, and after each change.
    pub async fn reload(&self) -> Result<(), Error> {
        let _reading = self.reading.lock().await;
        let keyring = self.parts.keys.current();
        let is_development = self.parts.is_development;
        let read = move |tx: &mut Tx<'_>| {
            let now = tx.database_time()?;
            Ok::<_, Error>((load::read(tx, &keyring, is_development)?, now))
        };
        let (table, now) = self.parts.store.read(read).await?;
        self.started_at.get_or_init(|| now);
        self.replace(table);
        Ok(())
    }

    /// Reads the table if another process has changed it since. Returns `true` if it was read.
    pub async fn reload_if_changed(&self) -> Result<bool, Error> {
        let read = self.started_at.get().is_some();
        let present = self.parts.store.find(version).await?;
        if read && present == self.table().version {
            return Ok(false);
        }
        self.reload().await?;
        Ok(true)
    }

    /// Replaces the table. Requests and jobs under way keep the table that they have pinned.
    pub fn replace(&self, table: RailTable) {
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(table);
    }

    /// Returns `true` if some process has read the feed of a rail to its end since this process started (rails 5.3).
    /// A service that was restored from an older backup knows only then which orders it has forgotten.
    #[must_use]
    pub fn has_caught_up(&self, state: &RailStateRecord) -> bool {
        let started_at = self.started_at.get();
        started_at.is_some_and(|started_at| state.feed_read_at.is_some_and(|read_at| *started_at <= read_at))
    }

    /// Returns `true` if a payment, created at this wall time, is younger than this process: no backup that was restored
    /// before its start has the payment without its orders. The clocks of the processes may differ by some minutes.
    #[must_use]
    pub fn is_younger(&self, created_at: Time) -> bool {
        self.started_at.get().is_some_and(|started_at| started_at.plus(CLOCK_DIFFERENCE) < created_at)
    }

    /// Returns the link to the adapters.
    #[must_use]
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// Returns the surroundings of the rails.
    #[must_use]
    pub const fn parts(&self) -> &RailParts {
        &self.parts
    }
}

impl OfferSource for Rails {
    fn current(&self) -> Arc<dyn Offers> {
        self.table()
    }
}
