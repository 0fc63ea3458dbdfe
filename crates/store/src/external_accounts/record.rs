//! Stored form of external accounts.

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::external_accounts::{BeneficiaryVerificationStatus, OwnershipType};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

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

    /// Returns the holder's name as sent, if the account has a beneficiary.
    #[must_use]
    pub fn holder(&self) -> Option<&str> {
        let beneficiary = self.doc.account_info.get("beneficiary")?;
        ["fullName", "legalName"].iter().find_map(|member| beneficiary.get(member)?.as_str())
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
pub(super) fn terms_of(
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
pub(super) fn read<'a>(
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

/// Returns the id of the owner: the customer, or the platform.
pub(super) fn owner_id(platform: PlatformId, customer: Option<CustomerId>) -> Uuid {
    customer.map_or_else(|| platform.uuid(), Id::uuid)
}
