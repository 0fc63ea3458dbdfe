//! `payment show`: a payment, what it waits for, its price, its timeline and its open alerts, in one snapshot.

use causeway_domain::Time;
use causeway_domain::ids::{AlertId, CustomerId, QuoteId, TransactionId};
use causeway_domain::payments::lifecycle::Stage;
use causeway_domain::payments::{
    Party, PendingReason, RefundReason, RefundStatus, TransactionStatus, TransactionType,
};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, PaymentRecord, Side};
use causeway_store::platforms::PlatformRecord;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Tx, jobs, ledger, outbox};
use serde::Serialize;
use serde_json::Value;

use super::alert_commands::refresh_of;
use super::operator_actions::{ActionRow, actions_about};
use super::payment_timeline::{Sources, TimelineItem};
use super::price::PriceView;
use super::rail_order::{self, RailOrderView};
use super::resource::{FoundResource, find_resource};
use super::viewer::PersonalData;
use super::{Answer, Call, IdArgument, view};
use crate::payments::situation::{self, Wait};
use crate::runtime::context::Context;

/// Maximum number of webhook events shown.
const MAX_WEBHOOKS: u32 = 50;

/// A payment as operators see it.
#[derive(Serialize)]
pub(super) struct PaymentDetails {
    #[serde(flatten)]
    head: Head,
    waits_for: Option<WaitView>,
    price: PriceView,
    timeline: Vec<TimelineItem>,
    /// Its orders at rails, with their last records.
    rails: Vec<RailOrderView>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    alerts: Vec<AlertView>,
}

view! {
    struct Head of payment: &PaymentRecord {
        transaction: TransactionId = payment.id,
        r#type: TransactionType = payment.kind,
        status: TransactionStatus = payment.status(),
        meaning: &'static str = payment.status().meaning(),
        failure: Option<String> = payment.phase().failure().map(|reason| reason.to_string()),
        failure_meaning: Option<&'static str> = payment.phase().failure().map(|reason| reason.meaning()),
        pending_reason: Option<PendingReason> = payment.phase().pending_reason(),
        pending_meaning: Option<&'static str> = payment.phase().pending_reason().map(PendingReason::meaning),
        /// The place of the money.
        money: Option<&'static str> = payment.shown_stage().map(|stage| place(stage, payment)),
        refund: Option<RefundStatus> = payment.state().refund.as_ref().map(|refund| refund.status),
        refund_meaning: Option<&'static str> =
            payment.state().refund.as_ref().map(|refund| refund.status.meaning()),
        refund_reason: Option<RefundReason> = payment.state().refund.as_ref().map(|refund| refund.reason),
        quote: Option<QuoteId> = payment.quote,
        customer: Option<CustomerId> = payment.customer,
        platform_customer_id: String = payment.platform_customer_id.clone(),
        source: Option<String> = payment.terms.source.identifier(),
        destination: Option<String> = payment.terms.destination.identifier(),
        rail: Option<String> = payment.terms.rail.map(|chosen| chosen.rail.to_string()),
        reference: Option<String> = payment.reference.clone(),
        /// The platform's own text.
        description: Option<String> = payment.terms.description.clone(),
        /// The text for, or from, the bank.
        remittance_information: Option<String> = remittance(payment).map(str::to_owned),
        created_at: Time = payment.created_at,
        updated_at: Time = payment.updated_at.into(),
        /// For `--seen`.
        version: Time = payment.updated_at.into(),
    }

    pub(super) struct WaitView of wait: Wait {
        party: Party = wait.of.party,
        what: &'static str = wait.of.what,
        /// On the platform's clock; `None` without a limit.
        until: Option<Time> = wait.until,
        then: &'static str = wait.of.then,
        commands: Vec<String> = wait.commands,
    }

    struct AlertView of alert: AlertRecord {
        alert: AlertId = alert.id,
        kind: String = alert.kind,
        raised_at: Time = alert.raised_at,
        commands: Vec<String> = commands(&alert.detail),
    }
}

impl Head {
    /// Masks UMA addresses and texts of payers for viewers who may not see persons.
    fn for_viewer(self, payment: &PaymentRecord, personal: PersonalData) -> Self {
        let source = personal.show_side(&payment.terms.source);
        let destination = personal.show_side(&payment.terms.destination);
        Self {
            source,
            destination,
            reference: personal.show_reference(payment),
            description: personal.show_any(self.description.as_deref()),
            remittance_information: personal.show_any(self.remittance_information.as_deref()),
            ..self
        }
    }
}

