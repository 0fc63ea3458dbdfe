use causeway_wire::table::Vasps;

use super::{Facts, VIEW};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Vasps) -> &'static [&'static str] {
    match operation {
        Vasps::ListVasps => VIEW,
    }
}

pub(super) fn complete(operation: Vasps, ask: Ask) -> Ask {
    match operation {
        Vasps::ListVasps => ask,
    }
}
