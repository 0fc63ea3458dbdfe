//! The knowledge of a platform's own backend: everything that it was answered.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{
    AgentActionId, AgentId, BeneficialOwnerId, CardTransactionId, CustomerId, DocumentId, ExternalAccountId,
    InternalAccountId, PlatformId, QuoteId, TransactionId, VerificationId,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::RefundStatus;
use causeway_service::card_transactions::inbound::IssuerEvent;
use causeway_store::platforms::Environment;

use crate::requests::{Request, Token};

/// A platform and its knowledge.
pub(crate) struct Tenant {
    pub(crate) id: PlatformId,
    pub(crate) environment: Environment,
    /// Host and port of the webhook receiver.
    pub(crate) authority: String,
    /// Live tokens; the first one has all permissions and is never deleted.
    pub(crate) tokens: Vec<Token>,
    /// Deleted tokens.
    pub(crate) dead_tokens: Vec<Token>,
    pub(crate) currencies: Vec<&'static str>,
    pub(crate) customers: Vec<Customer>,
    pub(crate) accounts: BTreeMap<InternalAccountId, Account>,
    pub(crate) externals: Vec<External>,
    pub(crate) coins: StablecoinResources,
    pub(crate) cards: Vec<Card>,
    /// Ids of the delegated keys.
    pub(crate) keys: Vec<String>,
    /// The latest last.
    pub(crate) card_transactions: Vec<CardTransaction>,
    /// The latest events of the card issuer, to be repeated.
    pub(crate) issuer_events: Vec<IssuerEvent>,
    /// The net effect of each card transaction on available and held balance, as included in the expected
    /// balances.
    pub(crate) spent_by_card: BTreeMap<CardTransactionId, (i64, i64)>,
    pub(crate) documents: Vec<DocumentId>,
    /// Ids of customer imports.
    pub(crate) imports: Vec<String>,
    /// Codes of the invitations.
    pub(crate) invitations: Vec<String>,
    pub(crate) owners: Vec<BeneficialOwnerId>,
    pub(crate) verifications: Vec<VerificationId>,
    pub(crate) quotes: BTreeMap<QuoteId, Quote>,
    /// Lookups of UMA addresses, the latest last.
    pub(crate) lookups: Vec<UmaLookup>,
    /// Incoming UMA payments with their credited amounts, as included in the expected balances.
    pub(crate) incoming_uma: BTreeMap<TransactionId, i64>,
    /// Deposits and third parties' debits with their amounts, as included in the expected balances.
    pub(crate) deposits: BTreeMap<TransactionId, i64>,
    /// Reported money that fits no account, by the id of the bank's event.
    pub(crate) unmatched: BTreeMap<String, UnmatchedMoney>,
    /// Transfers with the money moved, as included in the expected balances.
    pub(crate) transfers: BTreeMap<TransactionId, AccountEffect>,
    pub(crate) wallets: BTreeMap<InternalAccountId, Wallet>,
    /// Requests that awaited a wallet's signature, with it.
    pub(crate) signed: Vec<Request>,
    /// Agents that are not deleted.
    pub(crate) agents: Vec<Agent>,
    /// Actions of the agents, the latest last.
    pub(crate) actions: Vec<AgentAction>,
    /// Knowledge about strong customer authentication.
    pub(crate) sca: ScaState,
    /// Answered keyed requests, to be repeated.
    pub(crate) remembered: Vec<RememberedResponse>,
    /// Paths and keys of requests that took effect.
    pub(crate) carried_out: BTreeSet<(String, String)>,
    /// The query for the next page of each list, by operation.
    pub(crate) cursors: BTreeMap<&'static str, String>,
    /// The last time read from the platform's clock.
    pub(crate) clock: Time,
}

