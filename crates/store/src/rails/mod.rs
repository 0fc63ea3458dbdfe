//! Rails: adapters of banks and processors as operators have added them, their routes, orders and feeds (rails 19).

mod records;

pub use records::{
    CashMovementRecord, Cursor, EvidenceRecord, OrderName, PinnedRail, RailAccountRecord, RailBindingRecord,
    RailDoc, RailItemRecord, RailKeyRecord, RailLimits, RailOrderRecord, RailRecord, RailRouteRecord,
    RailStateRecord, RailStatus, RouteDirection, SeenMemory, StoredState,
};
