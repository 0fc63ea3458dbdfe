//! `suspense list` and `suspense show`: money in suspense with its age, its commands and its candidates.

use std::collections::HashMap;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{CustomerId, Id, TransactionId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::UnmatchedStatus;
use causeway_domain::search::ResourceKind;
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_store::ledger::SuspendedFunds;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::platforms::PlatformRecord;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, Tx, card_transactions, ledger};
use serde::Serialize;

use super::duration::HumanDuration;
use super::list_page::{BEFORE, list_page, page};
use super::operator_actions::{ActionRow, actions_about};
use super::payment_show::{WaitView, wait};
use super::resource::{FoundResource, find_resource};
use super::sums::{AmountSum, SummedPage, amount_sums};
use super::suspense_claimants::Claimants;
use super::viewer::{PersonalData, Viewer};
use super::{
    Answer, Call, Money, OperatorError, arguments, default_number, number, option, positional, view,
};
use crate::payments::situation;
use crate::runtime::context::Context;

/// The kinds of resources whose money can be in suspense.
pub(super) const IN_SUSPENSE: &[ResourceKind] =
    &[ResourceKind::Payment, ResourceKind::UnmatchedDeposit, ResourceKind::CardTransaction];

arguments! {
    pub(super) struct ListRequest {
        currency: Option<CurrencyCode> = option("Only money in this currency"),
        older_than: Option<HumanDuration> = option("Only money in suspense for longer than this, such as 7d"),
        before: Option<String> = BEFORE,
        #[serde(default = "default_number::<1000>")]
        limit: u32 = number("Maximum number of rows [default: 1000]"),
    }

    pub(super) struct ShowRequest {
        transaction: TransactionRef = positional("Payment id or card transaction id").id_of(IN_SUSPENSE),
    }
}

#[derive(Serialize)]
pub(super) struct SuspenseRow {
    transaction: TransactionRef,
    amount: Money,
    /// The first booking in suspense.
    since: Time,
    age_days: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unmatched: Option<UnmatchedView>,
    /// The command that shows it, with those who may own it.
    next: String,
}

view! {
    /// An unmatched deposit, as reported by its partner.
    struct UnmatchedView of record: UnmatchedRecord {
        status: UnmatchedStatus = record.status,
        reference: String = record.doc.reference,
        rail: Option<PaymentRail> = record.doc.originator.rail,
        network: Option<CryptoNetwork> = record.doc.on_chain.as_ref().map(|chain| chain.network),
        transaction_hash: Option<String> = record.doc.on_chain.map(|chain| chain.hash),
        payer: Option<String> = record.doc.originator.account_holder_name,
        payer_account: Option<String> = record.doc.originator.account_identifier,
        event: Option<String> = record.doc.event,
        received_at: String = record.created_at.to_string(),
    }
}

/// The amount and the outcome of unmatched money, which stay after its resolution.
#[derive(Serialize)]
struct ReceivedView {
    meaning: &'static str,
    amount: Money,
    /// The deposit that it has become; `None` while it is in suspense, and if it was returned.
    payment: Option<TransactionId>,
    /// The account to which it was credited.
    account: Option<String>,
}

/// Money of one transaction in suspense.
#[derive(Serialize)]
pub(super) struct SuspenseDetails {
    transaction: TransactionRef,
    /// For `--seen`.
    version: Time,
    /// In suspense now.
    amounts: Vec<Money>,
    /// The owner: of unmatched money, the customer to whom it was credited.
    customer: Option<CustomerId>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unmatched: Option<UnmatchedView>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    received: Option<ReceivedView>,
    waits_for: Option<WaitView>,
    commands: Vec<String>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    #[serde(flatten)]
    claimants: Claimants,
}

impl UnmatchedView {
    /// Masks the payer and its text for viewers who may not see persons.
    fn for_viewer(self, personal: PersonalData) -> Self {
        let payer = personal.show_any(self.payer);
        let payer_account = personal.show_any(self.payer_account);
        Self { payer, payer_account, reference: personal.show(&self.reference), ..self }
    }
}

/// Lists the money in suspense, newest transaction first. Only some of what was ever in suspense is looked through.
pub(super) fn list(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    list: &ListRequest,
) -> Answer<SummedPage<SuspenseRow, AmountSum>> {
    let asked = page(list.limit, list.before.as_deref())?;
    let Viewer { platform, personal } = viewer;
    let now = platform.clock.at(tx.wall());
    let oldest = list.older_than.map_or(Duration::ZERO, HumanDuration::duration);
    let mut suspended = ledger::in_suspense(tx, platform.id, asked.after)?;
    suspended.rows.retain(|funds| {
        list.currency.is_none_or(|currency| funds.amount.currency == currency)
            && now.since(funds.since) >= oldest
    });
    let shown = usize::try_from(list.limit).unwrap_or(usize::MAX);
    suspended.end = suspended.end.filter(|_| suspended.rows.len() <= shown);
    let ids: Vec<TransactionId> =
        suspended.rows.iter().take(shown).filter_map(|funds| payment_of(funds.transaction)).collect();
    let found = unmatched_deposits::among(tx, platform.id, &ids)?;
    let mut reports: HashMap<TransactionId, UnmatchedRecord> =
        found.into_iter().map(|record| (record.id, record)).collect();
    let row = |funds: SuspendedFunds| SuspenseRow {
        transaction: funds.transaction,
        amount: funds.amount.into(),
        since: funds.since,
        age_days: now.since(funds.since).as_secs() / 86_400,
        unmatched: payment_of(funds.transaction)
            .and_then(|id| reports.remove(&id))
            .map(|record| UnmatchedView::from(record).for_viewer(*personal)),
        next: format!("causeway suspense show {}", funds.transaction),
    };
    let sums = amount_sums(suspended.rows.iter().take(shown).map(|funds| funds.amount));
    let page = list_page(suspended, list.limit, SuspendedFunds::position, row);
    Ok(SummedPage { page, sums })
}

