//! The rails of the deployment, as this process has read them (rails 19.1).

mod shared;
mod table;

pub use shared::{RailParts, Rails};
pub use table::{ChosenRoute, KnownRail, RailTable};
