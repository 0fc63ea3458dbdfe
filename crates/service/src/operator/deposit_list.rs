//! `deposit list` and `deposit show`: money that was pushed into accounts, and money that matches nothing (money 3.5).

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{Id, InternalAccountId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use causeway_domain::payments::lifecycle::{DepositPhase, Phase};
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::listing::{Page, Position};
use causeway_store::payments::{self, Originator, PaymentRecord, Side, Walk, WalkBy};
use causeway_store::platforms::PlatformRecord;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Error, Tx, ledger};
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, SINCE, UNTIL, list_page, narrow, page, whole};
use super::operator_actions::{ActionRow, actions_about};
use super::payment_show::{WaitView, wait};
use super::resource::{FoundResource, find_resource};
use super::sums::{AmountSum, SummedPage, amount_sums};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, IdArgument, Money, OperatorError, arguments, default_number, flag, option};
use crate::payments::situation;
use crate::runtime::context::Context;

arguments! {
    pub(super) struct ListRequest {
        status: Option<TransactionStatus> = option("Only deposits with this status, such as PENDING"),
        account: Option<InternalAccountId> = option("Only deposits to this internal account")
            .id_of(&[ResourceKind::InternalAccount]),
        #[serde(default)]
        unmatched: bool = flag("Money that matches no account and no quote, instead of deposits"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
        before: Option<String> = BEFORE,
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
    }
}

/// A deposit, or money that matches nothing, in a list.
#[derive(Serialize)]
pub(super) struct DepositRow {
    transaction: TransactionId,
    created_at: Time,
    status: &'static str,
    amount: Option<Money>,
    account: Option<String>,
    rail: Option<PaymentRail>,
    reference: Option<String>,
    /// The reason why it is not credited; `None` if it is.
    why: Option<&'static str>,
}

/// A deposit as operators see it.
#[derive(Serialize)]
pub(super) struct DepositDetails {
    #[serde(flatten)]
    deposit: DepositRow,
    /// For `--seen`.
    version: Time,
    payer: Option<String>,
    payer_account: Option<String>,
    payer_bank: Option<String>,
    remittance_information: Option<String>,
    end_to_end_id: Option<String>,
    trace_number: Option<String>,
    transaction_hash: Option<String>,
    /// The partner's event, of unmatched money.
    event: Option<String>,
    in_suspense: Vec<Money>,
    /// The deposit that unmatched money has become.
    payment: Option<TransactionId>,
    waits_for: Option<WaitView>,
    commands: Vec<String>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
}

/// A page of deposits with the sums of their amounts.
type DepositPage = SummedPage<DepositRow, AmountSum>;

/// Lists deposits, newest first.
pub(super) fn list(tx: &mut Tx<'_>, viewer: &Viewer, list: &ListRequest) -> Answer<DepositPage> {
    if list.unmatched {
        return unmatched(tx, viewer, list);
    }
    let Viewer { platform, personal } = viewer;
    let now = platform.clock.at(tx.wall());
    let account = list.account.map(|account| account.to_string());
    let by = account.as_deref().map_or(WalkBy::Incoming, WalkBy::Identifier);
    let walk = Walk { by, from: list.since.map(|RangeStart(first)| first), to: list.until };
    let found = narrow(
        &page(list.limit, list.before.as_deref())?,
        |page| Ok(payments::walk(tx, platform.id, &walk, now, page)?),
        PaymentRecord::position,
        |payment| payment.is_deposit() && list.status.is_none_or(|status| payment.status() == status),
    )?;
    let shown = usize::try_from(list.limit).unwrap_or(usize::MAX);
    let amounts =
        found.rows.iter().take(shown).filter_map(|payment| payment.terms.received.or(payment.terms.sent));
    let sums = amount_sums(amounts);
    let page = list_page(found, list.limit, PaymentRecord::position, |payment| {
        DepositRow::of_payment(&payment, *personal)
    });
    Ok(SummedPage { page, sums })
}

fn unmatched(tx: &mut Tx<'_>, viewer: &Viewer, list: &ListRequest) -> Answer<DepositPage> {
    let Viewer { platform, personal } = viewer;
    if list.status.is_some() || list.account.is_some() {
        return Err(OperatorError::invalid("--unmatched goes with neither --status nor --account"));
    }
    let asked = page(list.limit, list.before.as_deref())?;
    let mut read = |page: &Page| -> Answer<Vec<UnmatchedRecord>> {
        let before = page.after.map(|after| TransactionId::from_uuid(after.id));
        Ok(unmatched_deposits::newest(tx, platform.id, before, page.limit.saturating_add(1))?)
    };
    let place = |record: &UnmatchedRecord| Position { at: record.created_at, id: record.id.uuid() };
    let found = if list.since.is_none() && list.until.is_none() {
        whole(read(&asked)?)
    } else {
        narrow(&asked, read, place, |record| {
            list.since.is_none_or(|RangeStart(first)| record.created_at >= first)
                && list.until.is_none_or(|until| record.created_at <= until)
        })?
    };
    let shown = usize::try_from(list.limit).unwrap_or(usize::MAX);
    let sums = amount_sums(found.rows.iter().take(shown).map(|record| record.doc.amount));
    let page = list_page(found, list.limit, place, |record| DepositRow::of_unmatched(&record, *personal));
    Ok(SummedPage { page, sums })
}

/// A deposit, or money that matches nothing.
enum PushedMoney {
    Deposit(Box<PaymentRecord>),
    Unmatched(Box<UnmatchedRecord>),
}

/// Shows a deposit, or money that matches nothing.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<TransactionId>,
) -> Answer<DepositDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| -> Result<Option<PushedMoney>, Error> {
        let now = platform.clock.at(tx.wall());
        if let Some(payment) = payments::find_at(tx, platform.id, id, now)? {
            return Ok(Some(PushedMoney::Deposit(Box::new(payment))));
        }
        let unmatched = unmatched_deposits::find(tx, platform.id, id)?;
        Ok(unmatched.map(|record| PushedMoney::Unmatched(Box::new(record))))
    };
    let FoundResource { viewer, resource } = find_resource(tx, call, id, find)?;
    let context = Context::of_service(&call.app, &viewer.platform, tx.wall());
    let shown = match resource {
        PushedMoney::Deposit(payment) => of_payment(tx, &context, &payment, viewer.personal)?,
        PushedMoney::Unmatched(record) => of_unmatched(tx, &context, &record, viewer.personal)?,
    };
    Ok(shown.for_viewer(viewer.personal))
}

