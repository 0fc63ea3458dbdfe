//! The fixed sandbox rates (money 1.2).

use causeway_domain::currency;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Rate;
use causeway_service::ports::{RateError, RateSource};
use futures_util::future::{BoxFuture, ready};

use crate::faults::PartnerFaults;

/// A rate source that divides the two currencies' table prices per US dollar.
#[derive(Debug, Clone)]
pub(crate) struct TableRates {
    faults: PartnerFaults,
}

impl TableRates {
    pub(crate) const fn new(faults: PartnerFaults) -> Self {
        Self { faults }
    }
}

impl RateSource for TableRates {
    fn rate(&self, sending: CurrencyCode, receiving: CurrencyCode) -> BoxFuture<'_, Result<Rate, RateError>> {
        Box::pin(ready(quotient(sending, receiving)))
    }

    fn honours(
        &self,
        platform: PlatformId,
        _: CurrencyCode,
        _: CurrencyCode,
        _: Rate,
    ) -> BoxFuture<'_, Result<bool, RateError>> {
        Box::pin(ready(Ok(!self.faults.refuses_rates(platform))))
    }
}

fn quotient(sending: CurrencyCode, receiving: CurrencyCode) -> Result<Rate, RateError> {
    if sending == receiving {
        return Ok(Rate::PAR);
    }
    let price = |code| currency::find(code).map(|info| info.sandbox_per_usd).ok_or(RateError::NoRate);
    Rate::from_prices(price(sending)?, price(receiving)?).map_err(|_| RateError::NoRate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_the_quotient_of_two_prices() {
        let code = |text: &str| text.parse::<CurrencyCode>().unwrap();
        assert_eq!(quotient(code("USD"), code("EUR")).unwrap().to_string(), "0.92");
        assert_eq!(quotient(code("EUR"), code("EUR")).unwrap(), Rate::PAR);
        assert_eq!(quotient(code("USD"), code("ZZZ")), Err(RateError::NoRate));
    }
}
