//! Where exchange rates come from (money 6.1).

use causeway_domain::Time;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use futures_util::future::{BoxFuture, ready};

/// Why there is no rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateError {
    /// Nobody quotes this pair.
    NoRate,
    /// The source cannot be reached at the moment.
    Unavailable,
}

/// A rate, and since when it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatedRate {
    /// Receiving major units per one sending major unit.
    pub rate: Rate,
    /// Since this wall instant; none: it never changes.
    pub since: Option<Time>,
}

/// A source of exchange rates.
pub trait RateSource: Send + Sync {
    /// Receiving major units per one sending major unit; 1 for a pair of equal currencies.
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>>;

    /// The same for several pairs, in their order. A source that knows them all at once says so in one go.
    fn rates<'a>(
        &'a self,
        pairs: &'a [(CurrencyCode, CurrencyCode)],
    ) -> BoxFuture<'a, Vec<Result<DatedRate, RateError>>> {
        Box::pin(async move {
            let mut rates = Vec::with_capacity(pairs.len());
            for (sending, receiving) in pairs {
                let rate = self.rate(*sending, *receiving).await;
                rates.push(rate.map(|rate| DatedRate { rate, since: None }));
            }
            rates
        })
    }

    /// Whether a rate that a quote has locked is still carried out. A source that only knows prices carries out
    /// all of them.
    fn honours(&self, _: (CurrencyCode, CurrencyCode), _: Rate) -> BoxFuture<'_, Result<bool, RateError>> {
        Box::pin(ready(Ok(true)))
    }
}