/// The origin of money in suspense.
enum SuspenseOrigin {
    Unmatched(Box<UnmatchedRecord>),
    Payment(Box<PaymentRecord>),
    Card(Box<CardTransactionRecord>),
}

/// Shows the money of one transaction in suspense.
pub(super) fn show(tx: &mut Tx<'_>, call: &Call, show: &ShowRequest) -> Answer<SuspenseDetails> {
    let FoundResource { viewer, resource } = match show.transaction {
        TransactionRef::Payment(id) => {
            let find =
                |tx: &mut Tx<'_>, platform: &PlatformRecord| -> Result<Option<SuspenseOrigin>, Error> {
                    if let Some(record) = unmatched_deposits::find(tx, platform.id, id)? {
                        return Ok(Some(SuspenseOrigin::Unmatched(Box::new(record))));
                    }
                    let payment = payments::find(tx, platform.id, id)?;
                    Ok(payment.map(|payment| SuspenseOrigin::Payment(Box::new(payment))))
                };
            find_resource(tx, call, id, find)?
        }
        TransactionRef::Card(id) => {
            let find =
                |tx: &mut Tx<'_>, platform: &PlatformRecord| -> Result<Option<SuspenseOrigin>, Error> {
                    let found = card_transactions::find(tx, platform.id, id)?;
                    Ok(found.map(|record| SuspenseOrigin::Card(Box::new(record))))
                };
            find_resource(tx, call, id, find)?
        }
    };
    let context = Context::of_service(&call.app, &viewer.platform, tx.wall());
    match resource {
        SuspenseOrigin::Unmatched(record) => of_unmatched(tx, &context, *record, viewer.personal),
        SuspenseOrigin::Payment(payment) => of_payment(tx, &context, &payment, viewer.personal),
        SuspenseOrigin::Card(record) => of_card(tx, &context, &record, viewer.personal),
    }
}

fn of_unmatched(
    tx: &mut Tx<'_>,
    context: &Context,
    record: UnmatchedRecord,
    personal: PersonalData,
) -> Answer<SuspenseDetails> {
    let amounts = ledger::suspended(tx, context.platform, record.id)?;
    let claimants = match &amounts[..] {
        [amount] => Claimants::of(tx, context, &record, *amount, personal)?,
        _ => Claimants::default(),
    };
    let operator_actions = actions_about(tx, context.platform, record.id, personal)?;
    let waits_for = situation::of_unmatched(tx, context, &record)?.map(WaitView::from);
    let credited = match record.payment {
        Some(id) => payments::find(tx, context.platform, id)?,
        None => None,
    };
    let show = credited.iter().map(|payment| format!("causeway payment show {}", payment.id));
    let decide = waits_for.as_ref().map(|wait| wait.commands().to_vec()).unwrap_or_default();
    Ok(SuspenseDetails {
        transaction: TransactionRef::Payment(record.id),
        version: record.updated_at.into(),
        amounts: amounts.into_iter().map(Money::from).collect(),
        commands: decide.into_iter().chain(show).collect(),
        customer: credited.as_ref().and_then(|payment| payment.customer),
        received: Some(ReceivedView {
            meaning: record.status.meaning(),
            amount: record.doc.amount.into(),
            payment: record.payment,
            account: credited.and_then(|payment| payment.terms.destination.identifier()),
        }),
        unmatched: Some(UnmatchedView::from(record).for_viewer(personal)),
        waits_for,
        operator_actions,
        claimants,
    })
}

fn of_payment(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    personal: PersonalData,
) -> Answer<SuspenseDetails> {
    let id = payment.id;
    let amounts = ledger::suspended(tx, context.platform, id)?;
    if amounts.is_empty() {
        return Err(OperatorError::refused(format!("{id} has no money in suspense"))
            .remedy(format!("see the payment: causeway payment show {id}")));
    }
    let waits_for = wait(tx, context, payment)?;
    Ok(SuspenseDetails {
        transaction: TransactionRef::Payment(id),
        version: payment.updated_at.into(),
        amounts: amounts.into_iter().map(Money::from).collect(),
        customer: payment.customer,
        received: None,
        unmatched: None,
        commands: waits_for.as_ref().map(|wait| wait.commands().to_vec()).unwrap_or_default(),
        waits_for,
        operator_actions: actions_about(tx, context.platform, id, personal)?,
        claimants: Claimants::default(),
    })
}

fn of_card(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    personal: PersonalData,
) -> Answer<SuspenseDetails> {
    let id = record.id;
    // The ledger knows card transactions by their UUID.
    let booked = TransactionId::from_uuid(id.uuid());
    let amounts = ledger::suspended(tx, context.platform, booked)?;
    Ok(SuspenseDetails {
        transaction: TransactionRef::Card(id),
        version: record.updated_at.into(),
        amounts: amounts.into_iter().map(Money::from).collect(),
        customer: Some(record.customer),
        received: None,
        unmatched: None,
        waits_for: None,
        commands: vec![format!("causeway suspense resolve {id} --reason TEXT")],
        operator_actions: actions_about(tx, context.platform, id, personal)?,
        claimants: Claimants::default(),
    })
}

const fn payment_of(transaction: TransactionRef) -> Option<TransactionId> {
    match transaction {
        TransactionRef::Payment(id) => Some(id),
        TransactionRef::Card(_) => None,
    }
}
