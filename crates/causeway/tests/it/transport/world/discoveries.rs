use causeway_wire::table::Discoveries;

use super::{Facts, VIEW};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Discoveries) -> &'static [&'static str] {
    match operation {
        Discoveries::GetDiscoveries => VIEW,
    }
}

pub(super) fn complete(operation: Discoveries, ask: Ask) -> Ask {
    match operation {
        Discoveries::GetDiscoveries => ask.query("country", "PH").query("currency", "PHP"),
    }
}
