//! Sources of exchange rates (money 6.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use futures_util::future::{BoxFuture, ready};

/// The reason why there is no rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateError {
    /// The source does not quote this pair.
    NoRate,
    /// The source cannot be reached at the moment.
    Unavailable,
}

/// A rate with the time from which it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatedRate {
    /// Receiving major units per one sending major unit.
    pub rate: Rate,
    /// On the wall clock; `None` if the rate never changes.
    pub since: Option<Time>,
}

/// A source of exchange rates.
pub trait RateSource: Send + Sync {
    /// Returns the receiving major units per one sending major unit; 1 for a pair of equal currencies.
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>>;

    /// Returns the rates of several pairs, in their order. A source that knows all of them reads them at
    /// once.
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

    /// Returns `true` if a rate that a quote has locked can still be executed. A source that only knows
    /// prices honours all of them.
    fn honours(
        &self,
        _platform: PlatformId,
        _sending: CurrencyCode,
        _receiving: CurrencyCode,
        _rate: Rate,
    ) -> BoxFuture<'_, Result<bool, RateError>> {
        Box::pin(ready(Ok(true)))
    }
}
