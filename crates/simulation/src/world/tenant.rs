//! What a platform's own backend knows: what it was answered.

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

/// A platform and everything that it was shown.
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
    /// What it has at providers of stablecoins.
    pub(crate) coins: Coins,
    pub(crate) cards: Vec<Card>,
    /// Its delegated keys, by id.
    pub(crate) keys: Vec<String>,
    /// Its card transactions, the latest last.
    pub(crate) card_transactions: Vec<CardUse>,
    /// What the issuer of its cards has reported lately, to be sent again.
    pub(crate) issuer_events: Vec<IssuerEvent>,
    /// What each card transaction has made of its account's available and held balance, as far as these balances take it
    /// into account.
    pub(crate) spent_by_card: BTreeMap<CardTransactionId, (i64, i64)>,
    /// Its documents.
    pub(crate) documents: Vec<DocumentId>,
    /// Its imports of customers.
    pub(crate) imports: Vec<String>,
    /// The codes of its invitations.
    pub(crate) invitations: Vec<String>,
    /// People behind its companies.
    pub(crate) owners: Vec<BeneficialOwnerId>,
    pub(crate) verifications: Vec<VerificationId>,
    pub(crate) quotes: BTreeMap<QuoteId, Quote>,
    /// Look-ups of UMA addresses, the latest last.
    pub(crate) lookups: Vec<LookedUp>,
    /// Payments from UMA addresses, with what each has credited as far as these balances take it into account.
    pub(crate) receipts: BTreeMap<TransactionId, i64>,
    /// Money that others have sent into its accounts, or debited, with what each has moved as far as these balances take
    /// it into account.
    pub(crate) deposits: BTreeMap<TransactionId, i64>,
    /// Money that fits nothing: what its bank has reported of it, by the id of the event.
    pub(crate) strays: BTreeMap<String, Stray>,
    /// Its transfers, with what each has moved as far as these balances take it into account.
    pub(crate) transfers: BTreeMap<TransactionId, Moved>,
    /// Wallets of its customers.
    pub(crate) wallets: BTreeMap<InternalAccountId, Wallet>,
    /// Requests that wait for a wallet's signature, with it.
    pub(crate) signed: Vec<Request>,
    /// Its agents that are not deleted.
    pub(crate) agents: Vec<Agent>,
    /// What they have asked for, the latest last.
    pub(crate) actions: Vec<Asked>,
    /// What it knows of customers under strong authentication.
    pub(crate) sca: Authenticated,
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
    /// Whether its contact data must be confirmed.
    pub(crate) must_confirm: bool,
    pub(crate) uma_address: String,
    pub(crate) is_deleted: bool,
}

/// What a platform knows of customers under strong authentication: each kind with whom it is about, the latest last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Authenticated {
    /// Whether it asks its customers for that.
    pub(crate) is_asked: bool,
    /// Customers whose numbers are confirmed.
    pub(crate) reachable: Vec<CustomerId>,
    /// Logins by code that have begun.
    pub(crate) logins: Vec<(CustomerId, String)>,
    /// Secrets of authenticators, and challenges of passkeys, to be confirmed.
    pub(crate) secrets: Vec<(CustomerId, String)>,
    pub(crate) passkeys: Vec<(CustomerId, String)>,
    /// Passkeys.
    pub(crate) credentials: Vec<(CustomerId, String)>,
    pub(crate) resets: Vec<(CustomerId, String)>,
    /// Accounts whose trust is about to change, with the challenge.
    pub(crate) trusting: Vec<(String, String)>,
    /// Quotes to be authorized.
    pub(crate) waiting: Vec<QuoteId>,
}

/// What is remembered of each kind.
const REMEMBERED: usize = 8;

/// Keeps the latest.
pub(crate) fn keep<T>(all: &mut Vec<T>, one: T) {
    if all.len() >= REMEMBERED {
        all.remove(0);
    }
    all.push(one);
}

/// What a platform has at providers of stablecoins, by id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Coins {
    pub(crate) links: Vec<String>,
    pub(crate) tokens: Vec<String>,
    pub(crate) operations: Vec<String>,
    /// Each with its token.
    pub(crate) quotes: Vec<(String, String)>,
}

/// A card, with what funded it when it was issued.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) sources: Vec<String>,
}

/// What was done with a card, as its caller was answered last.
#[derive(Debug, Clone)]
pub(crate) struct CardUse {
    pub(crate) card: String,
    pub(crate) id: String,
    /// Whether more can be cleared.
    pub(crate) is_open: bool,
    /// Whether something can be given back.
    pub(crate) is_cleared: bool,
    /// Whether something was given back.
    pub(crate) is_returned: bool,
}

/// What an agent has asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) agent: AgentId,
    pub(crate) action: AgentActionId,
    /// The payment that carries it out.
    pub(crate) transaction: TransactionId,
    /// Whether nobody has decided about it, as far as that was reported.
    pub(crate) is_open: bool,
}

/// An internal account and what it must hold.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) customer: Option<CustomerId>,
    pub(crate) currency: String,
    /// Whether it was usable when it was last looked at.
    pub(crate) is_active: bool,
    pub(crate) balance: i64,
    /// What cards hold of it.
    pub(crate) held: i64,
    pub(crate) unsettled: i64,
}

/// What is known of a wallet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wallet {
    /// Its credentials, with their kinds.
    pub(crate) credentials: Vec<(String, String)>,
    /// The latest key for a code, of each credential that was challenged.
    pub(crate) bundles: BTreeMap<String, String>,
    pub(crate) sessions: Vec<String>,
}

/// What a transfer has moved in an internal account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) available: i64,
    pub(crate) unsettled: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct External {
    pub(crate) id: ExternalAccountId,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) currency: String,
    /// Where it is on its chain, if it is there.
    pub(crate) address: Option<String>,
    /// Whether it can be debited.
    pub(crate) is_debitable: bool,
    /// Whether it is a wallet, whose ownership is to be proved.
    pub(crate) is_wallet: bool,
    /// Whether minted tokens can go to it.
    pub(crate) takes_tokens: bool,
    /// Whether its owner was last asked for a signature.
    pub(crate) is_challenged: bool,
    pub(crate) is_deleted: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Quote {
    /// Its payment.
    pub(crate) transaction: TransactionId,
    /// The agent that has made it.
    pub(crate) agent: Option<AgentId>,
    /// In what somebody pays in for it; none where nobody does.
    pub(crate) pays_in: Option<CurrencyCode>,
    /// Whether its execution, or the money for it, was answered with success.
    pub(crate) is_executed: bool,
    /// Whether the balances that are reported count its conversion: of what is debited, once it is here.
    pub(crate) is_converted: bool,
    /// The end of its payment's refund, as far as these balances take it into account.
    pub(crate) refund: Option<RefundStatus>,
}

/// Money that fits no account and no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stray {
    pub(crate) currency: String,
    pub(crate) amount: i64,
}

/// An agent, with the code that installs it.
#[derive(Debug, Clone)]
pub(crate) struct Agent {
    pub(crate) id: AgentId,
    pub(crate) customer: CustomerId,
    pub(crate) code: String,
    /// Its credentials, once it is installed.
    pub(crate) token: Option<String>,
    /// Whether its limits, and what is counted, may have been converted.
    pub(crate) is_recast: bool,
}

/// A UMA address that was looked up.
#[derive(Debug, Clone)]
pub(crate) struct LookedUp {
    pub(crate) id: String,
    pub(crate) address: String,
}

/// A keyed request with its first answer.
#[derive(Debug, Clone)]
pub(crate) struct Remembered {
    pub(crate) request: Request,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) at: Time,
}
