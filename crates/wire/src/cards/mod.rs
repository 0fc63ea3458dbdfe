//! Cards (cards 2 to 6).

mod card;
mod request;

pub use card::{Card, CardFilter, CardRevealResponse};
pub use causeway_vocabulary::cards::{CardBrand, CardForm, CardState, CardStateReason};
pub use request::{CardCreateRequest, CardTargetState, CardUpdateRequest, ThreeDSecurePassword};
