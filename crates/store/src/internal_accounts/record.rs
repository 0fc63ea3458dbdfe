//! An internal account as it is stored.

use causeway_domain::ids::{CustomerId, Id, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::{InternalAccountState, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Time, currency};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::database::listing::Position;
use crate::ledger::{self, Balance};
use crate::{Defect, Error, Macs, Row, Tx};

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
    /// When it was created.
    pub created_at: Time,
    /// When it, apart from its balance, last changed.
    pub updated_at: Time,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
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

pub(super) const COLUMNS: &str = "internal_account.account_id, internal_account.customer_id, \
    internal_account.currency, internal_account.type, internal_account.ordinal, internal_account.doc, \
    internal_account.created_at, internal_account.updated_at, \
    ledger_balance.available, ledger_balance.held, ledger_balance.unsettled, ledger_balance.seq, \
    ledger_balance.changed_at, ledger_balance.mac";

/// Every account has its balance from the start. One without it is found too, so that it is not taken for one that does not
/// exist.
pub(super) const WITH_BALANCE: &str = "LEFT JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// The same where both rows are locked, which PostgreSQL does not do in an outer join.
pub(super) const LOCKING_BALANCE: &str = "JOIN ledger_balance \
    ON ledger_balance.platform_id = internal_account.platform_id \
    AND ledger_balance.account_id = internal_account.account_id";

/// How it is seen that this service wrote an account.
#[derive(Clone, Copy)]
pub(super) struct Checks<'a> {
    macs: &'a dyn Macs,
    believes_types: bool,
}

impl<'a> Checks<'a> {
    pub(super) fn of(tx: &Tx<'a>) -> Self {
        Self { macs: tx.macs(), believes_types: tx.has_defect(Defect::BelieveAccountTypes) }
    }

    /// What an account holds is authenticated with its balance, and says of what kind it is: a wallet that is called something
    /// else would be paid from without its signature.
    fn check_type(self, account: &InternalAccountRecord) -> Result<(), Error> {
        let known = currency::find(account.currency).map(|held| held.internal_account_type());
        if self.believes_types || known.is_none_or(|known| known == account.account_type) {
            return Ok(());
        }
        Err(Error::NotAuthentic(format!("the type of the account {}", account.id)))
    }
}

/// An account with its balance, which this service must have written. No statement of this service takes a balance away: where
/// it is gone, the database has lost it.
pub(super) fn read(row: &Row<'_>, platform: PlatformId, checks: Checks<'_>) -> Result<LockedAccount, Error> {
    let account = InternalAccountRecord {
        id: row.get("account_id")?,
        customer: row.get("customer_id")?,
        currency: row.get("currency")?,
        account_type: row.parsed("type")?,
        ordinal: row.get("ordinal")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let available: Option<i64> = row.get("available")?;
    let balance = Balance {
        account: account.id,
        currency: account.currency,
        available: available.ok_or_else(|| ledger::lost_balance(account.id))?,
        held: row.get("held")?,
        unsettled: row.get("unsettled")?,
        seq: row.get("seq")?,
        changed_at: row.get("changed_at")?,
    };
    let balance = ledger::check_balance(platform, balance, &row.get::<Vec<u8>>("mac")?, checks.macs)?;
    checks.check_type(&account)?;
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
