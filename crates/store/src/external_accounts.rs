//! Rows of external accounts (money 4).

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::external_accounts::{BeneficiaryVerificationStatus, OwnershipType};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::database::listing::{Listing, Page, Position};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

/// A bank account, mobile-money account or wallet outside the service.
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalAccountRecord {
    pub id: ExternalAccountId,
    /// The owning customer, or `None` if the account is the platform's own.
    pub customer: Option<CustomerId>,
    pub currency: CurrencyCode,
    /// Account type in the catalogue, for example `EUR_ACCOUNT`.
    pub account_type: String,
    /// Gates payments to and debits from the account.
    pub status: ExternalAccountStatus,
    /// Normalised currency, type and primary identifiers.
    pub fingerprint: String,
    /// Deleted accounts are kept for the payments that refer to them.
    pub is_deleted: bool,
    /// Incoming payments to the customer's UMA address go to this account.
    pub is_default_deposit: bool,
    /// Data that no query filters by.
    pub doc: ExternalAccountDoc,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored document of an external account, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalAccountDoc {
    pub v: u32,
    /// The platform's own id of the account.
    pub platform_account_id: Option<String>,
    /// First-party or third-party account.
    pub ownership_type: Option<OwnershipType>,
    /// Details as sent: the fields of the type and the beneficiary.
    pub account_info: Map<String, Json>,
    /// Rails that reach the account, default first.
    pub rails: Vec<PaymentRail>,
    /// Primary identifier: account number, IBAN or address.
    pub identifier: String,
    /// Result of the name check.
    pub beneficiary_verification: Option<BeneficiaryVerificationStatus>,
    /// The holder's name according to the rail.
    pub verified_name: Option<String>,
}

impl ExternalAccountRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// Columns of an account in the order in which they are read.
pub(crate) const COLUMNS: &str = "doc, account_id, customer_id, owner_id, currency, account_type, status, fingerprint, \
    is_deleted, is_default_deposit, created_at, updated_at, mac";

/// Authenticated columns of an account besides its document.
#[derive(Serialize)]
struct Columns<'a> {
    customer: Option<CustomerId>,
    owner: Uuid,
    currency: &'a str,
    account_type: &'a str,
    fingerprint: &'a str,
    created_at: i64,
    status: &'a str,
    is_deleted: bool,
    is_default_deposit: bool,
}

/// Returns the authenticated columns: all except `updated_at`. `document` is the document as stored.
fn terms_of(
    platform: PlatformId,
    record: &ExternalAccountRecord,
    owner: Uuid,
    document: String,
) -> Result<AuthenticatedColumns, Error> {
    let columns = json_text(&Columns {
        customer: record.customer,
        owner,
        currency: record.currency.as_str(),
        account_type: &record.account_type,
        fingerprint: &record.fingerprint,
        created_at: record.created_at.millis(),
        status: record.status.as_str(),
        is_deleted: record.is_deleted,
        is_default_deposit: record.is_default_deposit,
    })?;
    let id = record.id.uuid().into();
    Ok(AuthenticatedColumns { table: "external_account", key: "account_id", platform, id, columns, document })
}

/// Returns a row reader that verifies the MAC of each account; no money goes to any other account.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<ExternalAccountRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads an account as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(ExternalAccountRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, typed) = row.document("doc")?;
    let record = with_doc(row, typed)?;
    let terms = terms_of(platform, &record, row.get("owner_id")?, text)?;
    Ok((record, terms, row.get("mac")?))
}

