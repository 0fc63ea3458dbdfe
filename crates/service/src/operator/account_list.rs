//! `account list` and `account show`: internal accounts with the parts of their balance (money 3.1).

use causeway_domain::ids::{CustomerId, InternalAccountId, TransactionRef};
use causeway_domain::internal_accounts::{
    BeforeFreeze, InternalAccountState, InternalAccountStatus, InternalAccountType,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::PostingKind;
use causeway_domain::{Amount, RangeStart, Time};
use causeway_store::Tx;
use causeway_store::internal_accounts::{self, AccountWalk, FundingInstruction, LockedAccount};
use causeway_store::ledger::{self, Entry};
use causeway_store::listing::Page;
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;
use serde_json::{Map, Value};

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, narrow, page, whole};
use super::operator_actions::{ActionRow, actions_about};
use super::resource::{FoundResource, find_resource};
use super::sums::money;
use super::viewer::PersonalData;
use super::{Answer, Call, IdArgument, Money, arguments, default_number, of_customer, option, view};
use crate::internal_accounts::decisions;

/// Number of entries shown of an account.
const ENTRIES: u32 = 20;

arguments! {
    pub(super) struct ListRequest {
        customer: Option<CustomerId> = of_customer("Only accounts of this customer"),
        currency: Option<CurrencyCode> = option("Only accounts in this currency"),
        status: Option<InternalAccountStatus> = option("Only accounts with this status, such as FROZEN"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
        before: Option<String> = BEFORE,
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
    }
}

view! {
    pub(super) struct AccountRow of locked: &LockedAccount {
        account: InternalAccountId = locked.account.id,
        /// `None` if the account is the platform's own.
        customer: Option<CustomerId> = locked.account.customer,
        account_type: InternalAccountType = locked.account.account_type,
        currency: CurrencyCode = locked.account.currency,
        status: InternalAccountStatus = locked.account.doc.state.status(),
        available: Money = Amount::new(locked.balance.available, locked.account.currency).into(),
        held: Money = Amount::new(locked.balance.held, locked.account.currency).into(),
        unsettled: Money = Amount::new(locked.balance.unsettled, locked.account.currency).into(),
        created_at: Time = locked.account.created_at,
        updated_at: Time = locked.balance.updated_at.into(),
    }

    struct EntryRow of entry: &Entry {
        at: Time = entry.created_at,
        posting: PostingKind = entry.kind,
        meaning: &'static str = entry.kind.meaning(),
        part: &'static str = entry.code.meaning(),
        amount: Money = Amount::new(entry.amount, entry.currency).into(),
        /// Balance of the part after the entry.
        balance: Option<Money> =
            entry.balance_after.map(|minor| Amount::new(minor, entry.currency).into()),
        transaction: Option<TransactionRef> = entry.transaction_ref(),
    }

}

/// Instructions for a payer. They name the account number and its holder.
#[derive(Serialize)]
struct InstructionView {
    notes: String,
    details: Map<String, Value>,
}

impl InstructionView {
    /// Returns the instructions as the caller may see them.
    fn of(instruction: FundingInstruction, personal: PersonalData) -> Self {
        Self { notes: personal.show(&instruction.notes), details: personal.show_members(instruction.details) }
    }
}

/// An account as operators see it.
#[derive(Serialize)]
pub(super) struct AccountDetails {
    #[serde(flatten)]
    account: AccountRow,
    meaning: &'static str,
    /// For `--seen`.
    version: Time,
    total: Money,
    /// The status that a frozen account returns to.
    frozen_from: Option<BeforeFreeze>,
    entry_count: i64,
    /// The last entries, newest first.
    entries: Vec<EntryRow>,
    instructions: Vec<InstructionView>,
    operator_actions: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// Lists internal accounts of customers and of the platform, newest first.
pub(super) fn list(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    list: &ListRequest,
) -> Answer<ListPage<AccountRow>> {
    let asked = page(list.limit, list.before.as_deref())?;
    let since = list.since.map(|RangeStart(first)| first);
    let walk = AccountWalk { customer: list.customer, since, until: list.until };
    let mut read = |page: &Page| -> Answer<Vec<LockedAccount>> {
        Ok(internal_accounts::walk(tx, platform.id, &walk, page)?)
    };
    let found = if list.currency.is_none() && list.status.is_none() {
        whole(read(&asked)?)
    } else {
        narrow(&asked, read, LockedAccount::position, |locked| {
            list.currency.is_none_or(|currency| locked.account.currency == currency)
                && list.status.is_none_or(|status| locked.account.doc.state.status() == status)
        })?
    };
    Ok(list_page(found, list.limit, LockedAccount::position, |locked| AccountRow::from(&locked)))
}

/// Shows an internal account.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<InternalAccountId>,
) -> Answer<AccountDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| internal_accounts::find(tx, platform.id, id);
    let FoundResource { viewer, resource: locked } = find_resource(tx, call, id, find)?;
    let platform = viewer.platform.id;
    let entries = ledger::latest_of_account(tx, platform, id, ENTRIES)?;
    let operator_actions = actions_about(tx, platform, id, viewer.personal)?;
    let frozen_from = match locked.account.doc.state {
        InternalAccountState::Frozen(before) => Some(before),
        InternalAccountState::Pending
        | InternalAccountState::Active
        | InternalAccountState::Failed
        | InternalAccountState::Closed => None,
    };
    let account = AccountRow::from(&locked);
    let decide = |verb: &str| format!("causeway account {verb} {id} --reason TEXT");
    let payments = format!("causeway payment list --account {id}");
    let commands = [payments].into_iter().chain(decisions(&locked).into_iter().map(decide)).collect();
    let funding = locked.account.doc.funding.into_iter();
    Ok(AccountDetails {
        account,
        meaning: locked.account.doc.state.status().meaning(),
        version: locked.balance.updated_at.into(),
        total: money(locked.balance.total(), locked.account.currency)?,
        frozen_from,
        entry_count: locked.balance.seq,
        entries: entries.iter().map(EntryRow::from).collect(),
        instructions: funding.map(|instruction| InstructionView::of(instruction, viewer.personal)).collect(),
        operator_actions,
        commands,
    })
}
