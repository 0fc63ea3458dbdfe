//! An internal account as it is stored.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, Id, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::{InternalAccountState, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::database::listing::Position;
use crate::database::terms::Terms;
use crate::database::value::json_text;
use crate::ledger::{self, Balance};
use crate::{Error, Macs, Row};

/// An account that the service holds.
#[derive(Debug, Clone, PartialEq)]
pub struct InternalAccountRecord {
    /// Its id.
    pub id: InternalAccountId,
    /// Whose it is; none: the platform's.
    pub customer: Option<CustomerId>,
    /// What it holds.
    pub currency: CurrencyCode,
    /// Its kind.
    pub account_type: InternalAccountType,
    /// 0 for the account that comes by itself, higher for further ones that an operator added.
    pub ordinal: i64,
    /// Everything that is not looked up by.
    pub doc: InternalAccountDoc,
    /// When it was created. When it last changed stands in its balance.
    pub created_at: Time,
}

/// The document of an internal account, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Where it stands; the column `status` repeats what clients see of it.
    pub state: InternalAccountState,
    /// How to pay money in, as it was fixed when the account became usable.
    pub funding: Vec<FundingInstruction>,
    /// Whether a wallet keeps its transfers private; of wallets only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_enabled: Option<bool>,
}

/// One way to pay money in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FundingInstruction {
    /// Type and members of the account to pay into, as they are shown.
    pub details: Map<String, Json>,
    /// What the payer must mind, in words.
    pub notes: String,
}

/// An account with its balance, read at once.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedAccount {
    /// The account.
    pub account: InternalAccountRecord,
    /// What it holds.
    pub balance: Balance,
}

impl InternalAccountDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

impl InternalAccountRecord {
    /// Whose it is.
    #[must_use]
    pub fn owner(&self, platform: PlatformId) -> Owner {
        self.customer.map_or(Owner::Platform(platform), Owner::Customer)
    }
}

impl LockedAccount {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.account.created_at, id: self.account.id.uuid() }
    }
}

/// The value of the column `owner_id`.
#[must_use]
pub fn owner_id(owner: Owner) -> Uuid {
    match owner {
        Owner::Platform(platform) => platform.uuid(),
        Owner::Customer(customer) => customer.uuid(),
    }
}

/// What is authenticated of an account beside its document.
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

/// Returns what is authenticated of an account: all of its row. `owner` and `status` are the columns that find it,
/// `document` is its document as it is stored.
fn terms_of(
    platform: PlatformId,
    record: &InternalAccountRecord,
    owner: Uuid,
    status: &str,
    document: String,
) -> Result<Terms, Error> {
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
    Ok(Terms { table: "internal_account", key: "account_id", platform, id, columns, document })
}

impl InternalAccountRecord {
    /// Returns what is authenticated when the account is written.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<Terms, Error> {
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

/// What an account is read from.
pub(crate) const ACCOUNT_COLUMNS: &str = account_columns!();

/// The same with its balance.
pub(super) const COLUMNS: &str = concat!(
    account_columns!(),
    ", ledger_balance.available, ledger_balance.held, ledger_balance.unsettled, ledger_balance.seq, \
     ledger_balance.updated_at, ledger_balance.mac"
);

/// Every account has its balance from the start. One without it is found too, so that it is not taken for one that does not
/// exist.
pub(super) const WITH_BALANCE: &str = "LEFT JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// The same where both rows are locked, which PostgreSQL does not do in an outer join.
pub(super) const LOCKING_BALANCE: &str = "JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// Reads an account as it is stored, with what is authenticated of it and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(InternalAccountRecord, Terms, Vec<u8>), Error> {
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

/// Reads an account with its balance, both of which this service must have written. No statement deletes a balance: if it is
/// gone, the database has lost it.
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

    /// What version 1 looked like when it was introduced: stored documents must stay readable.
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
