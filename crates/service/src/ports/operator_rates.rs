//! The operator's table of exchange rates (conventions 2.2), for deployments without a rate adapter.

use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_store::rates::{self, RateRecord};
use causeway_store::{Error, Store};
use futures_util::future::BoxFuture;

use super::{DatedRate, RateError, RateSource};

/// Rates that an operator has set with `rate set`; a pair without a rate is not quoted.
#[derive(Clone)]
pub struct OperatorRates {
    store: Store,
}

impl OperatorRates {
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self { store }
    }
}

fn unavailable(error: Error) -> RateError {
    tracing::error!(%error, "failed to read the table of exchange rates");
    RateError::Unavailable
}

impl RateSource for OperatorRates {
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(async move {
            if sending == receiving {
                return Ok(Rate::PAR);
            }
            let found = self.store.read(move |tx| rates::find(tx, sending, receiving)).await;
            found.map_err(unavailable)?.map(|row| row.rate).ok_or(RateError::NoRate)
        })
    }

    fn rates<'a>(
        &'a self,
        pairs: &'a [(CurrencyCode, CurrencyCode)],
    ) -> BoxFuture<'a, Vec<Result<DatedRate, RateError>>> {
        Box::pin(async move {
            let table = self.store.read(rates::list).await.map_err(unavailable);
            let find = |(sending, receiving): &(CurrencyCode, CurrencyCode)| {
                if sending == receiving {
                    return Ok(DatedRate { rate: Rate::PAR, since: None });
                }
                let table = table.as_ref().map_err(|error| *error)?;
                let row = table.iter().find(|row| (row.sending, row.receiving) == (*sending, *receiving));
                let dated = |row: &RateRecord| DatedRate { rate: row.rate, since: Some(row.updated_at) };
                row.map(dated).ok_or(RateError::NoRate)
            };
            pairs.iter().map(find).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Time;

    use super::*;
    use crate::fixture::Fixture;

    #[tokio::test]
    async fn many_pairs_are_read_in_one_statement() {
        let fixture = Fixture::new().await;
        let [usd, eur, brl] = ["USD", "EUR", "BRL"].map(|code| code.parse::<CurrencyCode>().unwrap());
        let rate = Rate::try_new("0.8".parse().unwrap()).unwrap();
        let at = Time::from_millis(7);
        let record = RateRecord { sending: usd, receiving: eur, rate, updated_at: at };
        fixture.write(move |tx| Ok(rates::set(tx, &record)?)).await;
        let source = OperatorRates::new(fixture.app.store.clone());
        let before = fixture.app.store.counts().statements;
        let found = source.rates(&[(usd, brl), (usd, eur), (eur, eur), (eur, usd)]).await;
        let dated = |rate, since| Ok(DatedRate { rate, since });
        let none = Err(RateError::NoRate);
        assert_eq!(found, [none, dated(rate, Some(at)), dated(Rate::PAR, None), none]);
        assert_eq!(fixture.app.store.counts().statements - before, 1);
    }
}
