use causeway_wire::table::Vasps;

use super::{AreaInfo, VIEW};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Vasps) -> &'static [&'static str] {
    match operation {
        Vasps::ListVasps => VIEW,
    }
}

pub(super) fn complete(operation: Vasps, call: Call) -> Call {
    match operation {
        Vasps::ListVasps => call,
    }
}
