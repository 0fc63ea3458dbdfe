use causeway_wire::table::Rates;

use super::{Facts, VIEW};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Rates) -> &'static [&'static str] {
    match operation {
        Rates::GetExchangeRates => VIEW,
    }
}

pub(super) fn complete(operation: Rates, ask: Ask) -> Ask {
    match operation {
        Rates::GetExchangeRates => ask.query("sourceCurrency", "USD").query("sendingAmount", "10000"),
    }
}