fn of_payment(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    personal: PersonalData,
) -> Answer<DepositDetails> {
    let Side::Funding { originator, .. } = &payment.terms.source else {
        return Err(OperatorError::invalid(format!("{} is not a deposit", payment.id))
            .remedy(format!("see it: causeway payment show {}", payment.id)));
    };
    let waits_for = wait(tx, context, payment)?;
    let commands = waits_for.as_ref().map(|wait| wait.commands().to_vec()).unwrap_or_default();
    let on_chain = payment.terms.on_chain.as_ref().or(payment.state().on_chain.as_ref());
    let version = payment.updated_at.into();
    let mut shown = DepositDetails::new(DepositRow::of_payment(payment, personal), version, originator);
    shown.transaction_hash = on_chain.map(|transfer| transfer.hash.clone());
    shown.in_suspense = suspended(tx, context, payment.id)?;
    shown.waits_for = waits_for;
    shown.commands = commands;
    shown.operator_actions = actions_about(tx, context.platform, payment.id, personal)?;
    Ok(shown)
}

fn of_unmatched(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &UnmatchedRecord,
    personal: PersonalData,
) -> Answer<DepositDetails> {
    let version = record.updated_at.into();
    let mut shown =
        DepositDetails::new(DepositRow::of_unmatched(record, personal), version, &record.doc.originator);
    shown.transaction_hash = record.doc.on_chain.as_ref().map(|transfer| transfer.hash.clone());
    shown.event.clone_from(&record.doc.event);
    shown.in_suspense = suspended(tx, context, record.id)?;
    shown.payment = record.payment;
    shown.operator_actions = actions_about(tx, context.platform, record.id, personal)?;
    shown.waits_for = situation::of_unmatched(tx, context, record)?.map(WaitView::from);
    shown.commands = shown.waits_for.as_ref().map(|wait| wait.commands().to_vec()).unwrap_or_default();
    Ok(shown)
}

