//! What is stored of a transaction.

use std::fmt;

use causeway_domain::external_accounts::{CryptoNetwork, Rail};
use causeway_domain::ids::{
    AccountRef, CustomerId, Id, InternalAccountId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::money::Currency;
use causeway_domain::payments::{
    DebitStatus, Direction, IncomingFailure, OutgoingFailure, RefundReason, RefundStatus, TransactionStatus,
    TransactionType,
};
use causeway_domain::rates::{Decimal, RateDetails};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::listing::Position;
use crate::{Error, Row};

/// A movement of money as the platform sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TransactionRecord {
    /// Its id.
    pub id: TransactionId,
    /// Towards the platform's side or away from it.
    pub kind: TransactionType,
    /// Where it stands.
    pub status: TransactionStatus,
    /// On whose behalf; none: the platform's own.
    pub customer: Option<CustomerId>,
    /// The platform's own identifier for the same party.
    pub platform_customer_id: String,
    /// The customer whose external account a platform's own payment goes to.
    pub recipient: Option<CustomerId>,
    /// The quote that priced it.
    pub quote: Option<QuoteId>,
    /// The reference that travels with the money.
    pub reference: Option<String>,
    /// Everything that is not looked up by.
    pub doc: TransactionDoc,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// The document of a transaction, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TransactionDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Into the account or out of it.
    pub direction: Direction,
    /// Where the money came from.
    pub source: Side,
    /// Where it went.
    pub destination: Side,
    /// What was sent.
    pub sent: Option<Amount>,
    /// What arrived, or will.
    pub received: Option<Amount>,
    /// All fees: in the sending currency on outgoing, in the receiving one on incoming payments.
    pub fees: Option<i64>,
    /// The platform's part of them.
    pub platform_fees: Option<i64>,
    /// Sending over receiving units, net of fees, as shown.
    pub exchange_rate: Option<Decimal>,
    /// How the rate came about.
    pub rate_details: Option<RateDetails>,
    /// The platform's own words.
    pub description: Option<String>,
    /// The rail it takes.
    pub rail: Option<ChosenRail>,
    /// The transfer on a chain by which it arrived.
    #[serde(default)]
    pub on_chain: Option<OnChainTransfer>,
    /// When it was settled.
    pub settled_at: Option<Time>,
    /// Why it failed, in the interface's spelling.
    pub failure: Option<Failure>,
    /// The money's way back.
    pub refund: Option<RefundDoc>,
    /// The debit that funds it; none before it begins, and none where nothing is debited.
    pub debit: Option<DebitDoc>,
}

impl TransactionDoc {
    /// A movement between two sides of which nothing else is known yet.
    #[must_use]
    pub const fn between(direction: Direction, source: Side, destination: Side) -> Self {
        Self {
            v: 1,
            direction,
            source,
            destination,
            sent: None,
            received: None,
            fees: None,
            platform_fees: None,
            exchange_rate: None,
            rate_details: None,
            description: None,
            rail: None,
            on_chain: None,
            settled_at: None,
            failure: None,
            refund: None,
            debit: None,
        }
    }
}

/// One end of a transaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "side", rename_all = "snake_case")]
pub enum Side {
    /// An account.
    Account {
        /// Which one.
        account: AccountRef,
        /// What left it or arrives in it.
        currency: Currency,
    },
    /// Somebody who paid in.
    Funding {
        /// On whose behalf.
        customer: Option<CustomerId>,
        /// What was paid in.
        currency: Currency,
    },
}

/// Why a payment failed. Each direction has reasons of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Failure {
    /// Of an incoming payment.
    Incoming(IncomingFailure),
    /// Of an outgoing payment.
    Outgoing(OutgoingFailure),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incoming(reason) => reason.fmt(f),
            Self::Outgoing(reason) => reason.fmt(f),
        }
    }
}

/// The rail of an outgoing payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenRail {
    /// Which one.
    pub rail: Rail,
    /// Whether the request named it.
    pub is_manual: bool,
    /// When it should deliver; none on instant rails.
    pub settles_at: Option<Time>,
}

/// The debit that funds an outgoing payment (money 2.2, L5p).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebitDoc {
    /// Where it stands.
    pub status: DebitStatus,
    /// Whether what it brought was converted and sent on.
    pub is_sent_on: bool,
}

/// Where the refund of a debited payment goes (money 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum RefundTo {
    /// To the internal account that the owner of the debited account has in its currency.
    Owner {
        /// Which one.
        account: InternalAccountId,
    },
    /// Back to the external account that was debited.
    DebitedAccount,
}

/// A transfer on a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnChainTransfer {
    /// The chain.
    pub network: CryptoNetwork,
    /// What the chain calls it.
    pub hash: String,
}

/// A refund (money 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundDoc {
    /// Its own reference.
    pub reference: String,
    /// Where it stands.
    pub status: RefundStatus,
    /// Why it was made.
    pub reason: RefundReason,
    /// When it began.
    pub initiated_at: Time,
    /// When the money was back.
    pub settled_at: Option<Time>,
    /// Where the money goes; none: to the internal account that was debited.
    pub to: Option<RefundTo>,
}

impl Side {
    /// The account id in its public spelling, by which transactions are found.
    pub(super) fn identifier(&self) -> Option<String> {
        match self {
            Self::Account { account, .. } => Some(account.to_string()),
            Self::Funding { .. } => None,
        }
    }
}

impl TransactionRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// What a transaction is read from, with the status that it is to have.
pub(super) fn columns(status: &str) -> String {
    format!(
        "transaction_id, type, {status} AS status, customer_id, platform_customer_id, recipient_customer_id, \
         quote_id, reference, doc, created_at, updated_at"
    )
}

pub(super) fn read(platform: PlatformId) -> impl Fn(&Row<'_>) -> Result<TransactionRecord, Error> {
    move |row| {
        let party: Uuid = row.get("customer_id")?;
        Ok(TransactionRecord {
            id: row.get("transaction_id")?,
            kind: row.parsed("type")?,
            status: row.parsed("status")?,
            customer: (party != platform.uuid()).then(|| CustomerId::from_uuid(party)),
            platform_customer_id: row.get("platform_customer_id")?,
            recipient: row.get("recipient_customer_id")?,
            quote: row.get("quote_id")?,
            reference: row.get("reference")?,
            doc: row.json("doc")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
