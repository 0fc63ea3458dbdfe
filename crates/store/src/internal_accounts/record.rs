//! Stored form of internal accounts.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::{InternalAccountState, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::ledger::{self, Balance};
use crate::{Error, Macs, Row};

/// An account that the service holds.
#[derive(Debug, Clone, PartialEq)]
pub struct InternalAccountRecord {
    pub id: InternalAccountId,
    /// The owning customer, or `None` if the account is the platform's own.
    pub customer: Option<CustomerId>,
    pub currency: CurrencyCode,
    pub account_type: InternalAccountType,
    /// 0 for the account created automatically, higher for accounts added by operators.
    pub ordinal: i64,
    /// Data that no query filters by.
    pub doc: InternalAccountDoc,
    /// Time of creation. The time of the last change is in the balance.
    pub created_at: Time,
}

/// Stored document of an internal account, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountDoc {
    pub v: u32,
    /// State of the account; the column `status` repeats the part that clients see.
    pub state: InternalAccountState,
    /// Funding instructions, fixed when the account became usable.
    pub funding: Vec<FundingInstruction>,
    /// Private transfers of a wallet; absent for other accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_enabled: Option<bool>,
}

/// One way to pay money in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FundingInstruction {
    /// Type and details of the account to pay into, as shown to clients.
    pub details: Map<String, Json>,
    /// Instructions for the payer, human-readable.
    pub notes: String,
}

/// An account with its balance, read in one statement.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedAccount {
    pub account: InternalAccountRecord,
    pub balance: Balance,
}

impl InternalAccountDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

impl InternalAccountRecord {
    #[must_use]
    pub fn owner(&self, platform: PlatformId) -> Owner {
        self.customer.map_or(Owner::Platform(platform), Owner::Customer)
    }
}

impl LockedAccount {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.account.created_at, id: self.account.id.uuid() }
    }
}

/// Returns the value of the column `owner_id`.
#[must_use]
pub fn owner_id(owner: Owner) -> Uuid {
    match owner {
        Owner::Platform(platform) => platform.uuid(),
        Owner::Customer(customer) => customer.uuid(),
    }
}

/// Authenticated columns of an account besides its document.
#[derive(Serialize)]
struct Columns<'a> {
    customer: Option<CustomerId>,
    owner: Uuid,
    currency: &'a str,
    account_type: &'a str,
    status: &'a str,
    ordinal: i64,
    created_at: i64,
}

/// Returns the authenticated columns: the complete row. `owner` and `status` are the lookup columns,
/// `document` is the document as stored.
fn terms_of(
    platform: PlatformId,
    record: &InternalAccountRecord,
    owner: Uuid,
    status: &str,
    document: String,
) -> Result<AuthenticatedColumns, Error> {
    let InternalAccountRecord { id, customer, currency, account_type, ordinal, doc: _, created_at } = record;
    let columns = json_text(&Columns {
        customer: *customer,
        owner,
        currency: currency.as_str(),
        account_type: account_type.as_str(),
        status,
        ordinal: *ordinal,
        created_at: created_at.millis(),
    })?;
    let id = id.uuid().into();
    Ok(AuthenticatedColumns { table: "internal_account", key: "account_id", platform, id, columns, document })
}

impl InternalAccountRecord {
    /// Returns the authenticated columns as they are about to be written.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<AuthenticatedColumns, Error> {
        let owner = owner_id(self.owner(platform));
        terms_of(platform, self, owner, self.doc.state.status().as_str(), json_text(&self.doc)?)
    }
}

macro_rules! account_columns {
    () => {
        "internal_account.account_id, internal_account.customer_id, internal_account.owner_id, \
         internal_account.currency, internal_account.type, internal_account.status, internal_account.ordinal, \
         internal_account.doc, internal_account.created_at, internal_account.mac AS account_mac"
    };
}

/// Columns of an account.
pub(crate) const ACCOUNT_COLUMNS: &str = account_columns!();

/// Columns of an account and of its balance.
pub(super) const COLUMNS: &str = concat!(
    account_columns!(),
    ", ledger_balance.available, ledger_balance.held, ledger_balance.unsettled, ledger_balance.seq, \
     ledger_balance.updated_at, ledger_balance.mac"
);

/// Outer join with the balance. Every account has a balance from its creation; the outer join also finds an
/// account that lost it, so that such an account is not reported as missing.
pub(super) const WITH_BALANCE: &str = "LEFT JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// Inner join with the balance for locking both rows: PostgreSQL cannot lock the nullable side of an outer
/// join.
pub(super) const LOCKING_BALANCE: &str = "JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// Reads an account as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(InternalAccountRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, doc) = row.document("doc")?;
    let account = InternalAccountRecord {
        id: row.get("account_id")?,
        customer: row.get("customer_id")?,
        currency: row.get("currency")?,
        account_type: row.parsed("type")?,
        ordinal: row.get("ordinal")?,
        doc,
        created_at: row.get("created_at")?,
    };
    let status: String = row.get("status")?;
    let terms = terms_of(platform, &account, row.get("owner_id")?, &status, text)?;
    Ok((account, terms, row.get("account_mac")?))
}

/// Reads an account with its balance and verifies the MACs of both. No statement deletes a balance, so a
/// missing one is reported as corruption.
pub(super) fn read(row: &Row<'_>, platform: PlatformId, macs: &dyn Macs) -> Result<LockedAccount, Error> {
    let (account, terms, mac) = read_raw(platform, row)?;
    terms.check(&mac, macs)?;
    let available: Option<i64> = row.get("available")?;
    let balance = Balance {
        account: account.id,
        currency: account.currency,
        available: available.ok_or_else(|| ledger::lost_balance(account.id))?,
        held: row.get("held")?,
        unsettled: row.get("unsettled")?,
        seq: row.get("seq")?,
        updated_at: row.get("updated_at")?,
    };
    let balance = ledger::check_balance(platform, balance, &row.get::<Vec<u8>>("mac")?, macs)?;
    Ok(LockedAccount { account, balance })
}

#[cfg(test)]
mod tests {
    use causeway_domain::internal_accounts::BeforeFreeze;

    use super::*;

    /// Checks that documents of version 1, as first introduced, stay readable.
    #[test]
    fn documents_of_version_1_are_read() {
        let text = r#"{"v":1,"state":{"status":"FROZEN","before":"ACTIVE"},"funding":[{"details":{
            "accountType":"SPARK_WALLET","address":"spark1x","assetType":"USDB"},"notes":"n"}],
            "privateEnabled":false}"#;
        let doc: InternalAccountDoc = serde_json::from_str(text).unwrap();
        assert_eq!(doc.state, InternalAccountState::Frozen(BeforeFreeze::Active));
        assert_eq!(doc.private_enabled, Some(false));
        assert_eq!(doc.funding[0].details["accountType"], "SPARK_WALLET");
        let plain = r#"{"v":1,"state":{"status":"PENDING"},"funding":[]}"#;
        let doc: InternalAccountDoc = serde_json::from_str(plain).unwrap();
        assert_eq!((doc.state, doc.private_enabled), (InternalAccountState::Pending, None));
        assert_eq!(serde_json::to_string(&doc).unwrap(), plain);
    }
}
