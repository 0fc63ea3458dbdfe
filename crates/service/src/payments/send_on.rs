//! Converted money goes on: to a rail, or to where it is already, within the service.

use causeway_domain::ids::{AccountRef, CustomerId};
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
use causeway_store::internal_accounts::{InternalAccountRecord, LockedAccount};
use causeway_store::payments::{self, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers as customer_rows, external_accounts};

use super::locked::LockedPayment;
use super::transition::PaymentEvent;
use super::{accounts, announce};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Sends converted money on its way.
pub(super) fn send_on(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    held: &[LockedAccount],
) -> Result<(), ApiError> {
    let payment = locked.payment.id;
    let Some(AccountRef::Internal(destination)) = locked.payment.terms.destination.account() else {
        let work = Work::SubmitPayout { transaction: payment };
        return jobs::schedule(tx, context, &work, &payment, context.now);
    };
    locked.apply(tx, context, PaymentEvent::Delivered)?;
    let sender = match locked.payment.terms.source.account() {
        Some(AccountRef::Internal(source)) => accounts::locked(held, source)?.account.customer,
        Some(AccountRef::External(source)) => {
            external_accounts::find(tx, context.platform, source)?.ok_or(Error::Missing)?.customer
        }
        None => locked.payment.customer,
    };
    notify_receiver(tx, context, &locked.payment, sender, &accounts::locked(held, destination)?.account)
}

/// Money that reaches another owner within the service is that owner's incoming payment (money 8.6); `sender` is
/// the owner of the source.
fn notify_receiver(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
    sender: Option<CustomerId>,
    destination: &InternalAccountRecord,
) -> Result<(), ApiError> {
    let receiver = destination.customer;
    if receiver == sender {
        return Ok(());
    }
    let platform = context.platform;
    let own_id = match receiver {
        None => platform.to_string(),
        Some(id) => customer_rows::own_id(tx, platform, id)?.ok_or(Error::Missing)?,
    };
    let terms = &payment.terms;
    let arrives_in =
        Side::Account { account: AccountRef::Internal(destination.id), currency: destination.currency };
    let incoming = PaymentRecord {
        id: context.id(),
        kind: TransactionType::Incoming,
        status: TransactionStatus::Completed,
        customer: receiver,
        platform_customer_id: own_id,
        recipient: None,
        quote: payment.quote,
        reference: payment.reference.clone(),
        terms: PaymentTerms {
            sent: terms.sent,
            received: terms.received,
            exchange_rate: terms.exchange_rate,
            description: terms.description.clone(),
            ..PaymentTerms::between(Direction::Credit, terms.source.clone(), arrives_in)
        },
        state: PaymentState::settled(context.now),
        created_at: context.now,
        updated_at: context.now,
    };
    payments::insert(tx, platform, &incoming)?;
    announce::status(tx, context, &incoming)
}
