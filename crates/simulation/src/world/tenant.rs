//! What a platform's own backend knows: what it was answered.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{
    CustomerId, ExternalAccountId, InternalAccountId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::payments::RefundStatus;
use causeway_store::platforms::Environment;

use crate::requests::{Request, Token};

/// A platform and everything that it was told of.
pub(crate) struct Tenant {
    pub(crate) id: PlatformId,
    pub(crate) environment: Environment,
    /// Where its receiver stands.
    pub(crate) authority: String,
    /// Its live tokens; the first one may do everything and is never deleted.
    pub(crate) tokens: Vec<Token>,
    /// Tokens that it has deleted.
    pub(crate) dead_tokens: Vec<Token>,
    pub(crate) currencies: Vec<&'static str>,
    pub(crate) customers: Vec<Customer>,
    pub(crate) accounts: BTreeMap<InternalAccountId, Account>,
    pub(crate) externals: Vec<External>,
    pub(crate) quotes: BTreeMap<QuoteId, Quote>,
    /// Keyed requests that were answered, to be repeated.
    pub(crate) remembered: Vec<Remembered>,
    /// Paths and keys of requests that were carried out.
    pub(crate) carried_out: BTreeSet<(String, String)>,
    /// The latest cursor of each list, with the query that it belongs to.
    pub(crate) cursors: BTreeMap<&'static str, String>,
    /// What its clock showed last.
    pub(crate) clock: Time,
}

impl Tenant {
    /// The token that may do everything.
    pub(crate) fn first_token(&self) -> &Token {
        // There is always one: the platform was created with it, and it is never deleted.
        &self.tokens[0]
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Customer {
    pub(crate) id: CustomerId,
    pub(crate) is_business: bool,
    pub(crate) is_deleted: bool,
}

/// An internal account and what it must hold.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) customer: Option<CustomerId>,
    pub(crate) balance: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct External {
    pub(crate) id: ExternalAccountId,
    pub(crate) customer: Option<CustomerId>,
    /// Whether it can be debited.
    pub(crate) is_debitable: bool,
    pub(crate) is_deleted: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Quote {
    /// Its payment.
    pub(crate) transaction: TransactionId,
    /// Whether its execution was answered with success.
    pub(crate) is_executed: bool,
    /// Whether the balances that are told count its conversion: of what is debited, once it is here.
    pub(crate) is_converted: bool,
    /// The end of its payment's refund, as far as these balances take it into account.
    pub(crate) refund: Option<RefundStatus>,
}

/// A keyed request with its first answer.
#[derive(Debug, Clone)]
pub(crate) struct Remembered {
    pub(crate) request: Request,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) at: Time,
}
