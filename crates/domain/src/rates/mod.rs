//! Prices without floats: exchange rates, fees, and the cost of a quote with either side locked (money 5.1,
//! 6).

mod band;
mod corridor;
mod decimal;
mod details;
mod display_rate;
mod fees;
mod listing;
mod network;
mod price;
mod price_refused;
mod rate;
mod settled;

#[cfg(test)]
mod tests;

pub use corridor::{Decimals, MAX_DECIMALS};
pub use decimal::{Decimal, NotADecimal};
pub use details::{RateDetails, msat_per_sending_unit, rate_details};
pub use fees::{Bps, FeeRate, Fees};
pub use listing::{Listing, list_price};
pub use network::{NetworkFee, network_fee, network_fee_to};
pub use price::{Lock, Price, price};
pub use price_refused::PriceRefused;
pub use rate::{Rate, RateRefused};
pub use settled::{AssetRate, SettledTerms, settled_details, settled_price, settlement_amount};
