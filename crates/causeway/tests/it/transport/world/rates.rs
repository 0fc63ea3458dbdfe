use causeway_wire::table::Rates;

use super::{AreaInfo, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Rates) -> &'static [&'static str] {
    match operation {
        Rates::GetExchangeRates => VIEW,
    }
}

pub(super) fn complete(operation: Rates, call: Call) -> Call {
    match operation {
        Rates::GetExchangeRates => call.query("sourceCurrency", "USD").query("sendingAmount", "10000"),
    }
}
