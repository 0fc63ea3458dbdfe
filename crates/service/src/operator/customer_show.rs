//! One customer with all that it has (conventions 2.3), in at most 12 statements.

use causeway_domain::ids::{
    AgentId, CardId, CustomerId, ExternalAccountId, Id, InternalAccountId, TransactionId, TransactionRef,
    VerificationId,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionStatus;
use causeway_domain::{Amount, Time};
use causeway_store::agents::AgentRecord;
use causeway_store::cards::CardRecord;
use causeway_store::customers::{CustomerRecord, Profile};
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::ledger::SuspendedFunds;
use causeway_store::listing::{MAX_SCANNED, Order, Page};
use causeway_store::payments::{PartyPayment, PartyTotal, PaymentRecord};
use causeway_store::platforms::PlatformRecord;
use causeway_store::wallets::WalletRecord;
use causeway_store::{
    Tx, agents, cards, customers, external_accounts, internal_accounts, ledger, payments, verifications,
    wallets,
};
use serde::Serialize;

use super::customer_list::status;
use super::operator_actions::{ActionRow, actions_about};
use super::resource::{FoundResource, find_resource};
use super::viewer::Viewer;
use super::{Answer, Call, IdArgument, Money, view};
use crate::customers::{decisions, uma_address};

/// Maximum number of rows of each part.
const MAX_ROWS: u32 = 50;
/// Maximum number of unfinished and latest payments.
const MAX_PAYMENTS: u32 = 60;
/// The same number as a length.
const MAX_SUSPENDED: usize = 50;

/// A customer with all that it has. Parts with more than fifty rows show the newest ones.
#[derive(Serialize)]
pub(super) struct CustomerDetails {
    customer: CustomerId,
    platform: String,
    own_id: String,
    r#type: &'static str,
    status: &'static str,
    /// `None` if it was deleted.
    meaning: Option<&'static str>,
    name: Option<String>,
    birth_date: Option<String>,
    nationality: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
    /// Channels that the customer has not confirmed yet.
    contacts_to_confirm: Vec<String>,
    region: String,
    currencies: Vec<CurrencyCode>,
    uma_address: String,
    terms_accepted_at: Option<Time>,
    verification: Option<VerificationId>,
    verification_status: Option<String>,
    verification_errors: Option<usize>,
    created_at: Time,
    updated_at: Time,
    /// For `--seen`.
    version: Time,
    accounts: Vec<BalanceRow>,
    external_accounts: Vec<DestinationRow>,
    unfinished_payments: Vec<PaymentRow>,
    /// The ten newest payments, whatever their status.
    latest_payments: Vec<PaymentRow>,
    suspense: Vec<SuspendedRow>,
    cards: Vec<CardRow>,
    agents: Vec<AgentRow>,
    wallets: Vec<WalletRow>,
    /// Sums of the completed payments.
    completed: Vec<TotalRow>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
    /// The number of rows that were looked through for unfinished and completed payments, or for money in suspense, if
    /// older ones were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    searched_only: Option<i64>,
}

view! {
    struct BalanceRow of locked: LockedAccount {
        account: InternalAccountId = locked.account.id,
        status: String = locked.account.doc.state.status().to_string(),
        available: Money = Amount::new(locked.balance.available, locked.account.currency).into(),
        held: Money = Amount::new(locked.balance.held, locked.account.currency).into(),
        unsettled: Money = Amount::new(locked.balance.unsettled, locked.account.currency).into(),
    }

    struct DestinationRow of record: ExternalAccountRecord {
        external_account: ExternalAccountId = record.id,
        account_type: String = record.account_type,
        currency: CurrencyCode = record.currency,
        status: String = if record.is_deleted { "DELETED".to_owned() } else { record.status.to_string() },
    }

    struct PaymentRow of record: &PaymentRecord {
        transaction: TransactionId = record.id,
        r#type: &'static str = record.kind.as_str(),
        status: TransactionStatus = record.status(),
        sent: Option<Money> = record.terms.sent.map(Money::from),
        received: Option<Money> = record.terms.received.map(Money::from),
        since: Time = record.since(),
        next: String = format!("causeway payment show {}", record.id),
    }

    struct SuspendedRow of funds: SuspendedFunds {
        transaction: TransactionRef = funds.transaction,
        amount: Money = funds.amount.into(),
        next: String = format!("causeway suspense show {}", funds.transaction),
    }

    struct CardRow of record: CardRecord {
        card: CardId = record.id,
        state: String = record.phase.state().to_string(),
        last4: Option<String> = record.issued.map(|issued| issued.last4),
    }

    struct AgentRow of record: AgentRecord {
        agent: AgentId = record.id,
        name: String = record.name,
        is_paused: bool = record.is_paused,
        is_connected: bool = record.token_hash.is_some(),
    }

    struct WalletRow of record: WalletRecord {
        wallet: InternalAccountId = record.account,
        is_certified: bool = record.certificate.is_some(),
        created_at: Time = record.created_at,
    }

    struct TotalRow of total: PartyTotal {
        r#type: &'static str = total.kind.as_str(),
        payments: i64 = total.payments,
        amount: Option<Money> = total.amount.map(|minor| Amount::new(minor, total.currency).into()),
    }
}

/// Shows a customer, deleted or not.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<CustomerId>,
) -> Answer<CustomerDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| customers::find(tx, platform.id, id);
    let FoundResource { viewer, resource: record } = find_resource(tx, call, id, find)?;
    let mut details = person(&record, &viewer, call);
    let of = viewer.platform.id;
    let page = Page { after: None, limit: MAX_ROWS, order: Order::Descending };
    if let Some(verification) = verifications::newest_of(tx, of, id, 1)?.into_iter().next() {
        details.verification = Some(verification.id);
        details.verification_status = Some(verification.doc.state.status().to_string());
        details.verification_errors = Some(verification.doc.errors.len());
    }
    details.accounts = rows(internal_accounts::of_customer(tx, of, id, MAX_ROWS)?);
    let filter = external_accounts::ScanFilter { customer: Some(id), ..Default::default() };
    details.external_accounts = rows(external_accounts::scan(tx, of, &filter, &page)?.rows);
    for PartyPayment { payment, is_open, is_latest } in
        payments::open_or_latest_of(tx, of, id.uuid(), MAX_PAYMENTS)?
    {
        details.latest_payments.extend(is_latest.then(|| PaymentRow::from(&payment)));
        details.unfinished_payments.extend(is_open.then(|| PaymentRow::from(&payment)));
    }
    let suspended = ledger::in_suspense_of(tx, of, id)?;
    details.suspense = suspended.rows.into_iter().take(MAX_SUSPENDED).map(SuspendedRow::from).collect();
    let filter = cards::ScanFilter { customer: Some(id), ..Default::default() };
    details.cards = rows(cards::scan(tx, of, &filter, &page)?.rows);
    let filter = agents::Filter { customer: Some(id), ..Default::default() };
    details.agents = rows(agents::scan(tx, of, &filter, &page)?.rows);
    details.wallets = rows(wallets::of_customer(tx, of, id)?);
    let completed = payments::totals_of(tx, of, id.uuid())?;
    details.completed = rows(completed.totals);
    details.operator_actions = actions_about(tx, of, id, viewer.personal)?;
    details.searched_only = (completed.is_cut || suspended.end.is_some()).then_some(MAX_SCANNED);
    Ok(details)
}

