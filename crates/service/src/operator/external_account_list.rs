//! Lists of external accounts, and one of them (conventions 2.3).

use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, ExternalAccountId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionStatus;
use causeway_domain::search::last_letters;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord, ScanFilter};
use causeway_store::payments::{self, Filter, PaymentRecord};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::operator_actions::{ActionRow, actions_about};
use super::resource::{FoundResource, find_resource};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, IdArgument, Money, arguments, default_number, flag, of_customer, option, view};
use crate::external_accounts::decisions;

/// Maximum number of payments that are shown with an account.
const MAX_PAYMENTS: u32 = 20;

arguments! {
    pub(super) struct ExternalAccountListRequest {
        customer: Option<CustomerId> = of_customer("Only accounts of this customer"),
        status: Option<ExternalAccountStatus> =
            option("Only accounts with this status, such as ACTIVE, PENDING, UNDER_REVIEW"),
        #[serde(default)]
        waiting: bool = flag("Only accounts that wait for a decision: PENDING and UNDER_REVIEW"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

/// An external account in a list.
#[derive(Serialize)]
pub(super) struct ExternalAccountRow {
    account: ExternalAccountId,
    customer: Option<CustomerId>,
    holder: Option<String>,
    account_type: String,
    number: String,
    currency: CurrencyCode,
    status: String,
    created_at: Time,
}

/// An external account with its latest payments.
#[derive(Serialize)]
pub(super) struct ExternalAccountDetails {
    account: ExternalAccountId,
    platform: String,
    /// `None` if the account is the platform's own.
    customer: Option<CustomerId>,
    own_id: Option<String>,
    account_type: String,
    currency: CurrencyCode,
    holder: Option<String>,
    number: String,
    status: String,
    /// The reason why no payment can go to it.
    unusable: Option<String>,
    rails: Vec<String>,
    name_check: Option<String>,
    name_at_bank: Option<String>,
    is_default_deposit: bool,
    created_at: Time,
    updated_at: Time,
    /// For `--seen`.
    version: Time,
    payments: Vec<AccountPaymentRow>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
}

view! {
    struct AccountPaymentRow of record: PaymentRecord {
        transaction: TransactionId = record.id,
        status: TransactionStatus = record.status(),
        sent: Option<Money> = record.terms.sent.map(Money::from),
        received: Option<Money> = record.terms.received.map(Money::from),
        created_at: Time = record.created_at,
        next: String = format!("causeway payment show {}", record.id),
    }
}

/// Lists the external accounts of a platform and its customers, newest first.
pub(super) fn list(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    request: &ExternalAccountListRequest,
) -> Answer<ListPage<ExternalAccountRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = ScanFilter {
        customer: request.customer,
        status: request.status,
        is_waiting: request.waiting,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = external_accounts::scan(tx, viewer.platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, ExternalAccountRecord::position, |record| {
        row(record, viewer.personal)
    }))
}

fn row(record: ExternalAccountRecord, personal: PersonalData) -> ExternalAccountRow {
    ExternalAccountRow {
        account: record.id,
        customer: record.customer,
        holder: personal.show_any(record.holder()),
        number: end(&record),
        status: status(&record),
        account_type: record.account_type,
        currency: record.currency,
        created_at: record.created_at,
    }
}

/// Shows an external account, deleted or not, with its newest payments.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<ExternalAccountId>,
) -> Answer<ExternalAccountDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| external_accounts::find(tx, platform.id, id);
    let FoundResource { viewer, resource: record } = find_resource(tx, call, id, find)?;
    let Viewer { platform, personal } = viewer;
    let filter = Filter { identifier: Some(id.to_string()), ..Filter::default() };
    let now = platform.clock.at(tx.wall());
    let found = payments::newest(tx, platform.id, &filter, now, MAX_PAYMENTS)?;
    let operator_actions = actions_about(tx, platform.id, id, personal)?;
    let list = format!("causeway payment list --account {id}");
    let decide = |verb: &str| format!("causeway external-account {verb} {id} --reason TEXT");
    Ok(ExternalAccountDetails {
        commands: [list].into_iter().chain(decisions(&record).into_iter().map(decide)).collect(),
        account: record.id,
        platform: platform.name,
        customer: record.customer,
        holder: personal.show_any(record.holder()),
        number: personal.show(&record.doc.identifier),
        status: status(&record),
        unusable: unusable(&record),
        rails: record.doc.rails.iter().map(ToString::to_string).collect(),
        name_check: record.doc.beneficiary_verification.map(|status| status.to_string()),
        name_at_bank: personal.show_any(record.doc.verified_name.as_deref()),
        is_default_deposit: record.is_default_deposit,
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        version: record.updated_at.into(),
        own_id: record.doc.platform_account_id,
        account_type: record.account_type,
        currency: record.currency,
        payments: found.into_iter().map(AccountPaymentRow::from).collect(),
        operator_actions,
    })
}

fn status(record: &ExternalAccountRecord) -> String {
    if record.is_deleted { "DELETED".to_owned() } else { record.status.to_string() }
}

/// Returns the end of the account number.
fn end(record: &ExternalAccountRecord) -> String {
    format!("…{}", last_letters(&record.doc.identifier, 4).unwrap_or_default())
}

/// Returns the reason why no payment can go to an account, or `None` if one can (money 4.1).
fn unusable(record: &ExternalAccountRecord) -> Option<String> {
    if record.is_deleted {
        return Some("it was deleted".to_owned());
    }
    let enable = format!("causeway external-account enable {} --reason TEXT", record.id);
    let meaning = record.status.meaning();
    match record.status {
        ExternalAccountStatus::Active => None,
        ExternalAccountStatus::Pending | ExternalAccountStatus::UnderReview => {
            Some(format!("{meaning}: {enable}, or disable"))
        }
        ExternalAccountStatus::Inactive => Some(format!("{meaning}: {enable}")),
        ExternalAccountStatus::PendingOwnershipVerification | ExternalAccountStatus::Unverified => {
            Some(meaning.to_owned())
        }
    }
}
