//! The rails that a process shares among its requests, jobs and loops.

use std::sync::{Arc, PoisonError, RwLock};

use causeway_domain::{Clock, Ids};
use causeway_store::Store;

use super::table::RailTable;
use crate::ports::{OfferSource, Offers};
use crate::runtime::keys::Keys;
use crate::runtime::outbound::Transport;

/// The rails of a process.
#[derive(Debug)]
pub struct Rails {
    table: RwLock<Arc<RailTable>>,
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
        Arc::new(Self { table: RwLock::default(), parts })
    }

    /// Returns the present table.
    #[must_use]
    pub fn table(&self) -> Arc<RailTable> {
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the table. Requests and jobs under way keep the table that they have pinned.
    pub fn replace(&self, table: RailTable) {
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(table);
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
