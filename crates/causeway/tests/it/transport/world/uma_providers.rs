use causeway_wire::table::UmaProviders;

use super::{Facts, VIEW};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: UmaProviders) -> &'static [&'static str] {
    match operation {
        UmaProviders::GetAvailableUmaProviders => VIEW,
    }
}

pub(super) fn complete(operation: UmaProviders, ask: Ask) -> Ask {
    match operation {
        UmaProviders::GetAvailableUmaProviders => ask,
    }
}