/// Returns the list of a customer's payments, and the decisions that its state allows.
fn commands(record: &CustomerRecord) -> Vec<String> {
    let id = record.id;
    let decide = |verb: &str| format!("causeway customer {verb} {id} --reason TEXT");
    let payments = format!("causeway payment list --customer {id}");
    [payments].into_iter().chain(decisions(record).into_iter().map(decide)).collect()
}

fn rows<T, R: From<T>>(records: Vec<T>) -> Vec<R> {
    records.into_iter().map(R::from).collect()
}

/// Returns the part of the details that is in the customer's own row.
fn person(record: &CustomerRecord, viewer: &Viewer, call: &Call) -> CustomerDetails {
    let Viewer { platform, personal } = viewer;
    let shown = |text: Option<&str>| personal.show_any(text);
    let uma_address = uma_address(record, platform, &call.app.deployment.uma_service_host);
    let doc = &record.doc;
    let individual = match &doc.profile {
        Profile::Individual(person) => Some(person),
        Profile::Business(_) => None,
    };
    let pending = doc.contact_verification.map(|channels| channels.pending()).unwrap_or_default();
    CustomerDetails {
        customer: record.id,
        platform: platform.name.clone(),
        own_id: record.platform_customer_id.clone(),
        r#type: record.customer_type().as_str(),
        status: status(record),
        meaning: (!record.is_deleted).then(|| doc.verification.status().meaning()),
        name: shown(doc.profile.name()),
        birth_date: shown(individual.and_then(|person| person.birth_date.as_deref())),
        nationality: individual.and_then(|person| person.nationality).map(|country| country.to_string()),
        email: shown(doc.email.as_deref()),
        phone_number: shown(doc.phone_number.as_deref()),
        contacts_to_confirm: pending.iter().map(ToString::to_string).collect(),
        region: record.region.to_string(),
        currencies: record.currencies.clone(),
        uma_address: personal.show(&uma_address),
        terms_accepted_at: doc.consent.as_ref().map(|consent| consent.accepted_at),
        verification: None,
        verification_status: None,
        verification_errors: None,
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        version: record.updated_at.into(),
        accounts: Vec::new(),
        external_accounts: Vec::new(),
        unfinished_payments: Vec::new(),
        latest_payments: Vec::new(),
        suspense: Vec::new(),
        cards: Vec::new(),
        agents: Vec::new(),
        wallets: Vec::new(),
        completed: Vec::new(),
        operator_actions: Vec::new(),
        commands: commands(record),
        searched_only: None,
    }
}
