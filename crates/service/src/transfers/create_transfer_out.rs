//! `POST /transfer-out` (money 10.3): the source is debited and the money sent on its way, without a quote.
//!
//! The rail is asked first if it takes the transfer. A transfer that it refuses is saved as failed, and
//! nothing is debited for it.

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::external_accounts::estimated_settlement;
use causeway_domain::ids::{AccountRef, TransactionId};
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::payments::lifecycle::{OutgoingEvent, OutgoingPhase};
use causeway_domain::payments::{Direction, OutgoingFailure, TransactionType, reference_of};
use causeway_domain::rates::network_fee_to;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::payments::{NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Prefetch, Tx};
use causeway_wire::Endpoint;
use causeway_wire::table::CreateTransferOut;
use causeway_wire::transfers::{
    ExternalAccountDestinationReference, InternalAccountReference, TransferOutRequest,
};

use super::errors;
use super::means::{check_authorized, check_means};
use super::parties::{Access, NamedAccount, Parties};
use crate::payments::checks::accounts::{check_active_and_ready, check_payable};
use crate::payments::checks::ownership::{self, Ceiling};
use crate::payments::checks::required_party_data::{self, PartyData};
use crate::payments::checks::{invoice, limits, needs, remittance, volume};
use crate::payments::intake::{Intake, StartOutcome, resume_waiting};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::outgoing::start;
use crate::payments::rail::{inquiry, lightning, offers, orders, party};
use crate::payments::{no_answer, not_offered, wallet_signature_required};
use crate::ports::{PayoutInquiry, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};
use crate::transactions::render;

/// Sends money from an internal account to an external one.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, `INVALID_INPUT` with its reasons, `INVALID_CURRENCY`, `INVALID_AMOUNT`,
/// `USER_NOT_READY`, `END_USER_TERMS_NOT_ACCEPTED`, `MISSING_MANDATORY_USER_INFO`,
/// `EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED`, the limits of money 1.5, `SCA_SESSION_REQUIRED`,
/// `INSUFFICIENT_BALANCE`, `CONFLICT` with `SCA_AUTHORIZATION_REQUIRED`; `SVC_SWITCH_ERROR` if the rail gives
/// no answer.
pub async fn handler(call: Call<CreateTransferOut>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let preflight = TransferOut::ask(&call, &request).await?;
    let prefetch = TransferOut::prefetch(&call, &request, &preflight);
    let create = move |tx: &mut Tx<'_>, context: &Context| {
        let mut transfer = TransferOut::draft(tx, context, &request, &preflight, None)?;
        transfer.start(tx, context, &preflight)?;
        render::transaction(context.platform, transfer.payment())
    };
    Ok(call.write(prefetch, create).await)
}

/// The answers of the outside world about a transfer. They count after everything else that could be wrong
/// with it.
pub(crate) struct TransferPreflight {
    /// Limit for a destination without a proof of ownership.
    ceiling: Result<Option<Ceiling>, ApiError>,
    rail: RailAnswer,
}

#[derive(Debug, Clone, Copy)]
enum RailAnswer {
    Ready,
    Refused(OutgoingFailure),
    None,
}

async fn ask_ceiling(world: &World, parties: &Parties) -> Result<Option<Ceiling>, ApiError> {
    let Some(threshold) = ownership::threshold(&parties.settings, &parties.external)? else {
        return Ok(None);
    };
    let rate = world.rates.rate(parties.external.currency, threshold.currency).await;
    rate.map(|rate| Some(Ceiling { threshold, rate })).map_err(|_| no_answer("rate provider"))
}

async fn ask_rail(context: &Context, account: &ExternalAccountRecord, terms: &PaymentTerms) -> RailAnswer {
    let Some(amount) = terms.received else { return RailAnswer::None };
    if lightning::goes_over_node(context, account) {
        // A node tells only by an attempt that it can pay.
        return RailAnswer::Ready;
    }
    let rail = terms.rail.map(|chosen| chosen.rail);
    let inquiry = PayoutInquiry {
        platform: context.platform,
        amount,
        rail,
        account: context.offers.wants_parties().then(|| inquiry::account(account)),
    };
    let destination = orders::destination(account.clone(), rail);
    let world = context.app.ports.of(context.environment);
    match world.payouts.check_destination(&inquiry, &destination).await {
        Ok(None) => RailAnswer::Ready,
        Ok(Some(refusal)) => RailAnswer::Refused(refusal.into()),
        Err(_) => RailAnswer::None,
    }
}

fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    access: Access,
    request: &TransferOutRequest,
) -> Result<Parties, ApiError> {
    let source = NamedAccount { id: request.source.account_id, side: "source" };
    let destination = NamedAccount { id: request.destination.account_id, side: "destination" };
    Parties::find(tx, context, access, source, destination)
}

/// Checks everything that does not depend on the other payments of the day, and builds the immutable terms.
fn terms(
    context: &Context,
    parties: &Parties,
    request: &TransferOutRequest,
    ceiling: &Result<Option<Ceiling>, ApiError>,
) -> Result<PaymentTerms, ApiError> {
    let Parties { settings, platform, customer, internal, external, .. } = parties;
    check_payable(external, context.now)?;
    check_active_and_ready("source", settings, internal, customer.as_ref())?;
    if internal.account.account_type == InternalAccountType::EmbeddedWallet {
        return Err(wallet_signature_required());
    }
    let currency = parties.currency()?;
    let purpose = request.purpose_of_payment.map(|purpose| purpose.as_str());
    let payer = customer.as_ref();
    let known = PartyData { payer, sending: currency, destination: Some(external), purpose, missing: &[] };
    required_party_data::check(context, settings, known)?;
    limits::check_enabled(platform, currency, TransactionType::Outgoing)?;
    let fee = network_fee_of(external);
    let total = Amount::new(amount(request, external, fee)?, currency);
    let arriving = Amount::new(total.minor.saturating_sub(fee), currency);
    if arriving.minor <= 0 {
        return Err(errors::fee_exceeds_amount(fee));
    }
    let rail = offers::choose_rail(context, external, request.destination.payment_rail, arriving)?;
    ownership::check(external, arriving, ceiling.clone()?)?;
    limits::check_size(platform, settings, total, currency)?;
    let offer = offers::payout(context, external, rail.map(|chosen| chosen.rail), arriving)
        .ok_or_else(|| not_offered("Paying out to this account"))?;
    remittance::check(&offer, request.remittance_information.as_deref())?;
    needs::check(&offer, external, party::of(payer, platform).as_ref())?;
    let source = Side::Account { account: AccountRef::Internal(internal.account.id), currency };
    let destination = Side::Account { account: AccountRef::External(external.id), currency };
    Ok(PaymentTerms {
        sent: Some(total),
        received: Some(arriving),
        fees: Some(fee),
        platform_fees: Some(0),
        rail,
        remittance_information: request.remittance_information.clone(),
        purpose_of_payment: purpose.map(ToOwned::to_owned),
        invoice: invoice::terms_of(external),
        agent: context.principal.agent().map(|agent| agent.id),
        ..PaymentTerms::between(Direction::Debit, source, destination)
    })
}

/// Returns the network's fee to this account, in the smallest unit of its currency.
fn network_fee_of(external: &ExternalAccountRecord) -> i64 {
    network_fee_to(&external.account_type, external.currency).map_or(0, |fee| fee.converted)
}

/// Restores the request of a saved transfer, or returns `None` if the terms are of another kind of payment.
pub(crate) fn request_of(terms: &PaymentTerms) -> Option<TransferOutRequest> {
    let (AccountRef::Internal(source), AccountRef::External(destination)) =
        (terms.source.account()?, terms.destination.account()?)
    else {
        return None;
    };
    let rail = terms.rail.filter(|chosen| chosen.is_manual).map(|chosen| chosen.rail);
    let fixes_amount = terms.invoice.as_ref().is_some_and(|invoice| invoice.fixes_amount);
    Some(TransferOutRequest {
        source: InternalAccountReference { account_id: source },
        destination: ExternalAccountDestinationReference { account_id: destination, payment_rail: rail },
        // For an invoice that fixes the amount, the terms contain the amount sent and a request the amount
        // that arrives.
        amount: (!fixes_amount).then_some(terms.sent?.minor.into()),
        remittance_information: terms.remittance_information.clone(),
        purpose_of_payment: terms.purpose_of_payment.as_deref().and_then(|purpose| purpose.parse().ok()),
    })
}

