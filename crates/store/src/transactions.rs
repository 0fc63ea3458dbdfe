//! Rows of transactions (money 10), in the table `payment`.

use causeway_domain::ids::{AccountRef, CustomerId, Id, PlatformId, QuoteId, TransactionId};
use causeway_domain::money::Currency;
use causeway_domain::rates::{Decimal, RateDetails};
use causeway_domain::refunds::{RefundReason, RefundStatus};
use causeway_domain::transactions::{Direction, TransactionStatus, TransactionType};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::listing::{Listing, Page, Position};
use crate::{Error, Row, Tx, Value, params};

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
    /// When it was settled.
    pub settled_at: Option<Time>,
    /// Why it failed, in the interface's spelling.
    pub failure: Option<String>,
    /// The money's way back.
    pub refund: Option<RefundDoc>,
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

/// The rail of an outgoing payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenRail {
    /// Its name in the interface.
    pub rail: String,
    /// Whether the request named it.
    pub is_manual: bool,
    /// When it should deliver; none on instant rails.
    pub settles_at: Option<Time>,
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
}

impl Side {
    /// The account id in its public spelling, by which transactions are found.
    fn identifier(&self) -> Option<String> {
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

const COLUMNS: &str = "transaction_id, type, status, customer_id, platform_customer_id, recipient_customer_id, \
                       quote_id, reference, doc, created_at, updated_at";

fn read(platform: PlatformId) -> impl Fn(&Row<'_>) -> Result<TransactionRecord, Error> {
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

/// Stores a new transaction.
///
/// # Errors
/// Whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &TransactionRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO payment (platform_id, transaction_id, type, status, customer_id, platform_customer_id, \
         recipient_customer_id, quote_id, source_identifier, destination_identifier, reference, doc, created_at, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.kind.as_str(),
            record.status.as_str(),
            record.customer.map_or_else(|| platform.uuid(), Id::uuid),
            &record.platform_customer_id,
            record.recipient,
            record.quote,
            record.doc.source.identifier(),
            record.doc.destination.identifier(),
            record.reference.as_deref(),
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Writes status and document of a transaction whose owner (its quote, or itself) is locked.
///
/// # Errors
/// Whatever the database refuses.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &TransactionRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE payment SET status = $3, doc = $4, refund_reference = $5, updated_at = $6 \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            Value::doc(&record.doc)?,
            record.doc.refund.as_ref().map(|refund| refund.reference.as_str()),
            record.updated_at,
        ],
    )
}

/// The transaction with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
) -> Result<Option<TransactionRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM payment WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, id], read(platform))
}

/// Which transactions to list; all that is given must hold (money 10.9).
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// On behalf of this party (a customer's UUID or the platform's), or paid by the platform to it.
    pub party: Option<Uuid>,
    /// The same by the platform's own identifier.
    pub platform_customer_id: Option<String>,
    /// With this account or address on either side.
    pub identifier: Option<String>,
    /// With it on the sending side.
    pub source_identifier: Option<String>,
    /// With it on the receiving side.
    pub destination_identifier: Option<String>,
    /// In this status; those in `CREATED` are listed only when asked for.
    pub status: Option<TransactionStatus>,
    /// Of this type.
    pub kind: Option<TransactionType>,
    /// With exactly this reference, of the payment or of its refund.
    pub reference: Option<String>,
    /// Created at or after this instant.
    pub from: Option<Time>,
    /// Created at or before this instant.
    pub to: Option<Time>,
}

/// A page of transactions, and how many match in all.
///
/// # Errors
/// Whatever the database refuses.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<TransactionRecord>, Option<i64>), Error> {
    let mut listing = Listing::new("payment", "transaction_id", platform)
        .filter("(customer_id = $$ OR recipient_customer_id = $$)", filter.party)
        .filter(
            "(platform_customer_id = $$ OR recipient_customer_id IN (SELECT customer_id FROM customer \
             WHERE customer.platform_id = payment.platform_id AND customer.platform_customer_id = $$))",
            filter.platform_customer_id.as_deref(),
        )
        .filter("(source_identifier = $$ OR destination_identifier = $$)", filter.identifier.as_deref())
        .filter("source_identifier = $$", filter.source_identifier.as_deref())
        .filter("destination_identifier = $$", filter.destination_identifier.as_deref())
        .filter("status = $$", filter.status.map(TransactionStatus::as_str))
        .filter("type = $$", filter.kind.map(TransactionType::as_str))
        .filter("(reference = $$ OR refund_reference = $$)", filter.reference.as_deref())
        .filter("created_at >= $$", filter.from)
        .filter("created_at <= $$", filter.to);
    if filter.status.is_none() {
        listing = listing.only("status <> 'CREATED'");
    }
    Ok((listing.page(tx, COLUMNS, page, read(platform))?, listing.count(tx)?))
}

/// A page of all transactions of a period, uncounted.
///
/// # Errors
/// Whatever the database refuses.
pub fn list_between(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    from: Option<Time>,
    to: Option<Time>,
    page: &Page,
) -> Result<Vec<TransactionRecord>, Error> {
    Listing::new("payment", "transaction_id", platform)
        .filter("created_at >= $$", from)
        .filter("created_at <= $$", to)
        .page(tx, COLUMNS, page, read(platform))
}

/// A transaction that has not come to its end, by the accounts and addresses on its two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTransaction {
    /// The sending side, in its public spelling.
    pub source: Option<String>,
    /// The receiving side, in its public spelling.
    pub destination: Option<String>,
}

/// The open transactions on behalf of a party: a customer's UUID, or the platform's. One whose money is on its
/// way back is open too.
///
/// # Errors
/// Whatever the database refuses.
pub fn open_of(tx: &mut Tx<'_>, platform: PlatformId, party: Uuid) -> Result<Vec<OpenTransaction>, Error> {
    let open = TransactionStatus::EVERY.iter().filter(|status| !status.is_final());
    let open: Vec<String> = open.map(|status| format!("'{status}'")).collect();
    let sql = format!(
        "SELECT source_identifier, destination_identifier, status, doc FROM payment \
         WHERE platform_id = $1 AND customer_id = $2 AND (status IN ({}) OR refund_reference IS NOT NULL)",
        open.join(", ")
    );
    let found = tx.query(&sql, params![platform, party], |row| {
        let transaction = OpenTransaction {
            source: row.get("source_identifier")?,
            destination: row.get("destination_identifier")?,
        };
        let status: TransactionStatus = row.parsed("status")?;
        let doc: TransactionDoc = row.json("doc")?;
        let is_refunding = doc.refund.is_some_and(|refund| refund.status == RefundStatus::Pending);
        Ok((transaction, is_refunding || !status.is_final()))
    })?;
    Ok(found.into_iter().filter_map(|(transaction, is_open)| is_open.then_some(transaction)).collect())
}
