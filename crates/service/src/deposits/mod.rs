//! Money that comes in as partners report it: into accounts, for quotes, or to nobody (money 3.5, 8.4).

mod take;

pub use take::{Notified, Taken, To, take};