fn with_doc(row: &Row<'_>, doc: ExternalAccountDoc) -> Result<ExternalAccountRecord, Error> {
    Ok(ExternalAccountRecord {
        id: row.get("account_id")?,
        customer: row.get("customer_id")?,
        currency: row.get("currency")?,
        account_type: row.get("account_type")?,
        status: row.parsed("status")?,
        fingerprint: row.get("fingerprint")?,
        is_deleted: row.get("is_deleted")?,
        is_default_deposit: row.get("is_default_deposit")?,
        doc,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Inserts a new account with its MAC. A live account of the same owner with the same fingerprint makes the
/// transaction fail as a lost race: callers use [`find_live_twin`] first.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &ExternalAccountRecord) -> Result<(), Error> {
    let owner = owner_id(platform, record.customer);
    let terms = terms_of(platform, record, owner, json_text(&record.doc)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO external_account (platform_id, account_id, customer_id, owner_id, currency, account_type, \
         status, fingerprint, is_deleted, is_default_deposit, doc, created_at, updated_at, mac) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.customer,
            owner_id(platform, record.customer),
            record.currency,
            &record.account_type,
            record.status.as_str(),
            &record.fingerprint,
            record.is_deleted,
            record.is_default_deposit,
            Value::Json(terms.document.into()),
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Finds the account with this id, deleted or not.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its details.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Locks the account with this id, deleted or not, until the transaction ends, and returns it.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its details.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2 FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Updates the mutable columns of an account and renews its MAC. Its details are immutable. The caller must
/// hold the account's row lock.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &ExternalAccountRecord) -> Result<(), Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2");
    let (_, stored, mac) = tx.query_one(&sql, params![platform, record.id], |row| read_raw(platform, row))?;
    stored.check(&mac, tx.macs())?;
    let owner = owner_id(platform, record.customer);
    let mac = terms_of(platform, record, owner, stored.document)?.mac(tx.macs());
    tx.execute(
        "UPDATE external_account SET status = $3, is_deleted = $4, is_default_deposit = $5, updated_at = $6, \
         mac = $7 WHERE platform_id = $1 AND account_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.is_deleted,
            record.is_default_deposit,
            record.updated_at,
            mac,
        ],
    )
}

/// Clears the default-deposit flag of a customer's account before another account gets it. The caller holds
/// the lock of the customer.
///
/// # Errors
/// The same as [`update`].
pub fn clear_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    at: Time,
) -> Result<(), Error> {
    let Some(mut former) = select_default_deposit(tx, platform, customer, "FOR UPDATE")? else {
        return Ok(());
    };
    former.is_default_deposit = false;
    former.updated_at.advance(at);
    update(tx, platform, &former)
}

/// Finds the live account that receives payments to the customer's UMA address.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    select_default_deposit(tx, platform, customer, "")
}

fn select_default_deposit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    locking: &str,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account \
         WHERE platform_id = $1 AND owner_id = $2 AND is_default_deposit AND NOT is_deleted {locking}"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, customer], read)
}

/// Returns the live wallets of an owner with this address, ignoring case.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn find_live_at(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    address: &str,
) -> Result<Vec<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND owner_id = $2 AND NOT is_deleted \
         AND lower(doc ->> 'identifier') = lower($3)"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, owner_id(platform, customer), address], read)
}

/// Finds the live account of the same owner with the same fingerprint.
pub fn find_live_twin(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    fingerprint: &str,
) -> Result<Option<ExternalAccountId>, Error> {
    let sql = "SELECT account_id FROM external_account \
               WHERE platform_id = $1 AND owner_id = $2 AND fingerprint = $3 AND NOT is_deleted";
    tx.query_opt(sql, params![platform, owner_id(platform, customer), fingerprint], |row| {
        row.get("account_id")
    })
}

/// Filter for lists of accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub of: OwnerFilter,
    pub currency: Option<String>,
}

/// The owners of listed accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerFilter {
    /// The platform itself.
    Platform,
    /// All customers.
    Customers,
    /// One customer.
    Customer(CustomerId),
}

/// Returns a page of live accounts, and the total number of matches. MACs are verified, because payers copy
/// details from lists.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<ExternalAccountRecord>, Option<i64>), Error> {
    let (owner, customer) = match filter.of {
        OwnerFilter::Platform => ("customer_id IS NULL", None),
        OwnerFilter::Customers => ("customer_id IS NOT NULL", None),
        OwnerFilter::Customer(customer) => ("customer_id IS NOT NULL", Some(customer)),
    };
    let listing = Listing::new("external_account", "account_id", platform)
        .only("NOT is_deleted")
        .only(owner)
        .filter("currency = $$", filter.currency.as_deref())
        .filter("customer_id = $$", customer);
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Renews the MACs of up to `limit` accounts after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<ExternalAccountId>,
    limit: u32,
) -> Result<Option<ExternalAccountId>, Error> {
    let sql = format!(
        "SELECT {} FROM external_account WHERE platform_id = $1 AND ($2 OR account_id > $3) ORDER BY account_id LIMIT $4",
        COLUMNS
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<ExternalAccountId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

fn owner_id(platform: PlatformId, customer: Option<CustomerId>) -> Uuid {
    customer.map_or_else(|| platform.uuid(), Id::uuid)
}