/// Returns the amount to send: that of the request, or for an invoice that fixes the amount, the sum of that
/// and the network's fee.
fn amount(request: &TransferOutRequest, external: &ExternalAccountRecord, fee: i64) -> Result<i64, ApiError> {
    let fixed = invoice::of(external).and_then(|invoice| invoice.satoshis);
    let requested = request.amount.map(|amount| amount.0);
    let wrong = match (requested, fixed) {
        (Some(requested), Some(fixed)) if requested != fixed => errors::amount(
            &format!("must be {fixed}, which the invoice fixes; the network's fee of {fee} is added"),
            Some(requested),
        ),
        (_, Some(fixed)) => return Ok(fixed.saturating_add(fee)),
        (Some(requested), None) => return Ok(requested),
        (None, None) => errors::amount("is required", None),
    };
    Err(ApiError::fields(vec![wrong]))
}

/// A transfer ready to start.
pub(crate) struct TransferOut {
    parties: Parties,
    locked: LockedPayment,
}

impl Intake for TransferOut {
    type Request = TransferOutRequest;
    type Preflight = TransferPreflight;

    /// Asks the outside world, unless the write will refuse the transfer anyway.
    async fn ask<E: Endpoint>(
        call: &Call<E>,
        request: &TransferOutRequest,
    ) -> Result<TransferPreflight, ApiError> {
        let app = Arc::clone(&call.app);
        let caller = call.caller.clone();
        let body = request.clone();
        let read = move |tx: &mut Tx<'_>| {
            let context = Context::of(&app, &caller, tx.wall());
            match find(tx, &context, Access::Look, &body) {
                Ok(parties) => Ok(Some((parties, context))),
                Err(failed) if failed.is_service_failure() => Err(failed),
                Err(_) => Ok(None),
            }
        };
        let Some((parties, context)) = call.app.store.read(read).await? else {
            return Ok(TransferPreflight { ceiling: Ok(None), rail: RailAnswer::None });
        };
        let world = call.app.ports.of(call.caller.environment);
        let ceiling = ask_ceiling(world, &parties).await;
        let rail = match terms(&context, &parties, request, &ceiling) {
            Ok(terms) => ask_rail(&context, &parties.external, &terms).await,
            Err(_) => RailAnswer::None,
        };
        Ok(TransferPreflight { ceiling, rail })
    }

    fn prefetch<E: Endpoint>(_: &Call<E>, request: &TransferOutRequest, _: &TransferPreflight) -> Prefetch {
        Prefetch::of_accounts(&[request.source.account_id])
    }

    fn draft(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &TransferOutRequest,
        preflight: &TransferPreflight,
        waiting: Option<LockedPayment>,
    ) -> Result<Self, ApiError> {
        let parties = find(tx, context, Access::Hold, request)?;
        let terms = terms(context, &parties, request, &preflight.ceiling)?;
        invoice::check_unpaid(tx, context, terms.invoice.as_ref())?;
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
        preflight: &TransferPreflight,
    ) -> Result<StartOutcome, ApiError> {
        let Self { parties, locked } = self;
        check_authorized(tx, context, parties, &locked.payment.terms)?;
        let total = locked.payment.total()?;
        match preflight.rail {
            RailAnswer::Ready => {
                volume::count(tx, context, &parties.settings, total, total.currency)?;
                start::start(tx, context, locked, std::slice::from_mut(&mut parties.internal))?;
            }
            RailAnswer::Refused(failure) => {
                check_means(tx, context, parties, total)?;
                locked.apply(tx, context, OutgoingEvent::Refused(failure))?;
            }
            RailAnswer::None => {
                check_means(tx, context, parties, total)?;
                return Err(no_answer("payment rail"));
            }
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
    // An estimate as if the payment left now; replaced once it leaves.
    let settles_at = terms.rail.and_then(|chosen| estimated_settlement(chosen.rail, context.now));
    PaymentRecord::new(NewPayment {
        id,
        kind: TransactionType::Outgoing,
        customer: parties.customer.as_ref().map(|customer| customer.id),
        platform_customer_id: parties.own_id(),
        recipient: parties.external.customer.filter(|_| parties.customer.is_none()),
        quote: None,
        reference: Some(reference_of(id)),
        terms,
        state: PaymentState { settles_at, ..PaymentState::new(OutgoingPhase::Requested.into()) },
        created_at: context.now,
    })
}

impl FieldChecks for TransferOutRequest {}