impl WaitView {
    pub(super) fn commands(&self) -> &[String] {
        &self.commands
    }
}

/// Shows a payment of the chosen platform.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<TransactionId>,
) -> Answer<PaymentDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| {
        let now = platform.clock.at(tx.wall());
        payments::find_at(tx, platform.id, id, now)
    };
    let FoundResource { viewer, resource: payment } = find_resource(tx, call, id, find)?;
    let platform = &viewer.platform;
    let context = Context::of_service(&call.app, platform, tx.wall());
    let quote = quote(tx, &context, &payment)?;
    let entries = ledger::authentic_of_transaction(tx, platform.id, id)?;
    let own = id.to_string();
    let of_resource = outbox::Filter { resource: Some(&own), ..outbox::Filter::default() };
    let newest = Page { after: None, limit: MAX_WEBHOOKS, order: Order::Descending };
    let webhooks = outbox::list(tx, platform.id, &of_resource, &newest)?;
    let jobs = jobs::of_resources(tx, platform.id, &situation::resources(&payment))?;
    let operator_actions = actions_about(tx, platform.id, id, viewer.personal)?;
    let subjects: Vec<String> = jobs.iter().map(|job| job.id.to_string()).chain([own]).collect();
    let mut alerts = alerts::open_about(tx, &subjects)?;
    alerts.iter_mut().for_each(|alert| refresh_of(alert, &payment));
    let rails = rail_order::of_payment(tx, platform.id, id, viewer.personal)?;
    let wait = situation::of(tx, &context, &payment, quote.as_ref(), &jobs)?;
    let sources = Sources { payment: &payment, entries: &entries, webhooks: &webhooks, jobs: &jobs };
    Ok(PaymentDetails {
        head: Head::from(&payment).for_viewer(&payment, viewer.personal),
        waits_for: wait.map(WaitView::from),
        price: PriceView::of(&payment, platform.environment),
        timeline: sources.timeline(),
        rails,
        operator_actions,
        alerts: alerts.into_iter().map(AlertView::from).collect(),
    })
}

/// Returns the event that a payment waits for, with its deadline and commands. Reads its quote and its jobs.
pub(super) fn wait(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Answer<Option<WaitView>> {
    let quote = quote(tx, context, payment)?;
    let jobs = jobs::of_resources(tx, context.platform, &situation::resources(payment))?;
    Ok(situation::of(tx, context, payment, quote.as_ref(), &jobs)?.map(WaitView::from))
}

fn quote(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Answer<Option<QuoteRecord>> {
    let Some(id) = payment.quote else { return Ok(None) };
    Ok(quotes::find(tx, context.platform, id)?.map(|(quote, _)| quote))
}

/// Returns the text that the receiver's bank gets, or that the payer's bank has sent.
fn remittance(payment: &PaymentRecord) -> Option<&str> {
    let sent = match &payment.terms.source {
        Side::Funding { originator, .. } => originator.remittance_information.as_deref(),
        Side::Account { .. } | Side::Uma { .. } => None,
    };
    payment.terms.remittance_information.as_deref().or(sent)
}

/// Returns the place of the money in words.
fn place(stage: Stage, payment: &PaymentRecord) -> &'static str {
    let refund = payment.state().refund.as_ref().map(|refund| refund.status);
    match stage {
        Stage::Unmoved => "at its origin",
        Stage::Collecting => "to be brought by a direct debit",
        Stage::PaidIn => "in the payer's account, paid in for the payment",
        Stage::Committed => "taken from its source, and committed to the quote",
        Stage::InFlight => "with the rail that pays it out",
        Stage::Arrived => "at its destination",
        Stage::Suspended => "in suspense",
        Stage::Undone => match refund {
            Some(RefundStatus::Completed) => "refunded",
            Some(_) => "on its way back to where it came from",
            None => "never received, or credited elsewhere",
        },
    }
}

/// Returns the commands in the detail of an alert.
fn commands(detail: &Value) -> Vec<String> {
    let commands = detail["commands"].as_array().into_iter().flatten();
    commands.filter_map(Value::as_str).map(str::to_owned).collect()
}
