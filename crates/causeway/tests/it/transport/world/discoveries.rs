use causeway_wire::table::Discoveries;

use super::{AreaInfo, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Discoveries) -> &'static [&'static str] {
    match operation {
        Discoveries::GetDiscoveries => VIEW,
    }
}

pub(super) fn complete(operation: Discoveries, call: Call) -> Call {
    match operation {
        Discoveries::GetDiscoveries => call.query("country", "PH").query("currency", "PHP"),
    }
}
