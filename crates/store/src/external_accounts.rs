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
use crate::database::terms::{self, Terms};
use crate::database::value::json_text;
use crate::{Error, Macs, Row, Tx, Value, params};

/// A bank account, mobile-money account or wallet outside the service.
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalAccountRecord {
    /// Its id.
    pub id: ExternalAccountId,
    /// Whose it is; none: the platform's.
    pub customer: Option<CustomerId>,
    /// What it holds.
    pub currency: CurrencyCode,
    /// The row of the catalogue (`EUR_ACCOUNT`).
    pub account_type: String,
    /// Whether it can be paid or debited.
    pub status: ExternalAccountStatus,
    /// Currency, type and primary identifiers, normalised.
    pub fingerprint: String,
    /// Whether it was deleted; kept for the payments that name it.
    pub is_deleted: bool,
    /// Whether payments to its customer's UMA address go here.
    pub is_default_deposit: bool,
    /// Everything that is not looked up by.
    pub doc: ExternalAccountDoc,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of an external account, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalAccountDoc {
    /// Version of this document's form.
    pub v: u32,
    /// The platform's own name for it.
    pub platform_account_id: Option<String>,
    /// Whether it is the owner's own or somebody else's.
    pub ownership_type: Option<OwnershipType>,
    /// The details as sent: the fields of the type, and the beneficiary.
    pub account_info: Map<String, Json>,
    /// The rails that reach it, default first.
    pub rails: Vec<PaymentRail>,
    /// The primary identifier: account number, IBAN, address.
    pub identifier: String,
    /// What the name check answered.
    pub beneficiary_verification: Option<BeneficiaryVerificationStatus>,
    /// The name as the rail has it.
    pub verified_name: Option<String>,
}

impl ExternalAccountRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// What an account is read from, in the order in which it is read.
pub(crate) const COLUMNS: &str = "doc, account_id, customer_id, owner_id, currency, account_type, status, fingerprint, \
    is_deleted, is_default_deposit, created_at, updated_at, mac";

/// What is authenticated of an account beside its document.
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

/// Returns what is authenticated of an account: all but `updated_at`. `document` is its document as it is stored.
fn terms_of(
    platform: PlatformId,
    record: &ExternalAccountRecord,
    owner: Uuid,
    document: String,
) -> Result<Terms, Error> {
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
    Ok(Terms { table: "external_account", key: "account_id", platform, id, columns, document })
}

/// An account that this service wrote; no money goes to any other.
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

/// An account as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(ExternalAccountRecord, Terms, Vec<u8>), Error> {
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

/// Stores a new account, authenticated. A live account of the same owner with the same fingerprint makes the transaction
/// fail as a lost race: look with [`find_live_twin`] first.
///
/// # Errors
/// Whatever the database refuses.
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

/// The account with this id, deleted or not.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write its details; whatever the database refuses.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<ExternalAccountRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM external_account WHERE platform_id = $1 AND account_id = $2");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// The account with this id, deleted or not, locked against every change until the transaction ends.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write its details; whatever the database refuses.
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

/// Writes everything about a locked account that can change, authenticated anew; its details never do.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write it; whatever the database refuses.
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

/// Takes from a customer's account the payments to the customer's UMA address, before another gets them.
/// Callers have locked the customer.
///
/// # Errors
/// As [`update`].
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

/// The live account of a customer that takes the payments to the customer's UMA address.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write it; whatever the database refuses.
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

/// The live wallets of an owner that have this address, whatever the case of its letters.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write one; whatever the database refuses.
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

/// The live account of the same owner with the same fingerprint.
///
/// # Errors
/// Whatever the database refuses.
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

/// Which accounts to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Whose.
    pub of: Listed,
    /// Of this currency.
    pub currency: Option<String>,
}

/// Whose accounts to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// The platform's own.
    Platform,
    /// Those of all customers.
    Customers,
    /// Those of one customer.
    Customer(CustomerId),
}

/// Returns a page of live accounts, and how many there are. A payer copies the details that a list shows.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write one of them; whatever the database refuses.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<ExternalAccountRecord>, Option<i64>), Error> {
    let (owner, customer) = match filter.of {
        Listed::Platform => ("customer_id IS NULL", None),
        Listed::Customers => ("customer_id IS NOT NULL", None),
        Listed::Customer(customer) => ("customer_id IS NOT NULL", Some(customer)),
    };
    let listing = Listing::new("external_account", "account_id", platform)
        .only("NOT is_deleted")
        .only(owner)
        .filter("currency = $$", filter.currency.as_deref())
        .filter("customer_id = $$", customer);
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Authenticates up to `limit` accounts behind `after` anew, with the newest key; the last of them. `None` when there are
/// none left. Those that this service did not write stay as they are.
///
/// # Errors
/// Those of the database.
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
