//! Payment rails and networks.

use causeway_vocabulary::named;
pub use causeway_vocabulary::rails::{CryptoNetwork, PaymentRail};

named! {
    /// Origin of a payment's rail: `MANUAL` if the request named it, `AUTO` if the service chose it (money
    /// 10.1).
    pub enum RailSelectionMode { Auto = "AUTO", Manual = "MANUAL" }
}
