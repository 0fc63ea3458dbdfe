//! The operations, area by area: requests, the caller's knowledge after a response, reading results back, and
//! resolving unknown outcomes.

mod agents;
mod area;
mod caller;
mod card_transactions;
mod cards;
mod contact;
mod customers;
mod discoveries;
mod documents;
mod external_accounts;
mod internal_accounts;
mod invitations;
mod platforms;
mod quotes;
mod rates;
mod sandbox;
mod sca;
mod stablecoins;
mod tokens;
mod transactions;
mod transfers;
mod uma_providers;
mod vasps;
mod verifications;
mod wallets;

pub(crate) use agents::{customers_with_means, follow_actions};
pub(crate) use area::{ReadBack, any_operation, area_of, valid_request};
pub(crate) use caller::Caller;
pub(crate) use internal_accounts::{credit, learn_accounts};
pub(crate) use quotes::{
    conversion, convert, debit_of, has_moved, is_paid_in, was_begun, was_not_authorized,
};
pub(crate) use sca::{ORIGIN, RELYING_PARTY};
pub(crate) use transfers::learn_transfer;
