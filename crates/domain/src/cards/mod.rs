//! Cards: their states, funding sources, and the delegated keys of wallets (cards 1, 5, 7).

mod rules;
mod states;

pub use causeway_vocabulary::cards::{CardBrand, CardForm, CardState, CardStateReason, DelegatedKeyStatus};
pub use rules::{CardRefusal, EXPIRY_YEARS, card_currency, check_change, next_query_delay};
pub use states::card::{CardEvent, CardPhase, created as card_created, next as next_card};
pub use states::key::{DelegatedKeyEvent, created as key_created, next as next_key};