impl Tenant {
    /// Returns the token that has all permissions.
    pub(crate) fn first_token(&self) -> &Token {
        // It exists from the platform's creation and is never deleted.
        &self.tokens[0]
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Customer {
    pub(crate) id: CustomerId,
    pub(crate) is_business: bool,
    /// `true` if the contact data must be confirmed.
    pub(crate) must_confirm: bool,
    pub(crate) uma_address: String,
    pub(crate) is_deleted: bool,
}

/// A platform's knowledge about strong customer authentication: by kind, each with its customer, the latest
/// last.
#[derive(Debug, Clone, Default)]
pub(crate) struct ScaState {
    /// `true` if the platform has strong customer authentication enabled.
    pub(crate) is_asked: bool,
    /// Customers with a confirmed phone number.
    pub(crate) reachable: Vec<CustomerId>,
    /// Challenges of logins by code that have begun.
    pub(crate) logins: Vec<(CustomerId, String)>,
    /// TOTP secrets, and in `passkeys` the challenges of passkeys, to be confirmed.
    pub(crate) secrets: Vec<(CustomerId, String)>,
    pub(crate) passkeys: Vec<(CustomerId, String)>,
    /// Ids of enrolled passkeys.
    pub(crate) credentials: Vec<(CustomerId, String)>,
    pub(crate) resets: Vec<(CustomerId, String)>,
    /// Accounts with a pending change of trust, with the challenge.
    pub(crate) trusting: Vec<(String, String)>,
    /// Quotes to be authorized.
    pub(crate) waiting: Vec<QuoteId>,
}

/// Number of entries kept of each kind.
const REMEMBERED: usize = 8;

/// Adds an entry and drops the oldest if there are too many.
pub(crate) fn push_latest<T>(all: &mut Vec<T>, one: T) {
    if all.len() >= REMEMBERED {
        all.remove(0);
    }
    all.push(one);
}

/// A platform's resources at stablecoin providers, by id.
#[derive(Debug, Clone, Default)]
pub(crate) struct StablecoinResources {
    pub(crate) links: Vec<String>,
    pub(crate) tokens: Vec<String>,
    pub(crate) operations: Vec<String>,
    /// Ids of token and quote.
    pub(crate) quotes: Vec<(String, String)>,
}

/// A card with its initial funding sources.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) sources: Vec<String>,
}

/// A card transaction as last shown.
#[derive(Debug, Clone)]
pub(crate) struct CardTransaction {
    pub(crate) card: String,
    pub(crate) id: String,
    /// `true` if more can be cleared.
    pub(crate) is_open: bool,
    /// `true` if money can be returned.
    pub(crate) is_cleared: bool,
    /// `true` if money was returned.
    pub(crate) is_returned: bool,
}

/// An action that an agent has requested.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AgentAction {
    pub(crate) agent: AgentId,
    pub(crate) action: AgentActionId,
    /// The payment that executes it.
    pub(crate) transaction: TransactionId,
    /// `true` if no decision about it was reported.
    pub(crate) is_open: bool,
}

/// An internal account with its expected balance.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) customer: Option<CustomerId>,
    pub(crate) currency: String,
    /// `true` if the account was active when last read.
    pub(crate) is_active: bool,
    pub(crate) balance: i64,
    /// Held by card authorizations.
    pub(crate) held: i64,
    pub(crate) unsettled: i64,
}

/// A platform's knowledge about a wallet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wallet {
    /// Ids and kinds.
    pub(crate) credentials: Vec<(String, String)>,
    /// The latest encryption target bundle of each challenged credential.
    pub(crate) bundles: BTreeMap<String, String>,
    pub(crate) sessions: Vec<String>,
}

/// The effect of a transfer on an internal account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AccountEffect {
    pub(crate) available: i64,
    pub(crate) unsettled: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct External {
    pub(crate) id: ExternalAccountId,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) currency: String,
    /// The blockchain address; `None` for a bank account.
    pub(crate) address: Option<String>,
    /// `true` if it can be debited.
    pub(crate) is_debitable: bool,
    /// `true` if it is a wallet that needs a proof of ownership.
    pub(crate) is_wallet: bool,
    /// `true` if it can receive minted tokens.
    pub(crate) takes_tokens: bool,
    /// `true` if the last answer asked for a wallet signature.
    pub(crate) is_challenged: bool,
    pub(crate) is_deleted: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Quote {
    pub(crate) transaction: TransactionId,
    /// The agent that created it.
    pub(crate) agent: Option<AgentId>,
    /// The currency of the incoming payment that funds it; `None` if it is paid from an account.
    pub(crate) pays_in: Option<CurrencyCode>,
    /// `true` if its execution or funding was answered with success.
    pub(crate) is_executed: bool,
    /// `true` if the expected balances include its conversion, which for debited money follows the
    /// settlement.
    pub(crate) is_converted: bool,
    /// The final status of the refund, as included in the expected balances.
    pub(crate) refund: Option<RefundStatus>,
}

/// Money that fits no account and no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnmatchedMoney {
    pub(crate) currency: String,
    pub(crate) amount: i64,
}

/// An agent with its device code.
#[derive(Debug, Clone)]
pub(crate) struct Agent {
    pub(crate) id: AgentId,
    pub(crate) customer: CustomerId,
    pub(crate) code: String,
    /// The access token; `None` until it is installed.
    pub(crate) token: Option<String>,
    /// `true` if its limits and counters may have been converted.
    pub(crate) may_be_converted: bool,
}

/// A lookup of a UMA address.
#[derive(Debug, Clone)]
pub(crate) struct UmaLookup {
    pub(crate) id: String,
    pub(crate) address: String,
}

/// A keyed request with its first response.
#[derive(Debug, Clone)]
pub(crate) struct RememberedResponse {
    pub(crate) request: Request,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) at: Time,
}
