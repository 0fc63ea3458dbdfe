//! Transfers from accounts to bank accounts: delivered ones, and some that are not submitted to their rail yet.

use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{AccountRef, Id, WebhookId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_domain::payments::{Direction, TransactionType};
use causeway_domain::postings::PostingKind;
use causeway_store::ledger::{self, Origin};
use causeway_store::outbox::{self, NewEvent};
use causeway_store::payments::{
    self, ChosenRail, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side,
};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::numbers::{RowKind, Seed, at, refused};

/// One of this many transfers is not submitted to its rail yet.
const OPEN: u64 = 500;
/// One of this many transfers has an event.
const WITH_EVENT: u64 = 10;

impl Seed {
    /// Returns the event about the transfer with this number, one of ten of which has one.
    #[must_use]
    pub fn webhook(&self, number: u64) -> WebhookId {
        WebhookId::from_uuid(self.id(RowKind::Webhook, number))
    }
}

/// Returns the amount of the transfer with this number, in cents.
#[must_use]
pub fn cents(number: u64) -> i64 {
    i64::try_from(1_000 + number % 500_000).unwrap_or_default()
}

/// Adds the transfer with this number, with its postings.
pub(super) fn add(tx: &mut Tx<'_>, seed: &Seed, transfer: u64) -> Result<(), Error> {
    let number = seed.customers + transfer;
    let is_open = number % OPEN == 1;
    let payment = payment(seed, number, is_open);
    payments::insert(tx, seed.platform, &payment)?;
    let kinds = [PostingKind::TransferOutStarted, PostingKind::TransferOutDelivered];
    let reached = if is_open { &kinds[..1] } else { &kinds[..] };
    let postings: Option<Vec<_>> = reached.iter().map(|kind| payment.posting(*kind, None)).collect();
    let postings = postings.ok_or_else(|| Error::Data("a transfer without a posting".to_owned()))?;
    let origin = Origin { transaction: Some(payment.id), quote: None, at: at(number), ids: &seed.ids };
    ledger::post_all(tx, seed.platform, &postings, &origin, &[]).map_err(refused)?;
    if transfer.is_multiple_of(WITH_EVENT) { add_event(tx, seed, number, &payment) } else { Ok(()) }
}

fn payment(seed: &Seed, number: u64, is_open: bool) -> PaymentRecord {
    let owner = seed.owner(number);
    let phase = if is_open { OutgoingPhase::Accepted } else { OutgoingPhase::Delivered };
    let amount = Amount::new(cents(number), CurrencyCode::USD);
    let side = |account| Side::Account { account, currency: CurrencyCode::USD };
    let source = side(AccountRef::Internal(seed.account(owner)));
    let destination = side(AccountRef::External(seed.bank_account(owner)));
    PaymentRecord::new(NewPayment {
        id: seed.payment(number),
        kind: TransactionType::Outgoing,
        customer: Some(seed.customer(owner)),
        platform_customer_id: format!("seed-{owner}"),
        recipient: None,
        quote: None,
        reference: Some(format!("SEED{number:010}")),
        terms: PaymentTerms {
            sent: Some(amount),
            received: Some(amount),
            rail: Some(ChosenRail { rail: PaymentRail::Ach, is_manual: false }),
            remittance_information: Some(format!("Invoice {number}")),
            agent: seed.agent_of(number),
            ..PaymentTerms::between(Direction::Debit, source, destination)
        },
        state: PaymentState::new(phase.into()),
        created_at: at(number),
    })
}

/// Adds an event about a payment, which is kept and not sent.
fn add_event(tx: &mut Tx<'_>, seed: &Seed, number: u64, payment: &PaymentRecord) -> Result<(), Error> {
    let id = seed.webhook(number);
    let resource = payment.id.to_string();
    let event_type = format!("OUTGOING_PAYMENT.{}", payment.status());
    let body = json!({ "id": id, "type": event_type, "data": { "id": payment.id } }).to_string();
    let event = NewEvent {
        id,
        event_type: &event_type,
        resource: &resource,
        body: body.as_bytes(),
        created_at: at(number),
        is_deliverable: false,
        is_sent_once: false,
    };
    outbox::insert(tx, seed.platform, &event)
}
