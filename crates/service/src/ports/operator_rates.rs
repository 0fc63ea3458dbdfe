//! The operator's table of exchange rates (conventions 2.2): for deployments without a rate adapter.

use causeway_domain::money::Currency;
use causeway_domain::rates::Rate;
use causeway_store::{Store, rates};
use futures_util::future::BoxFuture;

use super::{RateError, RateSource};

/// Rates that an operator has set with `rate set`; a pair without one is not quoted.
#[derive(Clone)]
pub struct OperatorRates {
    store: Store,
}

impl OperatorRates {
    /// The table in this database.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

impl RateSource for OperatorRates {
    fn rate(&self, sending: Currency, receiving: Currency) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(async move {
            if sending == receiving {
                return Ok(Rate::PAR);
            }
            let found = self.store.read(move |tx| rates::find(tx, sending, receiving)).await;
            let found = found.map_err(|error| {
                tracing::error!(%error, "the table of exchange rates cannot be read");
                RateError::Unavailable
            })?;
            found.map(|row| row.rate).ok_or(RateError::NoRate)
        })
    }
}