fn suspended(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<Vec<Money>> {
    Ok(ledger::suspended(tx, context.platform, id)?.into_iter().map(Money::from).collect())
}

impl DepositDetails {
    /// Masks the payer and its texts for viewers who may not see persons.
    fn for_viewer(self, personal: PersonalData) -> Self {
        Self {
            payer: personal.show_any(self.payer),
            payer_account: personal.show_any(self.payer_account),
            remittance_information: personal.show_any(self.remittance_information),
            end_to_end_id: personal.show_any(self.end_to_end_id),
            ..self
        }
    }

    fn new(deposit: DepositRow, version: Time, originator: &Originator) -> Self {
        let Originator {
            account_holder_name,
            account_identifier,
            bank_name,
            bank_identifier: _,
            rail: _,
            remittance_information,
            end_to_end_id,
            trace_number,
        } = originator.clone();
        Self {
            deposit,
            version,
            payer: account_holder_name,
            payer_account: account_identifier,
            payer_bank: bank_name,
            remittance_information,
            end_to_end_id,
            trace_number,
            transaction_hash: None,
            event: None,
            in_suspense: Vec::new(),
            payment: None,
            waits_for: None,
            commands: Vec::new(),
            operator_actions: Vec::new(),
        }
    }
}

impl DepositRow {
    fn of_payment(payment: &PaymentRecord, personal: PersonalData) -> Self {
        let terms = &payment.terms;
        let rail = match &terms.source {
            Side::Funding { originator, .. } => originator.rail,
            Side::Account { .. } | Side::Uma { .. } => None,
        };
        Self {
            transaction: payment.id,
            created_at: payment.created_at,
            status: payment.status().as_str(),
            amount: terms.received.or(terms.sent).map(Money::from),
            account: terms.destination.identifier(),
            rail,
            reference: personal.show_reference(payment),
            why: why(payment.phase()),
        }
    }

    fn of_unmatched(record: &UnmatchedRecord, personal: PersonalData) -> Self {
        Self {
            transaction: record.id,
            created_at: record.created_at,
            status: record.status.as_str(),
            amount: Some(record.doc.amount.into()),
            account: None,
            rail: record.doc.originator.rail,
            reference: Some(personal.show(&record.doc.reference)),
            why: Some(record.status.meaning()),
        }
    }
}

/// Returns the reason why a deposit is not credited, or `None` if it is.
fn why(phase: Phase) -> Option<&'static str> {
    match phase {
        Phase::Deposit(DepositPhase::Expected) => Some("its bank has announced it, and not delivered it yet"),
        Phase::Deposit(DepositPhase::Waiting { reason }) => Some(reason.meaning()),
        Phase::Deposit(DepositPhase::Suspended) => Some("its account does not take it"),
        Phase::Deposit(DepositPhase::Requested | DepositPhase::Accepted | DepositPhase::Collecting) => {
            Some("its direct debit has not settled")
        }
        Phase::Deposit(
            DepositPhase::Settled
            | DepositPhase::Mirrored
            | DepositPhase::Cancelled
            | DepositPhase::Failed { .. },
        )
        | Phase::Outgoing(_)
        | Phase::IncomingUma(_) => phase.failure().map(|reason| reason.meaning()),
    }
}
