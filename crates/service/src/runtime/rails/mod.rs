//! The rails of the deployment, as this process has read them (rails 19.1), and exchanges with their adapters.

mod circuit;
mod exchange;
mod fit;
mod link;
mod load;
mod measure;
mod no_answer;
mod obstacle;
mod places;
mod shared;
mod signed_exchange;
mod signing_key;
mod table;
mod turns;
mod waiting;

pub use exchange::Exchange;
pub(crate) use fit::carries;
pub use link::Link;
pub use no_answer::NoAnswer;
pub use obstacle::RouteObstacle;
pub use shared::{RailParts, Rails};
pub use signed_exchange::{AnswerProof, SignedAnswer};
pub(crate) use signed_exchange::{keys_in_force, reach_of};
pub use signing_key::create as create_signing_key;
pub use table::{ChosenRoute, KnownRail, RailTable};
pub(crate) use waiting::hasten_waiting;
