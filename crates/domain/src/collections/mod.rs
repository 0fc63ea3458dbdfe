//! Collections: money that is pulled from an external account (money 2.2, L5p).

mod state;

pub use state::{CollectionEvent, CollectionStatus, next};
