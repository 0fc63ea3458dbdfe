//! The networks that carry money.

use causeway_vocabulary::named;
pub use causeway_vocabulary::rails::{CryptoNetwork, PaymentRail};

named! {
    /// Who chose the rail of a payment (money 10.1).
    pub enum RailSelectionMode { Auto = "AUTO", Manual = "MANUAL" }
}
