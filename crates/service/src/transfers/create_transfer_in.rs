//! `POST /transfer-in` (money 10.2): an external account is debited, into an internal account in the same
//! currency.
//!
//! The rail is asked first if the account can be debited. A transfer that it refuses is saved as failed, and
//! nothing is booked for it.

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::external_accounts::debit_rail;
use causeway_domain::ids::{AccountRef, TransactionId};
use causeway_domain::payments::lifecycle::{DepositEvent, DepositPhase};
use causeway_domain::payments::{Direction, TransactionType, reference_of};
use causeway_store::payments::{ChosenRail, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Prefetch, Tx};
use causeway_wire::Endpoint;
use causeway_wire::table::CreateTransferIn;
use causeway_wire::transfers::{ExternalAccountReference, InternalAccountReference, TransferInRequest};

use super::errors;
use super::parties::{Access, NamedAccount, Parties};
use crate::payments::checks::accounts::{check_active_and_ready, check_debitable};
use crate::payments::checks::{limits, needs, required_party_data};
use crate::payments::intake::{Intake, StartOutcome, resume_waiting};
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::rail::{inquiry, offers, party};
use crate::payments::{no_answer, not_offered};
use crate::ports::DebitInquiry;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};
use crate::transactions::render;

/// Debits an external account.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, `INVALID_INPUT` with its reasons, `INVALID_CURRENCY`, `INVALID_AMOUNT`,
/// `USER_NOT_READY`, `END_USER_TERMS_NOT_ACCEPTED`, `MISSING_MANDATORY_USER_INFO`; `SVC_SWITCH_ERROR` if the
/// rail gives no answer.
pub async fn handler(call: Call<CreateTransferIn>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let preflight = TransferIn::ask(&call, &request).await?;
    let prefetch = TransferIn::prefetch(&call, &request, &preflight);
    let create = move |tx: &mut Tx<'_>, context: &Context| {
        let mut transfer = TransferIn::draft(tx, context, &request, &preflight, None)?;
        transfer.start(tx, context, &preflight)?;
        render::transaction(context.platform, transfer.payment())
    };
    Ok(call.write(prefetch, create).await)
}

/// The rail's answer about a debit. It counts after everything else that could be wrong with the transfer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RailAnswer {
    /// The account can be debited.
    Ready,
    /// The account cannot be debited.
    Refused,
    /// No answer, or the rail was not asked.
    None,
}

fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    access: Access,
    request: &TransferInRequest,
) -> Result<Parties, ApiError> {
    let source = NamedAccount { id: request.source.account_id, side: "source" };
    let destination = NamedAccount { id: request.destination.account_id, side: "destination" };
    Parties::find(tx, context, access, destination, source)
}

/// Checks the transfer and builds its immutable terms.
fn terms(
    context: &Context,
    parties: &Parties,
    request: &TransferInRequest,
) -> Result<PaymentTerms, ApiError> {
    let Parties { settings, platform, customer, internal, external, .. } = parties;
    check_debitable(external)?;
    check_active_and_ready("destination", settings, internal, customer.as_ref())?;
    let currency = parties.currency()?;
    required_party_data::check_payer(settings, customer.as_ref(), currency)?;
    limits::check_enabled(platform, currency, TransactionType::Incoming)?;
    let amount = request.amount.ok_or_else(|| ApiError::fields(vec![errors::amount("is required", None)]))?;
    let amount = Amount::new(amount.0, currency);
    let offer =
        offers::debit(context, external, amount).ok_or_else(|| not_offered("Debiting this account"))?;
    needs::check(&offer, external, party::of(customer.as_ref(), platform).as_ref())?;
    let source = Side::Account { account: AccountRef::External(external.id), currency };
    let destination = Side::Account { account: AccountRef::Internal(internal.account.id), currency };
    Ok(PaymentTerms {
        sent: Some(amount),
        received: Some(amount),
        rail: debit_rail(&external.account_type).map(|rail| ChosenRail { rail, is_manual: false }),
        agent: context.principal.agent().map(|agent| agent.id),
        ..PaymentTerms::between(Direction::Credit, source, destination)
    })
}

