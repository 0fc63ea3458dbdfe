//! Rails: adapters of banks and processors as operators have added them, their routes, orders and feeds (rails 19).

pub mod accounts;
pub mod bindings;
pub mod cash;
pub mod contradictions;
pub mod evidence;
pub mod items;
pub mod keys;
pub mod nonces;
pub(crate) mod order_terms;
pub mod orders;
mod records;
pub(crate) mod renew;
pub mod routes;
mod rows;
pub mod state;
pub mod sums;
mod version;

pub use records::{
    CashMovementRecord, Cursor, EvidenceRecord, OrderName, PinnedRail, RailAccountRecord, RailBindingRecord,
    RailDoc, RailItemRecord, RailKeyRecord, RailLimits, RailOrderRecord, RailRecord, RailRouteRecord,
    RailStateRecord, RailStatus, RouteDirection, SeenMemory, StoredState,
};
pub use renew::authenticate_rails_anew;
pub use rows::{all, find_named, insert, lock, remove, update};
pub use version::{changed, version};
