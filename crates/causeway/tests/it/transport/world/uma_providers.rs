use causeway_wire::table::UmaProviders;

use super::{AreaInfo, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: UmaProviders) -> &'static [&'static str] {
    match operation {
        UmaProviders::GetAvailableUmaProviders => VIEW,
    }
}

pub(super) fn complete(operation: UmaProviders, call: Call) -> Call {
    match operation {
        UmaProviders::GetAvailableUmaProviders => call,
    }
}