/// Restores the request of a saved transfer, or returns `None` if the terms are of another kind of payment.
pub(crate) fn request_of(terms: &PaymentTerms) -> Option<TransferInRequest> {
    let (AccountRef::External(source), AccountRef::Internal(destination)) =
        (terms.source.account()?, terms.destination.account()?)
    else {
        return None;
    };
    Some(TransferInRequest {
        source: ExternalAccountReference { account_id: source },
        destination: InternalAccountReference { account_id: destination },
        amount: Some(terms.received?.minor.into()),
    })
}

/// A transfer ready to start.
pub(crate) struct TransferIn {
    parties: Parties,
    locked: LockedPayment,
}

impl Intake for TransferIn {
    type Request = TransferInRequest;
    type Preflight = RailAnswer;

    /// Asks the rail, unless the write will refuse the transfer anyway.
    async fn ask<E: Endpoint>(call: &Call<E>, request: &TransferInRequest) -> Result<RailAnswer, ApiError> {
        let app = Arc::clone(&call.app);
        let caller = call.caller.clone();
        let request = request.clone();
        let read = move |tx: &mut Tx<'_>| {
            let context = Context::of(&app, &caller, tx.wall());
            let found = find(tx, &context, Access::Look, &request);
            match found.and_then(|parties| Ok((terms(&context, &parties, &request)?, parties))) {
                Ok((terms, parties)) => Ok(Some((terms, parties.external))),
                Err(failed) if failed.is_service_failure() => Err(failed),
                Err(_) => Ok(None),
            }
        };
        let Some((PaymentTerms { received: Some(amount), .. }, account)) = call.app.store.read(read).await?
        else {
            return Ok(RailAnswer::None);
        };
        let account = Some(inquiry::account(&account));
        let inquiry = DebitInquiry { platform: call.caller.platform, amount, account };
        let world = call.app.ports.of(call.caller.environment);
        Ok(match world.debits.check_source(&inquiry).await {
            Ok(true) => RailAnswer::Ready,
            Ok(false) => RailAnswer::Refused,
            Err(_) => RailAnswer::None,
        })
    }

    fn prefetch<E: Endpoint>(_: &Call<E>, request: &TransferInRequest, _: &RailAnswer) -> Prefetch {
        Prefetch::of_accounts(&[request.destination.account_id])
    }

    fn draft(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &TransferInRequest,
        _: &RailAnswer,
        waiting: Option<LockedPayment>,
    ) -> Result<Self, ApiError> {
        let parties = find(tx, context, Access::Hold, request)?;
        let terms = terms(context, &parties, request)?;
        let locked = match waiting {
            Some(waiting) => resume_waiting(waiting, &terms)?,
            None => LockedPayment::new(payment(context, &parties, terms)),
        };
        Ok(Self { parties, locked })
    }

    fn payment(&self) -> &PaymentRecord {
        &self.locked.payment
    }

    fn start(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        preflight: &RailAnswer,
    ) -> Result<StartOutcome, ApiError> {
        match preflight {
            RailAnswer::Ready => {
                let books = Books::of(std::slice::from_mut(&mut self.parties.internal));
                self.locked.apply_with(tx, context, DepositEvent::DebitBegun, books)?;
            }
            RailAnswer::Refused => self.locked.apply(tx, context, DepositEvent::Refused)?,
            RailAnswer::None => return Err(no_answer("payment rail")),
        }
        Ok(StartOutcome::Started)
    }

    fn wait(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        self.locked.save(tx, context)
    }

    fn into_locked(self) -> LockedPayment {
        self.locked
    }
}

/// Builds the payment of a transfer. It is not stored yet.
fn payment(context: &Context, parties: &Parties, terms: PaymentTerms) -> PaymentRecord {
    let id: TransactionId = context.id();
    PaymentRecord::new(NewPayment {
        id,
        kind: TransactionType::Incoming,
        customer: parties.customer.as_ref().map(|customer| customer.id),
        platform_customer_id: parties.own_id(),
        recipient: None,
        quote: None,
        reference: Some(reference_of(id)),
        terms,
        state: PaymentState::new(DepositPhase::Requested.into()),
        created_at: context.now,
    })
}

impl FieldChecks for TransferInRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        if self.amount.is_none() {
            errors.add(errors::amount("is required", None));
        }
    }
}
